import { inSentence, one } from '../../model/kernel/label.ts'
import { isInState } from '../../model/kernel/lifecycle.ts'
import type { Child, Resource } from '../../model/kernel/resource.ts'
import type { WireRow } from '../../model/kernel/wire.ts'
import { useResource } from '../data/modules.ts'
import { outdate } from '../data/queries.ts'
import { catalogued, parentValue } from '../data/records.ts'
import { stateSaid } from '../fields/stateSaid.ts'
import { useWords } from '../i18n/index.ts'
import { Button } from '../ui/Button.tsx'

/** Adds a row to a record: the form of the child with the record that it belongs to. Only for who may add such rows. */
export function AddRow({
  parent,
  row,
  child,
  of,
}: {
  readonly parent: string
  readonly row: WireRow
  readonly child: Child
  readonly of: Resource
}) {
  const { t, language } = useWords()
  const above = useResource(parent)
  const known = catalogued(of.id)
  const by = of.fields[child.by]
  if (!known?.operations.includes('add') || !by || by.facts.readOnly === 'always') return null
  // a part is changed with its record only
  if (child.part && !isInState(catalogued(parent)?.editable?.edit ?? {}, row))
    return <p className="unset">{t('record.notInState', { state: above ? stateSaid(above, row, language) : '' })}</p>
  const add = async (): Promise<void> => {
    const { shows } = by.facts
    const initial = {
      [child.by]: parentValue(child, row),
      ...(shows && above ? { [shows]: String(row[above.name as string] ?? '') } : {}),
    }
    const [{ openForm }, { saySaved }] = await Promise.all([
      import('../forms/FormDialog.tsx'),
      import('../forms/saved.ts'),
    ])
    const saved = await openForm({ resource: of.id, mode: 'add', initial })
    if (!saved) return
    saySaved(saved, t('shell.added'))
    void outdate(of.id)
  }
  return (
    <Button className="more" onClick={() => void add()}>
      {t('record.addTitle', { title: inSentence(one(known.title)) })}
    </Button>
  )
}
