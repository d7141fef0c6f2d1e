import { subject } from '../kernel/subject.ts'
import { quickReply, quickReplyCalls } from './quickReply.ts'

export default subject({ id: 'content', resources: [quickReply], calls: quickReplyCalls })
