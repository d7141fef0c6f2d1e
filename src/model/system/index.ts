import { defineModule } from '../kernel/module.ts'
import { apiMessagePool, apiMessagePoolLifecycle } from './apiMessagePool.ts'
import { dictBiz, dictTree } from './dictBiz.ts'
import { intent, intentLifecycle } from './intent.ts'
import { messagePush } from './messagePush.ts'
import { param } from './param.ts'

export default defineModule({
  id: 'system',
  resources: [param, dictBiz, apiMessagePool, intent],
  lifecycles: [apiMessagePoolLifecycle, intentLifecycle],
  ports: [messagePush],
  calls: [dictTree],
})
