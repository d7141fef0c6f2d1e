import { type Condition, conditionKey, EITHER, isEither, OPERATORS, type Operator, TEXT } from './condition.ts'

/** Conditions of which one list must hold altogether: `状态:待审核 或 公司:康泰`. */
export type Alternatives = readonly (readonly Condition[])[]

/** Most alternatives of one condition. */
export const ALTERNATIVES_MAX = 10

const PARTED = '|'

function conditionIn([key, value]: readonly [string, string]): Condition | null {
  if (key === TEXT) return { field: TEXT, op: 'like', value }
  const cut = key.lastIndexOf('_')
  const op = OPERATORS.find((o): o is Operator => o === key.slice(cut + 1))
  return op && cut > 0 ? { field: key.slice(0, cut), op, value } : null
}

/** The alternatives of a value of `EITHER`; null where it is none. Pure. */
export function alternativesIn(value: string): Alternatives | null {
  const all = value.split(PARTED).map((part) => [...new URLSearchParams(part)].map(conditionIn))
  const whole = all.every((part) => part.length > 0 && part.every((c) => c !== null && c.value.trim() !== ''))
  return whole && all.length > 1 && all.length <= ALTERNATIVES_MAX ? (all as Condition[][]) : null
}

/** A condition that holds where one of the alternatives does; `n`: which of those there may be in one filter. Pure. */
export const eitherOf = (alternatives: Alternatives, n = 0): Condition => ({
  field: EITHER[n] ?? EITHER[0],
  op: 'like',
  value: alternatives
    .map((part) => new URLSearchParams(part.map((c): [string, string] => [conditionKey(c), c.value])).toString())
    .join(PARTED),
})

/** All conditions on fields, those of alternatives among them; `null` where alternatives cannot be read. Pure. */
export function leavesOf(conditions: readonly Condition[]): readonly Condition[] | null {
  const leaves: Condition[] = []
  for (const c of conditions) {
    const inside = isEither(c.field) ? alternativesIn(c.value) : [[c]]
    if (!inside) return null
    leaves.push(...inside.flat())
  }
  return leaves.some((c) => isEither(c.field)) ? null : leaves
}
