import type { DecidePort } from '../../../commands/command.ts'
import type { Outcome } from '../../../commands/outcome.ts'
import { wallClock } from '../../model/kernel/dates.ts'
import type { CatalogueTransition, Conflict, Decided, WireRow } from '../../model/kernel/wire.ts'
import { ApiError, api } from '../api/client.ts'
import { t } from '../i18n/index.ts'
import { catalogued } from './data.ts'

/** What deciding on one record's own page needs; given by the page, replaced in tests. */
export interface Here {
  /** The record as the person sees it. */
  row(): WireRow | null
  /** How a person calls it. */
  name(): string
  /** Asks what the transition asks; null = turned away. */
  ask(resource: string, transition: CatalogueTransition): Promise<Readonly<Record<string, unknown>> | null>
  /** Asks before something that cannot be made good. */
  sure(transition: CatalogueTransition): Promise<boolean>
  /** The record has moved. */
  moved(decided: Decided): void
  /** Somebody was faster. */
  conflict(conflict: Conflict): void
  /** How many decisions `z` may take back now. */
  undoable(count: number): void
}

interface Made {
  readonly resource: string
  readonly decided: Decided
  readonly title: string
}

const isConflict = (data: unknown): data is Conflict => typeof data === 'object' && data !== null && 'reason' in data && 'by' in data

/** Sends one transition of one record. Resolves with what the server did; rejects with ApiError. */
export function sendTransition(tr: CatalogueTransition, id: string, version: number, ask: Readonly<Record<string, unknown>>, key?: string): Promise<Decided> {
  const values = { ...ask, ...tr.match, id, version }
  // The family has GET calls that change state: they are writes, whatever their method.
  return tr.method === 'GET'
    ? api.get<Decided>(tr.path, values as Record<string, string | number>, { write: true, key })
    : api.post<Decided>(tr.path, values, { key })
}

/**
 * Decisions on a record's own page: one at a time, shown when the server has them. (A queue has its own way, with an overlay
 * and many under way.)
 */
export function decideHere(here: Here): DecidePort & { clear(): void } {
  const made: Made[] = []
  let busy = false
  const nothing = (key: string, words?: Record<string, string>): Outcome => ({ is: 'nothing', why: t(key, words) })

  const send = async (tr: CatalogueTransition, row: WireRow, ask: Readonly<Record<string, unknown>>, done: (decided: Decided) => Outcome): Promise<Outcome> => {
    busy = true
    try {
      const decided = await sendTransition(tr, row.id, row.version, ask)
      here.moved(decided)
      return done(decided)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === 409 && isConflict(error.data)) {
        here.conflict(error.data)
        return { is: 'conflict', conflict: error.data }
      }
      return { is: 'refused', code: error.code, message: error.message }
    } finally {
      busy = false
    }
  }

  return {
    async decide(resource, transition, { detailed }) {
      const tr = catalogued(resource)?.transitions.find((x) => x.id === transition)
      const row = here.row()
      if (!tr) return nothing('record.noTransition')
      if (!row) return nothing('record.missing')
      if (tr.closed) return { is: 'nothing', why: tr.closed }
      if (busy) return { is: 'cancelled' } // a double click, a held key: once is enough
      busy = true
      let asked: Readonly<Record<string, unknown>> | null = {}
      try {
        if (tr.asks && (tr.mustAsk || detailed)) asked = await here.ask(resource, tr)
        else if (tr.danger) asked = (await here.sure(tr)) ? {} : null
      } finally {
        busy = false
      }
      if (!asked) return { is: 'cancelled' }
      return send(tr, row, asked, (decided) => {
        made.push({ resource, decided, title: tr.title })
        here.undoable(made.length)
        return { is: 'done', say: t('record.done', { action: tr.title, name: here.name() }) }
      })
    },
    async takeBack() {
      if (busy) return { is: 'cancelled' }
      const last = made.pop()
      here.undoable(made.length)
      const row = here.row()
      if (!last || !row) return nothing('record.nothingToTakeBack')
      const tr = catalogued(last.resource)?.transitions.find((x) => x.id === last.decided.undo)
      if (!last.decided.undo || !tr) return nothing('record.cannotTakeBack', { action: last.title })
      const until = last.decided.undoUntil
      if (until && until < wallClock(Date.now())) return nothing('record.tooLate', { action: last.title, until })
      // The version after the decision: whatever followed from it makes the server refuse, and rightly.
      const decided = { ...row, version: last.decided.version }
      return send(tr, decided, {}, () => ({ is: 'done', say: t('record.tookBack', { action: tr.title, name: here.name() }) }))
    },
    hold: () => nothing('record.nothingToTakeBack'),
    retryFailed: async () => nothing('record.nothingToTakeBack'),
    clear() {
      made.length = 0
      here.undoable(0)
    },
  }
}
