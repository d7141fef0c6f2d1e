import { defineDomain } from '../language/domain/domain.ts'
import { orderDoctor, orderDoctorLifecycle } from './orderDoctor.ts'
import { orderEntrusted, orderEntrustedLifecycle, orderEntrustedRel } from './orderEntrusted.ts'
import { traceability } from './traceability.ts'

export default defineDomain('orders', {
  resources: [orderEntrusted, orderEntrustedRel, orderDoctor, traceability],
  lifecycles: [orderEntrustedLifecycle, orderDoctorLifecycle],
})
