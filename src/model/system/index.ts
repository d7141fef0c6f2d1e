import { defineModule } from '../kernel/module.ts'
import { dictBiz, dictCalls } from './dictBiz.ts'
import { param } from './param.ts'

export default defineModule({ id: 'system', resources: [param, dictBiz], calls: dictCalls })
