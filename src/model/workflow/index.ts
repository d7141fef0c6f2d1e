import { defineDomain } from '../language/domain/domain.ts'
import {
  deployModel,
  deployUpload,
  diagramView,
  flowManager,
  flowManagerLifecycle,
  flowModel,
  start,
} from './definitions.ts'
import { claimTask, historyFlowList, leave, leaveLifecycle } from './leave.ts'
import { claim, follow, work } from './work.ts'

export default defineDomain('workflow', {
  resources: [flowModel, flowManager, start, leave, work, claim, follow],
  lifecycles: [flowManagerLifecycle, leaveLifecycle],
  calls: [deployModel, deployUpload, diagramView, claimTask, historyFlowList],
})
