/** A node of a tree whose leaves are chosen. */
export interface Pickable {
  readonly id: string
  readonly title: string
  readonly children: readonly Pickable[]
}

/** The nodes with nothing below them, in order. Pure. */
export const leavesOf = (nodes: readonly Pickable[]): Pickable[] =>
  nodes.flatMap((n) => (n.children.length === 0 ? [n] : leavesOf(n.children)))

/** Whether all, some or none of the leaves at or below a node are chosen. Pure. */
export function stateOf(chosen: ReadonlySet<string>, node: Pickable): 'all' | 'some' | 'none' {
  const below = leavesOf([node])
  const count = below.filter((leaf) => chosen.has(leaf.id)).length
  return count === 0 ? 'none' : count === below.length ? 'all' : 'some'
}

/** Selection after a tick: all leaves at or below the node, or none of them where all were. Pure. */
export function toggled(chosen: ReadonlySet<string>, node: Pickable): ReadonlySet<string> {
  const now = new Set(chosen)
  const all = stateOf(chosen, node) === 'all'
  for (const { id } of leavesOf([node])) {
    if (all) now.delete(id)
    else now.add(id)
  }
  return now
}

/** The nodes whose title has a text, with what hangs on them and what they hang on. Pure. */
export function matching(nodes: readonly Pickable[], text: string): readonly Pickable[] {
  const wanted = text.toLowerCase()
  if (wanted === '') return nodes
  return nodes.flatMap((n) => {
    if (n.title.toLowerCase().includes(wanted)) return [n]
    const children = matching(n.children, text)
    return children.length > 0 ? [{ ...n, children }] : []
  })
}
