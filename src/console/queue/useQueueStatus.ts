import { useEffect } from 'react'
import { pendingDecisions } from '../decisions/outbox/pendingDecisions.ts'
import { status } from '../state/status.ts'
import type { QueueModel } from './list/queueModel.ts'

/** Shows the user's progress in the status bar while the queue is open. */
export function useQueueStatus(model: QueueModel): void {
  useEffect(() => {
    const look = () => {
      const left = Math.max(0, model.left)
      const { failed, conflicts } = pendingDecisions().tally()
      const next = {
        done: model.work.pace.done,
        left,
        leftExact: model.exact,
        perMinute: model.work.pace.perMinute(Date.now()),
        held: model.work.held.size,
        failed: failed + conflicts,
      }
      const now = status.queue
      if (now && (Object.keys(next) as (keyof typeof next)[]).every((k) => now[k] === next[k])) return
      status.queue = next
    }
    look()
    const stop = model.subscribe(look)
    const timer = setInterval(look, 5_000)
    return () => {
      stop()
      clearInterval(timer)
      status.queue = null
    }
  }, [model])
}
