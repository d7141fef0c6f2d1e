import { useEffect, useMemo, useRef } from 'react'
import type { GridPort } from '../../../commands/command.ts'
import type { Outcome } from '../../../commands/outcome.ts'
import { isInState } from '../../model/language/lifecycle.ts'
import { handOrderOf } from '../../model/language/listing.ts'
import type { Resource } from '../../model/language/resource.ts'
import type { CatalogueResource } from '../../model/wire/catalogue.ts'
import { ROUNDS } from '../../model/wire/wire.ts'
import { api } from '../api/client.ts'
import { outdate } from '../data/queries.ts'
import { providePorts, setContext } from '../host/host.ts'
import type { TreeModel } from './treeModel.ts'
import type { ListFrameState } from './useListFrame.ts'
import { done, nothing, useRowPorts } from './useRowPorts.ts'

interface Parts {
  readonly entry: CatalogueResource
  readonly of: Resource
  readonly model: TreeModel
  readonly frame: ListFrameState
}

/** Gives a tree to the commands: what all rows can do, and opening, closing and moving the row under the cursor. */
export function useTreePorts(given: Parts): void {
  const now = useRef(given)
  now.current = given
  const moving = useRef(false)
  const { entry, model, frame } = given
  useEffect(() => {
    setContext({ tree: true })
    const stop = providePorts({
      rows: {
        begins: (resource) => {
          const { of, model } = now.current
          if (resource !== of.id || !of.tree) return null
          const { key, parent, inherited = [] } = of.tree
          // below the one row that is ticked, else beside the row under the cursor: at the top of nothing
          const [only, ...others] = model.ticked()
          const one = others.length === 0 ? only : undefined
          const from = one ?? (model.isAway ? undefined : model.row)
          const above = one ? one[key] : from?.[parent]
          if (!from || !above) return null
          // siblings have the same from the record above them
          const given = inherited.map((name) => [name, String(from[name] ?? '')])
          return { [parent]: String(above), ...Object.fromEntries(given) }
        },
      },
    })
    return () => {
      stop()
      setContext({ tree: false })
    }
  }, [])
  const own = useMemo((): Partial<GridPort> => {
    const moveRow = async (way: 'up' | 'down' | 'in' | 'out'): Promise<Outcome> => {
      const { entry, of, frame } = now.current
      const row = model.row
      if (!row || model.isAway) return nothing('table.noRow')
      if (!entry.operations.includes('edit')) return nothing('queue.notGranted')
      if (!isInState(entry.editable?.edit ?? {}, row)) return nothing('table.notInState')
      if (frame.conditions.length > 0) return nothing('table.moveUnfiltered')
      const byHand = handOrderOf(of) !== null
      if (!byHand && (way === 'up' || way === 'down')) return nothing('table.notByHand')
      const place = model.placeOf(way)
      if (!place) return nothing('table.noWay')
      if (moving.current) return nothing('table.moving')
      moving.current = true
      try {
        const before = byHand ? place.before : ''
        const { id, version } = row
        await api.post(ROUNDS.move, { resource: of.id, id, version, parent: place.parent, before })
        model.reveal(place.parent)
        await outdate(of.id)
      } finally {
        moving.current = false
      }
      return done
    }
    return {
      moveRow,
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
    }
  }, [model])
  const ticked = async (most: number) => {
    const rows = model.ticked()
    return rows.length > most ? null : rows
  }
  useRowPorts({ entry, model, frame, own, ticked, busy: () => moving.current })
}
