import { defineServerDomain } from '../../serverDomain.ts'
import { partnerContentCalls } from './contents.ts'
import { partnerDeliveryCalls } from './deliveries.ts'
import { partnerDoctorCalls } from './doctors.ts'
import { partnerOutcomeCalls } from './outcomes.ts'
import { partnerPlanCalls } from './plans.ts'
import { sandboxHandlers } from './sandbox.ts'

/** The partner API (domain §13), and the calls by which people play doctors (domain §6). */
export default defineServerDomain({
  name: 'partner',
  calls: [
    ...partnerDoctorCalls,
    ...partnerPlanCalls,
    ...partnerDeliveryCalls,
    ...partnerContentCalls,
    ...partnerOutcomeCalls,
    ...sandboxHandlers,
  ],
})
