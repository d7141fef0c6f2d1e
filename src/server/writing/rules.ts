import type { Fields } from '../../model/language/fields/field.ts'
import { type Lifecycle, NONE, type Rule, type RulesOf } from '../../model/language/lifecycle.ts'
import type { Resource } from '../../model/language/resource.ts'
import type { ServerDomains } from '../core/domains.ts'
import { entryOf } from '../core/open.ts'
import type { UnitOfWork } from './unitOfWork/unitOfWork.ts'

/** Any rule: a domain's rules are typed per resource, the engine is not. */
// biome-ignore lint/suspicious/noExplicitAny: rows and questions of any resource
export type AnyRule = Rule<any, any, UnitOfWork>

/** The rules of a resource's transitions, by name; `'none'` where there is nothing to add. */
export type Rules = Readonly<Record<string, AnyRule | typeof NONE>>

declare module '../core/domains.ts' {
  interface ServerDomains {
    /** Rules of transitions, by resource. A lifecycle without any is closed to users. */
    readonly rules: ReadonlyMap<string, Rules>
  }
}

/** The rules of one resource, as its domain brings them. */
export interface ResourceRules {
  readonly resource: string
  readonly rules: Rules
}

/** The rules of a resource: every transition of its lifecycle that people may take has one. */
export function rules<Id extends string, F extends Fields, T>(
  of: Resource<Id, F>,
  lifecycle: Lifecycle<Id, T>,
  own: RulesOf<Resource<Id, NoInfer<F>>, Lifecycle<Id, NoInfer<T>>, UnitOfWork>,
): ResourceRules
export function rules(of: { readonly id: string }, _: unknown, own: Rules): ResourceRules {
  return { resource: of.id, rules: own }
}

/** Returns the rule of a transition; an empty one for `'none'`. Call `closedWhy` first. */
export function ruleOf(domains: Pick<ServerDomains, 'rules'>, resource: string, name: string): AnyRule {
  const entry = entryOf(domains, resource, name)
  return entry === undefined || entry === NONE ? {} : entry
}
