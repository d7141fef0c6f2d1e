import type { DomainPart } from '../../language/domain/domain.ts'
import { apiMessagePool, apiMessagePoolLifecycle } from './apiMessagePool.ts'
import { dict, dictBiz, dictBizTree, dictTree } from './dictBiz.ts'
import { intent, intentLifecycle } from './intent.ts'
import { logApi, logError, logUsual, submitErrors } from './logs.ts'
import { messagePush } from './messagePush.ts'
import { param } from './param.ts'
import { messageQueue } from './queue.ts'
import { region } from './region.ts'
import { appVersion, shortUrlManage } from './release.ts'
import { shortMessage } from './shortMessage.ts'
import { sendMessage, smsLog } from './smsLog.ts'
import { oss, ossLifecycle, sms, smsLifecycle } from './storage.ts'

const part: DomainPart = {
  resources: [
    param,
    dict,
    dictBiz,
    region,
    oss,
    sms,
    smsLog,
    appVersion,
    shortUrlManage,
    apiMessagePool,
    intent,
    logUsual,
    logApi,
    logError,
  ],
  lifecycles: [apiMessagePoolLifecycle, intentLifecycle, ossLifecycle, smsLifecycle],
  queues: [messageQueue],
  ports: [messagePush, shortMessage],
  calls: [dictTree, dictBizTree, sendMessage, submitErrors],
}

export default part
