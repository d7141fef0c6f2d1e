import { cancellationRecord } from '../../../../model/desk/cancellationRecord.ts'
import type { RowOf } from '../../../../model/language/resource.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { orderDoctorPaymentPoint } from '../../../../model/payment/orderDoctorPayment.ts'
import { settlementOrderDoctor } from '../../../../model/settlement/settlementLines.ts'
import { orderDoctorSettlementPoint } from '../../../../model/settlement/settlementOrderPoint.ts'
import { orderVoided } from '../../../domains/desk/voiding.ts'
import { confirmed, lockOrder, orderSettled } from '../../../domains/settlement/outcomes.ts'
import { pointsSettlement } from '../../../domains/settlement/pointsSettlement.ts'
import type { UnitOfWork } from '../../../writing/unitOfWork/unitOfWork.ts'
import { Prng } from '../../values/prng.ts'
import { daysOf, plusDays, plusSeconds } from '../../values/times.ts'
import { clientPays, financeChecks } from '../payment/servicePayments.ts'
import { Moments } from '../stage/moments.ts'
import { type Character, liveRows, type Stage, SYSTEM } from '../stage/stage.ts'
import { acceptForPoints, type Client } from './cycles.ts'
import type { Deciders } from './lives.ts'

const { fileStatus: fileStates } = statesOf(settlementOrderDoctor)

const { settleStatus } = statesOf(orderDoctorSettlementPoint)

type Line = RowOf<typeof orderDoctorSettlementPoint>

/** Every third client delivers for points in a month. */
const inPoints = (client: Client, nth: number): boolean => (client.nth + nth) % 3 === 0

/**
 * Deliverables of a month that are settled in points: three of two doctors. `nth`: which of the demo's months; in the
 * months that have no settlement order yet all clients have some.
 */
export function acceptPoints(stage: Stage, client: Client, month: string, nth: number): void {
  if (nth < 12 && !inPoints(client, nth)) return
  const { first } = daysOf(month)
  const doctors = client.doctors.filter((d) => d.blackStatus !== 1)
  for (const i of [0, 1, 2]) {
    const doctor = doctors[(nth * 3 + (i % 2)) % doctors.length]
    const day = plusDays(first, 4 + i * 7)
    if (doctor && day < stage.today)
      acceptForPoints(stage, client, doctor, nth + i, `${day} 14:${10 + client.nth}:0${i}`)
  }
}

/** Where a points order stands: those of old months are settled, the others everywhere in turn. */
const stateOf = (client: Client, nth: number): number =>
  nth <= 2 ? 6 : nth <= 4 ? 5 : ([0, 1, 5, 2, 3, 4, 5, 9][(nth + Math.floor(client.nth / 3) * 3) % 8] ?? 0)

/** Results of the lines of paid orders, in turn. */
const OUTCOMES = [
  'review',
  'payable',
  'void',
  'granted',
  'review',
  'frozen',
  'granted',
  'void',
  'rejected',
  'review',
  'frozen',
] as const
type Outcome = (typeof OUTCOMES)[number]

/** A points order with who decides about it, from its birth on: on the agenda. */
export function livePoints(
  stage: Stage,
  order: { readonly id: string; readonly createdAt: string },
  deciders: Deciders,
  client: Client,
  nth: number,
): void {
  new PointLife(stage, order, deciders, client, nth).live(stateOf(client, nth))
}

/** The steps of users with one order in points. */
class PointLife {
  private readonly moments: Moments
  private readonly id: string

  private readonly stage: Stage
  private readonly deciders: Deciders
  private readonly client: Client
  private readonly nth: number

  constructor(
    stage: Stage,
    order: { readonly id: string; readonly createdAt: string },
    deciders: Deciders,
    client: Client,
    nth: number,
  ) {
    this.stage = stage
    this.deciders = deciders
    this.client = client
    this.nth = nth
    this.id = order.id
    // chance of its own, so that the orders in money stay as they are
    this.moments = new Moments(stage.today, new Prng(20240104 + client.nth * 100 + nth), order.createdAt)
  }

  private next(days: number, run: (at: string) => Promise<unknown>): void {
    const at = this.moments.later(1, days)
    this.stage.agenda.at(at, async () => {
      await run(at)
    })
  }

  private decide(who: Character, transition: string, remark: string | null = null): void {
    const ask = remark === null ? {} : { remark }
    this.next(2, () => this.stage.as(who).decide({ resource: pointsSettlement.order.id, transition, id: this.id, ask }))
  }

  private happens(who: Character, what: (work: UnitOfWork) => Promise<void>): void {
    this.next(3, () =>
      this.stage.as(who).work(async (work) => {
        await lockOrder(work, pointsSettlement, this.id)
        await what(work)
      }),
    )
  }

  /** The confirmations of the doctors are written (1), then signed (2). */
  private async filed(who: Character, fileStatus: 1 | 2): Promise<void> {
    await this.stage.as(who).work(async (work) => {
      await lockOrder(work, pointsSettlement, this.id)
      await confirmed(
        work,
        pointsSettlement,
        await work.rows(pointsSettlement.doctors, { settlementOrderId: this.id }),
        fileStatus,
      )
    })
  }

  private lines(): Line[] {
    return liveRows(this.stage, orderDoctorSettlementPoint, { settlementOrderId: this.id })
  }

  private step(
    who: Character,
    of: 'orderDoctorSettlementPoint' | 'orderDoctorPaymentPoint' | 'cancellationRecord',
    transition: string,
  ) {
    return (id: string, ask: Readonly<Record<string, unknown>> = {}) =>
      this.stage.as(who).decide({ resource: of, transition, id, ask })
  }

  /** Finance applies for the payment of a line. Its id. */
  private async applied(line: Line): Promise<string> {
    await this.step(this.deciders.maker, 'orderDoctorSettlementPoint', 'applyForPayment')(line.id)
    const [payment] = liveRows(this.stage, orderDoctorPaymentPoint, { orderDoctorSettlementId: line.id })
    return payment?.id ?? ''
  }

  /** Finance applies for payments of lines, and somebody else decides about them. */
  private pays(outcomeOf: (line: Line, n: number) => Outcome): void {
    const { maker, reviewer } = this.deciders
    const payments: { readonly id: string; readonly outcome: Outcome }[] = []
    this.next(3, async () => {
      await this.filed(maker, fileStates.generated)
      for (const [n, line] of this.lines().entries()) {
        const outcome = outcomeOf(line, n)
        if (line.settleStatus !== settleStatus.payable || outcome === 'payable') continue
        if (outcome === 'void') await this.voidRequested(line)
        else payments.push({ id: await this.applied(line), outcome })
      }
    })
    this.next(2, async () => {
      for (const { id, outcome } of payments) {
        if (outcome === 'granted') await this.step(reviewer, 'orderDoctorPaymentPoint', 'auditPass')(id)
        if (outcome === 'rejected')
          await this.step(reviewer, 'orderDoctorPaymentPoint', 'auditReject')(id, { reason: '活动验收材料不完整' })
        if (outcome === 'frozen')
          await this.stage.as(SYSTEM).work(async (work) => {
            await work.lock(orderDoctorPaymentPoint, [id])
            await work.step(orderDoctorPaymentPoint, id, 'freeze', { remark: '医生身份待核实' })
          })
      }
    })
  }

  /** A doctor is to give up the points of a line, which waits for a review. */
  private voidRequested(line: Line): Promise<unknown> {
    const reason = '医生申请放弃本次积分'
    return this.step(this.deciders.maker, 'orderDoctorSettlementPoint', 'applyForVoid')(line.id, { reason })
  }

  /** A doctor gives up the points of the last line: what they cost is refunded to the company, and they go back. */
  private refundsOne(): void {
    this.next(2, async (after) => {
      const line = this.lines().at(-1)
      if (!line) throw new Error(`order ${this.id} has no lines`)
      await this.voidRequested(line)
      this.stage.agenda.at(plusSeconds(after, 1800), async () => {
        const [record] = liveRows(this.stage, cancellationRecord, { bizId: line.id })
        const ask = { auditRemark: '同意作废，款项退回预存账户' }
        await this.step(this.deciders.reviewer, 'cancellationRecord', 'audit.pass')(record?.id ?? '', ask)
      })
    })
  }

  /** Puts its steps on the agenda, up to its last state. */
  live(status: number): void {
    const { maker, reviewer, client, cashier } = this.deciders
    const { stage, id, nth } = this
    const passed = () => this.decide(reviewer, 'audit.pass')
    const confirmed = () => this.decide(client, 'confim.pass')
    const toPay = () => this.decide(reviewer, 'toSettle')
    const paid = () => {
      this.next(3, () => clientPays(stage, client, pointsSettlement, id))
      this.next(2, () => financeChecks(stage, maker, pointsSettlement, id))
    }
    const inPart = () => this.pays((_, n) => OUTCOMES[(nth * 3 + this.client.nth + n) % OUTCOMES.length] ?? 'payable')
    const settled = () => {
      if (this.client.nth % 2 === 0) this.refundsOne()
      this.pays(() => 'granted')
      this.next(1, () => this.filed(maker, fileStates.signed))
      this.happens(cashier, (work) => orderSettled(work, pointsSettlement, id))
    }
    const steps: Readonly<Record<number, readonly (() => void)[]>> = {
      0: [],
      1: [() => this.decide(reviewer, 'audit.reject', '积分与活动明细不一致，请核对')],
      2: [passed],
      3: [passed, confirmed],
      4: [passed, confirmed, toPay],
      5: [passed, confirmed, toPay, paid, inPart],
      6: [passed, confirmed, toPay, paid, settled],
      9: [passed, () => this.happens(reviewer, (work) => orderVoided(work, pointsSettlement, id))],
    }
    for (const step of steps[status] ?? []) step()
  }
}
