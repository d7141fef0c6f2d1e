import { entrustedAccountRecord } from '../../../model/funds/accounts.ts'
import { ZONE } from '../../../model/values/dates.ts'
import type { Tx } from '../../core/database.ts'
import type { AnyResource } from '../../core/records.ts'
import { columnOf, quoted, tableOf } from '../../database/names.ts'
import { CHAINED } from '../../domains/funds/ledger/chain.ts'

/** A column of a record as the text that its fingerprint is made of (`fingerprintOf` of domains/funds/ledger/chain.ts). */
const textSql = (name: (typeof CHAINED)[number]): string => {
  const column = `r.${quoted(columnOf(name))}`
  return name === 'recordTime'
    ? `to_char(${column} at time zone '${ZONE}', 'YYYY-MM-DD HH24:MI:SS')`
    : `coalesce(${column}::text, '')`
}

/**
 * Fingerprint of a record from its predecessor's and its own text, as an aggregate: over a window it makes a chain in
 * one pass. A join to the predecessor would read the chain once per record.
 */
const CHAIN = [
  `create function pg_temp.seed_link(before text, said text) returns text language sql immutable as $$
     select encode(sha256(convert_to(coalesce(before, '') || '|' || said, 'UTF8')), 'hex') $$`,
  'create aggregate pg_temp.seed_chain(text) (sfunc = pg_temp.seed_link, stype = text)',
]

/**
 * Makes the fingerprints of a tenant's ledgers anew: copies have ids, codes and times of their own, which these are made
 * of.
 */
export async function chainAnew(tx: Tx, tenantId: string): Promise<void> {
  const table = quoted(tableOf(entrustedAccountRecord as AnyResource))
  const content = CHAINED.map(textSql).join(` || '|' || `)
  for (const text of CHAIN) await tx.query(text)
  await tx.query(`analyze ${table}`)
  await tx.query(
    `with chain as (
       select r.id, r.account_id, r.record_time, pg_temp.seed_chain(${content}) over (partition by r.account_id order by r.record_time, r.id) as own
       from ${table} r where r.tenant_id = $1
     ), links as (
       select c.id, c.own, lag(c.own) over (partition by c.account_id order by c.record_time, c.id) as before from chain c
     )
     update ${table} t set previous_hash = l.before, record_hash = l.own from links l where t.tenant_id = $1 and t.id = l.id`,
    [tenantId],
  )
  await tx.query('drop function pg_temp.seed_link cascade')
}
