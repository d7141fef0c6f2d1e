import type { Condition } from '../../../model/language/conditions/condition.ts'
import { type Grouping, isSummed } from '../../../model/language/derived/grouping.ts'
import type { Field } from '../../../model/language/fields/field.ts'
import { kindOf } from '../../../model/language/fields/kinds.ts'
import { fieldOf, type Resource } from '../../../model/language/resource.ts'
import { monthDays } from '../../../model/values/dates.ts'
import type { Language } from '../../../model/values/label.ts'
import { fen, yuan } from '../../../model/values/money.ts'
import { GROUP_SUMS_MAX, type Group, type Groups } from '../../../model/wire/wire.ts'
import type { DictWords } from '../../data/dictionary.ts'
import { cellText } from '../../fields/cell.ts'

/** Columns of a list that its groups sum, those that are shown first. Pure. */
export const sumsOf = (of: Resource, columns: readonly string[]): string[] =>
  [...new Set([...columns, ...(of.list.amount ? [of.list.amount] : [])])]
    .filter((name) => isSummed(of, name))
    .slice(0, GROUP_SUMS_MAX)

/** Name of a group as a row shows it; "" of rows without a value. Pure. */
export function groupName(of: Resource, g: Grouping, group: Group, language: Language, words?: DictWords): string {
  if (group.value === null) return ''
  if (g.named) return group.name || group.value
  const field = fieldOf(of, g.by)
  return g.months || !field ? group.value : cellText(field, valueIn(field, group.value), language, words)
}

/** Value of a group as a record has it: numbers of choices and flags are no texts. */
const valueIn = (field: Field, value: string): unknown => (kindOf(field).wire === 'number' ? Number(value) : value)

/** Conditions of a list besides those that open groups. Pure. */
export const besides = (conditions: readonly Condition[], { filter, months }: Grouping): Condition[] =>
  conditions.filter((c) => c.field !== filter || (months ? c.op !== 'ge' && c.op !== 'le' : !isWhole(c)))

const isWhole = ({ op }: Condition): boolean => op === 'equal' || op === 'in'

/** Values of the groups whose rows the list shows; none: it shows those of all. Pure. */
export function openedIn(conditions: readonly Condition[], g: Grouping): readonly string[] {
  const own = conditions.filter((c) => c.field === g.filter)
  if (!g.months) return own.find(isWhole)?.value.split(',') ?? []
  const [ge, le] = (['ge', 'le'] as const).map((op) => own.find((c) => c.op === op)?.value.slice(0, 10) ?? '')
  const month = ge?.slice(0, 7) ?? ''
  const days = monthDays(month)
  return days && days.first === ge && days.last === le ? [month] : []
}

/** Conditions of a list that shows the rows of these groups alone; of months the last one. Pure. */
export function withOpened(conditions: readonly Condition[], g: Grouping, values: readonly string[]): Condition[] {
  const rest = besides(conditions, g)
  if (values.length === 0) return rest
  if (!g.months) {
    const op = values.length > 1 ? 'in' : 'equal'
    return [...rest, { field: g.filter, op, value: values.join(',') }]
  }
  const days = monthDays(values.at(-1) ?? '')
  return days
    ? [...rest, { field: g.filter, op: 'ge', value: days.first }, { field: g.filter, op: 'le', value: days.last }]
    : rest
}

/** Why a group cannot be opened: its rows have no value, or one that no list of values may have. Pure. */
export const opens = (group: Group): boolean => group.value !== null && !group.value.includes(',')

/** Count and sums of the groups that were left out; null where none was. Pure. */
export function restOf({ groups, all }: Groups): Groups['all'] | null {
  if (all.groups <= groups.length) return null
  return {
    groups: all.groups - groups.length,
    count: all.count - groups.reduce((n, g) => n + g.count, 0),
    sums: all.sums.map((total, n) => {
      if (total === null) return null
      if (!/\.\d\d$/.test(total))
        return String(groups.reduce((left, g) => left - BigInt(g.sums[n] ?? '0'), BigInt(total)))
      return yuan(groups.reduce((left, g) => left - fen(g.sums[n] ?? '0'), fen(total)))
    }),
  }
}
