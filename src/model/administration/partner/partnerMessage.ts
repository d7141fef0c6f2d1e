import { choice, readOnly, ref, text } from '../../language/fields/field.ts'
import { resource } from '../../language/resource.ts'

/** Kinds of messages of a partner's system. */
export const MESSAGE_KINDS = {
  doctor: ['登记医生', 'Doctor'],
  certification: ['提交认证', 'Certification'],
  invitation: ['答复邀请', 'Answer to an invitation'],
  bid: ['应征', 'Bid'],
  bidWithdrawal: ['放弃应征', 'Withdrawal of a bid'],
  report: ['提交成果', 'Report'],
  file: ['上传文件', 'File'],
  attendance: ['会议签到', 'Sign-in to a meeting'],
  planClose: ['关闭活动', 'Closing of an activity'],
  plan: ['新建活动', 'Activity'],
  content: ['内容互动', 'Reader of content'],
} as const

/**
 * 对接消息: what a partner's client sent and was taken, once for each of its numbers, with the record that came of it (domain §13).
 * What was refused at the door changed nothing and is in the request log alone.
 */
export const partnerMessage = resource('partnerMessage', {
  calls: ['blade-system/partnerMessage'],
  title: ['对接消息', 'Partner messages'],
  about: [
    '合作方系统发来并已受理的消息及其产生的数据，只增不改',
    'What partners’ systems sent and was taken, with the record that came of it; only ever added to',
  ],
  name: 'messageNumber',
  appendOnly: true,
  fields: {
    ...readOnly({
      messageNumber: text('消息编号', 'Message no.', { search: 'exact', length: 64, width: 200 }),
      clientId: ref('client', '应用', 'Client', { shows: 'clientName' }),
      clientName: text('应用', 'Client', { length: 50, width: 140 }),
      kind: choice('消息类型', 'Kind', MESSAGE_KINDS, { width: 130 }),
      bizType: text('数据类型', 'Record type', { search: 'exact', length: 64, width: 150 }),
      bizId: text('数据编号', 'Record id', { search: 'exact', length: 19, width: 170, idOfType: 'bizType' }),
      bizCode: text('名称或编号', 'Record', { search: 'exact', length: 64, width: 170 }),
      entrustedCompanyId: ref('entrustedCompany', '委托企业', 'Company', { shows: 'entrustedCompanyName' }),
      entrustedCompanyName: text('委托企业', 'Company', { width: 210 }),
    }),
  },
  operations: ['view', 'export'],
  readers: { auditor: 'view' },
  list: {
    columns: ['messageNumber', 'kind', 'bizCode', 'clientName', 'entrustedCompanyName', 'createTime'],
    search: ['messageNumber', 'clientName', 'kind', 'bizId', 'createTime'],
    filters: ['clientId', 'bizType'],
    sort: 'createTime',
  },
  owner: 'platform',
  frame: true,
  unique: [['clientId', 'messageNumber']],
  routes: { list: '/system/partnerMessage' },
})
