/** Addresses of the calls about claims, below /api. */
export const CLAIMS = {
  /** GET ?resource → Claim[]: who has which record of the resource in hand, of those that this person may see. */
  read: 'rounds/claims',
  /** POST {resource, id, takeOver, leaves} → ClaimAnswer: takes a record, or renews it; gives up the one of `leaves`. */
  take: 'rounds/claims/take',
  /** POST {resource, id} → null: gives a record up. */
  release: 'rounds/claims/release',
} as const

/** How long a claim stands without being renewed, s. */
export const CLAIM_SECONDS = 120
/** Claims that one person may have at a time: as many windows as somebody works in, not a whole queue. */
export const CLAIMS_PER_USER_MAX = 20
/** Claims of a resource that are answered at most. */
export const CLAIMS_READ_MAX = 500

/** Changes of a claim, as its event says (`RoundsEvent.transition`). */
export const CLAIM_CHANGES = { taken: 'taken', released: 'released' } as const

/** A record in somebody's hand. */
export interface Claim {
  readonly id: string
  readonly user: string
  readonly name: string
  /** Until it ends by itself, s. */
  readonly seconds: number
}

/** Answer to a claim: whose the record is now. Nobody's where the person has too many already. */
export interface ClaimAnswer {
  readonly mine: boolean
  readonly claim: Claim | null
}
