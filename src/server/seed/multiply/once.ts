import { integralAccount, integralDetail, integralRule } from '../../../model/funds/integral.ts'
import { tradingManagerInfo } from '../../../model/funds/units.ts'
import type { Tx } from '../../core/database.ts'
import type { AnyResource } from '../../core/records.ts'
import { quoted, tableOf } from '../../database/names.ts'

/**
 * Rows that a tenant has once, and that are therefore not copied: their condition by resource. Copied references to
 * such a row keep pointing to the original (`frame`).
 */
const ONCE: ReadonlyMap<string, string> = new Map<string, string>([
  // points are issued from one account (INV-35)
  [integralAccount.id, '"holder_type" = 0'],
  // points per yuan where a company has no rule of its own (INV-38)
  [integralRule.id, '"entrusted_company_id" is null'],
  // fees go to one unit of the platform's (INV-23)
  [tradingManagerInfo.id, '"holder_type" = 2'],
])

/** The condition of a row of a resource that a tenant has once; null where all are copied. */
export const onceIn = (resource: string | undefined): string | null => ONCE.get(resource ?? '') ?? null

/** The rows of a resource that are copied, where not all are; histories of the others are not copied either. */
export async function copiedOf(tx: Tx, tenantId: string, resource: AnyResource): Promise<ReadonlySet<string> | null> {
  const once = onceIn(resource.id)
  if (once === null) return null
  const found = await tx.query<{ id: string }>(
    `select id::text as id from ${quoted(tableOf(resource))} where tenant_id = $1 and (${once}) is not true`,
    [tenantId],
  )
  return new Set(found.map(({ id }) => id))
}

const [ACCOUNTS, MOVES] = [integralAccount, integralDetail].map((r) => quoted(tableOf(r as AnyResource)))

/** Moves points issued in copies to the single issuing account: its records, and its balance. */
export async function issueFromOne(tx: Tx, tenantId: string): Promise<void> {
  // planned on the statistics of the original, the records are looked up one by one
  await tx.query(`analyze ${MOVES}`)
  const signed = 'case when d.direction = 1 then d.points else -d.points end'
  await tx.query(
    `with issuing as (
       select a.id as account, a.id + k.step as named
       from ${ACCOUNTS} a cross join (select 0::bigint as step union all select id_step from seed_copy) k
       where a.tenant_id = $1 and a.holder_type = 0
     ), moved as (
       select d.id, i.account, sum(${signed}) over (partition by i.account order by d.create_time, d.id) as balance
       from ${MOVES} d join issuing i on i.named = d.account_id where d.tenant_id = $1
     )
     update ${MOVES} t set account_id = m.account, balance_after = m.balance from moved m where t.tenant_id = $1 and t.id = m.id`,
    [tenantId],
  )
  await tx.query(
    `update ${ACCOUNTS} a set balance = d.comes - d.goes, total_in = d.comes, total_out = d.goes from (
       select account_id, coalesce(sum(points) filter (where direction = 1), 0) as comes,
         coalesce(sum(points) filter (where direction = 2), 0) as goes
       from ${MOVES} where tenant_id = $1 group by account_id) d
     where a.tenant_id = $1 and a.holder_type = 0 and d.account_id = a.id`,
    [tenantId],
  )
}

/** Fees that were transferred in copies are in the platform's one unit. */
export async function feesIntoOne(tx: Tx, tenantId: string): Promise<void> {
  await tx.query(
    `update ${quoted(tableOf(tradingManagerInfo as AnyResource))} set balance = balance * (1 + (select count(*) from seed_copy))
     where tenant_id = $1 and holder_type = 2`,
    [tenantId],
  )
}
