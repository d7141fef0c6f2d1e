import { datetime, integer, money, points, readOnly, sealed, text } from '../language/fields/field.ts'

/** Closed sets and fields that several resources of funds share (domain §3.26). */

/** In or out, of every ledger. */
export const DIRECTIONS = { 1: ['收', 'In', 'good'], 2: ['支', 'Out', 'bad'] } as const

/** Whether an account may be used. */
export const ACCOUNT_STATES = {
  normal: [1, '正常', 'Normal', 'good'],
  frozen: [2, '冻结', 'Frozen', 'bad'],
  closed: [3, '销户', 'Closed', 'off'],
} as const

/** Whether as much is available in an account as its alert amount asks for. */
export const ALERT_STATES = {
  none: [1, '无', 'None', 'off'],
  low: [2, '低于预警额', 'Low', 'bad'],
} as const

/** Results of a transfer between sub-units. */
export const INTERNAL_STATES = {
  pending: [0, '待转', 'Pending', 'wait'],
  processing: [1, '处理中', 'Processing', 'busy'],
  succeeded: [2, '成功', 'Succeeded', 'good'],
  failed: [3, '失败', 'Failed', 'bad'],
} as const

/** Results of a transfer out of the bank. */
export const TRANSFER_STATES = {
  accepted: [0, '已受理', 'Accepted', 'wait'],
  processing: [1, '处理中', 'Processing', 'busy'],
  succeeded: [2, '成功', 'Succeeded', 'good'],
  failed: [3, '失败', 'Failed', 'bad'],
  bounced: [4, '退票', 'Bounced', 'bad'],
} as const

/** How far money that came back late is paid once more (3.14). */
export const AGAIN_STATES = {
  none: [0, '无', 'None', 'off'],
  toPay: [1, '待重付', 'To pay again', 'bad'],
  onItsWay: [2, '重付中', 'On its way', 'busy'],
  paid: [3, '已重付', 'Paid again', 'good'],
  inSuspense: [4, '已挂账', 'In suspense', 'wait'],
  cleared: [5, '已了结', 'Cleared', 'good'],
} as const

/** A code made by a machine that people read. */
export const numberOf = (zh: string, en: string) => text(zh, en, { search: 'code', length: 32, width: 170, least: 136 })

/** The reference by which the bank knows one instruction, unique over all of them (INV-18). */
export const yurRef = text('业务参考号', 'Bank reference', { search: 'code', length: 30, width: 180, least: 136 })

/** An account at a bank: personal data, so encrypted, and masked wherever it is shown. */
export const bankAccount = (zh: string, en: string) =>
  sealed(zh, en, { length: 32, masked: true, width: 170, means: 'bankAccount' })

/** SHA-256 of a record of a ledger, in hexadecimal digits. */
export const fingerprint = (zh: string, en: string) => text(zh, en, { search: 'exact', length: 64, width: 170 })

/** Bank's message about an instruction. */
export const bankMsg = text('银行信息', 'Bank message', { length: 255, width: 180 })

/** The document that a posting is about: its resource, id and code. */
export const posted = readOnly({
  bizType: text('业务类型', 'Record type', { search: 'exact', length: 64, width: 150 }),
  bizId: text('业务编号', 'Record id', { search: 'exact', length: 19, width: 170 }),
  bizCode: numberOf('业务单号', 'For record'),
})

/** Fee of a points payment in the place of taxes (domain §2.8). */
export const pointFee = readOnly({
  pointAmount: points('积分', 'Points', { width: 90, initial: 0 }),
  pointCost: money('积分成本', 'Cost of points', { width: 120, initial: '0.00' }),
})

/** How often the bank was asked about a record, and when it is asked again. */
export const bankQueries = readOnly({
  queryCount: integer('查询次数', 'Asked', { width: 80, initial: 0 }),
  nextQueryTime: datetime('下次查询', 'Asked again', { width: 150 }),
})
