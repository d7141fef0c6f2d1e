import { lifecycles, transitionsOf } from '../../model/all.ts'
import type { Label } from '../../model/kernel/label.ts'
import { mayBeBare, NONE, type Rule } from '../../model/kernel/lifecycle.ts'
import type { UnitOfWork } from './unitOfWork.ts'

/** Any rule: the registry is typed per resource, the engine is not. */
// biome-ignore lint/suspicious/noExplicitAny: rows and questions of any resource
export type AnyRule = Rule<any, any, UnitOfWork>

/** The rules of a resource's transitions, by name; `'none'` where there is nothing to add. */
export type Rules = Readonly<Record<string, AnyRule | typeof NONE>>

/**
 * By resource, filled by `declareRules` when the modules are loaded (modules/install.ts). A lifecycle without an entry
 * is closed to users; its system transitions need none.
 */
export const rules: ReadonlyMap<string, Rules> = new Map()

/** Registers the rules of a resource, once. */
export function declareRules(resource: string, own: Rules): void {
  if (rules.has(resource)) throw new Error(`the rules of ${resource} are declared twice`)
  ;(rules as Map<string, Rules>).set(resource, own)
}

/** The message of a transition that is declared but closed. */
export const NOT_OPEN: Label = ['暂未开放', 'Not open yet']

/**
 * Returns the entry of a transition: in the resource's own rules, else in those of the lifecycle it is the twin of.
 * Rules of a family with twins take the resources of other documents from their arguments, not from one family.
 */
const entryOf = (resource: string, name: string): AnyRule | typeof NONE | undefined => {
  for (const id of [resource, lifecycles.get(resource)?.twinOf]) {
    const own = id === undefined ? undefined : rules.get(id)
    if (own && Object.hasOwn(own, name)) return own[name]
  }
  return undefined
}

/** Returns the rule of a transition; an empty one for `'none'`. Call `closedWhy` first. */
export function ruleOf(resource: string, name: string): AnyRule {
  const entry = entryOf(resource, name)
  return entry === undefined || entry === NONE ? {} : entry
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
