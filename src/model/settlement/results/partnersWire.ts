/** Address and answer of the tax partners that would handle the waiting items of a settlement cycle. */
export const PARTNERS = 'blade-svc/settlementCycle/partners'

export interface WirePartner {
  /** The tax item. */
  readonly what: string
  /** The fiscal-tax company that its doctor orders name; none of points. */
  readonly partner: string
  /** Whether that is who is in force. */
  readonly mark: string
  /** 1 where it is not: the cycle cannot be confirmed. */
  readonly broken: 0 | 1
  readonly orderCount: number
  readonly amount: string
}

export interface WirePartners {
  /** Whether the cycle can be confirmed with them, in a sentence. */
  readonly said: string
  readonly broken: 0 | 1
  /** None where no doctor order waits. */
  readonly items: readonly WirePartner[]
}
