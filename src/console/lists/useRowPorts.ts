import { useEffect, useRef } from 'react'
import type { GridPort } from '../../../commands/command.ts'
import type { Outcome } from '../../../commands/outcome.ts'
import type { CatalogueResource } from '../../model/wire/catalogue.ts'
import type { WireRow } from '../../model/wire/wire.ts'
import { onEvent } from '../api/events.ts'
import { catalogueNow, listTitle } from '../data/catalogue.ts'
import { outdate } from '../data/queries.ts'
import { pageOf } from '../data/records.ts'
import { whileHere } from '../data/session.ts'
import { BATCH_ROWS_MAX } from '../decisions/matching.ts'
import { decisionOutboxNow } from '../decisions/outbox/loadDecisionOutbox.ts'
import { provideDecisionsLater } from '../decisions/outbox/provideLater.ts'
import { meant, namesOwn } from '../decisions/ownRows.ts'
import { filterColumnPort } from '../filter/filterColumn.ts'
import { gridPort } from '../grid/gridPort.ts'
import { deadUntil } from '../host/deadUntil.ts'
import { providePorts } from '../host/host.ts'
import { isShown } from '../host/shown.ts'
import { t } from '../i18n/index.ts'
import { go, placeNow } from '../state/url.ts'
import { toast } from '../ui/messages/toast.ts'
import { onStepBack } from '../ui/stepBack.ts'
import type { RowsModel } from './rowsModel.ts'
import { type SheetList, sheetPort } from './sheetPort.ts'
import type { ListFrameState } from './useListFrame.ts'

export interface RowPorts {
  readonly entry: CatalogueResource
  readonly model: RowsModel
  readonly frame: ListFrameState
  /** Differences of the screen from other grids. */
  readonly own: Partial<GridPort>
  /** All ticked rows, read where they are not here; null when they are more than `most`. */
  ticked(most: number): Promise<readonly WireRow[] | null>
  /** True while changes of others need not be read, because the screen will read the rows again by itself. */
  busy?(): boolean
}

/** The outcome of a command that did what it should. */
export const done: Outcome = { is: 'done' }
/** The outcome of a command that did nothing, with the key of the words that say why. */
export const nothing = (why: string): Outcome => ({ is: 'nothing', why: t(why) })
/** Events of a resource are gathered this long before its rows are read again, ms. */
const CALM = 600

/**
 * Gives the rows of a table or a tree to the commands (cursor, ticks, opening, deleting, exporting, deciding) and reads
 * them again when others have changed them.
 */
export function useRowPorts(given: RowPorts): void {
  const { frame } = given
  const sheet: SheetList = {
    of: frame.of,
    title: listTitle(catalogueNow(), given.entry.id, placeNow().pathname) || given.entry.title,
    model: given.model,
    grid: frame.grid,
    query: frame.query,
    filterable: frame.filterable,
    conditions: frame.conditions,
    ticked: given.ticked,
    apply: frame.apply,
  }
  const now = useRef({ ...given, sheet })
  now.current = { ...given, sheet }
  const { model } = given
  const { grid } = given.frame
  const { id: resource } = given.entry
  useEffect(() => {
    const p = () => now.current
    const again = () => outdate(resource)
    const base: Partial<GridPort> = {
      ...gridPort(resource, model, grid),
      ...filterColumnPort(grid, () => p().frame.filter.current),
      selectAllMatching: async () => {
        if (model.count <= 0) return nothing('table.noRow')
        model.selectAll(namesOwn(p().frame.conditions))
        return done
      },
      open: () => (p().frame.open(model.row, model.scrolledTo()) ? done : nothing('table.noRow')),
      togglePreview: () => {
        const { frame } = p()
        if (frame.named) frame.close()
        else if (!frame.show(model.row)) return nothing('table.noRow')
        return done
      },
      ...sheetPort(() => p().sheet),
      bulkEdit: async () => {
        const here = await whileHere(deadUntil(import('./bulk/BulkEditDialog.tsx')))
        if (!here) return { is: 'cancelled' }
        return here.bulkEditTicked(p().entry, p().ticked, (left) => model.tickOnly(left))
      },
      focusFilter: () => {
        p().frame.filter.current?.focus()
        return done
      },
      reload: async () => {
        await again()
        return done
      },
    }
    /** Deletes what is ticked, else the row under the cursor, after the specification's question. */
    const remove = async (): Promise<Outcome> => {
      const { row: inHand, cursor: at } = model
      if (inHand && model.selected === 0 && !isShown(inHand)) return nothing('queue.drawnAnew')
      const here = await whileHere(
        Promise.all([p().ticked(BATCH_ROWS_MAX), deadUntil(import('../decisions/removeRows.ts'))]),
      )
      if (!here) return { is: 'cancelled' }
      const [ticked, { removeRows }] = here
      if (ticked === null) return { is: 'nothing', why: t('table.tooMany', { n: BATCH_ROWS_MAX }) }
      const rows = ticked.length > 0 ? ticked : inHand ? [inHand] : []
      const outcome = await removeRows(p().entry, rows, (gone) => {
        // the record shown alone is gone, and there is no row beside it to go on with
        if (at < 0 && gone.includes(model.front)) p().frame.close()
        model.removed(gone, at)
      })
      if (outcome.is === 'done') model.clear()
      return outcome
    }
    let due: ReturnType<typeof setTimeout> | undefined
    const stops = [
      providePorts({
        grid: { ...base, ...p().own },
        shell: {
          remove,
          archive: async (_, name) => {
            const { archive } = await import('./archives.ts')
            return archive(resource, name, async () => {
              const ticked = await p().ticked(BATCH_ROWS_MAX)
              return ticked?.length === 0 && model.row ? [model.row] : ticked
            })
          },
          exportRows: async (_, format) => {
            const { exportRows } = await import('./exportRows.ts')
            return exportRows(p().frame.query, p().frame.shown, format)
          },
        },
        rows: {
          added: (of, row) => {
            if (of !== resource) return
            model.seek(row, () => {
              const to = pageOf(of, row)
              toast.info(
                () => t(p().frame.conditions.length > 0 ? 'table.notInFilter' : 'table.notInList'),
                to ? { label: () => t('table.view'), run: () => go(to) } : undefined,
              )
            })
          },
        },
      }),
      provideDecisionsLater({
        resource,
        row: () => model.row ?? null,
        ticks: {
          loaded: () => model.ticked(),
          all: () =>
            model.selection.all && model.selection.except.size === 0 ? meant(resource, p().frame.query) : null,
          rows: () => p().ticked(BATCH_ROWS_MAX),
          clear: () => model.clear(),
        },
        listener: {
          changed: () => model.touch(),
          confirmed: (entry, decided) => {
            if (entry.resource === resource) model.became(decided)
          },
          returned: (entry, why) => {
            if (entry.resource !== resource) return
            if (why === 'takenBack' && entry.decided) model.became(entry.decided)
            // Said by a message; the list shows the row as it is now.
            if (why === 'conflict' || why === 'refused') decisionOutboxNow()?.pendingDecisions().dismiss(entry.id)
            void again()
          },
          settled: () => decisionOutboxNow()?.pendingDecisions().forgetDone(),
        },
        batchEnded: () => void again(),
      }),
      onEvent((event) => {
        if (event.kind !== 'changed' || event.resource !== resource || due || p().busy?.()) return
        due = setTimeout(() => {
          due = undefined
          void again()
        }, CALM)
      }),
      onStepBack(() => {
        if (p().frame.named) {
          p().frame.close()
          return true
        }
        if (model.clearNext()) return true
        if (p().frame.conditions.length === 0) return false
        p().frame.apply([])
        return true
      }),
    ]
    return () => {
      for (const stop of stops) stop()
      if (due) clearTimeout(due)
    }
  }, [model, resource, grid])
}
