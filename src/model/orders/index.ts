import { defineModule } from '../language/module.ts'
import { orderDoctor, orderDoctorLifecycle } from './orderDoctor.ts'
import { orderEntrusted, orderEntrustedLifecycle, orderEntrustedRel } from './orderEntrusted.ts'
import { traceability } from './traceability.ts'

export default defineModule({
  id: 'orders',
  resources: [orderEntrusted, orderEntrustedRel, orderDoctor, traceability],
  lifecycles: [orderEntrustedLifecycle, orderDoctorLifecycle],
})
