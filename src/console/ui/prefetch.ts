let settle: () => void = () => {}
const settled = new Promise<void>((done) => {
  settle = done
})

/** Said by every screen that shows its first data. */
export const screenReady = (): void => settle()

/**
 * Runs these one by one, each in an idle moment, once the first screen is ready: what is fetched ahead of need must not
 * compete with what is needed. Returns how to stop.
 */
export function whenIdle(...jobs: readonly (() => void)[]): () => void {
  let stopped = false
  const next = (at: number) => {
    const job = jobs[at]
    if (stopped || !job) return
    const run = () => {
      if (stopped) return
      job()
      next(at + 1)
    }
    if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: 2000 })
    else setTimeout(run, 50)
  }
  void settled.then(() => next(0))
  return () => {
    stopped = true
  }
}
