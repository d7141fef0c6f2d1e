import { lifecycles, transitionsOf } from '../../model/business.ts'
import { mayBeBare, NONE } from '../../model/language/lifecycle.ts'
import type { Label } from '../../model/values/label.ts'
import type { ServerDomains } from './domains.ts'

/** The message of a transition that is declared but closed. */
export const NOT_OPEN: Label = ['暂未开放', 'Not open yet']

/**
 * Returns the rule of a transition, or `'none'`: in the resource's own rules, else in those of the lifecycle it is the
 * twin of. Rules of a resource with twins take the resources of other documents from their arguments, not from one resource.
 */
export function entryOf({ rules }: Pick<ServerDomains, 'rules'>, resource: string, name: string) {
  for (const id of [resource, lifecycles.get(resource)?.twinOf]) {
    const own = id === undefined ? undefined : rules.get(id)
    if (own && Object.hasOwn(own, name)) return own[name]
  }
  return undefined
}

/**
 * Returns why a transition is closed, null when it is open. Closed is what the model declares closed, and every
 * operator transition that the rules do not name, or name `'none'` although it moves money or needs a second person.
 * A lifecycle without rules is closed to users; its system transitions need none.
 */
export function closedWhy(domains: Pick<ServerDomains, 'rules'>, resource: string, name: string): Label | null {
  const t = transitionsOf(resource)[name]
  if (t?.closed) return t.closed
  if (t?.by === 'system') return null
  const entry = entryOf(domains, resource, name)
  return t && entry !== undefined && (entry !== NONE || mayBeBare(t)) ? null : NOT_OPEN
}
