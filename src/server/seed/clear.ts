import { CLIENT_KINDS } from '../../model/administration/access/client.ts'
import { PLATFORM_TENANT } from '../../model/language/resource.ts'
import type { Tx } from '../core/database.ts'

/** Removes tenants with all their rows. A table without rows of other tenants is truncated. */
export async function clearTenants(tx: Tx, tenantIds: readonly string[]): Promise<void> {
  const tables = await tx.query<{ name: string }>(
    `select quote_ident(c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped where c.relkind = 'r' order by 1`,
  )
  for (const { name } of tables) {
    // those that people sign in through came with the product
    if (name === 'client') {
      await tx.query(`delete from "client" where kind = $2 and tenant_id = any($1::text[])`, [
        tenantIds,
        CLIENT_KINDS.partner,
      ])
      continue
    }
    const others = await tx.query(`select 1 from ${name} where tenant_id <> all($1::text[]) limit 1`, [tenantIds])
    if (others.length > 0) await tx.query(`delete from ${name} where tenant_id = any($1::text[])`, [tenantIds])
    else await tx.query(`truncate ${name}`)
  }
  // packages of menus are the platform's
  if (tenantIds.includes(PLATFORM_TENANT)) await tx.query('delete from "tenant_package"')
  await tx.query('delete from "tenant" where code = any($1::text[])', [tenantIds])
}
