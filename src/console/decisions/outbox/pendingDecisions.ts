import { subscribe } from 'valtio'
import { instantOf } from '../../../model/values/dates.ts'
import type { CatalogueDecision } from '../../../model/wire/catalogue.ts'
import {
  type Conflict,
  type Decided,
  HEADER,
  type RecentDecision,
  ROUNDS,
  type WireRow,
} from '../../../model/wire/wire.ts'
import { ApiError, api } from '../../api/client.ts'
import { LOCAL } from '../../api/error.ts'
import { onEvent, onGap } from '../../api/events.ts'
import { uuid } from '../../api/uuid.ts'
import { catalogueNow } from '../../data/catalogue.ts'
import { recount } from '../../data/counts.ts'
import { outdate } from '../../data/queries.ts'
import { onLeave, personNow, session } from '../../data/session.ts'
import { titleOf } from '../../forms/subject.ts'
import { setContext, touchRows } from '../../host/host.ts'
import { t } from '../../i18n/index.ts'
import { labelled } from '../../i18n/labelled.ts'
import { status } from '../../state/status.ts'
import { toast } from '../../ui/messages/toast.ts'
import { agree, agreeOn, onlyCode, type Proofs } from '../agree.ts'
import { isBatchRunning } from '../batches.ts'
import { onBatchEnd } from '../batchRun.ts'
import type { DecisionRequest, Entry, Failure, Listener } from '../decision.ts'
import { Decisions } from '../decisions.ts'
import { actionOf, decisionOf, messageIn } from '../named.ts'
import { forgetChanges, hearDecision } from '../overtaken.ts'
import { dropKeptDecisions, keepDecisions, rowOfKept, takeOverDecisions } from './keptDecisions.ts'
import { type Redoable, Redos } from './redos.ts'
import { TakeBacks } from './takeBacks.ts'

/**
 * The one desk decisions are made at. It outlives the screens: a decision that waits for the network is sent even when
 * the person has gone to another page, and `z` reaches back across them.
 */

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

/** Asks for the total or the code that a decision was refused without. */
async function agreeTo(order: DecisionRequest, begin: (proofs: Proofs) => Promise<void>): Promise<boolean> {
  const { resource, decision, id, version, ask, title } = order
  const named = { resource, transition: decision, rows: [{ id, version }], ask }
  return decisionOf(resource, decision)?.kind === 'call'
    ? agree(named, Promise.resolve(onlyCode(title)), begin)
    : agreeOn(named, begin)
}

/** Fields of a refusal that a person answers beside the decision. */
const isUnproved = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && ('typedAmount' in data || 'oneTimeCode' in data)

async function takeBackCall(order: DecisionRequest, decided: Decided, key: string): Promise<Decided> {
  const decision = decisionOf(order.resource, decided.undo)
  if (!decision) throw unknown()
  return sendDecision(decision, [decided], {}, key)
}

const isConflict = (data: unknown): data is Conflict =>
  typeof data === 'object' && data !== null && 'reason' in data && 'version' in data

/** Kind of failure that an error means for a decision. Pure. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof ApiError))
    return { is: 'refused', message: error instanceof Error ? error.message : String(error) }
  // without a session, too: its person signs in again and it goes on
  // and behind the lock screen
  if (error.network || error.code === 401 || error.code === 423) return { is: 'again', network: true }
  // The server states that it did not process the request in time.
  if (error.code === 503) return { is: 'again', network: false, message: error.texts ?? error.message }
  // The same write is still being sent, or the server is overloaded.
  if (error.code === LOCAL.duplicate || error.code === 429 || error.code >= 500) return { is: 'again', network: false }
  if (error.code === 409 && isConflict(error.data)) {
    if (error.data.reason === 'busy') return { is: 'again', network: false }
    return { is: 'conflict', conflict: error.data, message: error.texts ?? error.message }
  }
  if (error.code === 400 && isUnproved(error.data)) return { is: 'unproved', message: error.texts ?? error.message }
  return { is: 'refused', message: error.texts ?? (error.message || t('queue.refused')) }
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

const later = (run: () => void, ms: number): (() => void) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/** Decisions taken back here; of one that asks nothing the answers are known wherever it was made. */
function noRedos(): Redos {
  return new Redos((resource, decision) => decisionOf(resource, decision)?.asks === false)
}

const create = (): Decisions =>
  new Decisions({
    send,
    takeBack: takeBackCall,
    failureOf,
    agree: agreeTo,
    newKey: uuid,
    now: () => Date.now(),
    deadline: deadlineOf,
    later,
  })

/** Is there a server to decide at, and somebody signed in there? */
const reachable = (): boolean => status.online && !session.over

let current: Decisions | null = null
let book: TakeBacks | null = null
let again = noRedos()
let stops: readonly (() => void)[] = []

/** Take-back that `z` offers in the status bar; only what the server would accept is promised. */
function undoNow(desk: Decisions, backs: TakeBacks): typeof status.undo {
  const waits = desk.unanswered
  if (waits) {
    const { resource, decision, title } = waits
    return waits.undoable || waits.tries === 0 ? { resource, decision, title, count: 1 } : null
  }
  const top = backs.top
  return top ? { resource: top.resource, decision: top.transition, title: top.title, count: top.possible } : null
}

/** Reports the progress of decisions to the rest of the console; screens add details. */
function attach(pendingDecisions: Decisions, backs: TakeBacks): void {
  const changed = () => {
    keepDecisions(pendingDecisions.snapshot().values())
    const tally = pendingDecisions.tally()
    status.pending = tally.waiting + tally.sending
    const undo = undoNow(pendingDecisions, backs)
    if (JSON.stringify(undo) !== JSON.stringify(status.undo)) status.undo = undo
    setContext({
      undoable: backs.open + (undo && pendingDecisions.unanswered ? 1 : 0),
      redoable: again.entries.length,
    })
    touchRows()
  }
  notifyChanged = changed
  const gone = (entry: Entry) => backs.gone(entry.resource, entry.id, entry.version)
  stops = [
    onEvent((event) => backs.receive(event, session.userId, pendingDecisions.get(event.recordId) !== undefined)),
    onEvent(hearDecision),
    onGap(() => backs.outdate()),
    onBatchEnd(() => {
      backs.outdate()
      recount()
    }),
  ]
  pendingDecisions.listen({
    changed,
    returned: (entry, why) => {
      if (why === 'takenBack') gone(entry)
      if (why === 'takenBack' || why === 'dropped') again.takenBack(entry, why === 'takenBack')
      // An open queue shows them in their row, with possible actions.
      if ((why === 'refused' || why === 'conflict') && watched.has(entry.resource)) return
      if (why === 'refused')
        toast.bad(() =>
          t('queue.refusedToast', { title: entry.title, why: messageIn(entry.message) || t('queue.refused') }),
        )
      else if (why === 'conflict') toast.bad(() => labelled(entry.title, messageIn(entry.message)))
      else if (why === 'takenBack')
        toast.good(() => t('queue.takenBack', { action: actionOf(entry.resource, entry.decision), title: entry.title }))
      else
        toast.info(() => t('queue.dropped', { action: actionOf(entry.resource, entry.decision), title: entry.title }))
    },
    stands: (entry, message) => {
      backs.outdate()
      toast.bad(() => {
        const action = actionOf(entry.resource, entry.decision)
        return t('queue.stands', {
          title: entry.title,
          why: messageIn(message) || t('queue.cannotTakeBack', { action }),
        })
      })
    },
    settled: () => {
      recount()
      for (const resource of seen) void outdate(resource)
      seen.clear()
    },
    confirmed: (entry, decided) => {
      seen.add(entry.resource)
      again.confirmed(entry, decided)
      backs.confirmed(entry, decided)
      // a call moves no status: where the row stays, nothing else shows that it was done
      if (entry.stays && decisionOf(entry.resource, entry.decision)?.kind === 'call')
        toast.good(() => t('queue.done', { action: actionOf(entry.resource, entry.decision), title: entry.title }))
    },
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
  book = new TakeBacks({
    fetch: recent,
    busy: isBatchRunning,
    now: () => Date.now(),
    later,
    changed: () => notifyChanged(),
  })
  current.setOnline(reachable())
  attach(current, book)
  void goOn(current)
  book.outdate()
  return current
}

/** Goes on with what the page before this one left, once that is gone. A window that was duplicated leaves it to the first one. */
async function goOn(desk: Decisions): Promise<void> {
  const { goOn, old, elsewhere } = await takeOverDecisions()
  // somebody else sits down here meanwhile
  if (desk !== current) return
  const overtaken = desk.restore(goOn.map((kept) => ({ ...kept, row: rowOfKept(kept) })))
  keepDecisions(desk.snapshot().values())
  const named = (of: readonly Pick<DecisionRequest, 'title'>[]) => ({
    n: of.length,
    titles: of.map((one) => one.title).join('、'),
  })
  if (elsewhere.length > 0) toast.info(() => t('queue.keptElsewhere', { n: elsewhere.length }))
  if (overtaken.length > 0) toast.warn(() => t('queue.leftOut', named(overtaken)))
  if (old.length > 0) toast.warn(() => t('queue.leftBehind', named(old)))
}
/** Take-backs of this person's decisions. */
export function takeBacks(): TakeBacks {
  pendingDecisions()
  return book as TakeBacks
}
/** Decisions that can be taken again. */
export const redos = (): Redos => again
/** Forgets what could be taken again of a record. */
export function dropRedo(of: Redoable): void {
  again.drop(of)
  notifyChanged()
}
let notifyChanged = (): void => {}

/** The server's list, for a person who may decide something at all. */
const recent = async (): Promise<readonly RecentDecision[]> =>
  catalogueNow()?.resources.some((r) => r.decisions.length > 0)
    ? api.get<readonly RecentDecision[]>(ROUNDS.decisions, {}, { quiet: true })
    : []

subscribe(status, () => current?.setOnline(reachable()))
subscribe(session, () => current?.setOnline(reachable()))

/** Clears the desk, and what a reload would find of it: another person may sit down at it. `who`: whose it was. */
export function forgetDecisions(who: string = personNow()): void {
  dropKeptDecisions(who)
  current?.stop()
  book?.stop()
  for (const stop of stops) stop()
  stops = []
  forgetChanges()
  current = null
  book = null
  again = noRedos()
  notifyChanged = () => {}
  status.undo = null
  status.pending = 0
  setContext({ undoable: 0, redoable: 0 })
  seen.clear()
}
onLeave((who) => forgetDecisions(who))
// A reload finds decisions that wait for the network (`keptDecisions`), a closed window does not: leaving asks first.
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
    title: titleOf(resource, row),
    row,
    stays,
    undoable: decision.undo !== '',
  }
}

/** Shows the progress of decisions to the rest of the console. */
export const listenToDecisions = (listener: Listener): (() => void) => pendingDecisions().listen(listener)
