import type { SecurityEventKind } from '../access/securityEvent.ts'
import type { Label } from '../kernel/label.ts'

/**
 * A parameter that weakens a safeguard when it is set wrongly. Only people with platform rights may touch it, it takes
 * the values named here and no others, it can neither be deleted nor renamed, every change is reported to all
 * administrators, and anything else in its place (no row, two rows, an unknown value) means `safe`.
 */
export interface GuardedParam {
  readonly key: string
  readonly title: Label
  readonly values: readonly string[]
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
    // a sandbox instead of the bank would tell of payments that nobody made
    key: 'port.cmbBank',
    title: ['招商银行接口', 'CMB bank port'],
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
    // a sandbox instead of the partner would report messages as sent that were not: the default is the partner
    key: 'port.messagePush',
    title: ['消息推送接口', 'Message push port'],
    values: ['http', 'sandbox'],
    safe: 'http',
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

/** Returns the effective value, given the values of all live rows with the key. */
export const valueInForce = (p: GuardedParam, rows: readonly unknown[]): string =>
  rows.length === 1 && p.values.includes(rows[0] as string) ? (rows[0] as string) : p.safe

/** Parameters whose value nobody reads back: kept encrypted in `secretValue`, shown as `HIDDEN`. */
export const secretParams: readonly string[] = ['default.password']

/** What a secret parameter shows in the place of its value. */
export const HIDDEN = '******'
