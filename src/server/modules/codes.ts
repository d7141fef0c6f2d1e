import type { Resource } from '../../model/kernel/resource.ts'

/**
 * How the codes of records are made. `daily`: PREFIX + yyyyMMdd + six digits, counted per tenant and day (domain §0).
 * `plain`: a letter and a number of at least four digits, counted per tenant.
 */
export interface CodeRule {
  readonly prefix: string
  readonly kind: 'daily' | 'plain'
}

const daily = (prefix: string): CodeRule => ({ prefix, kind: 'daily' })
const plain = (prefix: string): CodeRule => ({ prefix, kind: 'plain' })

/** By resource. A test asks that every resource whose `code` only the server sets is here. */
export const codeRules: Readonly<Record<string, CodeRule>> = {
  entrustedCompany: plain('C'),
  authenticationDoctor: plain('D'),
  orderDoctor: daily('OD'),
  settlementCycle: daily('SC'),
  settlementOrder: daily('SO'),
  orderDoctorSettlement: daily('DS'),
  servicePaymentOrder: daily('SP'),
  platServiceFee: daily('PF'),
  entrustedTaxPaymentOrder: daily('TP'),
  changeRequest: daily('CR'),
}

/** How the codes of a resource are made; a variant counts with the resource whose table it lives in. */
export const codeRuleOf = (r: Pick<Resource, 'id' | 'variantOf'>): CodeRule | undefined =>
  codeRules[r.id] ?? codeRules[r.variantOf?.resource ?? '']
