import { defineModule } from '../kernel/module.ts'
import { orderDoctor, orderDoctorLifecycle } from './orderDoctor.ts'

export default defineModule({ id: 'orders', resources: [orderDoctor], lifecycles: [orderDoctorLifecycle] })
