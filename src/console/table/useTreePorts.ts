import { type RefObject, useEffect, useRef } from 'react'
import type { Outcome } from '../../../commands/outcome.ts'
import { isInState } from '../../model/kernel/lifecycle.ts'
import { handOrderOf } from '../../model/kernel/listing.ts'
import type { Resource } from '../../model/kernel/resource.ts'
import { type CatalogueResource, ROUNDS, type WireRow } from '../../model/kernel/wire.ts'
import { api } from '../api/client.ts'
import { onEvent } from '../api/events.ts'
import { outdate } from '../data/queries.ts'
import { pendingDecisions } from '../decisions/pendingDecisions.ts'
import { provideDecisions } from '../decisions/provideDecisions.ts'
import { providePorts, setContext } from '../host/host.ts'
import { t } from '../i18n/index.ts'
import { onStepBack } from '../ui/stepBack.ts'
import type { FilterLineHandle } from './FilterLine.tsx'
import type { GridHandle } from './Grid.tsx'
import { gridPort } from './gridPort.ts'
import { removeRows } from './removeRows.ts'
import type { TreeModel } from './treeModel.ts'

interface Parts {
  readonly entry: CatalogueResource
  readonly of: Resource
  readonly model: TreeModel
  readonly grid: RefObject<GridHandle | null>
  readonly filter: RefObject<FilterLineHandle | null>
  readonly filtered: boolean
  openPage(row: WireRow | undefined): boolean
  clearFilter(): void
}

const done: Outcome = { is: 'done' }
const nothing = (why: string): Outcome => ({ is: 'nothing', why: t(why) })
/** Events are gathered this long before the tree is read again, ms. */
const CALM = 600

/** Gives a tree to the commands: cursor, opening and closing, moving, deleting, deciding; and listens to what others do. */
export function useTreePorts(given: Parts): void {
  const now = useRef(given)
  now.current = given
  const { model } = given
  const { id: resource } = given.of
  useEffect(() => {
    const p = () => now.current
    let due: ReturnType<typeof setTimeout> | undefined
    let moving = false
    const moveRow = async (way: 'up' | 'down' | 'in' | 'out'): Promise<Outcome> => {
      const { entry, of, filtered } = p()
      const row = model.row
      if (!row) return nothing('table.noRow')
      if (!entry.operations.includes('edit')) return nothing('queue.notGranted')
      if (!isInState(entry.editable?.edit ?? {}, row)) return nothing('table.notInState')
      if (filtered) return nothing('table.moveUnfiltered')
      const byHand = handOrderOf(of) !== null
      if (!byHand && (way === 'up' || way === 'down')) return nothing('table.notByHand')
      const place = model.placeOf(way)
      if (!place) return nothing('table.noWay')
      if (moving) return nothing('table.moving')
      moving = true
      try {
        const before = byHand ? place.before : ''
        await api.post(ROUNDS.move, { resource, id: row.id, version: row.version, parent: place.parent, before })
        model.reveal(place.parent)
        await outdate(resource)
      } finally {
        moving = false
      }
      return done
    }
    const again = () => outdate(resource)
    setContext({ tree: true })
    const stops = [
      providePorts({
        grid: {
          ...gridPort(model, given.grid),
          toggle: () => nothing('table.noTicks'),
          unfold: async (open) => {
            const at = model.cursor
            const branch = model.branchAt(at)
            if (!branch) return nothing('table.noRow')
            if (open && branch.open === false) await model.open(at)
            else if (open && branch.open) model.moveTo(at + 1)
            else if (!open && branch.open) model.close(at)
            else if (!open && model.above(at) >= 0) model.moveTo(model.above(at))
            return done
          },
          moveRow,
          open: () => (p().openPage(model.row) ? done : nothing('table.noRow')),
          focusFilter: () => {
            p().filter.current?.focus()
            return done
          },
          reload: async () => {
            await again()
            return done
          },
        },
        shell: { remove: () => removeRows(p().entry, model.row ? [model.row] : []) },
      }),
      provideDecisions({
        resource,
        row: () => model.row ?? null,
        listener: {
          changed: () => model.touch(),
          returned: (entry, why) => {
            if (entry.resource !== resource) return
            // Said by a message; the tree shows the row as it is now.
            if (why === 'conflict' || why === 'refused') pendingDecisions().dismiss(entry.id)
            void again()
          },
          settled: () => pendingDecisions().forgetDone(),
        },
      }),
      onEvent((event) => {
        if (event.kind !== 'changed' || event.resource !== resource || due || moving) return
        due = setTimeout(() => {
          due = undefined
          void again()
        }, CALM)
      }),
      onStepBack(() => {
        if (!p().filtered) return false
        p().clearFilter()
        return true
      }),
    ]
    return () => {
      for (const stop of stops) stop()
      if (due) clearTimeout(due)
      setContext({ tree: false })
    }
  }, [model, resource, given.grid])
}
