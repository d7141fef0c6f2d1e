import type { DecidePort } from '../../../../commands/command.ts'
import type { Outcome } from '../../../../commands/outcome.ts'
import type { WireRow } from '../../../model/wire/wire.ts'
import { onEvent } from '../../api/events.ts'
import { whileHere } from '../../data/session.ts'
import { titleOf } from '../../forms/subject.ts'
import { deadUntil } from '../../host/deadUntil.ts'
import { providePorts } from '../../host/host.ts'
import { catchUp, isShown, isWhole } from '../../host/shown.ts'
import { t } from '../../i18n/index.ts'
import { status } from '../../state/status.ts'
import { confirm } from '../../ui/dialog/dialog.tsx'
import { batchOf } from '../batches.ts'
import type { Running } from '../batchRun.ts'
import { decideOne, type Take } from '../decideOne.ts'
import type { Listener } from '../decision.ts'
import { givenAgain, lastDecision, rememberDecision, repeatedAnswers, whyNoRepeat } from '../lastDecision.ts'
import { loadMacros } from '../macroActs.ts'
import type { Matching } from '../matching.ts'
import { decisionOf } from '../named.ts'
import { changeLineOf, conflictLine } from '../overtaken.ts'
import { recordStep } from '../recording.ts'
import { decideBatch } from './decideBatch.ts'
import { orderFor, pendingDecisions } from './pendingDecisions.ts'
import { redo } from './redo.ts'
import { takeBack } from './takeBack.ts'

/** Rows that can be ticked, however the place holds them. */
export interface Ticks {
  /** Ticked rows that are loaded. */
  loaded(): readonly WireRow[]
  /** "All that match"; null where rows are ticked one by one. */
  all(): Matching | null
  /**
   * All ticked rows in the order of the list, fetched where they are not here; null when they are more than a batch
   * takes.
   */
  rows(): Promise<readonly WireRow[] | null>
  clear(): void
}

/** A place where records are decided: a queue, a table, the page of a record. */
export interface DecisionSource {
  /** The resource of the records that are decided here. */
  readonly resource: string
  /** The current record. */
  row(): WireRow | null
  /** Absent where nothing can be ticked. */
  readonly ticks?: Ticks
  /** Handling of a taken decision by the screen. Default: its row stays where it is. */
  readonly take?: Take
  /** Puts the current record on hold. Default: there is nothing to hold here. */
  hold?(): Outcome
  /** Sends refused single decisions again. Default: none were refused, failures of a batch remain. */
  retryFailed?(): boolean
  /** Steps through failed and overtaken decisions one by one. Default: the failures of a batch are listed. */
  showFailed?(): boolean
  /** Hears of decisions that are on their way and of what became of them, whatever their resource. */
  readonly listener?: Listener
  /** A batch of the resource came to its end. */
  batchEnded?(run: Running): void
}

/** Asks before a record is decided of which not all is here, because there is no line. */
const sureUnseen = (resource: string, row: WireRow): Promise<boolean> =>
  confirm({
    title: t('queue.unseen', { title: titleOf(resource, row) }),
    body: t('queue.unseenBody'),
    ok: t('queue.unseenOk'),
  })

const nothing = (why: string): Outcome => ({ is: 'nothing', why: t(why) })

/** A decision after which the row stays where it is. */
export const staysInPlace =
  (resource: string): Take =>
  (decision, row, ask) =>
    pendingDecisions().decide(orderFor(decision, resource, row, ask, true))

/** How the records of a place are decided, one by one and in batches, with the same questions everywhere. */
export function decidePort(source: DecisionSource): DecidePort {
  const { resource, ticks } = source
  const run = batchOf(resource)
  const place = source.take ?? staysInPlace(resource)
  const take: Take = (decision, row, ask) => {
    const taken = place(decision, row, ask)
    if (taken) {
      rememberDecision({ resource, decision: decision.id, ask })
      recordStep(resource, row.id, decision.id, ask)
    }
    return taken
  }
  /** The record in hand as the page shows it, passed on; else why it cannot be decided. */
  const ofRow = async (decide: (row: WireRow) => Promise<Outcome>): Promise<Outcome> => {
    const row = source.row()
    if (!row) return nothing('table.noRow')
    // keys come quicker than the pane follows the cursor: it shows what is decided first
    catchUp(row)
    if (!isShown(row)) return nothing('queue.drawnAnew')
    if (!status.online && !isWhole(row) && !(await sureUnseen(resource, row))) return { is: 'cancelled' }
    return decide(row)
  }
  return {
    decide: async (of, name, { detailed, batch, inline }) => {
      const decision = decisionOf(of, name)
      if (!decision || of !== resource) return nothing('queue.notGranted')
      const lined = inline === undefined ? {} : { inline }
      if (!batch) return ofRow((row) => decideOne(resource, decision, row, take, { detailed, ...lined }))
      if (!ticks) return nothing('table.pickOne')
      const outcome = await decideBatch(
        resource,
        decision,
        { all: ticks.all(), rows: () => ticks.rows(), ...lined },
        run,
      )
      if (outcome.is === 'pending') ticks.clear()
      return outcome
    },
    takeBack,
    redo: () => redo(),
    recordMacro: async () => {
      const acts = await whileHere(deadUntil(loadMacros()))
      return acts ? acts.toggleRecording() : { is: 'cancelled' }
    },
    runMacro: async (id) => {
      const acts = await whileHere(deadUntil(loadMacros()))
      if (!acts) return { is: 'cancelled' }
      const isTicked = ticks !== undefined && (ticks.all() !== null || ticks.loaded().length > 0)
      if (!isTicked) return ofRow((row) => acts.runMacro(id, resource, async () => [row]))
      const outcome = await acts.runMacro(id, resource, () => ticks.rows())
      if (outcome.is === 'done') ticks.clear()
      return outcome
    },
    repeat: async () => {
      const why = whyNoRepeat(resource)
      const last = lastDecision()
      const decision = last && decisionOf(resource, last.decision)
      if (why || !last || !decision) return { is: 'nothing', why }
      const answers = repeatedAnswers(last)
      // answers that hold for one record alone: the form opens, whether it must or not
      return ofRow((row) =>
        decideOne(resource, decision, row, take, {
          detailed: answers === null,
          before: answers,
          given: givenAgain(last),
        }),
      )
    },
    overtaken: (row) => {
      const answered = pendingDecisions().get(row.id)?.conflict
      return answered ? conflictLine(resource, answered) : changeLineOf(resource, row)
    },
    hold: () => source.hold?.() ?? nothing('table.noPreview'),
    retryFailed: async () => {
      if (source.retryFailed?.()) return { is: 'pending' }
      return (await run.retryFailed()) ? { is: 'done' } : nothing('queue.nothingToRetry')
    },
    showFailed: async () =>
      source.showFailed?.() || run.showResults() ? { is: 'done' } : nothing('queue.nothingFailed'),
    cancelBatch: async () => {
      if (!run.running) return nothing('queue.noBatch')
      await run.cancel()
      return { is: 'done' }
    },
  }
}

/**
 * Port that decides a single record outside of lists, at the place where it was found. Results are shown as messages.
 */
export const recordDecisions = (resource: string, row: WireRow): DecidePort => decidePort({ resource, row: () => row })

/**
 * Gives a place to the commands: from here on keys, buttons, palette and menus decide its records. Returns the way to
 * take it back.
 */
export function provideDecisions(source: DecisionSource): () => void {
  const { ticks } = source
  const stops = [
    providePorts({
      decide: decidePort(source),
      rows: { cursor: () => source.row(), ticked: () => ticks?.loaded() ?? [] },
    }),
    followDecisions(source),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Tells a place what becomes of decisions and of its batch. Returns how to stop. */
export function followDecisions(source: DecisionSource): () => void {
  const run = batchOf(source.resource)
  const stops = [
    onEvent((event) => run.receive(event)),
    ...(source.listener ? [pendingDecisions().listen(source.listener)] : []),
  ]
  const ended = source.batchEnded
  if (ended) run.onEnd = ended
  return () => {
    for (const stop of stops) stop()
    if (run.onEnd === ended) run.onEnd = null
  }
}
