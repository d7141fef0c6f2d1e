import type { Label } from '../../values/label.ts'
import { fen, yuan } from '../../values/money.ts'
import type { SecurityEventKind } from '../access/securityEvent.ts'

/**
 * A parameter that weakens a safeguard when it is set wrongly. Only people with platform rights may touch it, it takes
 * the values declared here and no others, it can neither be deleted nor renamed, every change is reported to all
 * administrators, and anything else in its place (no row, two rows, an unknown value) means `safe`.
 */
export interface GuardedParam {
  readonly key: string
  readonly title: Label
  /** The values it takes, or `amount`: any amount in yuan, not below zero; or whole numbers between two. */
  readonly values: readonly string[] | 'amount' | { readonly least: number; readonly most: number }
  /** The value in force unless exactly one row says another of `values`. */
  readonly safe: string
  /** Message to administrators when the effective value changes. */
  readonly event: SecurityEventKind
}

export const guardedParams: readonly GuardedParam[] = [
  {
    key: 'sod.enabled',
    title: ['职责分离', 'Separation of duties'],
    values: ['true', 'false'],
    safe: 'true',
    event: 'sodSwitched',
  },
  {
    // for so many days two accounts of which one person had the other in hand are no two persons
    key: 'sod.sameHand.days',
    title: ['账号经手回避天数', 'Days in which accounts in one hand decide not on each other'],
    values: { least: 1, most: 90 },
    safe: '7',
    event: 'guardedParamChanged',
  },
  {
    // the platform would accept for the client what the client pays for
    key: 'accept.onBehalf',
    title: ['允许代验收', 'Acceptance on behalf of companies'],
    values: ['true', 'false'],
    safe: 'false',
    event: 'guardedParamChanged',
  },
  {
    // a sandbox instead of the bank would tell of payments that nobody made
    key: 'port.cmbBank',
    title: ['招商银行接口', 'CMB bank port'],
    values: ['http', 'sandbox'],
    safe: 'http',
    event: 'guardedParamChanged',
  },
  {
    // a sandbox instead of the partner would tell of signatures that nobody gave
    key: 'port.esign',
    title: ['电子签章接口', 'E-signature port'],
    values: ['http', 'sandbox'],
    safe: 'http',
    event: 'guardedParamChanged',
  },
  {
    // a sandbox instead of the tax bureau would agree to invoices that it does not know
    key: 'port.invoiceCheck',
    title: ['发票查验接口', 'Invoice check port'],
    values: ['http', 'sandbox'],
    safe: 'http',
    event: 'guardedParamChanged',
  },
  {
    // a sandbox instead of the service knows the words of the dictionary alone
    key: 'port.contentSafety',
    title: ['内容安全接口', 'Content safety port'],
    values: ['http', 'sandbox'],
    safe: 'http',
    event: 'guardedParamChanged',
  },
  {
    // a sandbox instead of the partner would report messages as sent that were not: the default is the partner
    key: 'port.messagePush',
    title: ['消息推送接口', 'Message push port'],
    values: ['http', 'sandbox'],
    safe: 'http',
    event: 'guardedParamChanged',
  },
  {
    // a sandbox instead of the provider would know faces that nobody has looked at
    key: 'port.baiduFace',
    title: ['身份核验接口', 'Identity check port'],
    values: ['http', 'sandbox'],
    safe: 'http',
    event: 'guardedParamChanged',
  },
  {
    // a sandbox instead of the gateway shows what nobody was sent
    key: 'port.shortMessage',
    title: ['短信接口', 'Short message port'],
    values: ['http', 'sandbox'],
    safe: 'http',
    event: 'guardedParamChanged',
  },
  {
    // a sandbox instead of the service would hold meetings that nobody can join
    key: 'port.tencentMeeting',
    title: ['腾讯会议接口', 'Tencent Meeting port'],
    values: ['http', 'sandbox'],
    safe: 'http',
    event: 'guardedParamChanged',
  },
  {
    // a sandbox instead of the register would agree to companies that there are not
    key: 'port.tianyancha',
    title: ['工商登记接口', 'Business register port'],
    values: ['http', 'sandbox'],
    safe: 'http',
    event: 'guardedParamChanged',
  },
  {
    // people would answer, hand in and attend in the place of doctors
    key: 'sandbox.enabled',
    title: ['沙箱代医生操作', 'Doctors played by people'],
    values: ['true', 'false'],
    safe: 'false',
    event: 'guardedParamChanged',
  },
  {
    // payments that no bank made
    key: 'pay.simulated.enabled',
    title: ['模拟付款开关', 'Simulated payments'],
    values: ['true', 'false'],
    safe: 'false',
    event: 'guardedParamChanged',
  },
  {
    // payments above this amount need a second approval
    key: 'pay.noApproval.limit',
    title: ['免审批付款限额', 'Limit of payments without approval'],
    values: 'amount',
    safe: '50000.00',
    event: 'guardedParamChanged',
  },
  {
    // a month may be declared before the last payment of it is made
    key: 'tax.currentMonthAllowed',
    title: ['允许申报当月税款', 'Taxes of the present month declared'],
    values: ['true', 'false'],
    safe: 'false',
    event: 'guardedParamChanged',
  },
  {
    key: 'cycle.confirmEarly',
    title: ['允许提前确认周期', 'Cycles confirmed before their end'],
    values: ['true', 'false'],
    safe: 'false',
    event: 'guardedParamChanged',
  },
  {
    // above it the total of a batch has to be typed
    key: 'batch.typedAmount.limit',
    title: ['批量合计须输入的限额', 'Limit of batches without a typed total'],
    values: 'amount',
    safe: '100000.00',
    event: 'guardedParamChanged',
  },
  {
    // Larger batches need a one-time code.
    key: 'batch.secondFactor.limit',
    title: ['批量须动态验证码的限额', 'Limit of batches without a one-time code'],
    values: 'amount',
    safe: '1000000.00',
    event: 'guardedParamChanged',
  },
  {
    // Both limits apply to all amounts that one person releases within this many minutes, over any number of requests.
    key: 'batch.window.minutes',
    title: ['批量合计的统计时段（分钟）', 'Minutes over which totals of batches are summed'],
    values: { least: 1, most: 1440 },
    safe: '10',
    event: 'guardedParamChanged',
  },
]

/** The guarded parameter of exactly this key. */
export const guardedParamOf = (key: unknown): GuardedParam | undefined => guardedParams.find((p) => p.key === key)

/** A key as the eye reads it: letter case, width, spaces and invisible characters aside. */
const asRead = (key: string): string =>
  key
    .normalize('NFKC')
    .replace(/[\p{C}\p{Z}\s]/gu, '')
    .toLowerCase()

/** The guarded parameter that a key pretends to be: reads the same, but is another key. */
export const lookalikeOf = (key: unknown): GuardedParam | undefined =>
  typeof key === 'string' ? guardedParams.find((p) => p.key !== key && asRead(p.key) === asRead(key)) : undefined

const AMOUNT = /^\d{1,12}(\.\d{1,2})?$/

/** The values that a parameter takes, in words. */
export function guardedWords({ values }: Pick<GuardedParam, 'values'>): Label {
  if (values === 'amount') return ['不小于零的金额', 'an amount, not below zero']
  if (Array.isArray(values)) return [values.join(' 或 '), values.join(' or ')]
  const { least, most } = values as { readonly least: number; readonly most: number }
  return [`${least} 至 ${most} 的整数`, `a whole number from ${least} to ${most}`]
}

/** A value as the parameter keeps it (amounts: `1234.50`), undefined where it takes no such value. */
export function guardedValue(p: Pick<GuardedParam, 'values'>, value: unknown): string | undefined {
  if (Array.isArray(p.values)) return (p.values as readonly string[]).find((v) => v === value)
  if (typeof p.values === 'object') {
    const { least, most } = p.values as { readonly least: number; readonly most: number }
    const fits = typeof value === 'string' && /^\d{1,6}$/.test(value) && Number(value) >= least && Number(value) <= most
    return fits ? String(Number(value)) : undefined
  }
  return typeof value === 'string' && AMOUNT.test(value) ? yuan(fen(value)) : undefined
}

/** Returns the effective value, given the values of all live rows with the key. */
export const valueInForce = (p: GuardedParam, rows: readonly unknown[]): string =>
  (rows.length === 1 ? guardedValue(p, rows[0]) : undefined) ?? p.safe
