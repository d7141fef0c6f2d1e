import {
  orderDoctorSettlement,
  settlementOrderDoctor,
  settlementOrderTaxItem,
} from '../../src/model/settlement/settlementLines.ts'
import { settlementOrder } from '../../src/model/settlement/settlementOrder.ts'
import type { Database } from '../../src/server/core/database.ts'
import { tableName } from '../../src/server/writing/unitOfWork/rows.ts'
import { order, untyped, world } from '../server/decisions/fixture.ts'
import type { Todo } from './writes.ts'

/** Ids of copies are counted from here. */
const FIRST = 8_000_000_000_000_000n
const BREAKDOWNS = [orderDoctorSettlement, settlementOrderDoctor, settlementOrderTaxItem]

/**
 * Settlement orders that wait for their audit, each with three lines and some history, copied from one that was made by the rules.
 * What one person moves need not be typed.
 */
export async function waitingOrders(tenantId: string, db: Database, count: number): Promise<Todo[]> {
  const w = await world('bench', tenantId, db)
  await untyped(w)
  const { id } = await order(w)
  await db.owner(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query(
      `insert into ${tableName(settlementOrder)} select (jsonb_populate_record(o, jsonb_build_object('id', $2::bigint + n, 'code', 'SX' || n,
         'create_time', o.create_time - n * interval '1 minute'))).*
       from ${tableName(settlementOrder)} o, generate_series(1, $3::int) n where o.id = $1`,
      [id, String(FIRST), count],
    )
    for (const [place, of] of BREAKDOWNS.entries())
      await tx.query(
        `insert into ${tableName(of)} select (jsonb_populate_record(p, jsonb_build_object('id', $2::bigint + $4::bigint + n * 8 + k.k,
           'settlement_order_id', $2::bigint + n, 'code', 'SX' || n || '-' || k.k))).*
         from (select id, row_number() over () as k from ${tableName(of)} where settlement_order_id = $1) k
         join ${tableName(of)} p on p.id = k.id, generate_series(1, $3::int) n`,
        [id, String(FIRST), count, String(BigInt(place + 1) * 100_000_000n)],
      )
    for (const action of ['audit.pass', 'recall.audit'])
      await tx.query(
        `insert into "approval_history" (tenant_id, id, biz_type, biz_id, action, operator_id, operator_name, operate_time, record_version)
         select $1, $2::bigint + $4::bigint + n, 'settlementOrder', $2::bigint + n, $5, 2, '钱二', now(), '0' from generate_series(1, $3::int) n`,
        [tenantId, String(FIRST), count, action === 'audit.pass' ? '500000000' : '600000000', action],
      )
    await tx.query(
      `insert into "batch_row" (tenant_id, batch_id, record_id, seq, state)
       select $1, 1 + n / 1000, $2::bigint + n, n, 1 from generate_series(1, $3::int) n`,
      [tenantId, String(FIRST), count],
    )
  })
  // plans are those of an installation at work: none is made for an empty table
  await db.owner((tx) => tx.query('analyze'))
  return Array.from({ length: count }, (_, n) => ({ id: String(FIRST + BigInt(n + 1)), version: 0 }))
}
