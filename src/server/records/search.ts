import { resources } from '../../model/all.ts'
import type { Condition } from '../../model/kernel/condition.ts'
import { fieldOf } from '../../model/kernel/resource.ts'
import type { Found } from '../../model/kernel/wire.ts'
import type { RequestContext } from '../core/context.ts'
import { maySee } from '../core/permissions.ts'
import { isText, nameOfRef } from '../store/schema/indexes.ts'
import { filterOf } from '../store/sql/conditions.ts'
import { Values, whereSql } from '../store/sql/where.ts'
import { type AnyResource, columnName, tableName } from '../writes/rows.ts'

const MOST = 20
/** Records of one resource among the answers, so that one family does not push out the others. */
const EACH = 5

/**
 * The fields a record is known by: its name and its code, where an index finds a piece of them and they are its own.
 */
export const knownBy = (r: AnyResource): string[] =>
  [...new Set([String(r.name), 'code'])].filter((name) => {
    const f = fieldOf(r, name)
    return (
      f !== undefined && isText(f) && !f.facts.masked && filterOf(r, name) !== undefined && nameOfRef(r, name) === null
    )
  })

/**
 * Resources whose records the palette finds: those with a page or a list of their own. Not views: what they show is found
 * where it comes from, and computing all of them for every key typed would take too long.
 */
export const searchable = (): AnyResource[] =>
  [...resources.values()].filter(
    (r) => r.routes?.list && !r.appendOnly && r.scope !== 'global' && r.view === undefined && knownBy(r).length > 0,
  )

const noteOf = (r: AnyResource): string | null => {
  if (r.name !== 'code' && fieldOf(r, 'code')) return 'code'
  return (
    ['entrustedCompanyName', 'doctorName'].find((name) => fieldOf(r, name) && !fieldOf(r, name)?.facts.masked) ?? null
  )
}

/**
 * Records by a piece of their code or name, over every resource the person may see: one statement, through the indexes.
 */
export async function search(request: RequestContext, sought: string, limit = MOST): Promise<Found[]> {
  const q = sought.trim().slice(0, 64)
  if (q === '') return []
  const values = new Values()
  const parts = searchable()
    .filter((r) => maySee(request.actor, r))
    .map((r) => {
      const one = (field: string): string => {
        const condition: Condition = { field, op: 'like', value: q }
        return `(select id, ${columnName(String(r.name))} as title, ${noteOf(r) ? columnName(noteOf(r) as string) : 'null'} as note
          from ${tableName(r)} where ${whereSql(r, request.actor, [condition], values)} limit ${EACH})`
      }
      return `(select ${values.add(r.id)}::text as resource, id::text as id, title::text as title, note::text as note
        from (${knownBy(r).map(one).join(' union ')}) x limit ${EACH})`
    })
  if (parts.length === 0) return []
  const rows = await request.context.db.scoped<{
    resource: string
    id: string
    title: string | null
    note: string | null
  }>({ tenantId: request.actor.tenantId }, { text: parts.join(' union all '), values: values.list })
  const found = rows.map((r) => ({ resource: r.resource, id: r.id, title: r.title ?? '', note: r.note ?? '' }))
  const rank = (f: Found): number => {
    const [title, text] = [f.title.toLowerCase(), q.toLowerCase()]
    return title === text ? 0 : title.startsWith(text) ? 1 : f.note.toLowerCase().startsWith(text) ? 2 : 3
  }
  return found
    .map((f, n) => ({ f, n, rank: rank(f) }))
    .sort((a, b) => a.rank - b.rank || a.n - b.n)
    .slice(0, Math.min(limit, MOST))
    .map(({ f }) => f)
}
