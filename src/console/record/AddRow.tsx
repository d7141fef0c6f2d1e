import { useEffect, useRef } from 'react'
import type { Outcome } from '../../../commands/outcome.ts'
import { inSentence, one } from '../../model/kernel/label.ts'
import { isInState } from '../../model/kernel/lifecycle.ts'
import type { Child, Resource } from '../../model/kernel/resource.ts'
import type { WireRow } from '../../model/kernel/wire.ts'
import { useResource } from '../data/modules.ts'
import { outdate } from '../data/queries.ts'
import { catalogued, parentValue } from '../data/records.ts'
import { stateSaid } from '../fields/stateSaid.ts'
import { providePorts, setContext } from '../host/host.ts'
import { useWords } from '../i18n/index.ts'
import { Button } from '../ui/Button.tsx'

/** Where rows can be added on the page, in the order in which they came: the key is the first one's. */
const adders: (() => void)[] = []

const tellAdders = () => setContext({ addsRows: adders.length > 0 })

const done: Outcome = { is: 'done' }

/** Gives the key of rows to this form while it is on the page. */
function useKey(add: (() => void) | null): void {
  const latest = useRef(add)
  latest.current = add
  const can = add !== null
  useEffect(() => {
    if (!can) return
    const adder = () => latest.current?.()
    adders.push(adder)
    const withdraw = providePorts({
      grid: {
        addRow: () => {
          adders[0]?.()
          return done
        },
      },
    })
    tellAdders()
    return () => {
      adders.splice(adders.indexOf(adder), 1)
      withdraw()
      tellAdders()
    }
  }, [can])
}

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
  const takes = known?.operations.includes('add') === true && by !== undefined && by.facts.readOnly !== 'always'
  // a part is changed with its record only
  const fixed = child.part !== undefined && !isInState(catalogued(parent)?.editable?.edit ?? {}, row)
  useKey(takes && !fixed ? () => void add() : null)
  if (!takes) return null
  if (fixed)
    return <p className="unset">{t('record.notInState', { state: above ? stateSaid(above, row, language) : '' })}</p>
  async function add(): Promise<void> {
    if (!by) return
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
