import { lifecycles, transitionsOf } from '../../model/business.ts'
import { mayBeBare, NONE } from '../../model/language/lifecycle.ts'
import type { Label } from '../../model/values/label.ts'

/** What the server says of the transitions of a resource, by name: a rule (`writing/rules.ts`), or that there is none to add. */
export type Entries = Readonly<Record<string, object | typeof NONE>>

/** By resource, filled by `declareRules`. A lifecycle without entries is closed to users; its system transitions need none. */
export const entries: ReadonlyMap<string, Entries> = new Map()

/** The message of a transition that is declared but closed. */
export const NOT_OPEN: Label = ['暂未开放', 'Not open yet']

/**
 * Returns the entry of a transition: in the resource's own rules, else in those of the lifecycle it is the twin of.
 * Rules of a family with twins take the resources of other documents from their arguments, not from one family.
 */
export function entryOf(resource: string, name: string): Entries[string] | undefined {
  for (const id of [resource, lifecycles.get(resource)?.twinOf]) {
    const own = id === undefined ? undefined : entries.get(id)
    if (own && Object.hasOwn(own, name)) return own[name]
  }
  return undefined
}

/**
 * Returns why a transition is closed, null when it is open. Closed is what the model declares closed, and every
 * operator transition that the rules do not name, or name `'none'` although it moves money or needs a second person.
 */
export function closedWhy(resource: string, name: string): Label | null {
  const t = transitionsOf(resource)[name]
  if (t?.closed) return t.closed
  if (t?.by === 'system') return null
  const entry = entryOf(resource, name)
  return t && entry !== undefined && (entry !== NONE || mayBeBare(t)) ? null : NOT_OPEN
}
