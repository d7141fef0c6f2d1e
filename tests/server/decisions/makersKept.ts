import { checksOf, resources } from '../../../src/model/business.ts'
import type { ServerContext } from '../../../src/server/core/context/context.ts'
import { hasMakers, MAKERS_TABLE } from '../../../src/server/database/schema/makers.ts'
import { whoMade } from '../../../src/server/deciding/makers.ts'
import { tableName } from '../../../src/server/writing/unitOfWork/rows.ts'
import { load } from './fixture.ts'

/**
 * Compares, for every record of a tenant, the makers that the database keeps with those that the engine finds in the
 * transaction of a decision. Returns where they differ, and how many makers there are.
 */
export async function makersKept(
  context: ServerContext,
  tenantId: string,
): Promise<{ readonly differ: readonly string[]; readonly makers: number }> {
  const kept = await context.db.scoped<{ maker: string }>(
    { tenantId },
    {
      text: `select concat_ws('/', resource, record_id, how, user_id) as maker from "${MAKERS_TABLE}" where tenant_id = $1`,
      values: [tenantId],
    },
  )
  const found: string[] = []
  for (const r of [...resources.values()].filter(hasMakers)) {
    const ids = await context.db.scoped<{ id: string }>(
      { tenantId },
      { text: `select id from ${tableName(r)} where tenant_id = $1 and is_deleted = 0`, values: [tenantId] },
    )
    await load(context, tenantId, async (work) => {
      for (const { id } of ids) {
        const row = await work.row(r, String(id))
        if (!row) throw new Error(`${r.id} ${id} is gone`)
        for (const [how, maker] of checksOf(r.id).ways)
          for (const user of await whoMade(work, r, row as never, [maker]))
            found.push([r.id, row.id, how, user].join('/'))
      }
    })
  }
  const living = new Set(found.map((maker) => maker.split('/', 2).join('/')))
  const known = new Set(kept.map(({ maker }) => maker).filter((m) => living.has(m.split('/', 2).join('/'))))
  const ruled = new Set(found)
  return {
    differ: [
      ...[...known].filter((m) => !ruled.has(m)).map((m) => `kept only: ${m}`),
      ...[...ruled].filter((m) => !known.has(m)).map((m) => `found only: ${m}`),
    ],
    makers: ruled.size,
  }
}
