import { NONE, type Rule } from '../../model/language/lifecycle.ts'
import { entries, entryOf } from '../core/open.ts'
import type { UnitOfWork } from './unitOfWork/unitOfWork.ts'

/** Any rule: the registry is typed per resource, the engine is not. */
// biome-ignore lint/suspicious/noExplicitAny: rows and questions of any resource
export type AnyRule = Rule<any, any, UnitOfWork>

/** The rules of a resource's transitions, by name; `'none'` where there is nothing to add. */
export type Rules = Readonly<Record<string, AnyRule | typeof NONE>>

/** By resource, filled by `declareRules` when the modules are loaded (domains/install.ts). */
export const rules = entries as ReadonlyMap<string, Rules>

/** Registers the rules of a resource, once. */
export function declareRules(resource: string, own: Rules): void {
  if (rules.has(resource)) throw new Error(`the rules of ${resource} are declared twice`)
  ;(rules as Map<string, Rules>).set(resource, own)
}

/** Returns the rule of a transition; an empty one for `'none'`. Call `closedWhy` first. */
export function ruleOf(resource: string, name: string): AnyRule {
  const entry = entryOf(resource, name)
  return entry === undefined || entry === NONE ? {} : (entry as AnyRule)
}
