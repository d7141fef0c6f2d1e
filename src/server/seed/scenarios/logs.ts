import { SECURITY_EVENT_KINDS, type SecurityEventKind, securityEvent } from '../../../model/access/securityEvent.ts'
import type { Label } from '../../../model/kernel/label.ts'
import { logApi, logError, logUsual } from '../../../model/system/logs.ts'
import { smsLog } from '../../../model/system/smsLog.ts'
import { GUESSING } from '../../core/attempts.ts'
import { phoneOf } from '../numbers.ts'
import { Prng } from '../prng.ts'
import { atTime, plusDays } from '../times.ts'
import type { Character, Stage } from './stage.ts'

const CALLS = [
  ['GET', '/api/blade-svc/settlementOrder/list', '查询结算单', 'settlementOrder'],
  ['POST', '/api/blade-svc/settlementOrder/audit', '审核结算单', 'settlementOrder'],
  ['GET', '/api/blade-csc/entrustedCompany/list', '查询委托企业', 'entrustedCompany'],
  ['GET', '/api/blade-authenticationDoctor/detail', '查询医生详情', 'authenticationDoctor'],
  ['POST', '/api/blade-svc/settlementCycle/confim', '确认结算周期', 'settlementCycle'],
  ['GET', '/api/blade-system/dict-biz/dictionary', '查询字典', 'dictBiz'],
] as const

const ERRORS = [
  ['TypeError', "Cannot read properties of undefined (reading 'records')", 'at render (table.js:120:17)'],
  ['NetworkError', '请求超时', 'at fetch (axios.js:88:9)'],
  ['ChunkLoadError', 'Loading chunk 17 failed', 'at load (runtime.js:41:11)'],
] as const

/** What administrators were told of in the last weeks, in the words of who tells it. */
const ALERTS: readonly (readonly [kind: SecurityEventKind, subject: string, detail: Label])[] = [
  [
    'accountGuessing',
    'cashier',
    [
      `账号 cashier 在 ${GUESSING.minutes} 分钟内登录失败 ${GUESSING.account} 次，陌生设备登录须先完成验证码`,
      `${GUESSING.account} sign-ins to the account cashier failed within ${GUESSING.minutes} minutes; unknown devices now need a captcha`,
    ],
  ],
  [
    'addressGuessing',
    '192.0.2.66',
    [
      `来自 192.0.2.66 的登录在 ${GUESSING.minutes} 分钟内失败 ${GUESSING.address} 次，该地址的陌生设备登录须先完成验证码`,
      `${GUESSING.address} sign-ins from 192.0.2.66 failed within ${GUESSING.minutes} minutes; unknown devices there now need a captcha`,
    ],
  ],
  [
    'oldPasswordGuessing',
    'tax',
    [
      `账号 tax 的一个会话连续 ${GUESSING.account} 次输错当前密码，使用者可能不是本人`,
      `A session of tax gave a wrong password ${GUESSING.account} times in a row; it may be in other hands`,
    ],
  ],
  [
    'tokenReplay',
    'fin2',
    [
      '账号 fin2 的刷新令牌在更换之后再次被使用，可能已泄露；该会话已结束',
      'A refresh token of fin2 was used again after it had been replaced and may be stolen; its session was ended',
    ],
  ],
]

/** Security events of the last weeks: nobody on the stage signs in, so that none would come of the play. */
export async function addAlerts(stage: Stage, who: Character): Promise<void> {
  for (const [n, [kind, subject, [detail, detailEn]]] of ALERTS.entries()) {
    const eventTime = atTime(plusDays(stage.today, -3 - 6 * n), 20 - n, 11 * n)
    const what = { kind: SECURITY_EVENT_KINDS[kind], subject, detail, detailEn, ip: '192.0.2.66', eventTime }
    await stage.born(securityEvent, eventTime, who, what)
  }
}

/** Entries of the last weeks in each log, and short messages that were sent. */
export async function addLogs(stage: Stage, who: Character, count: number): Promise<void> {
  const prng = new Prng(20240105)
  const place = {
    serverHost: 'rounds-01',
    serverIp: '10.0.0.11',
    env: 'demo',
    remoteIp: '192.0.2.10',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64)',
  }
  for (let n = 0; n < count; n += 1) {
    const at = atTime(plusDays(stage.today, -1 - (n % 28)), 8 + (n % 10), prng.int(0, 59), prng.int(0, 59))
    const [method, requestUri, title, name] = prng.pick(CALLS)
    const asked = { ...place, method, requestUri, createBy: prng.pick(['fin', 'ops', 'ca001', 'admin']) }
    await stage.bornWithCode(logApi, at, who, {
      ...asked,
      serviceId: 'rounds',
      type: n % 5 === 0 ? 1 : 2,
      title,
      methodClass: `${name}Controller`,
      methodName: requestUri.split('/').pop() ?? '',
      params: method === 'GET' ? 'current=1&size=10' : '{"status":1}',
      time: prng.int(2, 180),
    })
    if (n % 3 === 0)
      await stage.bornWithCode(logUsual, at, who, {
        ...asked,
        serviceId: 'rounds-jobs',
        logLevel: (['INFO', 'INFO', 'WARN'] as const)[n % 3],
        logId: `job-${n}`,
        logData: `定时任务完成，用时 ${prng.int(10, 900)} 毫秒`,
      })
    if (n % 6 === 0) {
      const [exceptionName, message, stackTrace] = prng.pick(ERRORS)
      await stage.bornWithCode(logError, at, who, {
        ...asked,
        serviceId: 'rounds-console',
        exceptionName,
        message,
        stackTrace,
        lineNumber: prng.int(10, 400),
      })
    }
    if (n % 6 === 3) {
      const failed = n % 5 === 4
      await stage.bornWithCode(smsLog, at, who, {
        smsCode: 'aliyun-notice',
        phones: phoneOf(n + 1),
        params: '{"name":"医生","code":"签署提醒"}',
        result: failed ? 0 : 1,
        message: failed ? '号码停机' : '发送成功',
        sendTime: at,
      })
    }
  }
}
