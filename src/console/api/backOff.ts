export interface BackOff {
  /** How long to wait before the next try, ms. */
  next(): number
  /** Success: the next failure is the first one again. */
  reset(): void
  /** Failures since it went well. */
  readonly failures: number
}

/**
 * Waits that double from `first` to `longest`, each shortened by up to a half at random, so that many browsers that
 * lost a server at one moment do not come back at one moment. `random`: [0, 1).
 */
export function createBackOff(first: number, longest: number, random: () => number): BackOff {
  let failures = 0
  return {
    next() {
      const whole = Math.min(longest, first * 2 ** Math.min(failures, 30))
      failures += 1
      return whole * (1 - random() / 2)
    },
    reset() {
      failures = 0
    },
    get failures() {
      return failures
    },
  }
}
