import { defineModule } from '../kernel/module.ts'
import { orderDoctor, orderDoctorLifecycle } from './orderDoctor.ts'
import { orderEntrusted, orderEntrustedLifecycle, orderEntrustedRel } from './orderEntrusted.ts'

export default defineModule({
  id: 'orders',
  resources: [orderEntrusted, orderEntrustedRel, orderDoctor],
  lifecycles: [orderEntrustedLifecycle, orderDoctorLifecycle],
})
