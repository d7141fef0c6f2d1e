import fc from 'fast-check'
import { expect, test } from 'vitest'
import { entrustedAccount } from '../../../src/model/funds/accounts.ts'
import { tradingManagerInfo } from '../../../src/model/funds/units.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import {
  entrustedTaxPaymentOrder,
  platServiceFee,
  servicePaymentBill,
  servicePaymentOrder,
} from '../../../src/model/payment/payments.ts'
import { servicePaymentOrderDetail } from '../../../src/model/payment/servicePayment.ts'
import {
  orderDoctorSettlement,
  settlementOrderDoctor,
  settlementOrderTaxItem,
} from '../../../src/model/settlement/settlementLines.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import { fen } from '../../../src/model/values/money.ts'
import type { Actor } from '../../../src/server/core/actor.ts'
import { moveUnit } from '../../../src/server/domains/funds/ledger/units.ts'
import { moneySettlement } from '../../../src/server/domains/settlement/moneySettlement.ts'
import { linesPaid, lockOrder, orderSettled } from '../../../src/server/domains/settlement/outcomes.ts'
import { MemoryCheck } from '../../../src/server/promises/memoryCheck.ts'
import { invariants } from '../../../src/server/verification/check.ts'
import type { AnyResource, Row } from '../../../src/server/writing/unitOfWork/rows.ts'
import type { UnitOfWork } from '../../../src/server/writing/unitOfWork/unitOfWork.ts'
import { type Ground, groundIn, orderIn } from '../ground.ts'
import { loader, person } from '../people.ts'
import { inMemory, type Memory, perform } from '../sides.ts'
import {
  amountsOf,
  fees,
  type LineAmounts,
  likely,
  Mind,
  type Step,
  stepsOf,
  type TaxedLine,
  total,
} from './settlementOracle.ts'

const { unitStatus } = statesOf(tradingManagerInfo)
const { payMode } = statesOf(servicePaymentOrder)

/** Random walks through lifecycle 3.12 in memory, to the fen. */
export function settlementWalks(walks: number): void {
  // Random walks through lifecycle 3.12 in memory, to the fen: what each step must answer, and what every amount of the order
  // and of its documents must be, is said by an oracle from the fees alone. Whatever stands at toSettle in the end is paid,
  // transferred and settled.
  const TENANT = 'settlement'
  const STEPS = 40

  const reached = new Set<string>()

  /** How the ground taxes the lines of an order: doctors and tax items in turn. */
  const taxed = (lines: readonly string[]): TaxedLine[] =>
    lines.map((fee, n) => ({
      fee,
      key: `${n % 2 === 0 ? 0 : n % 3}/${n % 2}`,
      threshold: n % 2 === 0 ? '1000.00' : '100000.00',
    }))

  /** Lines are paid here, and taxes and fee passed on, without payments and transfers, which the walks of the whole chain make. */
  const PAYMENTS = new Set(['INV-17.lines', 'INV-17.paidOrders', 'INV-17.taxes', 'INV-23.fee'])

  /** One order on its ground, with what it must amount to. */
  class Walk {
    readonly side: Memory = inMemory(TENANT)
    readonly check = new MemoryCheck(
      this.side.store,
      invariants.filter((i) => !PAYMENTS.has(i.id)),
    )
    readonly amounts: LineAmounts[]
    g!: Ground
    id = ''

    private readonly lines: readonly string[]

    constructor(lines: readonly string[]) {
      this.lines = lines
      this.amounts = amountsOf(taxed(lines))
    }

    async begin(fin2: Actor): Promise<void> {
      await this.side.run(loader(TENANT), async (work) => {
        this.g = await groundIn(work, 1, fin2)
        this.id = (await orderIn(work, this.g, 1, { ownCycle: true, fees: this.lines })).id
      })
    }

    live(of: AnyResource, where: Readonly<Record<string, string>> = { settlementOrderId: this.id }): Row[] {
      return this.side.store.table(of).live(of, where)
    }

    get order(): Row {
      return this.side.store.table(settlementOrder).get(settlementOrder, this.id) as Row
    }

    /** What becomes of the order elsewhere: its payment, the bank, the passing on of fee and taxes. */
    happens(what: (work: UnitOfWork) => Promise<void>): Promise<void> {
      return this.side.run(loader(TENANT), async (work) => {
        await lockOrder(work, moneySettlement, this.id)
        await what(work)
        await work.flush()
      })
    }

    /** Every amount is what the oracle says, and every invariant holds. `paid`: lines that the bank has paid. */
    holds(log: readonly string[], paid: readonly LineAmounts[] = []): void {
      const all = this.amounts
      const order = this.order
      const fee = {
        vatAmount: total(all, 'vat'),
        surchargeAmount: total(all, 'surcharge'),
        iitAmount: total(all, 'iit'),
      }
      const told = log.join('\n')
      expect(order, told).toMatchObject({
        ...fee,
        doctorAmount: total(all, 'gross'),
        platformAmount: total(all, 'platform'),
        taxAmount: total(all, 'vat', 'surcharge', 'iit'),
        netAmount: total(all, 'net'),
        totalAmount: total(all, 'gross', 'platform'),
        paidNetAmount: total(paid, 'net'),
      })
      if (order.isDeleted === 0)
        for (const part of [settlementOrderDoctor, settlementOrderTaxItem, orderDoctorSettlement]) {
          const rows = this.live(part)
          for (const [name, own] of [
            ['grossAmount', 'gross'],
            ['vatAmount', 'vat'],
            ['surchargeAmount', 'surcharge'],
            ['iitAmount', 'iit'],
            ['netAmount', 'net'],
            ['platformFee', 'platform'],
          ] as const)
            expect([part.id, name, sumOf(rows, name)], told).toEqual([part.id, name, total(all, own)])
        }
      this.documents(told)
      expect(this.check.broken(), told).toEqual([])
    }

    private documents(told: string): void {
      const all = this.amounts
      const settling = this.order.settlementStatus as number
      const [payment, ...more] = this.live(servicePaymentOrder)
      expect([payment !== undefined, more.length], told).toEqual([settling >= 4 && settling <= 6, 0])
      if (!payment) return
      const amounts = { doctorAmount: total(all, 'gross'), platformAmount: total(all, 'platform') }
      expect(payment, told).toMatchObject({ ...amounts, amount: total(all, 'gross', 'platform') })
      // one bill a tax item, one for the platform
      const items = [0, 1].map((item) => all.filter((_line, n) => n % 2 === item)).filter((lines) => lines.length > 0)
      const bills = this.live(servicePaymentBill, { servicePaymentOrderId: payment.id }).map((b) => String(b.amount))
      const platform = total(all, 'platform') === '0.00' ? [] : [total(all, 'platform')]
      expect(bills.sort(), told).toEqual([...items.map((lines) => total(lines, 'gross')), ...platform].sort())
      expect(this.live(platServiceFee), told).toMatchObject([
        { baseAmount: total(all, 'gross'), feeAmount: total(all, 'platform') },
      ])
      expect(this.live(entrustedTaxPaymentOrder), told).toMatchObject([
        { amount: total(all, 'vat', 'surcharge', 'iit'), lineCount: all.length },
      ])
    }

    /** The client pays by bank transfer, and finance checks it. */
    private async paid(client: Actor, checker: Actor): Promise<void> {
      const [payment] = this.live(servicePaymentOrder)
      const id = String(payment?.id)
      await this.happens(async (work) => {
        await work.insert(entrustedAccount, { accountNo: 'PA1', entrustedCompanyId: this.g.companyId })
        await work.insert(tradingManagerInfo, {
          unitNo: 'DM1',
          holderType: 1,
          holderId: this.g.companyId,
          unitStatus: unitStatus.normal,
        })
        await work.insert(servicePaymentOrderDetail, {
          servicePaymentOrderId: id,
          amount: String(payment?.amount),
          payTime: work.time,
          voucherUrl: '1',
          bankSerialNo: 'BSN1',
        })
      })
      for (const [actor, transition, ask] of [
        [client, 'confimPay', { payMode: payMode.transfer }],
        [checker, 'submitReview.pass', {}],
      ] as const) {
        const decided = { resource: servicePaymentOrder.id, transition, ids: [id], ask, versions: {} }
        expect(await perform(this.side, actor, { kind: 'decide', who: 0, ...decided })).toHaveProperty('answer')
      }
      expect(this.side.store.table(tradingManagerInfo).live(tradingManagerInfo, {})[0]?.balance).toBe(payment?.amount)
    }

    /** What leaves the unit of the company. */
    private async spent(work: UnitOfWork, amount: string): Promise<void> {
      const [unit] = await work.rows(tradingManagerInfo, { holderId: this.g.companyId })
      await work.lock(tradingManagerInfo, unit ? [unit.id] : [])
      await moveUnit(work, unit?.id ?? '', -fen(amount))
    }

    /** The client pays, the bank transfers doctor by doctor, fee and taxes are passed on. */
    async settle(log: readonly string[], client: Actor, checker: Actor): Promise<void> {
      await this.paid(client, checker)
      this.holds(log)
      const paid: LineAmounts[] = []
      const lines = this.live(orderDoctorSettlement)
      for (const doctor of new Set(lines.map((l) => String(l.doctorId)))) {
        const theirs = this.amounts.filter((_line, n) => lines[n]?.doctorId === doctor)
        await this.happens(async (work) => {
          await linesPaid(work, this.id, [doctor])
          await this.spent(work, total(theirs, 'net'))
        })
        paid.push(...theirs)
        this.holds(log, paid)
      }
      await this.happens(async (work) => {
        await orderSettled(work, moneySettlement, this.id)
        await this.spent(work, total(this.amounts, 'vat', 'surcharge', 'iit', 'platform'))
      })
      expect(this.order.settlementStatus).toBe(6)
      this.holds(log, paid)
    }
  }

  const sumOf = (rows: readonly Row[], name: string): string => {
    const all = rows.reduce((sum, row) => sum + BigInt(String(row[name]).replace('.', '')), 0n)
    const digits = String(all).padStart(3, '0')
    return `${digits.slice(0, -2)}.${digits.slice(-2)}`
  }

  let settled = 0

  async function walk(path: readonly Step[], lines: readonly string[]): Promise<void> {
    const of = new Walk(lines)
    // an order whose taxes eat a fee is never made
    fc.pre(of.amounts.every((line) => line.net > 0n))
    const by = (alias: string, name: string) =>
      person(TENANT, alias, { name, userId: of.side.source.id(), requestId: 'walk' })
    const [fin, fin2, admin] = [by('finance', '钱审核'), by('finance', '钱复核'), by('administrator', '管理员')]
    await of.begin(fin2)
    const ca: Actor = { ...by('companyAdmin', '康管理'), company: of.g.companyId }
    const people = [fin, fin2, ca, admin, fin, { ...ca, company: '9' }]
    const mind = new Mind(fin2, of.g.companyId)
    of.holds(mind.log)
    for (const step of path) {
      const now = of.side.source.now().getTime() + step.minutes * 60_000
      of.side.source.set(now)
      const actor = people[step.who] as Actor
      const should = mind.expected(step, actor, now)
      const version = mind.versionOf(step)
      const outcome = await perform(of.side, actor, {
        kind: 'decide',
        who: step.who,
        resource: 'settlementOrder',
        transition: step.name,
        ids: [of.id],
        ask: step.remark ? { remark: '备注' } : {},
        versions: version === null ? {} : { [of.id]: version },
      })
      const code = 'answer' in outcome ? 200 : 'refused' in outcome ? outcome.refused[0] : outcome
      mind.log.push(`${step.name} by ${actor.name} v:${step.version} → ${JSON.stringify(code)}`)
      expect(code, mind.log.join('\n')).toBe(should)
      if (code !== 200) continue
      reached.add(step.name)
      mind.took(step, actor, now)
      const { settlementStatus, version: is, isDeleted } = of.order
      expect([settlementStatus, is, isDeleted === 1]).toEqual([mind.status, mind.version, mind.deleted])
      of.holds(mind.log)
    }
    if (mind.status !== 4 || mind.deleted) return
    await of.settle(mind.log, ca, by('finance', '孙复核'))
    settled += 1
  }

  test(`${walks} walks of ${STEPS} steps answer and amount to what the oracle says, to the fen`, {
    timeout: 300_000,
  }, async () => {
    await fc.assert(fc.asyncProperty(stepsOf(STEPS), fees, walk), {
      numRuns: walks,
      seed: 20240617,
      endOnFailure: true,
    })
    expect([...reached].sort()).toEqual([...likely].sort())
    expect(settled).toBeGreaterThan(walks / 20)
  })
}
