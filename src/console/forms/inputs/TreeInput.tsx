import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isRef } from '../../../model/language/fields/field.ts'
import { rowsOf } from '../../../model/wire/columns.ts'
import { ROUNDS, type WireRow, type WireTable } from '../../../model/wire/wire.ts'
import { api } from '../../api/client.ts'
import { useResource } from '../../data/domains.ts'
import { keyOf } from '../../data/queries.ts'
import { catalogued, list } from '../../data/records.ts'
import { type InputProps, useOfCompany } from '../base/input.ts'
import { ListInput } from './ChoiceInput.tsx'

/** A node as the tree calls answer it. */
interface Node {
  readonly id: string
  readonly title: string
  readonly children?: readonly Node[]
}

/** The nodes of a tree in order, each with its depth. */
export function* flat(nodes: readonly Node[], depth = 0): Generator<{ id: string; title: string; depth: number }> {
  for (const n of nodes) {
    yield { id: n.id, title: n.title, depth }
    yield* flat(n.children ?? [], depth + 1)
  }
}

/** Rows that name their parent, as a tree; a row whose parent is not among them is a root. */
export function grown(rows: readonly WireRow[], name: string): Node[] {
  const ids = new Set(rows.map((r) => r.id))
  const below = (parent: string | null): Node[] =>
    rows
      .filter((r) =>
        parent === null
          ? !ids.has(String(r.parentId ?? '')) || r.parentId === r.id
          : r.parentId === parent && r.id !== parent,
      )
      .map((r) => ({ id: r.id, title: String(r[name] || r.id), children: below(r.id) }))
  return below(null)
}

const INDENT = '\u2003'

/**
 * A node of a tree: a list, indented by depth. Trees that are served whole come by their own call, others as rows with
 * parents.
 */
export function TreeInput(p: InputProps) {
  const to = isRef(p.field) ? p.field.to : ''
  const of = useResource(catalogued(to) ? to : '')
  const within = useOfCompany(p.name)
  const [known, setKnown] = useState({ value: '', text: '' })
  const { data } = useQuery({
    queryKey: keyOf(to, 'tree', JSON.stringify(within)),
    enabled: of !== null,
    queryFn: async ({ signal }) => {
      if (!of) return []
      if (of.tree?.listed) return api.get<readonly Node[]>(`${catalogued(to)?.call}/tree`, within, { signal })
      // all of it: of one page, the parents of many rows would be missing
      if (of.tree && !of.tree.lazy)
        return grown(
          rowsOf(
            await api.get<WireTable>(ROUNDS.tree, { resource: to, columns: `id,${of.name}`, ...within }, { signal }),
          ),
          of.name,
        )
      return grown((await list(to, { current: 1, size: 500, ...within }, signal)).records, of.name)
    },
  })
  const options = [...flat(data ?? [])].map((n) => ({ value: n.id, text: INDENT.repeat(n.depth) + n.title }))
  // an id says nothing to anybody: its name comes with the tree, and stays when the tree of another company comes
  const here = options.find((o) => o.value === p.value)
  if (here && here.value !== known.value) setKnown(here)
  const shown = known.value === p.value ? known.text.trim() : data ? undefined : '…'
  return <ListInput {...p} shown={p.shown || shown} options={options} />
}
