import type { Condition } from '../../model/language/conditions/condition.ts'
import { isId } from '../../model/language/derived/validate.ts'
import type { RowOf } from '../../model/language/resource.ts'
import type { RequestContext } from '../core/context/context.ts'
import type { Statement } from '../core/database.ts'
import { rowFrom } from '../database/codec.ts'
import { rowsQuery, windowQuery } from '../lists/sql/query.ts'
import { reachIn } from '../lists/sql/reach.ts'
import type { AnyResource } from '../writing/unitOfWork/rows.ts'

/** Most rows of one read. */
const ROWS_PER_READ_MAX = 5_000

/** Query of a list: conditions as the model declares them, an order the resource has, how many rows. */
export interface ListRequest {
  readonly where?: readonly Condition[]
  readonly sort?: string
  readonly limit?: number
}

/**
 * Reads for calls that change nothing. Every read is limited to what the user reaches: tenant, owner, variant, rows
 * that are not deleted. Records come as they are in code, personal data in full: `answer` masks what goes out.
 */
export interface Reader {
  row<R extends AnyResource>(of: R, id: string): Promise<RowOf<R> | null>
  /** In the order of the ids; missing and unreachable ones are left out. */
  rowsById<R extends AnyResource>(of: R, ids: readonly string[]): Promise<RowOf<R>[]>
  /** At most 5,000. */
  rows<R extends AnyResource>(of: R, request?: ListRequest): Promise<RowOf<R>[]>
  /** All rows without a limit: for parts of one record, where a missing row would be an error. */
  allRows<R extends AnyResource>(of: R, where: readonly Condition[]): Promise<RowOf<R>[]>
  /** A statement of its own, with `tenant_id` and owner in its conditions: row security checks the tenant only. */
  query<T = Record<string, unknown>>(statement: Statement): Promise<T[]>
}

/** The reader of one request. */
export function readerOf({ context, actor }: Pick<RequestContext, 'context' | 'actor'>): Reader {
  const scope = { tenantId: actor.tenantId }
  const reach = reachIn(context, actor)
  const read = async (of: AnyResource, statement: Statement) =>
    (await context.db.scoped<Record<string, unknown>>(scope, statement)).map((found) => rowFrom(of, found)) as never
  // malformed ids match no record
  const byId = async (of: AnyResource, ids: readonly string[]): Promise<never> => {
    const good = ids.filter(isId)
    return good.length === 0 ? ([] as never) : read(of, rowsQuery(of, reach, good))
  }
  const window = (
    of: AnyResource,
    { where = [], sort, limit = ROWS_PER_READ_MAX }: ListRequest,
    skip: number,
  ): Promise<never> =>
    read(
      of,
      windowQuery(
        { resource: of, reach, conditions: where, ...(sort ? { sort } : {}) },
        { skip, limit: Math.min(limit, ROWS_PER_READ_MAX) },
      ),
    )
  return {
    row: async (of, id) => ((await byId(of, [id])) as never[])[0] ?? null,
    rowsById: byId,
    rows: (of, request = {}) => window(of, request, 0),
    allRows: async (of, where) => {
      const found: never[] = []
      for (;;) {
        const page: never[] = await window(of, { where }, found.length)
        found.push(...page)
        if (page.length < ROWS_PER_READ_MAX) return found
      }
    },
    query: (statement) => context.db.scoped(scope, statement),
  }
}

const refused = (): never => {
  throw new Error('nobody asks in a public call: read by context.db.scoped, in the tenant that the parameters name')
}

/** The reader of a public call, which has no person and so no scope: refuses every read. */
export const nobodysReader: Reader = {
  row: refused,
  rowsById: refused,
  rows: refused,
  allRows: refused,
  query: refused,
}
