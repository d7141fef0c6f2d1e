import { pathOfNode } from '../../../model/language/derived/nodes.ts'
import { namingOf, pathFields } from '../../database/schema/renames.ts'
import type { AnyResource, Row } from '../unitOfWork/rows.ts'
import type { MemoryTable } from './memoryTable.ts'

/**
 * When a record of a tree is renamed or moved, what stands below it and whoever named one of them follow, as a trigger
 * does in the database (database/schema/renames.ts).
 */
export function followRename(
  table: MemoryTable,
  before: Row,
  after: Row,
  find: (of: AnyResource) => MemoryTable,
): void {
  const { base } = table
  const { tree } = base
  if (!tree?.path || tree.key === 'id') return
  const { carried, all } = pathFields(base)
  if (all.every((name) => before[name] === after[name])) return
  const [key, parent] = [String(tree.key), String(tree.parent)]
  const met = new Map([[String(after[key]), after]])
  for (const above of met.keys())
    for (const row of table.live(base, { [parent]: above })) {
      if (met.has(String(row[key]))) continue
      const copied = carried.map((name) => [
        name,
        (row[name] ?? null) === (before[name] ?? null) ? after[name] : row[name],
      ])
      met.set(String(row[key]), table.rewrite(row.id, Object.fromEntries(copied)))
    }
  for (const { of, field, shows } of namingOf(base)) {
    const users = find(of)
    for (const [written, row] of met)
      for (const user of users.live(of, { [field]: written }))
        users.rewrite(user.id, { [shows]: pathOfNode(base, row) })
  }
}
