import { param } from '../../src/model/administration/system/param.ts'
import { orderDoctorPayment } from '../../src/model/payment/orderDoctorPayment.ts'
import { authenticationDoctor } from '../../src/model/people/authenticationDoctor.ts'
import type { Database } from '../../src/server/core/database.ts'
import { decideAll } from '../../src/server/deciding/engine.ts'
import { person } from '../rules/people.ts'
import { load, rowsBy, type World, world } from '../server/decisions/fixture.ts'
import { paidOrder } from '../server/decisions/payoutGround.ts'
import { withBank } from '../server/integrations/bankWorld.ts'
import { median, ms } from './measure.ts'

/** Lines of an order, and doctors of a tenant: an order has half as many as lines, and one. */
const LINES = 20
const DOCTORS = 1_000

const doctorsOf = (w: World, count: number): Promise<string[]> =>
  load(w.context, w.tenantId, async (work) =>
    (
      await work.insertAll(
        authenticationDoctor,
        Array.from({ length: count }, (_, n) => ({
          code: `DB${n}`,
          doctorName: `医生${n}`,
          phone: `188${String(n).padStart(8, '0')}`,
          certStatus: 2 as const,
          faceStatus: 1 as const,
          protocolStatus: 1 as const,
          bankName: '招商银行',
          bankAccount: `6214830000${String(n).padStart(6, '0')}`,
        })),
      )
    ).map((d) => d.id),
  )

/** Lines of paid orders, each with a payment that waits for its review, and `more` that are not put up for payment yet. */
export async function linesToPay(tenantId: string, db: Database, count: number, more = 0): Promise<void> {
  const w = await withBank(await world('bench', tenantId, db), '999999999.00')
  await load(w.context, tenantId, (work) =>
    work.insert(param, {
      paramKey: 'pay.noApproval.limit',
      paramName: '免审批限额',
      paramValue: '999999999.00',
    }),
  )
  const doctors = await doctorsOf(w, DOCTORS)
  const ops = person(tenantId, 'ops')
  const ordered = async (from: number, to: number, applied: boolean): Promise<void> => {
    for (let n = from; n < to; n += LINES) {
      const fees = Array.from({ length: Math.min(LINES, to - n) }, (_, k) => `${500 + k}.00`)
      const own = Array.from({ length: LINES }, (_, k) => doctors[(n + k) % DOCTORS] as string)
      const { lines } = await paidOrder({ ...w, doctors: own }, fees)
      if (!applied) continue
      await decideAll(
        w.context,
        { ...ops, requestId: `bench${n}` },
        { resource: 'orderDoctorSettlement', transition: 'applyForPayment', ids: lines.map((l) => l.id), ask: {} },
      )
    }
  }
  await ordered(0, count, true)
  await ordered(count, count + more, false)
  const open = await rowsBy(w.context, tenantId, orderDoctorPayment, 'payment_status', 0)
  if (open.length !== count) throw new Error(`${open.length} payments of ${count}`)
}

/** What the approval of a payment writes at the least: payment, line and instruction, history of two, trail, event. */
const WRITTEN = `
  with p as (update "order_doctor_payment" set create_time = create_time + interval '1 microsecond', version = version + 1
      where tenant_id = $1 and id = any($2::bigint[]) returning id, version, order_doctor_settlement_id, doctor_id, net_amount),
    l as (update "order_doctor_settlement" x set create_time = create_time + interval '1 microsecond', version = x.version + 1 from p
      where x.tenant_id = $1 and x.id = p.order_doctor_settlement_id returning x.id, x.version),
    i as (insert into "handle_apply_info" (tenant_id, id, doctor_id, order_doctor_payment_id, amount, is_deleted)
      select $1, $3::bigint + row_number() over (), doctor_id, id, net_amount, 1 from p),
    h as (insert into "approval_history" (tenant_id, id, biz_type, biz_id, action, is_deleted)
      select $1, $3::bigint + row_number() over (), 'bench', id, 'bench', 1 from (select id from p union all select id from l) x),
    t as (insert into "audit_trail" (tenant_id, resource, record_id, version, action)
      select $1, 'bench', id, version, 'bench' from (select id, version from p union all select id, version from l) x)
  insert into "outbox" (tenant_id, resource, record_id, version, transition) select $1, 'bench', id, version, 'bench' from p`

/** The least SQL of a batch payment, 64 lines a transaction, two at once. */
export async function bareBatch(db: Database, tenantId: string): Promise<void> {
  const found = await db.scoped<{ id: string }>(
    { tenantId },
    {
      text: 'select id::text as id from "order_doctor_payment" where tenant_id = $1 and payment_status = 0 order by id',
      values: [tenantId],
    },
  )
  const parts: string[][] = []
  for (let n = 0; n < found.length; n += 64) parts.push(found.slice(n, n + 64).map((f) => f.id))
  let last = Date.now() * 1_000
  const runs: number[] = []
  for (let n = 0; n < 3; n++) {
    const from = performance.now()
    const next = parts[Symbol.iterator]()
    await Promise.all(
      [0, 1].map(async () => {
        for (const ids of next)
          await db.transaction({ tenantId }, async (tx) => {
            await tx.query(
              'select * from "order_doctor_payment" where tenant_id = $1 and id = any($2::bigint[]) order by id for update',
              [tenantId, ids],
            )
            last += 1_000
            tx.write(WRITTEN, [tenantId, ids, String(last)])
          })
      }),
    )
    runs.push(found.length / ((performance.now() - from) / 1000))
  }
  console.log(
    `| bare SQL of a batch payment, 64 a transaction: ${median(runs).toFixed(0)} lines/s | – | – | runs ${runs.map(ms).join(', ')} |`,
  )
}
