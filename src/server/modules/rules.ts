import type { AnyRule } from '../decisions/engine.ts'
import { changeRequestRules } from './desk/changeRequest.ts'
import { settlementOrderRules } from './settlement/settlementOrder.ts'

/** What the server adds to the lifecycles, by resource. A lifecycle without an entry has no guards and no effects. */
const rules: Readonly<Record<string, Readonly<Record<string, AnyRule>>>> = {
  changeRequest: changeRequestRules as Readonly<Record<string, AnyRule>>,
  settlementOrder: settlementOrderRules as Readonly<Record<string, AnyRule>>,
}

/** Rules of a resource by transition; empty when it has none. */
export const rulesOf = (resource: string): Readonly<Record<string, AnyRule>> => rules[resource] ?? {}
