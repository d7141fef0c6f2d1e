/** Where it is asked how the money of an order of a resource is accounted for: a settlement order, or one in points. */
export const conservationAt = (resource: string): string => `blade-svc/${resource}/conservation`

export interface WireConservationTerm {
  readonly what: string
  readonly amount: string
  /** The list of what it counts: a resource and the conditions of its list as an address spells them. */
  readonly resource: string
  readonly filter: string
  /** 1: a part of another term, which is not added up again. */
  readonly within: 0 | 1
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
