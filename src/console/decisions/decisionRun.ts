/** Quiet time after the last answer that ends a burst, ms. */
const QUIET_MS = 700

/** Decisions that follow one another closely: `ended` is called once, some time after the last of them is answered. */
export class DecisionRun {
  private under = false
  private stopQuiet: (() => void) | null = null

  private readonly later: (run: () => void, ms: number) => () => void
  private readonly ended: () => void

  constructor(later: (run: () => void, ms: number) => () => void, ended: () => void) {
    this.later = later
    this.ended = ended
  }

  /** Something was decided or is taken back. */
  goesOn(): void {
    this.under = true
    this.stop()
  }

  /** All are answered. */
  rests(): void {
    if (!this.under) return
    this.under = false
    this.stop()
    this.stopQuiet = this.later(() => {
      this.stopQuiet = null
      this.ended()
    }, QUIET_MS)
  }

  stop(): void {
    this.stopQuiet?.()
    this.stopQuiet = null
  }
}
