import type { Database, Tx } from '../../../src/server/core/database.ts'
import { openDatabase } from '../../../src/server/database/open.ts'

const TENANT = '000000'
const quiet = { info() {}, warn() {}, error: console.error }

/**
 * Opens the database of a server that is down: an embedded folder, or the address of a PostgreSQL. The caller closes
 * it.
 */
export const openData = (where: { readonly dataDir?: string; readonly databaseUrl?: string }): Promise<Database> =>
  openDatabase({ dataDir: where.dataDir ?? '', databaseUrl: where.databaseUrl ?? null }, quiet)

/** Copies rows of a table for k = 1…times, with other values (SQL over `t` and `k`) in some columns. */
async function copy(
  tx: Tx,
  table: string,
  which: string,
  ids: readonly string[],
  times: number,
  other: Readonly<Record<string, string>>,
): Promise<void> {
  const columns = await tx.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_schema = current_schema() and table_name = $1 and is_generated = 'NEVER'`,
    [table],
  )
  const names = columns.map((c) => `"${c.name}"`).join(', ')
  const values = columns.map((c) => other[c.name] ?? `t."${c.name}"`).join(', ')
  await tx.query(
    `insert into "${table}" (${names}) select ${values} from "${table}" t cross join generate_series(1, $2::int) k
     where t.tenant_id = '${TENANT}' and t.is_deleted = 0 and t.${which} = any($1::text[]::bigint[])`,
    [ids, times],
  )
}

/** An id of the k-th copy, with the form of an id from another worker in the same millisecond. */
const idOf = (column: string) => `(t."${column}" - (k::bigint << 12))`
const code = (column = 'code') => `(t."${column}" || lpad(k::text, 3, '0'))`

/** The same of what happened to records, whose copies stand where theirs says. */
async function copyHistory(tx: Tx, bizType: string, ids: readonly string[], times: number): Promise<void> {
  await tx.query(
    `insert into approval_history (tenant_id, id, biz_type, biz_id, biz_code, action, from_status, to_status, result, operator_id, operator_name,
       operator_role, operate_time, entrusted_company_id, create_time, update_time)
     select h.tenant_id, h.id - (k::bigint << 12), h.biz_type, (h.biz_id::bigint - (k::bigint << 12))::text, h.biz_code || lpad(k::text, 3, '0'), h.action,
       h.from_status, h.to_status, h.result, h.operator_id, h.operator_name, h.operator_role, h.operate_time, h.entrusted_company_id, h.create_time, h.update_time
     from approval_history h cross join generate_series(1, $2::int) k
     where h.tenant_id = '${TENANT}' and h.biz_type = $3 and h.biz_id = any($1::text[])`,
    [ids, times, bizType],
  )
}

/**
 * Raises the demo to at least `wanted` settlement orders that finance (fin) may audit and that nothing was done to yet,
 * each with cycle, lines, doctors, tax items and doctor orders: cycles fin3 confirmed are copied into earlier months,
 * so that every sum is what it was. Answers the ids of all such orders.
 */
export async function moreToDo(db: Database, wanted: number): Promise<string[]> {
  return db.owner(async (tx) => {
    const untouched = `select o.id::text as id, o.settlement_cycle_id::text as cycle from settlement_order o
      join settlement_cycle c on c.tenant_id = o.tenant_id and c.id = o.settlement_cycle_id
      join "user" u on u.tenant_id = c.tenant_id and u.id = c.confirm_user and u.account = 'fin3'
      where o.tenant_id = '${TENANT}' and o.settlement_status = 0 and o.is_deleted = 0 and c.rest_status = 0
        and not exists (select 1 from approval_history h where h.tenant_id = o.tenant_id and h.biz_type = 'settlementOrder' and h.biz_id = o.id::text)`
    const there = await tx.query<{ id: string; cycle: string }>(untouched)
    // The cycle with most orders of each company: a company has one cycle a month.
    const cycles = (
      await tx.query<{ id: string }>(
        `select distinct on (c.entrusted_company_id) c.id::text as id from settlement_cycle c join (${untouched}) x on x.cycle = c.id::text
         where c.tenant_id = '${TENANT}' group by c.entrusted_company_id, c.id order by c.entrusted_company_id, count(*) desc, c.id`,
      )
    ).map((c) => c.id)
    const orders = there.filter((o) => cycles.includes(o.cycle)).map((o) => o.id)
    const times = Math.ceil((wanted - there.length) / orders.length)
    if (times > 0) {
      const doctorOrders = (
        await tx.query<{ id: string }>(
          `select id::text as id from order_doctor where tenant_id = '${TENANT}' and settlement_order_id = any($1::text[]::bigint[])`,
          [orders],
        )
      ).map((o) => o.id)
      const sum = (column: string) =>
        `(select sum(o.${column}) from settlement_order o where o.tenant_id = t.tenant_id and o.id in (${orders.join(', ')}) and o.settlement_cycle_id = t.id)`
      const month = `(date '2019-12-01' - make_interval(months => k))`
      const order = { settlement_order_id: idOf('settlement_order_id') }
      const named = { ...order, settlement_order_code: code('settlement_order_code') }
      await copy(tx, 'settlement_cycle', 'id', cycles, times, {
        id: idOf('id'),
        code: code(),
        cycle_month: `to_char(${month}, 'YYYYMM')`,
        start_date: `${month}::date`,
        end_date: `(${month} + interval '1 month - 1 day')::date`,
        doctor_amount: sum('doctor_amount'),
        platform_amount: sum('platform_amount'),
        total_amount: sum('total_amount'),
        // months from before there were result orders
        result_order_count: '0',
      })
      await copyHistory(tx, 'settlementCycle', cycles, times)
      await copy(tx, 'settlement_order', 'id', orders, times, {
        id: idOf('id'),
        code: code(),
        settlement_cycle_id: idOf('settlement_cycle_id'),
        cycle_month: `to_char(${month}, 'YYYYMM')`,
      })
      await copy(tx, 'order_doctor', 'id', doctorOrders, times, {
        id: idOf('id'),
        code: code(),
        // each of a deliverable of its own (INV-9)
        biz_id: `(t.biz_id::bigint - (k::bigint << 12))::text`,
        // and of activities that are not kept here any more (INV-46)
        plan_id: 'null',
        ...order,
      })
      await copyHistory(tx, 'orderDoctor', doctorOrders, times)
      await copy(tx, 'settlement_order_doctor', 'settlement_order_id', orders, times, { id: idOf('id'), ...named })
      await copy(tx, 'settlement_order_tax_item', 'settlement_order_id', orders, times, { id: idOf('id'), ...named })
      await copy(tx, 'order_doctor_settlement', 'settlement_order_id', orders, times, {
        id: idOf('id'),
        code: code(),
        ...named,
        settlement_order_doctor_id: idOf('settlement_order_doctor_id'),
        order_doctor_id: idOf('order_doctor_id'),
      })
    }
    return (await tx.query<{ id: string }>(untouched)).map((o) => o.id)
  })
}

/** The state of an order in the database: its status, and how often it was audited. */
export interface Standing {
  readonly status: number
  readonly audits: number
}

/** The states of orders, by id. */
export async function standings(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, Standing>> {
  const rows = await db.owner((tx) =>
    tx.query<{ id: string; status: number; audits: number }>(
      `select o.id::text as id, o.settlement_status::int as status,
         (select count(*)::int from approval_history h where h.tenant_id = o.tenant_id and h.biz_type = 'settlementOrder' and h.biz_id = o.id::text) as audits
       from settlement_order o where o.tenant_id = '${TENANT}' and o.id = any($1::text[]::bigint[])`,
      [ids],
    ),
  )
  return new Map(rows.map((r) => [String(r.id), { status: Number(r.status), audits: Number(r.audits) }]))
}

/**
 * All orders that wait to be audited, and those of them that somebody may decide: they neither confirmed the cycle nor
 * resubmitted the order.
 */
export async function toDo(
  db: Database,
  account: string,
): Promise<{ readonly ids: string[]; readonly free: readonly string[]; readonly sum: string }> {
  const rows = await db.owner((tx) =>
    tx.query<{ id: string; free: boolean; sum: string }>(
      `select x.id, x.free, (sum(x.amount) filter (where x.free) over ())::text as sum from (
         select o.id::text as id, o.total_amount as amount, c.confirm_user <> u.id and not exists (
           select 1 from approval_history h where h.tenant_id = o.tenant_id and h.biz_type = 'settlementOrder'
             and h.biz_id = o.id::text and h.action = 'submit' and h.operator_id = u.id) as free
         from settlement_order o
         join settlement_cycle c on c.tenant_id = o.tenant_id and c.id = o.settlement_cycle_id
         join "user" u on u.tenant_id = o.tenant_id and u.account = $1
         where o.tenant_id = '${TENANT}' and o.settlement_status = 0 and o.is_deleted = 0) x`,
      [account],
    ),
  )
  return {
    ids: rows.map((r) => String(r.id)),
    free: rows.filter((r) => r.free).map((r) => String(r.id)),
    sum: rows[0]?.sum ?? '0.00',
  }
}
