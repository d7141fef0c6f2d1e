import { defineModule } from '../kernel/module.ts'
import { approvalHistory } from './approvalHistory.ts'
import { changeRequest, changeRequestLifecycle, changeRequestQueue } from './changeRequest.ts'
import { notice } from './notice.ts'
import { statisticsCalls } from './statistics.ts'

export default defineModule({
  id: 'desk',
  resources: [approvalHistory, changeRequest, notice],
  lifecycles: [changeRequestLifecycle],
  queues: [changeRequestQueue],
  calls: statisticsCalls,
})
