import { folded } from '../../values/folding.ts'
import type { Field } from '../fields/field.ts'
import type { Resource, Tree } from '../resource.ts'

/** Records of a tree that others name by their key and not by their id (`Facts.nodeOf`). */

type Row = Readonly<Record<string, unknown>>

/** A resource whose records form a tree, as far as it names them. */
interface Named {
  readonly name: string
  readonly tree?: Tree
}

/** Between the names of a path. */
export const BETWEEN = ' / '

/** The names of a record of a tree and of those above it, from the top; its own last. Pure. */
function namesOf(of: Named, row: Row): readonly string[] {
  const names = [...(of.tree?.path ?? []), of.name].map((field) => String(row[field] ?? ''))
  return [...new Set(names)].filter((name) => name !== '')
}

/** Path of a tree record from the root: `浙江省 / 杭州市 / 西湖区`. Pure. */
export const pathOfNode = (of: Named, row: Row): string => namesOf(of, row).join(BETWEEN)

/** The names that somebody wrote as a path, from the top; of a single name that one. Pure. */
export const spokenPath = (path: string): readonly string[] =>
  path
    .split(/[/／>]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')

/** Does the path of a record end in these names, as people tell names apart? Pure. */
export function endsIn(of: Named, row: Row, path: readonly string[]): boolean {
  const names = namesOf(of, row).slice(-path.length)
  return names.length === path.length && names.every((name, i) => folded(name) === folded(path[i] as string))
}

/** Problems of a field that refers to a record of a tree by its key; empty when there is none. Pure. */
export function nodeProblems(r: Resource, f: Field, find: (id: string) => Resource | undefined): string[] {
  const { nodeOf, shows } = f.facts
  if (nodeOf === undefined) return []
  const to = find(nodeOf)
  if (!to?.tree || to.tree.key === 'id') return [`names a record of ${nodeOf} by its key, which is no tree with one`]
  if (!to.tree.lazy) return [`names a record of ${nodeOf}, whose levels are not read one by one: say lazy`]
  if (!to.open) return [`names a record of ${nodeOf}, which not everybody sees: say open`]
  return shows !== undefined && Object.hasOwn(r.fields, shows) ? [] : ['names a record of a tree: shows: its path']
}
