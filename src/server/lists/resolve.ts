import { type Condition, TEXT } from '../../model/language/conditions/condition.ts'
import type { Database } from '../core/database.ts'
import type { Query } from './sql/query.ts'
import { type Named, namedInText, namedQuery } from './sql/textWhere.ts'

/** More records than this and the list asks for them itself: their ids would weigh more than they help. */
const RESOLVED_IDS_MAX = 10_000

/** Lookups that a condition needs before its list is read. */
const namedBy = (q: Query, c: Condition): readonly (Named & { readonly key?: string })[] => {
  const { resource, reach } = q
  if (c.field === TEXT) return namedInText(resource, c, reach, RESOLVED_IDS_MAX + 1)
  const named = namedQuery(resource, c, reach.tenantId, RESOLVED_IDS_MAX + 1)
  return named ? [named] : []
}

/** Does a list ask for names that are looked up first? */
export const asksNames = (q: Query): boolean => q.conditions.some((c) => namedBy(q, c).length > 0)

/**
 * Conditions on copied names (公司:康泰) as conditions on the ids of the records that have such a name. The planner then
 * knows how many they are, and walks the order of the list where they are many instead of sorting all their rows
 * (60,000 of a million: 10 ms instead of 100), for one short round trip more.
 */
export async function resolveNames(db: Database, q: Query): Promise<Query> {
  const resolving = q.conditions.map((c) => ({ c, named: namedBy(q, c) }))
  const statements = resolving.flatMap(({ named }) => named.map((n) => n.statement))
  if (statements.length === 0) return q
  const { found, failed } = await db.together({ tenantId: q.reach.tenantId }, statements)
  if (failed !== undefined) throw failed
  let at = 0
  const conditions = resolving.map(({ c, named }): Condition => {
    const rows = found.slice(at, at + named.length).map((all) => all.map((row) => String(row.id)))
    at += named.length
    const [first] = named
    if (!first) return c
    if (c.field !== TEXT)
      return (rows[0]?.length ?? 0) > RESOLVED_IDS_MAX
        ? c
        : { field: first.by, op: 'in', value: (rows[0] ?? []).join(',') }
    const known = named.flatMap(({ key, most = RESOLVED_IDS_MAX }, n): [string, readonly string[]][] => {
      const ids = rows[n] ?? []
      return key === undefined || ids.length > most ? [] : [[key, ids]]
    })
    return { ...c, ids: new Map(known) } as Condition
  })
  return { ...q, conditions }
}
