import {
  SECURITY_EVENT_KINDS,
  type SecurityEventKind,
  securityEvent,
} from '../../../../model/administration/access/securityEvent.ts'
import type { Label } from '../../../../model/values/label.ts'
import { GUESSING } from '../../../core/limits/attempts.ts'
import { atTime, plusDays } from '../../values/times.ts'
import type { Character, Stage } from '../stage/stage.ts'

/** Alerts to administrators in the last weeks, worded as their sender words them. */
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
    await stage.existing(securityEvent, eventTime, who, what)
  }
}
