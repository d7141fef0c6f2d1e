import { subscribe } from 'valtio'
import type { Outcome } from '../../../commands/outcome.ts'
import type { CatalogueDecision } from '../../model/kernel/catalogue.ts'
import { instantOf } from '../../model/kernel/dates.ts'
import { type Conflict, type Decided, HEADER, type WireRow } from '../../model/kernel/wire.ts'
import { ApiError, api } from '../api/client.ts'
import { LOCAL } from '../api/error.ts'
import { uuid } from '../api/uuid.ts'
import { catalogueNow, resourceIn } from '../data/catalogue.ts'
import { outdate } from '../data/queries.ts'
import { onLeave } from '../data/session.ts'
import { titleOf } from '../forms/subject.ts'
import { setContext, touchRows } from '../host/host.ts'
import { t } from '../i18n/index.ts'
import { status } from '../state/status.ts'
import { toast } from '../ui/toast.ts'
import type { DecisionRequest, Failure, Listener } from './decision.ts'
import { Decisions } from './decisions.ts'

/**
 * The one desk decisions are made at. It outlives the screens: a decision that waits for the network is sent even when
 * the person has gone to another page, and `z` reaches back across them.
 */

/** A granted decision: a transition, or a call that is a command. */
export const decisionOf = (resource: string, name: string): CatalogueDecision | undefined =>
  resourceIn(catalogueNow(), resource)?.decisions.find((x) => x.id === name)

/** A record as it was seen when it was decided. */
type Seen = Pick<WireRow, 'id' | 'version'>

/**
 * Sends a decision to its own address as the specification spells it: the records under its own parameter, with the
 * versions seen, in one request. Of one record the answer is `Decided` in either kind; of several records of a call it
 * is whatever the call answers.
 */
export function sendDecision(
  decision: CatalogueDecision,
  rows: readonly Seen[],
  ask: Readonly<Record<string, unknown>>,
  key: string,
): Promise<Decided> {
  const [first] = rows
  const one = rows.length === 1 && first !== undefined
  const named = decision.by || (one ? 'id' : 'ids')
  const sent = {
    ...ask,
    [named]: rows.map((row) => row.id).join(','),
    version: one ? first.version : rows.map((row) => row.version).join(','),
    ...decision.match,
  }
  const headers: Record<string, string> = decision.kind === 'call' ? { [HEADER.answer]: 'decided' } : {}
  if (decision.method === 'POST') return api.post<Decided>(decision.path, sent, { key, quiet: true, headers })
  const params = Object.fromEntries(Object.entries(sent).map(([name, v]) => [name, String(v ?? '')]))
  return api.get<Decided>(decision.path, params, { key, write: true, quiet: true, headers })
}

const unknown = (): ApiError => new ApiError(403, t('queue.notGranted'))

async function send(order: DecisionRequest, key: string): Promise<Decided> {
  const decision = decisionOf(order.resource, order.decision)
  if (!decision) throw unknown()
  return sendDecision(decision, [order], order.ask, key)
}

async function takeBackCall(order: DecisionRequest, decided: Decided, key: string): Promise<Decided> {
  const decision = decisionOf(order.resource, decided.undo)
  if (!decision) throw unknown()
  return sendDecision(decision, [decided], {}, key)
}

const isConflict = (data: unknown): data is Conflict =>
  typeof data === 'object' && data !== null && 'reason' in data && 'version' in data

/** What an error means for a decision. Pure. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof ApiError))
    return { is: 'refused', message: error instanceof Error ? error.message : String(error) }
  if (error.network) return { is: 'again', network: true }
  // The same write is still being sent, or the server is overloaded.
  if (error.code === LOCAL.duplicate || error.code === 429 || error.code >= 500) return { is: 'again', network: false }
  if (error.code === 409 && isConflict(error.data)) {
    if (error.data.reason === 'busy') return { is: 'again', network: false }
    return { is: 'conflict', conflict: error.data, message: error.message }
  }
  return { is: 'refused', message: error.message || t('queue.refused') }
}

/**
 * How long from now a decision may be taken back. The server's business clock may show another day than this browser's,
 * so only the distance between its two times counts. Null when it named none: the server will say. Pure but for `now`.
 */
export function deadlineOf(decided: Decided, now = Date.now()): number | null {
  const until = instantOf(decided.undoUntil)
  const at = instantOf(String(decided.patch.updateTime ?? ''))
  return until === null || at === null ? null : now + (until - at)
}

const create = (): Decisions =>
  new Decisions({
    send,
    takeBack: takeBackCall,
    failureOf,
    newKey: uuid,
    now: () => Date.now(),
    deadline: deadlineOf,
    later: (run, ms) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
  })

let current: Decisions | null = null

/** Reports the progress of decisions to the rest of the console; screens add details. */
function attach(pendingDecisions: Decisions): void {
  const changed = () => {
    const tally = pendingDecisions.tally()
    status.pending = tally.waiting + tally.sending
    // What cannot be taken back is not promised; `z` still says why.
    const top = pendingDecisions.top
    status.undo = top?.undoable && top.decided?.undo !== '' ? `${top.action} ${top.title}` : ''
    setContext({ undoable: pendingDecisions.undoable })
    touchRows()
  }
  pendingDecisions.listen({
    changed,
    returned: (entry, why) => {
      // An open queue shows them in their row, with possible actions.
      if ((why === 'refused' || why === 'conflict') && watched.has(entry.resource)) return
      if (why === 'refused')
        toast.bad(t('queue.refusedToast', { title: entry.title, why: entry.message || t('queue.refused') }))
      else if (why === 'conflict') toast.bad(`${entry.title}：${entry.message}`)
      else if (why === 'takenBack') toast.good(t('queue.takenBack', { action: entry.action, title: entry.title }))
      else toast.info(t('queue.dropped', { action: entry.action, title: entry.title }))
    },
    stands: (entry, message) =>
      toast.bad(
        t('queue.stands', { title: entry.title, why: message || t('queue.cannotTakeBack', { action: entry.action }) }),
      ),
    settled: () => {
      for (const resource of seen) void outdate(resource)
      seen.clear()
    },
    confirmed: (entry) => seen.add(entry.resource),
  })
}
/** Resources decided on since the last burst ended: what else was read of them is old. */
const seen = new Set<string>()

/** Resources whose refusals a screen shows by itself. */
const watched = new Set<string>()
/** A screen shows what was refused on this resource; returns how to stop. */
export function watchTrouble(resource: string): () => void {
  watched.add(resource)
  return () => watched.delete(resource)
}

/** The decisions of the signed-in user. */
export function pendingDecisions(): Decisions {
  if (current) return current
  current = create()
  current.setOnline(status.online)
  attach(current)
  return current
}

subscribe(status, () => current?.setOnline(status.online))

/** Clears the desk: another person may sit down at it. */
export function forgetDecisions(): void {
  current?.stop()
  current = null
  seen.clear()
}
onLeave(forgetDecisions)
// Decisions that wait for the network exist in this page only: closing it asks first.
if (typeof window !== 'undefined') {
  window.addEventListener('beforeunload', (e) => {
    const tally = current?.tally()
    if (tally && tally.waiting + tally.sending > 0) e.preventDefault()
  })
}

/** An order for one row. */
export function orderFor(
  decision: CatalogueDecision,
  resource: string,
  row: WireRow,
  ask: Readonly<Record<string, unknown>>,
  stays: boolean,
): DecisionRequest {
  return {
    id: row.id,
    resource,
    decision: decision.id,
    version: row.version,
    ask,
    action: decision.title,
    title: titleOf(resource, row),
    row,
    stays,
    undoable: decision.undo !== '',
  }
}

/** `z`: takes back the newest decision that can be, and says why when it cannot. */
export function takeBack(): Outcome {
  const undone = pendingDecisions().takeBack()
  switch (undone.is) {
    case 'empty':
      return { is: 'nothing', why: t('queue.nothingToTakeBack') }
    case 'cannot':
      return {
        is: 'nothing',
        why: t('queue.cannotTakeBack', { action: `${undone.entry.action} ${undone.entry.title}` }),
      }
    case 'late':
      return { is: 'nothing', why: t('queue.tooLate', { title: undone.entry.title, until: undone.until }) }
    case 'dropped':
      return { is: 'done' }
    case 'pending':
      return { is: 'pending' }
  }
}

/** Shows the progress of decisions to the rest of the console. */
export const listenToDecisions = (listener: Listener): (() => void) => pendingDecisions().listen(listener)
