import { subject } from '../kernel/subject.ts'
import { dictBiz, dictCalls } from './dictBiz.ts'
import { param } from './param.ts'

export default subject({ id: 'system', resources: [param, dictBiz], calls: dictCalls })
