import { cancellationRecord, cancellationRecordLifecycle } from '../../../model/desk/cancellationRecord.ts'
import { changeRequest, changeRequestLifecycle } from '../../../model/desk/changeRequest.ts'
import { defineServerDomain } from '../../records/serverDomain.ts'
import { rules } from '../../writing/rules.ts'
import { cancellationCalls, cancellationRules } from './cancellationRecord.ts'
import { changeRequestRules } from './changeRequest.ts'

/** Cancellations, and changes that a second person approves. */
export default defineServerDomain({
  name: 'desk',
  rules: [
    rules(cancellationRecord, cancellationRecordLifecycle, cancellationRules),
    rules(changeRequest, changeRequestLifecycle, changeRequestRules),
  ],
  calls: [...cancellationCalls],
})
