import { defineModule } from '../kernel/module.ts'
import { attach, attachCalls, attachUse } from './attach.ts'

export default defineModule({ id: 'files', resources: [attach, attachUse], calls: attachCalls })
