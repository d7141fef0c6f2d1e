import { answer } from '../../language/domain/answer.ts'
import { call } from '../../language/domain/call.ts'
import { choice, datetime, integer, readOnly, ref, text } from '../../language/fields/field.ts'
import { lifecycle } from '../../language/lifecycle.ts'
import { resource } from '../../language/resource.ts'
import { facts, history } from '../../language/section.ts'
import { states } from '../../language/states.ts'

/** Links by which a doctor, signed in nowhere, sees and answers one record on their own phone (domain §13). */

/** Purposes of a link, by name. */
export const PURPOSE = { invitation: 1, face: 2, report: 3, signIn: 4, correction: 5, income: 6 } as const
export type Purpose = (typeof PURPOSE)[keyof typeof PURPOSE]

/** How a link comes to its doctor, by name. */
export const SENT_VIA = { message: 1, picture: 2, copy: 3 } as const

const PURPOSES = {
  1: ['邀请与协议', 'Invitation and agreement'],
  2: ['人脸核验', 'Face check'],
  3: ['报告填写', 'Report'],
  4: ['会议签到', 'Meeting sign-in'],
  5: ['退回补正', 'Correction'],
  6: ['收入与完税', 'Income and tax'],
} as const

const WAYS = { 1: ['短信', 'Message'], 2: ['二维码', 'QR code'], 3: ['复制', 'Copied'] } as const

/** 医生链接: purpose, recipient, validity and number of uses of a link. The token itself is not stored. */
export const doctorLink = resource('doctorLink', {
  calls: ['blade-sys/doctorLink'],
  title: ['医生链接', 'Doctor links'],
  about: [
    '发给医生本人手机的链接：只对应一条记录，用途达到即失效',
    'Links for the phones of doctors: each is of one record and ends with its purpose',
  ],
  name: 'title',
  fields: readOnly({
    purpose: choice('用途', 'Purpose', PURPOSES, { width: 100 }),
    title: text('事项', 'About', { length: 200, width: 240 }),
    doctorId: ref('authenticationDoctor', '医生', 'Doctor', { shows: 'doctorName' }),
    doctorName: text('医生', 'Doctor', { length: 50, width: 90 }),
    bizType: text('单据类型', 'Record type', { search: 'exact', length: 64, resourceKey: true }),
    bizId: text('单据编号', 'Record id', { search: 'exact', length: 19, idOfType: 'bizType' }),
    entrustedCompanyId: ref('entrustedCompany', '委托企业', 'Company', { shows: 'entrustedCompanyName' }),
    entrustedCompanyName: text('委托企业', 'Company', { width: 180, short: ['公司', 'Company'] }),
    baseEmployeeId: ref('entrustedEmployee', '活动负责人', 'Owner', {}),
    sentVia: choice('发送方式', 'Sent by', WAYS, { width: 80, initial: SENT_VIA.copy }),
    linkStatus: states(
      '状态',
      'Status',
      {
        open: [0, '有效', 'Open', 'busy'],
        reached: [1, '已完成', 'Done', 'good'],
        ended: [2, '已失效', 'Ended', 'off'],
        locked: [3, '已锁定', 'Locked', 'bad'],
      },
      { width: 80, initial: 'open' },
    ),
    expireTime: datetime('有效期至', 'Good until', { width: 150 }),
    firstUsedTime: datetime('首次打开', 'First opened', { width: 150 }),
    lastUsedTime: datetime('最近打开', 'Last opened', { width: 150 }),
    useCount: integer('打开次数', 'Times opened', { width: 80, initial: 0 }),
    revokedTime: datetime('失效时间', 'Ended at', { width: 150 }),
    // the SHA-256 of the token: the table opens nobody's page
    tokenHash: text('令牌摘要', 'Hash of the token', { search: 'exact', length: 64 }),
    wrongTries: integer('核对错误次数', 'Wrong answers', { width: 90, initial: 0 }),
    smsNote: text('短信', 'Message', { length: 200, width: 180 }),
  }),
  operations: ['view'],
  readers: { ops: 'view', companyAdmin: 'view', employee: 'view', auditor: 'view' },
  list: {
    columns: [
      'purpose',
      'title',
      'doctorName',
      'entrustedCompanyName',
      'sentVia',
      'linkStatus',
      'expireTime',
      'useCount',
      'lastUsedTime',
      'createTime',
    ],
    search: ['title', 'doctorName', 'purpose', 'linkStatus', 'entrustedCompanyName'],
    filters: ['bizType', 'bizId', 'doctorId', 'tokenHash'],
    sort: 'createTime',
  },
  owner: { company: 'entrustedCompanyId' },
  lockedLast: true,
  unique: [['tokenHash']],
  sections: [
    facts([
      'purpose',
      'title',
      'doctorName',
      'entrustedCompanyName',
      'sentVia',
      'smsNote',
      'linkStatus',
      'expireTime',
      'firstUsedTime',
      'lastUsedTime',
      'useCount',
      'wrongTries',
      'revokedTime',
      'createTime',
    ]),
    history(),
  ],
  routes: { list: '/csc/doctorLink' },
})

const system = { by: 'system' } as const
const open = { linkStatus: 'open' } as const

export const doctorLinkLifecycle = lifecycle(doctorLink, {
  smsSent: { ...system, label: ['短信已发送', 'Message sent'], from: {}, to: {} },
  smsFailed: { ...system, label: ['短信未送达', 'Message not sent'], from: {}, to: {} },
  reach: { ...system, label: ['用途已达到', 'Purpose reached'], from: open, to: { linkStatus: 'reached' } },
  end: { ...system, label: ['被新链接取代', 'Replaced'], from: open, to: { linkStatus: 'ended' } },
  lock: { ...system, label: ['多次核对错误，已锁定', 'Locked'], from: open, to: { linkStatus: 'locked' } },
  revoke: {
    label: ['撤销链接', 'Revoke'],
    from: open,
    to: { linkStatus: 'ended' },
    by: 'operator',
    call: 'POST revoke',
    permission: 'doctorLink_link',
    roles: ['ops', 'companyAdmin', 'employee'],
    select: 'one',
    danger: true,
    result: 'reject',
  },
})

/** `doctorLink/create`: a link by hand. Its address is told this once; an earlier one of the same purpose and record ends. */
export const createLink = call('doctorLink.create', {
  method: 'POST',
  paths: ['blade-sys/doctorLink/create'],
  title: ['生成医生链接', 'Make a doctor link'],
  permission: 'doctorLink_link',
  roles: ['ops', 'companyAdmin', 'employee'],
  body: {
    purpose: choice('用途', 'Purpose', PURPOSES, { required: '请选择用途', requiredEn: 'Please choose the purpose' }),
    bizType: text('单据类型', 'Record type', { length: 64, required: '缺少单据类型', requiredEn: 'Name the record' }),
    bizId: text('单据编号', 'Record id', { length: 19, required: '缺少单据编号', requiredEn: 'Name the record' }),
    sentVia: choice('发送方式', 'Sent by', WAYS, { required: '请选择发送方式', requiredEn: 'Please choose how' }),
  },
  safe: false,
  shownOnce: true,
  answer: answer.one({
    id: text('链接编号', 'Link', {}),
    url: text('链接', 'Address', {}),
    expireTime: datetime('有效期至', 'Good until', {}),
  }),
})
