import { defineModule } from '../kernel/module.ts'
import { sandboxCalls } from './calls.ts'

export default defineModule({ id: 'sandbox', resources: [], calls: sandboxCalls })
