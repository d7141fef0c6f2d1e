import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Resource, Tree } from '../../model/language/resource.ts'
import type { CatalogueResource } from '../../model/wire/catalogue.ts'
import { listColumns, rowsOf } from '../../model/wire/columns.ts'
import { ROUNDS, type WireTable } from '../../model/wire/wire.ts'
import { api } from '../api/client.ts'
import { keyOf } from '../data/queries.ts'
import { toParams } from '../filter/filterParams.ts'
import { ListFrame } from './ListFrame.tsx'
import { markedColumns } from './rows/listQuery.ts'
import { TreeModel } from './treeModel.ts'
import { useListFrame } from './useListFrame.ts'
import { useTreePorts } from './useTreePorts.ts'

interface TreeScreenProps {
  readonly entry: CatalogueResource
  readonly of: Resource
  readonly tree: Tree
}

/** The table of a resource whose records form a tree: opened and closed, moved, filtered, ticked. */
export function TreeScreen({ entry, of, tree }: TreeScreenProps) {
  const frame = useListFrame(of)
  const { conditions } = frame
  const filtered = conditions.length > 0
  const read = useCallback(
    async (more: Readonly<Record<string, string>>, signal?: AbortSignal) =>
      rowsOf(
        await api.get<WireTable>(
          ROUNDS.tree,
          { resource: of.id, columns: markedColumns(of.id, listColumns(of)).join(','), ...more },
          { ...(signal ? { signal } : {}), quiet: true },
        ),
      ),
    [of],
  )
  const params = toParams(conditions)
  const rows = useQuery({
    queryKey: keyOf(of.id, 'tree', params),
    queryFn: ({ signal }) => read(params, signal),
    staleTime: 5_000,
  })
  const [model] = useState(() => new TreeModel(of.id, tree, tree.lazy ? (under) => read(under ? { under } : {}) : null))
  const beside = useRef(false)
  beside.current = frame.named !== ''
  useLayoutEffect(() => {
    if (!rows.data) return
    const shown = () => {
      if (model.isAway && !beside.current) model.miss()
    }
    // Of a lazy tree the top alone is read: what is open below it is read again with it.
    if (tree.lazy && !filtered && model.count >= 0) void model.reread().then(shown)
    else {
      model.show(rows.data, filtered)
      shown()
    }
  }, [model, rows.data, filtered, tree.lazy])
  const filter = JSON.stringify(params)
  // biome-ignore lint/correctness/useExhaustiveDependencies: ticks belong to one filter
  useEffect(() => () => void model.clear(), [model, filter])
  useTreePorts({ entry, of, model, frame })
  return (
    <ListFrame
      entry={entry}
      of={of}
      frame={frame}
      model={model}
      rows={rows}
      // all that is shown has been read
      outside={rows.data !== undefined}
      empty={rows.data?.length === 0}
      tree
    />
  )
}
