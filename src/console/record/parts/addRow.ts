import { useEffect, useReducer } from 'react'
import { isInState } from '../../../model/language/lifecycle.ts'
import type { Child, Resource } from '../../../model/language/resource.ts'
import type { Section } from '../../../model/language/section.ts'
import type { WireRow } from '../../../model/wire/wire.ts'
import { loadResource, resourceNow } from '../../data/domains.ts'
import { outdate } from '../../data/queries.ts'
import { catalogued, childOf, parentValue } from '../../data/records.ts'
import { t } from '../../i18n/index.ts'
import '../base/words.ts'

/** Whether this person may add rows of a child; false, too, while its domain is not loaded. */
export function takesRows(child: Child): boolean {
  const by = resourceNow(child.resource)?.fields[child.by]
  return (
    catalogued(child.resource)?.operations.includes('add') === true &&
    by !== undefined &&
    by.facts.readOnly !== 'always'
  )
}

/** Whether the record is in a state in which it takes none: a part is changed with its record only. */
export const isFixed = (parent: Resource, row: WireRow, child: Child): boolean =>
  child.part !== undefined && !isInState(catalogued(parent.id)?.editable?.edit ?? {}, row)

/** Adds a row to a record: the form of the child with the record that it belongs to. */
export async function addRowTo(parent: Resource, row: WireRow, child: Child): Promise<void> {
  const by = resourceNow(child.resource)?.fields[child.by]
  if (!by) return
  const { shows } = by.facts
  const initial = {
    [child.by]: parentValue(child, row),
    ...(shows ? { [shows]: String(row[parent.name as string] ?? '') } : {}),
  }
  const [{ openForm }, { showSaved: saySaved }] = await Promise.all([
    import('../../forms/dialogs/FormDialog.tsx'),
    import('../../forms/saved.ts'),
  ])
  const saved = await openForm({ resource: child.resource, mode: 'add', initial })
  if (!saved) return
  saySaved(saved, t('shell.added'))
  void outdate(child.resource)
}

/** A section whose rows are added to the record. */
export interface Adder {
  readonly code: string
  readonly child: Child
}

/** The sections that take rows of the record as it is, whether they were looked at or not. */
export function useAdders(of: Resource, row: WireRow, sections: readonly Section[]): readonly Adder[] {
  const [, again] = useReducer((n: number) => n + 1, 0)
  const granted = sections.flatMap((s): Adder[] => {
    const child = s.kind === 'children' || s.kind === 'pictures' ? childOf(of, s.resource) : undefined
    return child && catalogued(child.resource)?.operations.includes('add') ? [{ code: s.code, child }] : []
  })
  const missing = granted.flatMap(({ child }) => (resourceNow(child.resource) ? [] : [child.resource])).join()
  useEffect(() => {
    if (missing === '') return
    let here = true
    // a section that fails to load reports the error itself
    Promise.all(missing.split(',').map(loadResource)).then(
      () => here && again(),
      () => {},
    )
    return () => {
      here = false
    }
  }, [missing])
  return granted.filter(({ child }) => takesRows(child) && !isFixed(of, row, child))
}
