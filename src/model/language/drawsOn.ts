import { type Field, isMoney } from './fields/field.ts'
import type { Lifecycle } from './lifecycle.ts'
import { fieldOf, type Resource } from './resource.ts'

/** A balance that a decision takes the amount of its record from, where a choice that is asked says so. */
export interface DrawsOn {
  /** The choice that is asked, and the value of it that takes the amount from the balance. */
  readonly ask: string
  readonly value: number
  /** The resource of what has the balance: the one whose `by` is that of the record. */
  readonly account: string
  readonly by: string
  /** Amount available there. */
  readonly available: string
  /** The states in which something may be taken out. */
  readonly open: Readonly<Record<string, number>>
}

/** Problems of the balances that decisions of a resource name; empty when there is none. Pure. */
export function drawProblems(r: Resource, l: Lifecycle, find: (id: string) => Resource | undefined): string[] {
  return Object.entries(l.transitions).flatMap(([id, { drawsOn: d, ask = {} }]) => {
    if (!d) return []
    const account = find(d.account)
    const has = (name: string, field: Field | null | undefined, value: unknown): string[] =>
      field && 'values' in field && Object.hasOwn(field.values as object, String(value))
        ? []
        : [`${id} draws on a balance where ${name} is ${value}, which it cannot be`]
    const names = [r, account].every((of) => of && fieldOf(of, d.by))
    const available = account && fieldOf(account, d.available)
    return [
      ...(r.list.amount ? [] : [`${id} draws on a balance: say the amount of the list`]),
      ...has(d.ask, ask[d.ask], d.value),
      ...Object.entries(d.open).flatMap(([name, value]) => has(name, account && fieldOf(account, name), value)),
      ...(names ? [] : [`${id} draws on ${d.account}, which is not found by ${d.by}`]),
      ...(available && isMoney(available) ? [] : [`${id} draws on ${d.account}.${d.available}, which is no money`]),
    ]
  })
}
