import { defineDomain } from '../language/domain/domain.ts'
import { approvalHistory } from './approvalHistory.ts'
import { readBacklog } from './backlogCall.ts'
import {
  cancellationQueue,
  cancellationRecord,
  cancellationRecordLifecycle,
  refundSteps,
} from './cancellationRecord.ts'
import { changeRequest, changeRequestLifecycle, changeRequestQueue } from './changeRequest.ts'
import { claimCalls } from './claimCalls.ts'
import { commentCalls } from './commentCalls.ts'
import { firstStepsCall } from './firstSteps.ts'
import { readMyDay } from './myDayCall.ts'
import { notice } from './notice.ts'
import { notificationCalls } from './notificationCalls.ts'
import { savedViewCalls } from './savedViewCalls.ts'
import { settingCalls } from './settingCalls.ts'
import { statisticsCalls } from './statistics.ts'
import { readUrgency } from './urgencyCall.ts'
import { viewScheduleCalls } from './viewScheduleCalls.ts'

export default defineDomain('desk', {
  resources: [approvalHistory, changeRequest, cancellationRecord, notice],
  lifecycles: [changeRequestLifecycle, cancellationRecordLifecycle],
  queues: [changeRequestQueue, cancellationQueue],
  calls: [
    ...statisticsCalls,
    refundSteps,
    firstStepsCall,
    ...claimCalls,
    readUrgency,
    readBacklog,
    readMyDay,
    ...savedViewCalls,
    ...viewScheduleCalls,
    ...settingCalls,
    ...commentCalls,
    ...notificationCalls,
  ],
})
