import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { intent } from '../../../src/model/administration/system/intent.ts'
import { lifecycles, resourceOf } from '../../../src/model/business.ts'
import { transferAccount } from '../../../src/model/funds/transfers.ts'
import { addressOf, pathsOf } from '../../../src/model/language/address.ts'
import { type Field, isRef } from '../../../src/model/language/fields/field.ts'
import { isByPeople, isInState, type Transition } from '../../../src/model/language/lifecycle.ts'
import { type Decided, HEADER } from '../../../src/model/wire/wire.ts'
import type { Actor } from '../../../src/server/core/actor.ts'
import { AppError } from '../../../src/server/core/errors.ts'
import { closedWhy } from '../../../src/server/core/open.ts'
import { inScope, may } from '../../../src/server/core/permissions.ts'
import { decideAsSystem } from '../../../src/server/deciding/engine.ts'
import { runIntent } from '../../../src/server/deciding/intents.ts'
import { broken, checkInvariants } from '../../../src/server/verification/check.ts'
import type { AnyResource, Row } from '../../../src/server/writing/unitOfWork/rows.ts'
import { type Answer, type Client, type TestApp, testApp } from '../../server/app.ts'
import { rowNow } from '../../server/decisions/fixture.ts'
import { answersTo, type MoneyStep, moneySteps, rowsOf, tellMoney } from '../../server/decisions/moneyDemo.ts'
import { bringToTheEnd, deadEnds, NOBODY } from '../../server/decisions/moneyEnds.ts'
import { testDomains } from '../../server/domains.ts'

// Random walks over HTTP through the whole chain of money, on the documents of a demo: companies, their orders, payments,
// points, voids with refunds, batches, what the bank answers and takes back, blacklists. People of every kind try every step
// with documents in any state. What goes through must have been allowed by the declarations; what is refused changes
// nothing of its document; after each walk every invariant holds.

const WALKS = 200
const STEPS = 30
/** Walks through the documents of one demo. */
const OF_ONE = 25

/** A company of which there is nothing here. */
const STRANGE = '77'
/** Families beside those that money goes through. */
const BESIDE = ['transferAccount', 'userBlacklist', 'intent']

/** Where documents have come to their end, by family and state. */
const FINAL = Object.entries({
  // nothing of it waits to be confirmed
  settlementCycle: ['3/0'],
  resultOrder: [9],
  resultOrderPoint: [9],
  settlementOrder: [9],
  settlementOrderPoint: [9],
  orderDoctorSettlement: [3, 9],
  orderDoctorSettlementPoint: [3, 9],
  servicePaymentOrder: [2, 9],
  platServiceFee: [2],
  platServiceFeePoint: [2],
  entrustedTaxPaymentOrder: [3],
  entrustedAccountPrepay: [1],
  orderDoctorPayment: [2, 4, 9],
  orderDoctorPaymentPoint: [2, 4],
  handleApply: [3, 6],
  handleApplyInfo: [2, 4, 5],
  tradingManagerInfo: [3],
  changeRequest: [1, 2, 3],
  cancellationRecord: [1, 2],
  userBlacklist: [0],
  intent: [3, 6],
}).flatMap(([family, states]) => states.map((s) => `${family} ${s}`))

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.app.close())

const families = (): AnyResource[] =>
  [...new Set([...moneySteps().map((s) => s.of.id), ...BESIDE])].map((id) => resourceOf(id))
/** Every open step of people in these families. */
const steps = (): MoneyStep[] =>
  families().flatMap((of) =>
    Object.entries<Transition>(lifecycles.get(of.id)?.transitions ?? {}).flatMap(([name, transition]) =>
      isByPeople(transition) && closedWhy(testDomains, of.id, name) === null ? [{ of, name, transition }] : [],
    ),
  )

interface Person {
  readonly client: Client
  readonly actor: Actor
}

/** A demo with people of its own, of every kind that has to do with money. */
interface Ground {
  readonly tenantId: string
  readonly people: readonly Person[]
}

const went = new Map<string, number>()
/** Person who took the last step of each document. */
const takers = new Map<string, Person>()

async function groundOf(): Promise<Ground> {
  // the documents of every demo have the same ids
  takers.clear()
  const tenantId = await t.newTenant()
  await tellMoney(t.db, tenantId, 12)
  // payments without a bank, and cycles confirmed before their month is over
  await t.db.transaction({ tenantId }, (tx) =>
    tx.query(`update "param" set param_value = 'true' where tenant_id = $1 and param_key = any($2)`, [
      tenantId,
      ['pay.simulated.enabled', 'cycle.confirmEarly'],
    ]),
  )
  const ids = async (table: string) =>
    (
      await t.db.scoped<{ id: string }>(
        { tenantId },
        { text: `select id::text as id from "${table}" where tenant_id = $1 order by id`, values: [tenantId] },
      )
    ).map((r) => r.id)
  const bound = (await ids('entrusted_company')).map((company) => ['companyAdmin', { company }] as const)
  const asked = [
    ...['finance', 'finance', 'ops', 'ops', 'cashier', 'cashier', 'tax', 'administrator', 'content'].map(
      (role) => [role, {}] as const,
    ),
    ...bound,
    ['companyAdmin', { company: '77' }] as const,
  ]
  const people: Person[] = []
  for (const [role, more] of asked) {
    const client = await t.signIn(tenantId, role, more)
    people.push({ client, actor: await client.actor() })
  }
  return { tenantId, people }
}

/** Random choices of a step. */
interface Dice {
  readonly step: number
  readonly who: number
  readonly row: number
  /** 0: any document and anybody; else one that stands where the step begins, and somebody who may. */
  readonly wild: number
  readonly stale: number
  readonly bank: number
  readonly value: number
}
const dice: fc.Arbitrary<Dice> = fc.noBias(
  fc.record({
    step: fc.nat(10_000),
    who: fc.nat(100),
    row: fc.nat(10_000),
    wild: fc.nat(5),
    stale: fc.nat(9),
    bank: fc.nat(5),
    value: fc.nat(10_000),
  }),
)
const at = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)]

/** Answers of a question: records that are there, else what any of its kind takes. */
async function answers(g: Ground, step: MoneyStep, n: number): Promise<Record<string, unknown>> {
  const named = await Promise.all(
    Object.entries<Field>(step.transition.ask ?? {}).map(async ([name, f]) =>
      isRef(f) ? [[name, at(await rowsOf(t.db, g.tenantId, resourceOf(f.to)), n)?.id]] : [],
    ),
  )
  return { ...answersTo(step.transition), ...Object.fromEntries(named.flat()) }
}

function send(who: Client, { of, transition: s }: MoneyStep, body: Record<string, unknown>): Promise<Answer<Decided>> {
  const address = addressOf(s.call ?? '')
  const path = pathsOf(of.calls, address.paths)[0] as string
  const sent = { ...body, ...s.match }
  const headers = { [HEADER.answer]: 'decided' }
  return address.method === 'POST' ? who.post(path, sent, {}, headers) : who.get(path, sent as never, headers)
}

const run = { stopped: () => false, progress() {} }

/** Acts of the bank: it answers orders and queries, and returns some payments. */
async function bankWorks(g: Ground, most = 5): Promise<void> {
  for (const one of await rowsOf(t.db, g.tenantId, intent))
    if ([0, 1, 2].includes(Number(one.intentStatus)))
      await runIntent(
        t.context,
        {
          tenantId: g.tenantId,
          id: '1',
          kind: 'intent',
          lane: 'port:cmbBank',
          payload: { id: one.id },
          attempts: 1,
          most: 5,
        } as never,
        run,
      )
  const open = (await rowsOf(t.db, g.tenantId, transferAccount)).filter((x) =>
    [1, 2].includes(Number(x.transferStatus)),
  )
  for (const { id } of open.slice(-most))
    await decideAsSystem(t.context, g.tenantId, { resource: 'transferAccount', transition: 'poll', id }).catch((e) => {
      if (!(e instanceof AppError)) throw e
    })
}

/** Takes a step; returns its problem, or null. */
async function take(g: Ground, d: Dice, log: string[]): Promise<string | null> {
  const step = at(steps(), d.step) as MoneyStep
  const { of, name, transition: s } = step
  const rows = s.from === 'new' ? [] : await rowsOf(t.db, g.tenantId, of)
  const right = rows.filter((r) => d.wild === 0 || isInState(s.from as never, r))
  const row = at(right, d.row)
  if (s.from !== 'new' && !row) return null
  const able = g.people.filter(
    ({ actor }) => d.wild === 0 || (may(actor, s.permission ?? '') && (!row || inScope(actor, of, row))),
  )
  // a take-back is made by the person of the step
  const who = (s.takesBack && row && d.wild > 1 && takers.get(row.id)) || at(able, d.who)
  if (!who) return null
  const body = {
    ...(await answers(g, step, d.value)),
    ...(row ? { id: row.id, ...(d.stale < 3 ? { version: Number(row.version) - (d.stale === 0 ? 1 : 0) } : {}) } : {}),
  }
  const a = await send(who.client, step, body)
  log.push(`${of.id}.${name} ${row?.id ?? ''} by ${who.actor.roles[0]} → ${a.status} ${a.msg}`)
  if (a.status >= 500 || a.status === 401) return `${a.status}`
  const after = row ? ((await rowNow({ db: t.db } as never, g.tenantId, of, row.id)) as Row) : null
  if (a.status !== 200) return after && after.version !== row?.version ? 'what was refused has changed' : null
  // a call may mean several steps: the answer says which one was taken
  const taken = a.data?.transition ?? name
  const done = (lifecycles.get(of.id)?.transitions[taken] ?? s) as Transition
  went.set(`${of.id}.${taken}`, (went.get(`${of.id}.${taken}`) ?? 0) + 1)
  if (!may(who.actor, done.permission ?? '')) return 'it went through without its permission'
  if (!row || !after) return null
  takers.set(row.id, who)
  if (!inScope(who.actor, of, row)) return 'it went through for somebody who does not reach it'
  if (!isInState(done.from as never, row)) return 'it went through from a state where it does not begin'
  if (d.stale === 0) return 'it went through with a stale version'
  if (done.to === 'deleted') return after.isDeleted === 1 ? null : 'it is not deleted'
  return after.version > row.version ? null : 'nothing was written'
}

/** Everything is brought to its end: whatever stands anywhere goes on from there, or is final. */
async function endAll(g: Ground): Promise<void> {
  for (const { client, actor } of g.people)
    if (actor.company && actor.company !== STRANGE)
      await client.post('blade-pay/entrustedAccount/recharge', {
        entrustedCompanyId: actor.company,
        amount: '9000000.00',
        paymentType: 1,
      })
  const stuck = await bringToTheEnd(t.context, g.tenantId, families(), () => bankWorks(g, 500))
  expect(stuck.filter((s) => s.includes(NOBODY))).toEqual([])
  expect((await deadEnds(t.context, g.tenantId, families())).filter((s) => !FINAL.includes(s))).toEqual([])
  const found = await t.db.transaction({ tenantId: g.tenantId }, (tx) => checkInvariants(tx))
  expect(broken(found), stuck.join('\n')).toEqual([])
}

test(`${WALKS} walks of ${STEPS} steps through the chain of money over HTTP keep every invariant`, {
  timeout: 7_200_000,
}, async () => {
  let nth = 0
  let g = await groundOf()
  await fc.assert(
    fc.asyncProperty(fc.array(dice, { minLength: STEPS, maxLength: STEPS }), async (path) => {
      if (nth > 0 && nth % OF_ONE === 0) g = await groundOf()
      nth += 1
      const log: string[] = []
      for (const d of path) {
        const wrong = await take(g, d, log)
        if (wrong) expect.fail(`${wrong}\n${log.join('\n')}`)
        if (d.bank === 0) await bankWorks(g)
      }
      const found = await t.db.transaction({ tenantId: g.tenantId }, (tx) => checkInvariants(tx))
      if (broken(found).length > 0) expect.fail(`${JSON.stringify(broken(found))}\n${log.join('\n')}`)
    }),
    { numRuns: WALKS, seed: 20240617, endOnFailure: true },
  )
  // everywhere but for a few: what is created, and what only its applicant may
  expect(went.size, [...went.keys()].sort().join('\n')).toBeGreaterThan(steps().length * 0.85)
  await endAll(g)
})
