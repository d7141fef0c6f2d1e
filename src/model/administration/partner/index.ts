import { defineModule } from '../../language/module.ts'
import { partnerCalls } from './calls.ts'
import { partnerMessage } from './partnerMessage.ts'
import { sandboxCalls } from './sandboxCalls.ts'

export default defineModule({ id: 'partner', resources: [partnerMessage], calls: [...partnerCalls, ...sandboxCalls] })
