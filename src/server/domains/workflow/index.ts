import { flowManager, flowManagerLifecycle } from '../../../model/workflow/definitions.ts'
import { leave, leaveLifecycle } from '../../../model/workflow/leave.ts'
import { hooks } from '../../writing/hooks.ts'
import { rules } from '../../writing/rules.ts'
import { defineServerDomain } from '../serverDomain.ts'
import { flowManagerRules, leaveCalls, leavePrepared, leaveRules } from './leave.ts'
import { workflowViews } from './views.ts'

/** Processes and leaves. */
export default defineServerDomain({
  name: 'workflow',
  views: workflowViews,
  rules: [rules(flowManager, flowManagerLifecycle, flowManagerRules), rules(leave, leaveLifecycle, leaveRules)],
  hooks: [hooks(leave, { prepare: leavePrepared })],
  calls: [...leaveCalls],
})
