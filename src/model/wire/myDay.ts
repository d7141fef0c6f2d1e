import type { Condition } from '../language/conditions/condition.ts'

/** Address of the call about one's own day, below /api: GET → MyDay. */
export const MY_DAY = 'rounds/my-day'

/** Refusals that are answered at most, and how far back they are looked for, days. */
export const REFUSED_MAX = 20
export const REFUSED_DAYS = 30

/** A record of a person's own whose last decision, by somebody else, was a refusal. */
export interface RefusedRecord {
  readonly resource: string
  readonly id: string
  readonly title: string
  /** The decision, in words, who took it, when, and their remark. */
  readonly action: string
  readonly by: string
  readonly at: string
  readonly remark: string
}

/** Decisions of a kind that a person took today. */
export interface DecidedToday {
  readonly resource: string
  /** The resource and the decision, in words. */
  readonly title: string
  readonly action: string
  readonly count: number
}

/** Records of a kind that ask for attention, whoever made them. */
export interface LowAccounts {
  readonly resource: string
  readonly conditions: readonly Condition[]
  readonly count: number
}

/** Refusals of a person's records, their decisions of today, and the accounts that are low. */
export interface MyDay {
  readonly refused: readonly RefusedRecord[]
  readonly decided: readonly DecidedToday[]
  /** Accounts below their alert amount that the person may see; null where there are none. */
  readonly low: LowAccounts | null
}
