import type { BatchState } from '../../model/wire/batchWire.ts'
import { ROUNDS } from '../../model/wire/wire.ts'
import { api } from '../api/client.ts'
import { uuid } from '../api/uuid.ts'
import { fetchRows } from '../data/records.ts'
import { onLeave, session } from '../data/session.ts'
import { t } from '../i18n/index.ts'
import { toast } from '../ui/messages/toast.ts'
import { agreeOn } from './agree.ts'
import { type BatchMemory, type BatchPorts, BatchRun, type Kept, type Running } from './batchRun.ts'
import { actionOf } from './named.ts'
import { previewOf } from './preview.ts'

/** The batches of this person in this browser, one a resource. */

/** How far a batch is, or how it ended, in one line. */
export function batchLine({ order, state }: Running): string {
  const { total, failed } = state
  const action = actionOf(order.resource, order.transition)
  const values = { action, ok: state.done, failed, total, done: state.done + failed, left: total - state.done - failed }
  if (state.state === 'running') return t('queue.batchRunning', values)
  if (state.state === 'interrupted') return t('queue.batchInterrupted', values)
  return t(state.state === 'cancelled' ? 'queue.batchCancelled' : 'queue.batchDone', values)
}

const wire: BatchPorts = {
  start: (order, key) => api.post<BatchState>(ROUNDS.batch, order, { key, quiet: true }),
  state: (id) => api.get<BatchState>(ROUNDS.batchState, { id }, { quiet: true }),
  cancel: (id) => api.post<BatchState>(ROUNDS.batchCancel, { id }),
  resume: (id) => api.post<BatchState>(ROUNDS.batchResume, { id }),
  mendable: async ({ resource, transition, ask }, ids) => {
    const found = await fetchRows(resource, ids, ['id', 'version'])
    const rows = found.map(({ id, version }) => ({ id, version }))
    if (rows.length === 0) return []
    const { refusedIds } = await previewOf({ resource, transition, rows, ...(ask && { ask }) })
    return rows.filter((row) => !refusedIds.includes(row.id))
  },
  agree: agreeOn,
  newKey: uuid,
  later: (run, ms) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

/** Where the batch of a resource is remembered: in this browser, per person. */
function memoryOf(resource: string): BatchMemory {
  const key = `rounds.batch.${session.tenantId}.${session.userId}.${resource}`
  return {
    read() {
      try {
        const found = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<Kept> | null
        return found && typeof found.id === 'string' && found.order?.resource === resource ? (found as Kept) : null
      } catch {
        return null
      }
    },
    write(kept) {
      try {
        if (kept) localStorage.setItem(key, JSON.stringify(kept))
        else localStorage.removeItem(key)
      } catch {
        // Not remembered, still followed on this page.
      }
    },
  }
}

const runs = new Map<string, BatchRun>()

/** Returns whether a batch is under way here. */
export const isBatchRunning = (): boolean => [...runs.values()].some((run) => run.running)

/** The batch of a resource: it is still followed when the person comes back to its queue. */
export function batchOf(resource: string): BatchRun {
  let run = runs.get(resource)
  if (!run) {
    run = new BatchRun(wire, memoryOf(resource))
    run.onEndAway = (ended) =>
      (ended.state.failed > 0 || ended.state.state !== 'done' ? toast.bad : toast.good)(batchLine(ended))
    runs.set(resource, run)
    void run.recover()
  }
  return run
}
/** Forgets the batches of all resources, at sign-out and between tests. */
export const forgetBatches = (): void => {
  for (const run of runs.values()) run.leave()
  runs.clear()
}
onLeave(forgetBatches)
