import { defineModule } from '../kernel/module.ts'
import { quickReply, quickReplyList } from './quickReply.ts'

export default defineModule({ id: 'content', resources: [quickReply], calls: [quickReplyList] })
