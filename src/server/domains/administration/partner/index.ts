import type { DeclaredHandler } from '../../../records/handle.ts'
import { partnerContentCalls } from './contents.ts'
import { partnerDeliveryCalls } from './deliveries.ts'
import { partnerDoctorCalls } from './doctors.ts'
import { partnerOutcomeCalls } from './outcomes.ts'
import { partnerPlanCalls } from './plans.ts'
import { sandboxHandlers } from './sandbox.ts'

/** Handlers of the partner API (domain §13), and of the calls by which people play doctors (domain §6). */
export const partnerHandlers: readonly DeclaredHandler[] = [
  ...partnerDoctorCalls,
  ...partnerPlanCalls,
  ...partnerDeliveryCalls,
  ...partnerContentCalls,
  ...partnerOutcomeCalls,
  ...sandboxHandlers,
]
