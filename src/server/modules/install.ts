import { dictBiz } from '../../model/system/dictBiz.ts'
import { guardParam, paramRemovalProblem } from '../access/guardedParams.ts'
import { attachmentHeld } from '../writes/attachments.ts'
import { declareHooks, type Prepare } from '../writes/hooks.ts'
import { declareRules, type Rules } from '../writes/rules.ts'
import { changeRequestRules } from './desk/changeRequest.ts'
import { settlementCycleRules } from './settlement/settlementCycle.ts'
import { settlementOrderRules } from './settlement/settlementOrder.ts'
import { apiMessagePoolRules } from './system/apiMessagePool.ts'
import { intentRules } from './system/intent.ts'

// Loaded for its effect: ties the rules and hooks of the modules into the engine, which knows none of them.

/** A dictionary's own row has the key −1; its entries carry its code (domain: dict-biz). */
const prepareDictionary: Prepare = async (values, before, work) => {
  const parentId = (values.parentId !== undefined ? values.parentId : (before?.parentId ?? null)) as string | null
  const parent = await work.row(dictBiz, parentId)
  return parent ? { code: parent.code } : { dictKey: '-1' }
}

declareRules('apiMessagePool', apiMessagePoolRules as Rules)
declareRules('changeRequest', changeRequestRules as Rules)
declareRules('intent', intentRules as Rules)
declareRules('settlementCycle', settlementCycleRules as Rules)
declareRules('settlementOrder', settlementOrderRules as Rules)
declareHooks('attach', { removalProblem: attachmentHeld })
declareHooks('dictBiz', { prepare: prepareDictionary })
declareHooks('param', { prepare: guardParam, removalProblem: paramRemovalProblem, ownHistory: true })
