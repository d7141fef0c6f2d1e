import { defineModule } from '../kernel/module.ts'
import { quickReply, quickReplyCalls } from './quickReply.ts'

export default defineModule({ id: 'content', resources: [quickReply], calls: quickReplyCalls })
