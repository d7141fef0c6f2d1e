import { entrustedAccountRecord } from '../../../model/funds/accounts.ts'
import { ZONE } from '../../../model/kernel/dates.ts'
import type { Tx } from '../../core/database.ts'
import type { AnyResource } from '../../core/records.ts'
import { CHAINED } from '../../modules/funds/chain.ts'
import { columnOf, quoted, tableOf } from '../../store/names.ts'

/** A column of a record as the text that its fingerprint is made of (`fingerprintOf` of modules/funds/chain.ts). */
const said = (name: (typeof CHAINED)[number]): string => {
  const column = `r.${quoted(columnOf(name))}`
  return name === 'recordTime'
    ? `to_char(${column} at time zone '${ZONE}', 'YYYY-MM-DD HH24:MI:SS')`
    : `coalesce(${column}::text, '')`
}

/**
 * Makes the fingerprints of a tenant's ledgers anew: copies have ids, codes and times of their own, which these are made
 * of.
 */
export async function chainAnew(tx: Tx, tenantId: string): Promise<void> {
  const table = quoted(tableOf(entrustedAccountRecord as AnyResource))
  const content = CHAINED.map((name) => `${said(name)}`).join(` || '|' || `)
  await tx.query(
    `with recursive posted as (
       select id, account_id, ${content} as said, row_number() over (partition by account_id order by record_time, id) as n
       from ${table} r where tenant_id = $1
     ), chain as (
       select id, account_id, n, null::text as before, encode(sha256(convert_to('|' || said, 'UTF8')), 'hex') as own
       from posted where n = 1
       union all
       select p.id, p.account_id, p.n, c.own, encode(sha256(convert_to(c.own || '|' || p.said, 'UTF8')), 'hex')
       from chain c join posted p on p.account_id = c.account_id and p.n = c.n + 1
     )
     update ${table} t set previous_hash = c.before, record_hash = c.own from chain c where t.tenant_id = $1 and t.id = c.id`,
    [tenantId],
  )
}
