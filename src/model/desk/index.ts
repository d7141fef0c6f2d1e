import { defineModule } from '../kernel/module.ts'
import { approvalHistory } from './approvalHistory.ts'
import { changeRequest, changeRequestLifecycle, changeRequestQueue } from './changeRequest.ts'

export default defineModule({
  id: 'desk',
  resources: [approvalHistory, changeRequest],
  lifecycles: [changeRequestLifecycle],
  queues: [changeRequestQueue],
})
