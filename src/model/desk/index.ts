import { subject } from '../kernel/subject.ts'
import { approvalHistory } from './approvalHistory.ts'

export default subject({ id: 'desk', resources: [approvalHistory] })
