/** Where it is asked how the money of a settlement order is accounted for, and what is answered. */
export const CONSERVATION = 'blade-svc/settlementOrder/conservation'

export interface WireConservationTerm {
  readonly what: string
  readonly amount: string
  /** The list of what it counts: a resource and the conditions of its list as an address spells them. */
  readonly resource: string
  readonly filter: string
}

export interface WireConservation {
  /** Whether it adds up, in a sentence. */
  readonly said: string
  /** 1 where it does not. */
  readonly broken: 0 | 1
  /** None before the order is paid: there is no money yet. */
  readonly terms: readonly WireConservationTerm[]
  readonly total: string
}
