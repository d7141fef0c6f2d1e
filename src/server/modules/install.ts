import { guardParam, paramRemovalProblem } from '../access/guardedParams.ts'
import { exportsOpened } from '../records/export/handlers.ts'
import { attachmentsOpened } from '../records/files/handlers.ts'
import { declareCalls } from '../records/handle.ts'
import { attachmentHeld } from '../writes/attachments.ts'
import { declareHooks } from '../writes/hooks.ts'
import { declareRules, type Rules } from '../writes/rules.ts'
import { quickReplyCalls } from './content/quickReply.ts'
import { changeRequestRules } from './desk/changeRequest.ts'
import { settlementCycleRules } from './settlement/settlementCycle.ts'
import { settlementOrderRules } from './settlement/settlementOrder.ts'
import { apiMessagePoolRules } from './system/apiMessagePool.ts'
import { dictCalls, prepareDictionary } from './system/dictBiz.ts'
import { intentRules } from './system/intent.ts'

// Imported for its side effect: registers rules, hooks and calls of the modules, which no other part imports.

declareRules('apiMessagePool', apiMessagePoolRules as Rules)
declareRules('changeRequest', changeRequestRules as Rules)
declareRules('intent', intentRules as Rules)
declareRules('settlementCycle', settlementCycleRules as Rules)
declareRules('settlementOrder', settlementOrderRules as Rules)
declareHooks('attach', { removalProblem: attachmentHeld })
declareHooks('dictBiz', { prepare: prepareDictionary })
declareHooks('param', { prepare: guardParam, removalProblem: paramRemovalProblem, ownHistory: true })
declareCalls([...dictCalls, ...quickReplyCalls, ...attachmentsOpened, ...exportsOpened])
