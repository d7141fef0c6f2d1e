/** A document by which an amount of a record was held or released, as far as this person may see it. */
export interface WireHolder {
  readonly resource: string
  readonly id: string
  readonly name: string
  /** Label of the step: 提交支付, 复核驳回. */
  readonly step: string
  /** Remark given with the step. */
  readonly remark: string
}

/** A change of an amount that documents hold (`Resource.held`): how much more or less, since when, by what, and why. */
export interface WireHeld {
  readonly id: string
  /** When: `2026-11-27 10:00:00`. */
  readonly time: string
  /** Change of the held amount, decimal; negative for a release. */
  readonly change: string
  /** Held amount after the change. */
  readonly after: string
  readonly by: string
  readonly documents: readonly WireHolder[]
}

/** The panel that shows them; registered in console/record/panels.ts. */
export const HELD = 'held'
