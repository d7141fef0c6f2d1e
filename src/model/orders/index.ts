import { subject } from '../kernel/subject.ts'
import { orderDoctor, orderDoctorLifecycle } from './orderDoctor.ts'

export default subject({ id: 'orders', resources: [orderDoctor], lifecycles: [orderDoctorLifecycle] })
