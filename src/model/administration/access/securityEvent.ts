import { choice, datetime, longText, ref, text } from '../../language/fields/field.ts'
import { resource } from '../../language/resource.ts'

/** Kinds of security events by the number that is stored. */
export const SECURITY_EVENT_KINDS = {
  sodSwitched: 1,
  guardedParamChanged: 2,
  accountGuessing: 3,
  addressGuessing: 4,
  tokenReplay: 5,
  oldPasswordGuessing: 6,
  passwordReset: 7,
  rolesChanged: 8,
  userDeleted: 9,
  tenantChanged: 10,
  ledgerBroken: 11,
  secondFactorRemoved: 12,
  oneTimeCodeGuessing: 13,
  reviewedFromOneAddress: 14,
  doctorLinkGuessing: 15,
  clientChanged: 16,
} as const
export type SecurityEventKind = keyof typeof SECURITY_EVENT_KINDS

/** 安全事件: what every administrator must hear of. Append-only; written by the server alone. */
export const securityEvent = resource('securityEvent', {
  calls: ['blade-system/securityEvent'],
  title: ['安全事件', 'Security events'],
  about: [
    '管理员须知的安全相关事件，只增不改',
    'What administrators must know of for the sake of security; only ever added to',
  ],
  name: 'subject',
  appendOnly: true,
  fields: {
    kind: choice(
      '事件类型',
      'Event',
      {
        1: ['职责分离开关变更', 'Separation of duties switched', 'bad'],
        2: ['受保护参数变更', 'Guarded parameter changed', 'wait'],
        3: ['账号被猜测', 'Account guessing', 'wait'],
        4: ['同一地址猜测账号', 'Guessing from one address', 'wait'],
        5: ['令牌被重复使用', 'Token replayed', 'bad'],
        6: ['会话中猜测密码', 'Password guessed in a session', 'wait'],
        7: ['密码被重置', 'Password reset', 'wait'],
        8: ['用户角色变更', 'Roles of a user changed', 'wait'],
        9: ['用户被删除', 'User deleted', 'wait'],
        10: ['租户设置变更', 'Settings of a tenant changed', 'wait'],
        11: ['资金核对有违规', 'The ledgers do not add up', 'bad'],
        12: ['两步验证被解除', 'Second factor taken off', 'wait'],
        13: ['动态验证码被猜测', 'One-time code guessed', 'bad'],
        14: ['申请与复核来自同一地址', 'Asked for and approved from one address', 'wait'],
        15: ['医生链接被猜测', 'Identity guessed at a doctor link', 'bad'],
        16: ['对接应用变更', 'Partner client changed', 'wait'],
      },
      { width: 200, short: ['类型', 'Event'] },
    ),
    subject: text('对象', 'Subject', { search: 'code', length: 100, width: 160 }),
    detail: longText('说明', 'What happened', { length: 500, width: 320, inEnglish: 'detailEn' }),
    detailEn: longText('英文说明', 'What happened (English)', { length: 500, width: 320 }),
    actorId: ref('user', '操作人', 'By', { shows: 'actorName' }),
    actorName: text('操作人', 'By', { length: 50, width: 100 }),
    ip: text('地址', 'Address', { search: 'exact', length: 64, width: 130 }),
    eventTime: datetime('发生时间', 'Time', { width: 150 }),
  },
  operations: ['view'],
  readers: { auditor: 'view' },
  list: {
    columns: ['eventTime', 'kind', 'subject', 'ip', 'detail', 'actorName'],
    search: ['kind', 'subject', 'actorName', 'ip', 'eventTime'],
    sort: 'eventTime',
  },
  frame: true,
  owner: 'platform',
  routes: { list: '/system/securityEvent' },
})
