import type { Label } from '../../values/label.ts'
import { type Field, isChoice } from '../fields/field.ts'
import type { Lifecycle, Transition } from '../lifecycle.ts'

/** Entries of history and audit trail and how they are worded: one place for server and console. */

/** Steps that are no transitions. */
const WRITES: Readonly<Record<string, Label>> = {
  add: ['新增', 'Added'],
  edit: ['修改', 'Edited'],
  remove: ['删除', 'Deleted'],
  import: ['导入', 'Imported'],
  grant: ['授权', 'Granted'],
  export: ['导出', 'Exported'],
  unmask: ['查看完整信息', 'Read in full'],
}

/** Label of a step; undefined for a code that is no longer declared. Pure. */
export const stepLabel = (transitions: Readonly<Record<string, Transition>>, code: string): Label | undefined =>
  transitions[code]?.label ?? WRITES[code]

/** Kept instead of a state where the record is gone. */
export const GONE = 'deleted'
const GONE_LABEL: Label = ['已删除', 'Deleted']

/** Status fields of a lifecycle, in the order in which states are kept: those that its transitions start from. */
export function statusFields(l: Pick<Lifecycle, 'transitions'>): string[] {
  const names = new Set<string>()
  for (const t of Object.values(l.transitions))
    if (t.from !== 'new') for (const name of Object.keys(t.from)) names.add(name)
  return [...names]
}

/** The state of a record as it is kept: `2`, or `1/0` where a lifecycle has several status fields. */
export const stateText = (l: Pick<Lifecycle, 'transitions'>, row: Readonly<Record<string, unknown>> | null): string => {
  if (row === null) return ''
  if (row.isDeleted === 1) return GONE
  return statusFields(l)
    .map((name) => String(row[name] ?? ''))
    .join('/')
}

/** A part of a kept state: a value of a status field, or what it says by itself. */
export interface StatePart {
  readonly field: Field | undefined
  readonly value: string
  /** Absent where the value is one of the field's. */
  readonly label?: Label
}

/** The parts of a kept state. What no status field has (any more) is told as it was kept. Pure. */
export function stateParts(
  of: { readonly fields: Readonly<Record<string, Field>> },
  l: Pick<Lifecycle, 'transitions'>,
  text: string,
): StatePart[] {
  if (text === '') return []
  if (text === GONE) return [{ field: undefined, value: text, label: GONE_LABEL }]
  const names = statusFields(l)
  return text.split('/').map((value, i) => {
    const field = of.fields[names[i] ?? '']
    const known = field && isChoice(field) && Object.hasOwn(field.values, value)
    return known ? { field, value } : { field: undefined, value, label: [value, value] }
  })
}
