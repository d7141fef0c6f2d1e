import type { RowOf } from '../../model/language/resource.ts'
import { wallClock } from '../../model/values/dates.ts'
import type { ServerContext } from '../core/context/context.ts'
import { AppError } from '../core/errors.ts'
import { tenantStands } from '../core/tenantStands.ts'
import { rowFrom } from '../database/codec.ts'
import { snake, variantSql } from '../database/names.ts'
import { sourceOf } from '../database/views/sources.ts'
import type { AnyResource } from '../writing/unitOfWork/rows.ts'
import { type Shared, sharedBy, sharedToken } from './sharedLinks.ts'

/** How long a link shows its record, ms: long enough for a client to book it. */
const LIFE = 30 * 86_400_000

/** A link to the public page that `what` (a call) answers; `address`: the page of a token. */
export function linkTo(what: string, of: Shared, address: (token: string) => string) {
  const until = Date.now() + LIFE
  return { url: address(sharedToken(what, of, until)), expires: wallClock(until) }
}

/** The record that a token of a public page stands for, while its tenant is served; 404 for every other token. */
export async function sharedRecord<R extends AnyResource>(
  { db, domains }: ServerContext,
  of: R,
  what: string,
  token: string,
): Promise<RowOf<R>> {
  const link = sharedBy(what, token)
  const [found] = link
    ? await db.scoped<Record<string, unknown>>(
        { tenantId: link.tenantId },
        {
          name: `shared-${snake(of.id)}`,
          // a view brings its own alias
          text: `select s.* from (select * from ${sourceOf(of, domains.views)}) s
             join "tenant" t on t.code = s.tenant_id and ${tenantStands('t')}
             where ${['s.tenant_id = $1 and s.id = $2', ...(of.view === undefined ? ['s.is_deleted = 0'] : []), ...variantSql(of, 's.')].join(' and ')}`,
          values: [link.tenantId, link.id],
        },
      )
    : []
  if (!found) throw new AppError(404, ['链接无效或已过期', 'The link is not valid or is over'])
  return rowFrom(of, found)
}
