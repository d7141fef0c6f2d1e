import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { handleApply } from '../../../src/model/funds/handle.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { orderDoctorPayment } from '../../../src/model/payment/orderDoctorPayment.ts'
import { authenticationDoctor } from '../../../src/model/people/authenticationDoctor.ts'
import { orderDoctorSettlement } from '../../../src/model/settlement/settlementLines.ts'
import { yuan } from '../../../src/model/values/money.ts'
import type { BatchState } from '../../../src/model/wire/batchWire.ts'
import type { Actor } from '../../../src/server/core/actor.ts'
import type { Tx } from '../../../src/server/core/database.ts'
import { AppError } from '../../../src/server/core/errors.ts'
import { batchState, cancelBatch, startBatch } from '../../../src/server/deciding/batch/batch.ts'
import { SIZES } from '../../../src/server/deciding/batch/batchRows.ts'
import type { Outcome } from '../../../src/server/deciding/decideEach.ts'
import { decideIn, systemStep } from '../../../src/server/deciding/decideIn.ts'
import { decideInTurn, isInTurn } from '../../../src/server/deciding/decideInTurn.ts'
import { decideAll } from '../../../src/server/deciding/engine.ts'
import { type Prepared, prepare, stepOf } from '../../../src/server/deciding/transitions.ts'
import { InTurnUnitOfWork } from '../../../src/server/writing/inTurn/inTurnUnitOfWork.ts'
import { SqlUnitOfWork } from '../../../src/server/writing/unitOfWork/sqlUnitOfWork.ts'
import { person } from '../../rules/people.ts'
import { acceptable, reviewed } from '../../server/decisions/acceptGround.ts'
import { change, count, rowsBy, type World, world } from '../../server/decisions/fixture.ts'
import { paidOrder, payable } from '../../server/decisions/payoutGround.ts'
import { tripsOf } from '../../server/trips.ts'

const { settleStatus } = statesOf(orderDoctorSettlement)

/** Rows of a batch decided in turn in one transaction are what each of them decided alone would be. */
let w: World
let ops: Actor
beforeAll(async () => {
  w = await world('inTurn')
  ops = person(w.tenantId, 'ops')
  await payable(w)
})

/** What a decision writes, without ids and codes that are new each time. */
const WRITTEN = [
  'order_doctor_payment',
  'order_doctor_settlement',
  'settlement_order',
  'settlement_order_doctor',
  'settlement_order_tax_item',
  'entrusted_tax_payment_order',
  'handle_apply',
  'handle_apply_info',
  'order_doctor',
  'case_collection_report',
  'case_collection_doctor',
  'activity_plan',
  'order_entrusted',
  'order_entrusted_rel',
  'budget_order',
  'approval_history',
  'audit_trail',
  'outbox',
] as const

/** Every row of the tenant, written as text; ids that are made by the decisions are numbered in the order met. */
async function everything(tx: Tx, known: ReadonlySet<string>): Promise<Record<string, unknown>> {
  const made = new Map<string, string>()
  const named = (value: unknown): unknown => {
    if (typeof value === 'string')
      return value.replace(/\d{15,}/g, (id) => {
        if (known.has(id)) return id
        if (!made.has(id)) made.set(id, `new ${made.size}`)
        return made.get(id) as string
      })
    if (Array.isArray(value)) return value.map(named)
    if (value instanceof Date) return value.toISOString()
    if (value && typeof value === 'object')
      return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, named(v)]))
    return value
  }
  const all: Record<string, unknown> = {}
  for (const table of WRITTEN) {
    const rows = await tx.query<Record<string, unknown>>(`select * from "${table}" where tenant_id = $1 order by id`, [
      tx.tenantId,
    ])
    all[table] = rows.map((row) => {
      // what the database makes of its own sequence, clock or transaction
      const { id, seq, txid, create_time, ...more } = row
      return named(table === 'audit_trail' || table === 'outbox' ? more : { ...row, create_time: undefined })
    })
  }
  return all
}

class RolledBack extends Error {}

/** Runs in a transaction of which nothing is kept. */
async function tried<T>(fn: (tx: Tx) => Promise<T>): Promise<T> {
  let answer: T | undefined
  await w.context.db
    .transaction({ tenantId: w.tenantId }, async (tx) => {
      answer = await fn(tx)
      throw new RolledBack()
    })
    .catch((e: unknown) => {
      if (!(e instanceof RolledBack)) throw e
    })
  return answer as T
}

const told = (o: Outcome) => ('refused' in o ? `${o.refused.code} ${o.refused.text.join(' / ')}` : o.version)

/** Records decided one after the other, each by a work of its own. */
async function alone(tx: Tx, actor: Actor, prepared: Prepared): Promise<Map<string, Outcome>> {
  const outcomes = new Map<string, Outcome>()
  for (const id of prepared.ids) {
    await tx.query('savepoint row')
    try {
      const [one] = await decideIn(new SqlUnitOfWork(w.context, actor, tx, systemStep), { ...prepared, ids: [id] })
      outcomes.set(id, { version: one?.version ?? -1 })
    } catch (e) {
      if (!(e instanceof AppError)) throw e
      await tx.query('rollback to savepoint row')
      outcomes.set(id, { refused: e })
    }
  }
  return outcomes
}

const inTurn = (tx: Tx, actor: Actor, prepared: Prepared) =>
  decideInTurn(new InTurnUnitOfWork(w.context, actor, tx, systemStep), prepared)

/** Ids of everything that there is before. */
async function knownIds(): Promise<ReadonlySet<string>> {
  const found = await Promise.all(
    ['user', ...WRITTEN.filter((table) => !['audit_trail', 'outbox'].includes(table))].map((table) =>
      w.context.db.scoped<{ id: string }>(
        { tenantId: w.tenantId },
        { text: `select id::text as id from "${table}" where tenant_id = $1`, values: [w.tenantId] },
      ),
    ),
  )
  return new Set([...found.flat().map((f) => f.id), w.fin.userId, ops.userId, w.companyId, w.partnerId, ...w.doctors])
}

/** Decides both ways, and expects the same of both. Returns the outcomes. */
async function compared(actor: Actor, prepared: Prepared): Promise<(string | number)[]> {
  const known = await knownIds()
  const one = await tried(async (tx) => ({
    outcomes: await alone(tx, actor, prepared),
    all: await everything(tx, known),
  }))
  const many = await tried(async (tx) => {
    const { outcomes, alone: left } = await inTurn(tx, actor, prepared)
    return { outcomes, left, all: await everything(tx, known) }
  })
  expect(many.left).toEqual([])
  expect(prepared.ids.map((id) => told(many.outcomes.get(id) as Outcome))).toEqual(
    prepared.ids.map((id) => told(one.outcomes.get(id) as Outcome)),
  )
  for (const table of WRITTEN) expect(many.all[table], table).toEqual(one.all[table])
  return prepared.ids.map((id) => told(one.outcomes.get(id) as Outcome))
}

const applied = async (fees: readonly string[]): Promise<string[]> => {
  const { lines } = await paidOrder(w, fees)
  const ids = lines.map((l) => l.id)
  await decideAll(w.context, ops, { resource: 'orderDoctorSettlement', transition: 'applyForPayment', ids, ask: {} })
  const payments = await Promise.all(
    ids.map((id) => rowsBy(w.context, w.tenantId, orderDoctorPayment, 'order_doctor_settlement_id', id)),
  )
  return payments.flat().map((p) => p.id)
}

const pass = (actor: Actor, ids: readonly string[], versions: Record<string, number> = {}) =>
  prepare(w.context.domains, actor, { resource: 'orderDoctorPayment', transition: 'auditPass', ids, ask: {}, versions })

describe('payments that are approved in turn', () => {
  test('several lines of one doctor, of several orders, some refused: as one by one', async () => {
    const fee = fc.integer({ min: 1, max: 900_000 }).map((n) => yuan(BigInt(n)))
    const orders = fc.array(fc.array(fee, { minLength: 2, maxLength: 7 }), { minLength: 2, maxLength: 3 })
    let round = 0
    const same = async (fees: readonly (readonly string[])[]): Promise<void> => {
      round += 1
      const ids = [...(await applied(['0.01', '3000.00', '100.00']))]
      for (const own of fees) ids.push(...(await applied(own)))
      const [stale = '', , refused = ''] = ids
      // a line that is not on its way any more, a version that was not the last, a payment that is not there
      const [payment] = await rowsBy(w.context, w.tenantId, orderDoctorPayment, 'id', refused)
      await change(w.context, w.tenantId, orderDoctorSettlement, payment?.orderDoctorSettlementId ?? '', {
        settleStatus: settleStatus.failed,
      })
      const outcomes = await compared(
        { ...w.fin, requestId: `round${round}` },
        pass(w.fin, [...ids, '77'], { [stale]: 7 }),
      )
      expect(
        outcomes
          .filter((o) => typeof o === 'string')
          .map((o) => String(o).slice(0, 3))
          .sort(),
      ).toEqual(['400', '404', '409'])
      // what this round approved is there in the next: the month has sums, and the review its batch
      const { outcomes: kept } = await w.context.db.transaction({ tenantId: w.tenantId }, (tx) =>
        inTurn(tx, { ...w.fin, requestId: `round${round}` }, pass(w.fin, ids.slice(3))),
      )
      expect([...kept.values()].filter((o) => 'refused' in o)).toEqual([])
    }
    await fc.assert(fc.asyncProperty(orders, same), { numRuns: 5, seed: 20240615, endOnFailure: true })
    const batches = await rowsBy(w.context, w.tenantId, handleApply, 'handle_status', 0)
    expect(batches.length).toBe(5)
  })

  test('a listed doctor is refused, everybody else approved', async () => {
    const ids = await applied(['800.00', '900.00', '700.00', '600.00'])
    const doctor = w.doctors[1] as string
    await change(w.context, w.tenantId, authenticationDoctor, doctor, { blackStatus: 1 })
    const outcomes = await compared(w.fin, pass(w.fin, ids))
    await change(w.context, w.tenantId, authenticationDoctor, doctor, { blackStatus: 0 })
    expect(outcomes.filter((o) => typeof o === 'string').length).toBeGreaterThan(0)
    expect(outcomes.filter((o) => typeof o === 'number').length).toBeGreaterThan(0)
  })

  test('takes a few round trips, however many there are', async () => {
    const asked = async (fees: readonly string[]) => {
      const ids = await applied(fees)
      return (await tripsOf(() => tried((tx) => inTurn(tx, w.fin, pass(w.fin, ids))))).trips
    }
    const few = await asked(['500.00', '600.00', '700.00'])
    const many = await asked(Array.from({ length: 20 }, (_, n) => `${300 + n}.00`))
    expect(many).toBeLessThanOrEqual(few + 2)
    expect(many).toBeLessThanOrEqual(24)
  })
})

describe('other decisions in turn', () => {
  test('lines are put up for payment as one by one, with codes that follow one another', async () => {
    const { lines } = await paidOrder(w, ['300.00', '400.00', '500.00', '600.00', '200.00'])
    const prepared = prepare(w.context.domains, ops, {
      resource: 'orderDoctorSettlement',
      transition: 'applyForPayment',
      ids: lines.map((l) => l.id),
      ask: {},
    })
    const outcomes = await compared(ops, prepared)
    expect(outcomes.every((o) => typeof o === 'number')).toBe(true)
  })

  test('payments are rejected as one by one', async () => {
    const ids = await applied(['300.00', '400.00', '500.00'])
    await compared(
      w.fin,
      prepare(w.context.domains, w.fin, {
        resource: 'orderDoctorPayment',
        transition: 'auditReject',
        ids,
        ask: { reason: '资料不全' },
      }),
    )
  })

  test('reports of activities that share their tables are accepted as one by one, up to what is planned and allotted', async () => {
    const project = await acceptable(w)
    const accept = (ids: readonly string[]) =>
      prepare(w.context.domains, ops2, {
        resource: 'caseCollectionReport',
        transition: 'confirm.pass',
        ids,
        ask: {},
        versions: {},
      })
    const ops2 = person(w.tenantId, 'administrator')
    const wide = await reviewed(w, project, { activities: 2, count: 5 })
    const [full] = await reviewed(w, project, { from: 2, activities: 1, count: 7, planned: 6, allotted: 2 })
    const ids = [...wide.flatMap((of) => of.reports), ...(full?.reports ?? [])]
    const outcomes = await compared(ops2, accept(ids))
    expect(outcomes.filter((o) => typeof o === 'string').map((o) => String(o).slice(0, 3))).toEqual(['400'])
    const trips = async (some: readonly string[]) =>
      (await tripsOf(() => tried((tx) => inTurn(tx, ops2, accept(some))))).trips
    const few = await trips(ids.slice(0, 2))
    expect(await trips(ids.slice(0, 10))).toBeLessThanOrEqual(few + 2)
  })

  test('what creates or deletes its record is not decided in turn', () => {
    const may = (resource: string, name: string) => isInTurn(stepOf(w.context.domains, resource, name))
    expect(may('orderDoctorPayment', 'auditPass')).toBe(true)
    expect(may('settlementOrder', 'remove')).toBe(false)
  })
})

describe('batches whose rows are decided in turn', () => {
  const order = (ids: readonly string[]) => ({
    resource: 'orderDoctorPayment',
    transition: 'auditPass',
    rows: ids.map((id) => ({ id, version: 0 })),
  })
  const ended = async (actor: Actor, id: string): Promise<BatchState> => {
    for (let n = 0; n < 600; n++) {
      const now = await batchState(w.context, actor, id)
      if (now.state !== 'running') return now
      await sleep(50)
    }
    throw new Error(`batch ${id} goes on and on`)
  }
  /** How many of some payments are approved: by their state, their line, their instruction and their history. */
  const approved = async (ids: readonly string[]) => {
    const own = 'id::text = any($2::text[])'
    const at = (table: string, where: string) => count(w.context, w.tenantId, table, where, [ids])
    return {
      payments: await at('order_doctor_payment', `payment_status = 1 and ${own}`),
      lines: await at('order_doctor_settlement', 'tax_final = 1 and payment_id::text = any($2::text[])'),
      instructions: await at('handle_apply_info', 'is_deleted = 0 and order_doctor_payment_id::text = any($2::text[])'),
      histories: await at(
        'approval_history',
        `biz_type = 'orderDoctorPayment' and action = 'auditPass' and biz_id = any($2::text[])`,
      ),
    }
  }
  const times = (n: number) => ({ payments: n, lines: n, instructions: n, histories: n })

  test('they are decided together', async () => {
    const ids = await applied(['800.00', '900.00', '700.00', '600.00', '500.00', '650.00'])
    const said: string[] = []
    const log = { ...w.context.log, debug: (text: string) => void said.push(text) }
    const { id } = await startBatch({ ...w.context, log }, { ...w.fin, requestId: 'whole' }, order(ids), null)
    expect(await ended(w.fin, id)).toMatchObject({ state: 'done', done: 6, failed: 0 })
    expect(said.filter((text) => text.includes('one by one'))).toEqual([])
    expect(await approved(ids)).toEqual(times(6))
  })

  test('two batches over the same rows at once approve each once', async () => {
    const ids = await applied(Array.from({ length: 14 }, (_, n) => `${500 + n}.00`))
    const other = person(w.tenantId, 'finance', { name: '孙审核' })
    const started = await Promise.all([
      startBatch(w.context, { ...w.fin, requestId: 'one' }, order(ids), null),
      startBatch(w.context, { ...other, requestId: 'two' }, order([...ids].reverse()), null),
    ])
    const [one, two] = [await ended(w.fin, started[0].id), await ended(other, started[1].id)]
    expect([one.state, two.state, one.done + two.done, one.failed + two.failed]).toEqual(['done', 'done', 14, 14])
    for (const row of [...one.rows, ...two.rows].filter((r) => !r.ok)) expect(row.code).toBe(409)
    expect(await approved(ids)).toEqual(times(14))
  })

  test('cancelled in the middle, each row is approved whole or not at all', async () => {
    const sizes = { ...SIZES }
    Object.assign(SIZES, { first: 2, least: 2, most: 2 })
    try {
      const ids = await applied(Array.from({ length: 20 }, (_, n) => `${400 + n}.00`))
      const starting = startBatch(w.context, { ...w.fin, requestId: 'cut' }, order(ids), 'to-cut')
      let id = ''
      while (!id) {
        const [found] = await w.context.db.scoped<{ id: string }>(
          { tenantId: w.tenantId },
          {
            text: `select b.id from "batch" b join "batch_row" r on r.tenant_id = $1 and r.batch_id = b.id and r.state = 1
                   where b.tenant_id = $1 and b.request_id = 'cut' limit 1`,
            values: [w.tenantId],
          },
        )
        id = found?.id ?? ''
      }
      const { state, done, failed } = await cancelBatch(w.context, w.fin, id)
      await starting
      expect([state, failed]).toEqual(['cancelled', 0])
      expect(done).toBeGreaterThan(0)
      expect(done).toBeLessThan(20)
      expect(await approved(ids)).toEqual(times(done))
    } finally {
      Object.assign(SIZES, sizes)
    }
  })
})
