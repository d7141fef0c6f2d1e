import './list/words.ts'
import { type RefObject, useEffect, useRef } from 'react'
import type { GridPort } from '../../../commands/command.ts'
import type { Outcome } from '../../../commands/outcome.ts'
import type { Condition } from '../../model/language/conditions/condition.ts'
import type { Resource } from '../../model/language/resource.ts'
import { wallClock } from '../../model/values/dates.ts'
import type { CatalogueQueue, CatalogueQueueView } from '../../model/wire/catalogue.ts'
import type { WireRow } from '../../model/wire/wire.ts'
import { onEvent, onGap } from '../api/events.ts'
import { catalogued } from '../data/records.ts'
import { whileHere } from '../data/session.ts'
import { BATCH_ROWS_MAX } from '../decisions/matching.ts'
import { pendingDecisions } from '../decisions/outbox/pendingDecisions.ts'
import { provideDecisions } from '../decisions/outbox/provideDecisions.ts'
import { meant, namesOwn } from '../decisions/ownRows.ts'
import type { FilterLineHandle } from '../filter/FilterLine.tsx'
import { filterColumnPort } from '../filter/filterColumn.ts'
import { titleOf } from '../forms/subject.ts'
import type { GridHandle } from '../grid/Grid.tsx'
import { gridPort } from '../grid/gridPort.ts'
import { type Sorting, sortPort } from '../grid/sorting.ts'
import { deadUntil } from '../host/deadUntil.ts'
import { providePorts, touchRows } from '../host/host.ts'
import { t } from '../i18n/index.ts'
import { type SheetList, sheetPort } from '../lists/sheetPort.ts'
import { onStepBack } from '../ui/stepBack.ts'
import type { QueueModel } from './list/queueModel.ts'
import { troubleOf } from './trouble.ts'

interface Parts {
  readonly queue: CatalogueQueue
  readonly view: CatalogueQueueView
  readonly of: Resource
  readonly model: QueueModel
  readonly grid: RefObject<GridHandle | null>
  readonly filter: RefObject<FilterLineHandle | null>
  readonly conditions: readonly Condition[]
  readonly sorting: Sorting
  /** The list as copying, pasting and printing take it. */
  readonly sheet: SheetList
  openPage(row: WireRow | undefined): boolean
  change(view: string): void
  clearFilter(): void
  closePreview(): boolean
  showPreview(is?: boolean): void
}

const done: Outcome = { is: 'done' }
const round = <T>(list: readonly T[], at: number, by: number): T | undefined =>
  list[(at + by + list.length) % list.length]

/** Gives the queue to the commands: cursor, selection, decisions; and listens to what others do. */
export function useQueuePorts(given: Parts): void {
  const now = useRef(given)
  now.current = given
  const { model } = given
  useEffect(() => {
    const p = () => now.current
    const grid: Partial<GridPort> = {
      ...gridPort(given.of.id, model, given.grid),
      ...sortPort(() => p().sorting, given.grid),
      ...sheetPort(() => p().sheet),
      ...filterColumnPort(given.grid, () => p().filter.current),
      selectAllMatching: async () => {
        if (model.count <= 0) return { is: 'nothing', why: t('table.noRow') }
        model.selectAll(namesOwn(model.query.conditions))
        return done
      },
      open: () =>
        p().openPage(model.row) ? done : { is: 'nothing', why: t(model.row ? 'table.cannotOpen' : 'table.noRow') },
      bulkEdit: async () => {
        const here = await whileHere(deadUntil(import('../lists/bulk/BulkEditDialog.tsx')))
        if (!here) return { is: 'cancelled' }
        const outcome = await here.bulkEditTicked(
          catalogued(given.of.id),
          (most) => model.allTicked(most),
          (left) => model.tickOnly(left),
        )
        if (outcome.is === 'done') void model.resync()
        return outcome
      },
      focusFilter: () => {
        p().closePreview()
        p().filter.current?.focus()
        return done
      },
      reload: async () => {
        await model.resync()
        return done
      },
      toggleStay: () => {
        model.work.stay = !model.work.stay
        model.touch()
        return { is: 'done', say: t(model.work.stay ? 'queueScreen.staying' : 'queueScreen.advancing') }
      },
      togglePreview: () => {
        p().showPreview()
        return done
      },
      nextView: (by) => {
        const { queue, view } = p()
        const next = round(queue.views, queue.views.indexOf(view), by)
        if (next) p().change(next.code)
        return done
      },
    }
    const stops = [
      providePorts({
        grid,
        queues: {
          holdUntil: async () => {
            const row = model.row
            if (!row) return { is: 'nothing', why: t('queueScreen.noRow') }
            const { view, of } = p()
            const title = titleOf(of.id, row)
            const loaded = await whileHere(deadUntil(import('./HoldDialog.tsx')))
            const hold = await loaded?.askHold({ title, present: model.work.held.get(row.id) })
            if (!hold) return { is: 'cancelled' }
            model.holdRow(row, { view: view.code, ...hold })
            touchRows()
            const until = hold.until === undefined ? '' : wallClock(hold.until).slice(0, 16)
            return {
              is: 'done',
              say: t(until ? 'queueScreen.heldUntilToast' : 'queueScreen.heldToast', { title, until }),
            }
          },
        },
      }),
      provideDecisions({
        resource: given.of.id,
        row: () => model.row ?? null,
        ticks: {
          loaded: () => model.ticked(),
          all: () =>
            model.selection.all && model.selection.except.size === 0 ? meant(given.of.id, model.query) : null,
          rows: () => model.allTicked(BATCH_ROWS_MAX),
          clear: () => model.clear(),
        },
        take: (decision, row, ask) => model.decide(decision, row, ask),
        hold: () => {
          const held = model.hold(p().view.code)
          touchRows()
          if (!held) return { is: 'nothing', why: t('queueScreen.noRow') }
          return {
            is: 'done',
            say: t(held.held ? 'queueScreen.heldToast' : 'queueScreen.releasedToast', {
              title: titleOf(p().of.id, held.row),
            }),
          }
        },
        retryFailed: () => pendingDecisions().retryFailed(),
        showFailed: () => {
          const wrong = troubleOf(given.of.id).at(-1)
          if (wrong) void model.goTo(wrong.id)
          return wrong !== undefined
        },
        listener: model.listener,
        batchEnded: ({ order, state }) => {
          if (order.takesBack === undefined) model.work.pace.didMany(state.done)
          else model.work.pace.undidMany(state.done)
          void model.resync()
        },
      }),
      onEvent((event) => model.receive(event)),
      onGap(() => void model.resync()),
      onStepBack(() => {
        if (p().closePreview()) return true
        if (model.clearNext()) return true
        if (p().conditions.length > 0) {
          p().clearFilter()
          return true
        }
        return false
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [model, given.of.id, given.grid])
}
