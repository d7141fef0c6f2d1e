import { beforeAll, expect, test } from 'vitest'
import { isInState } from '../../../src/model/language/lifecycle.ts'
import type { Conflict, Decided } from '../../../src/model/wire/wire.ts'
import type { Actor } from '../../../src/server/core/actor.ts'
import { AppError } from '../../../src/server/core/errors.ts'
import { decide } from '../../../src/server/deciding/engine.ts'
import { broken, checkInvariants } from '../../../src/server/verification/check.ts'
import type { Row } from '../../../src/server/writing/unitOfWork/rows.ts'
import { newTenantId } from '../harness.ts'
import { count, testContext } from './fixture.ts'
import { answersTo, type MoneyStep, moneySteps, standingAt, tellMoney, whoMay, wouldWrite } from './moneyDemo.ts'

/** How much is asked. */
interface MoneyCalls {
  /** Calls of one step at the same time. */
  readonly atOnce: number
  /** How often all steps are gone through, at most: in one round some find no document. */
  readonly rounds: number
  /** Steps that may remain without a document. */
  readonly untaken: number
  /** Records that are tried for a step. */
  readonly rows: number
}

/** Every decision about money that the model knows, asked many times at once. */
export function moneyCalls({ atOnce: AT_ONCE, rounds: ROUNDS, untaken: UNTAKEN, rows: ROWS }: MoneyCalls): void {
  // Every decision about money that the model knows, asked many times at once: with one key it is taken once and all are
  // answered alike; with keys of their own one wins, and the others are told who. The steps of a demo's documents follow on
  // one another, so that what one leaves is where the next begins.

  /** Steps that no document of the demo is ready for. */
  const BESIDE = [
    // needs the scanned certificates of every doctor
    'summaryTaxReturns.certify',
    // tests/rules/settlement/cycles.test.ts, resultRaces.test.ts: the demo has confirmed its results where the cycle is over
    'settlementCycle.confim',
    // bank.test.ts: no money of the demo came back late
    'transferAccount.payAgain',
    // tests/rules/settlement/pointOrders.test.ts: the one order in points that is open goes back to its review
    'settlementOrderPoint.toSettle',
  ]

  let context: Awaited<ReturnType<typeof testContext>>
  const tenantId = newTenantId()
  beforeAll(async () => {
    context = await testContext()
    await tellMoney(context.db, tenantId)
    // payments without a bank, and cycles confirmed before their month is over
    const { length } = await context.db.transaction({ tenantId }, (tx) =>
      tx.query(`update "param" set param_value = 'true' where tenant_id = $1 and param_key = any($2) returning id`, [
        tenantId,
        ['pay.simulated.enabled', 'cycle.confirmEarly'],
      ]),
    )
    expect(length).toBe(2)
  })

  const nameOf = (s: MoneyStep): string => `${s.of.id}.${s.name}`
  const lines = () => count(context, tenantId, 'audit_trail')

  /** Who took a step of a record last: what only they may take back. */
  const takers = new Map<string, Actor>()

  /** Why a step was refused last, for who reads a failure. */
  const why = new Map<string, string>()

  /** A record that a step can be taken with, by whom, and what it would write. */
  async function found(s: MoneyStep): Promise<{ row: Row; who: Actor; writes: number } | null> {
    for (const row of (await standingAt(context.db, tenantId, s)).slice(0, ROWS)) {
      for (const who of [takers.get(row.id), whoMay(tenantId, s, row)]) {
        if (!who) continue
        const writes = await wouldWrite(context, who, s, row.id)
        if (typeof writes === 'number') return { row, who, writes }
        why.set(nameOf(s), writes.text[0])
      }
    }
    return null
  }

  const ended = async (calls: readonly Promise<Decided>[]): Promise<(Decided | AppError)[]> =>
    (await Promise.allSettled(calls)).map((e) => {
      if (e.status === 'fulfilled') return e.value
      if (e.reason instanceof AppError) return e.reason
      throw e.reason
    })
  const isRefused = (e: Decided | AppError): e is AppError => e instanceof AppError
  const take = (s: MoneyStep, row: Row, who: Actor, key: string) =>
    decide(context, who, { resource: s.of.id, transition: s.name, id: row.id, ask: answersTo(s.transition), key })

  /** The same key many times at once: one effect, and one answer. */
  async function sameKey(s: MoneyStep): Promise<boolean> {
    const ground = await found(s)
    if (!ground) return false
    const { row, who, writes } = ground
    const before = await lines()
    const all = await ended(Array.from({ length: AT_ONCE }, () => take(s, row, who, `same-${nameOf(s)}`)))
    const again = await take(s, row, who, `same-${nameOf(s)}`)
    const answers = [again, ...all.filter((e) => !isRefused(e))].map((e) => JSON.stringify(e))
    expect(new Set(answers).size, nameOf(s)).toBe(1)
    for (const r of all.filter(isRefused))
      expect([nameOf(s), r.code, (r.data as Conflict).reason]).toEqual([nameOf(s), 409, 'busy'])
    expect([nameOf(s), (await lines()) - before]).toEqual([nameOf(s), writes])
    takers.set(row.id, who)
    return true
  }

  /** Keys of their own at once: one wins. */
  async function ownKeys(s: MoneyStep): Promise<boolean> {
    const ground = await found(s)
    if (!ground) return false
    const { row, who, writes } = ground
    const mine = takers.get(row.id) === who
    const before = await lines()
    const people = Array.from({ length: AT_ONCE }, (_, n) => (mine ? who : (whoMay(tenantId, s, row, n) as Actor)))
    const all = await ended(people.map((one, n) => take(s, row, one, `own-${nameOf(s)}-${n}`)))
    const winner = all.findIndex((e) => !isRefused(e))
    expect([nameOf(s), all.filter((e) => !isRefused(e)).length]).toEqual([nameOf(s), 1])
    const gone = s.transition.to === 'deleted'
    for (const r of all.filter(isRefused))
      expect([nameOf(s), r.code, gone ? '' : (r.data as Conflict | undefined)?.by]).toEqual([
        nameOf(s),
        gone ? 404 : 409,
        gone ? '' : people[winner]?.name,
      ])
    expect([nameOf(s), (await lines()) - before]).toEqual([nameOf(s), writes])
    takers.set(row.id, people[winner] as Actor)
    return true
  }

  /** Takes a step once more, so that those behind it have documents. */
  async function goOn(s: MoneyStep, wanted: readonly MoneyStep[]): Promise<void> {
    const ground = isForward(s) ? await found(s) : null
    // a record that a step behind waits for is left to it
    if (!ground || wanted.some((w) => w.of === s.of && w !== s && isInState(w.transition.from as never, ground.row)))
      return
    takers.set(ground.row.id, ground.who)
    await take(s, ground.row, ground.who, `on-${nameOf(s)}-${ground.row.id}-${ground.row.version}`)
  }
  const isForward = ({ transition: t }: MoneyStep): boolean =>
    t.result !== 'reject' && t.takesBack === undefined && t.to !== 'deleted'

  test(`every decision about money, ${AT_ONCE} times at once`, { timeout: 1_800_000 }, async () => {
    // what is deleted goes no further: last of all
    const steps = moneySteps().sort(
      (a, b) => Number(a.transition.to === 'deleted') - Number(b.transition.to === 'deleted'),
    )
    const left = steps.map((s) => ({ s, todo: [sameKey, ownKeys] }))
    expect(left.length).toBeGreaterThan(50)
    const tryAll = async (one: (typeof left)[number]) => {
      for (const ask of one.todo) {
        if (!(await ask(one.s))) continue
        one.todo = one.todo.filter((a) => a !== ask)
        // what is taken back is so before anything else follows
        for (const back of left.filter(
          (b) => b.s.of === one.s.of && b.todo.length > 0 && b.s.transition.takesBack?.includes(one.s.name),
        ))
          await tryAll(back)
      }
    }
    const open = () =>
      left.flatMap(({ s, todo }) =>
        BESIDE.includes(nameOf(s)) ? [] : todo.map((ask) => `${nameOf(s)} ${ask.name}: ${why.get(nameOf(s)) ?? ''}`),
      )
    for (let round = 0; round < ROUNDS && open().length > 0; round++) {
      for (const one of left) {
        if (one.s.transition.to === 'deleted' && ROUNDS > 1 && round < 2) continue
        if (round > 0)
          await goOn(
            one.s,
            left.flatMap(({ s, todo }) => (todo.length > 0 && !BESIDE.includes(nameOf(s)) ? [s] : [])),
          )
        await tryAll(one)
      }
    }
    expect(open().length, open().join('\n')).toBeLessThanOrEqual(UNTAKEN)
    const wrong = await context.db.transaction({ tenantId }, (tx) => checkInvariants(tx))
    expect(broken(wrong)).toEqual([])
  })
}
