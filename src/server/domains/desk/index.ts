import { cancellationRecord, cancellationRecordLifecycle } from '../../../model/desk/cancellationRecord.ts'
import { changeRequest, changeRequestLifecycle } from '../../../model/desk/changeRequest.ts'
import { traceHandlers } from '../../records/trace.ts'
import { rules } from '../../writing/rules.ts'
import { defineServerDomain } from '../serverDomain.ts'
import { backlogHandler } from './backlog/backlog.ts'
import { cancellationCalls, cancellationRules } from './cancellationRecord.ts'
import { changeRequestRules } from './changeRequest.ts'
import { claimHandlers } from './claims.ts'
import { commentHandlers } from './comments/comments.ts'
import { myDayHandler } from './myDay.ts'
import { notificationHandlers } from './notifications/calls.ts'
import { savedViewHandlers } from './savedViews.ts'
import services from './services.ts'
import { settingHandlers } from './settings.ts'
import { statisticsCalls } from './statistics.ts'
import { urgencyHandler } from './urgency.ts'
import { viewDefaultHandlers } from './viewDefaults.ts'
import { viewScheduleHandlers } from './viewSchedules/calls.ts'

/** Cancellations, and changes that a second person approves. */
export default defineServerDomain({
  name: 'desk',
  rules: [
    rules(cancellationRecord, cancellationRecordLifecycle, cancellationRules),
    rules(changeRequest, changeRequestLifecycle, changeRequestRules),
  ],
  calls: [
    ...cancellationCalls,
    ...statisticsCalls,
    ...claimHandlers,
    urgencyHandler,
    backlogHandler,
    myDayHandler,
    ...savedViewHandlers,
    ...viewDefaultHandlers,
    ...viewScheduleHandlers,
    ...settingHandlers,
    ...commentHandlers,
    ...notificationHandlers,
    ...traceHandlers,
  ],
  services: { desk: services },
})
