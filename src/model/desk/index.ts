import { defineModule } from '../kernel/module.ts'
import { approvalHistory } from './approvalHistory.ts'

export default defineModule({ id: 'desk', resources: [approvalHistory] })
