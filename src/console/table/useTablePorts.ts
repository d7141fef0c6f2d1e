import { type RefObject, useEffect, useRef } from 'react'
import type { GridPort } from '../../../commands/command.ts'
import type { Outcome } from '../../../commands/outcome.ts'
import type { Condition } from '../../model/kernel/condition.ts'
import type { CatalogueResource, WireRow } from '../../model/kernel/wire.ts'
import { onEvent } from '../api/events.ts'
import { outdate } from '../data/queries.ts'
import { MOST_ROWS } from '../decisions/decideBatch.ts'
import { pendingDecisions } from '../decisions/pendingDecisions.ts'
import { provideDecisions } from '../decisions/provideDecisions.ts'
import { providePorts } from '../host/host.ts'
import { t } from '../i18n/index.ts'
import { onStepBack } from '../ui/stepBack.ts'
import { exportRows } from './exportRows.ts'
import type { FilterLineHandle } from './FilterLine.tsx'
import type { GridHandle } from './Grid.tsx'
import { gridPort } from './gridPort.ts'
import { fetchWindow, type ListQuery } from './listQuery.ts'
import { removeRows } from './removeRows.ts'
import { PAGE } from './rowSource.ts'
import { has, isNothing } from './selection.ts'
import type { TableModel } from './tableModel.ts'

interface Parts {
  readonly resource: CatalogueResource
  readonly query: ListQuery
  readonly model: TableModel
  readonly grid: RefObject<GridHandle | null>
  readonly filter: RefObject<FilterLineHandle | null>
  readonly conditions: readonly Condition[]
  /** What the table shows, in its order. */
  readonly columns: readonly string[]
  readonly current: number
  readonly pages: number
  turn(to: number): void
  openPage(row: WireRow | undefined): boolean
  clearFilter(): void
}

const done: Outcome = { is: 'done' }
/** Events of a resource are gathered this long before the page is fetched again, ms. */
const CALM = 600

/** All ticked rows, also those of pages never seen; null when they are more than `most`. */
async function everyTicked(model: TableModel, query: ListQuery, most: number): Promise<WireRow[] | null> {
  if (isNothing(model.selection)) return []
  if (model.selected > most) return null
  const { selection } = model
  if (!selection.all && selection.spans.length === 0) return model.ticked()
  const rows: WireRow[] = []
  for (let at = 0; at < model.matching; at += PAGE) {
    const { records } = await fetchWindow(query, at, PAGE)
    records.forEach((row, i) => {
      if (has(selection, row.id, at + i)) rows.push(row)
    })
    if (records.length < PAGE) break
  }
  return rows
}

/** Gives a table to the commands: cursor, selection, deleting, deciding; and listens to what others do. */
export function useTablePorts(given: Parts): void {
  const now = useRef(given)
  now.current = given
  const { model } = given
  const { id: resource } = given.resource
  useEffect(() => {
    const p = () => now.current
    const rowsPort = gridPort(model, given.grid)
    const grid: Partial<GridPort> = {
      ...rowsPort,
      move: (by, extend) => {
        // Past the end of a page lies the next one.
        const { current, pages, turn } = p()
        const last = model.cursor === model.count - 1
        if (!extend && (by === 1 || by === 'pageDown') && last && current < pages) {
          turn(current + 1)
          return done
        }
        if (!extend && (by === -1 || by === 'pageUp') && model.cursor === 0 && current > 1) {
          model.fromEnd()
          turn(current - 1)
          return done
        }
        return rowsPort.move(by, extend)
      },
      selectAllMatching: async () => {
        if (model.count <= 0) return { is: 'nothing', why: t('table.noRow') }
        model.selectAll()
        return done
      },
      open: () => (p().openPage(model.row) ? done : { is: 'nothing', why: t('table.noRow') }),
      focusFilter: () => {
        p().filter.current?.focus()
        return done
      },
      reload: async () => {
        await outdate(resource)
        return done
      },
    }
    /** Deletes what is ticked, else the row under the cursor, after the specification's question. */
    const remove = async (): Promise<Outcome> => {
      const ticked = await everyTicked(model, p().query, MOST_ROWS)
      if (ticked === null) return { is: 'nothing', why: t('table.tooMany', { n: MOST_ROWS }) }
      const rows = ticked.length > 0 ? ticked : model.row ? [model.row] : []
      const outcome = await removeRows(p().resource, rows)
      if (outcome.is === 'done') model.clear()
      return outcome
    }
    let due: ReturnType<typeof setTimeout> | undefined
    const stops = [
      providePorts({
        grid,
        shell: { remove, exportRows: () => exportRows(p().query, p().columns) },
      }),
      provideDecisions({
        resource,
        row: () => model.row ?? null,
        ticks: {
          loaded: () => model.ticked(),
          all: () => (model.selection.all && model.selection.except.size === 0 ? p().query.conditions : null),
          rows: () => everyTicked(model, p().query, MOST_ROWS),
          clear: () => model.clear(),
        },
        listener: {
          changed: () => model.touch(),
          returned: (entry, why) => {
            if (entry.resource !== resource) return
            // Said by a message; the page shows the row as it is now.
            if (why === 'conflict' || why === 'refused') pendingDecisions().dismiss(entry.id)
            void outdate(resource)
          },
          settled: () => pendingDecisions().forgetDone(),
        },
        batchEnded: () => void outdate(resource),
      }),
      onEvent((event) => {
        if (event.kind !== 'changed' || event.resource !== resource || due) return
        due = setTimeout(() => {
          due = undefined
          void outdate(resource)
        }, CALM)
      }),
      onStepBack(() => {
        if (model.clear()) return true
        if (p().conditions.length === 0) return false
        p().clearFilter()
        return true
      }),
    ]
    return () => {
      for (const stop of stops) stop()
      if (due) clearTimeout(due)
    }
  }, [model, resource, given.grid])
}
