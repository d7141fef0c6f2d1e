import { status } from '../state/status.ts'

/**
 * Is the server there? Any answer says yes, any unanswered call says no; while it is "no", a small question is asked
 * again and again, so that users do not have to retry by hand.
 */
export interface OnlineParts {
  /** Resolves true when the server answers. */
  readonly probe: () => Promise<boolean>
  readonly sleep: (ms: number) => Promise<void>
  readonly set: (online: boolean) => void
}

export function createOnline({ probe, sleep, set }: OnlineParts) {
  let online = true
  let probing = false
  let doubting = false
  let losses = 0
  const waiting = new Set<() => void>()
  const back = (lossesBefore = losses) => {
    if (online || lossesBefore !== losses) return
    online = true
    set(true)
    for (const run of [...waiting]) run()
  }
  const lost = () => {
    if (online) {
      online = false
      losses++
      set(false)
    }
    void ask()
  }
  const ask = async () => {
    if (probing) return
    probing = true
    try {
      for (let wait = 500; !online; wait = Math.min(wait * 1.6, 8000)) {
        if (await probe().catch(() => false)) return back()
        await sleep(wait)
      }
    } finally {
      probing = false
    }
  }
  return {
    isOnline: () => online,
    /** To be kept when a call goes out, for `back`. */
    losses: () => losses,
    /**
     * The server has answered. `losses`: those at the moment of the call; an answer to a call from before the last
     * loss, only read now, says nothing about now.
     */
    back,
    lost,
    /**
     * A failure that may have a local cause: the server is probed once, and counts as lost only when the probe fails.
     */
    async doubt() {
      if (!online || doubting) return
      doubting = true
      const there = await probe().catch(() => false)
      doubting = false
      if (!there) lost()
    },
    /** Probes at once (the browser reports that the network is back). */
    async look() {
      if (!online && (await probe().catch(() => false))) back()
    },
    /** Called every time the server is there again. Returns how to stop. */
    onBack(run: () => void): () => void {
      waiting.add(run)
      return () => waiting.delete(run)
    },
  }
}

export const online = createOnline({
  probe: async () => {
    const answer = await fetch('/api/health', { cache: 'no-store', signal: AbortSignal.timeout(5000) })
    return answer.status < 500
  },
  sleep: (ms) => new Promise((done) => setTimeout(done, ms)),
  set: (is) => {
    status.online = is
  },
})

if (typeof window !== 'undefined') {
  window.addEventListener('offline', () => online.lost())
  window.addEventListener('online', () => void online.look())
}
