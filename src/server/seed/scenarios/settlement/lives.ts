import { cancellationRecord } from '../../../../model/desk/cancellationRecord.ts'
import type { RowOf } from '../../../../model/language/resource.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { servicePaymentOrder } from '../../../../model/payment/payments.ts'
import { orderDoctorSettlement, settlementOrderDoctor } from '../../../../model/settlement/settlementLines.ts'
import { settlementOrder } from '../../../../model/settlement/settlementOrder.ts'
import { moneySettlement } from '../../../domains/settlement/moneySettlement.ts'
import { confirmed, linesPaid, lockOrder, orderSettled } from '../../../domains/settlement/outcomes.ts'
import { taxesOpen } from '../../../domains/settlement/taxPayments.ts'
import type { UnitOfWork } from '../../../writing/unitOfWork/unitOfWork.ts'
import { plusSeconds } from '../../values/times.ts'
import { clientPays, financeChecks } from '../payment/servicePayments.ts'
import { Moments } from '../stage/moments.ts'
import type { Outcome } from '../stage/plan.ts'
import { type Character, liveRows, type Stage } from '../stage/stage.ts'

const { fileStatus } = statesOf(settlementOrderDoctor)

const { auditStatus } = statesOf(cancellationRecord)
const { payStatus: payStates } = statesOf(servicePaymentOrder)

/** The users who decide about one order. `reviewer` differs from `maker`, who confirmed the cycle (INV-41). */
export interface Deciders {
  readonly maker: Character
  readonly reviewer: Character
  readonly client: Character
  readonly cashier: Character
}

const GIVEN_UP = '医生申请放弃本次劳务费'
const PASSED = [null, null, '金额核对无误', '材料齐全，同意', '与结算周期一致']
const REJECTED = ['税额与测算不一致，请重新核对', '医生明细缺少验收材料', '平台服务费费率有误', '重复结算，请核实']

type Line = RowOf<typeof orderDoctorSettlement>
const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map((r) => r.id)
const linesOf = (stage: Stage, settlementOrderId: string): Line[] =>
  liveRows(stage, orderDoctorSettlement, { settlementOrderId })

type Step =
  | 'pass'
  | 'reject'
  | 'resubmit'
  | 'confirm'
  | 'refuse'
  | 'settle'
  | 'askPayment'
  | 'pay'
  | 'paySome'
  | 'payAll'
  | 'payLate'
  | 'refund'
  | 'fixTaxes'
  | 'finish'
  | 'void'

/** How many days later the bank pays where it is late. */
const LATE = 70

/** The steps of an order up to its last state. */
const STEPS: Readonly<Record<Outcome, readonly Step[]>> = {
  new: [],
  rejected: ['reject'],
  resubmitted: ['reject', 'resubmit'],
  reviewed: ['pass'],
  refused: ['pass', 'refuse'],
  confirmed: ['pass', 'confirm'],
  toPay: ['pass', 'confirm', 'settle', 'askPayment'],
  paid: ['pass', 'confirm', 'settle', 'pay'],
  partlyPaid: ['pass', 'confirm', 'settle', 'pay', 'paySome'],
  settled: ['pass', 'confirm', 'settle', 'pay', 'payAll', 'finish'],
  settledLate: ['pass', 'confirm', 'settle', 'pay', 'payLate', 'finish'],
  refunded: ['pass', 'confirm', 'settle', 'pay', 'refund', 'payAll', 'finish'],
  taxToPay: ['pass', 'confirm', 'settle', 'pay', 'payAll', 'fixTaxes'],
  taxPaying: ['pass', 'confirm', 'settle', 'pay', 'payAll', 'fixTaxes'],
  taxFailed: ['pass', 'confirm', 'settle', 'pay', 'payAll', 'fixTaxes'],
  voidEarly: ['pass', 'void'],
  voidLate: ['pass', 'confirm', 'settle', 'void'],
}

/** The steps of users and other systems with one order. */
class Life {
  private readonly moments: Moments

  private readonly stage: Stage
  private readonly id: string
  private readonly deciders: Deciders

  constructor(stage: Stage, id: string, createdAt: string, deciders: Deciders) {
    this.stage = stage
    this.id = id
    this.deciders = deciders
    this.moments = new Moments(stage.today, stage.prng, createdAt)
  }

  /** A decision taken in the product. */
  private decide(who: Character, transition: string, remark: string | null, days: number): void {
    const { stage, id } = this
    stage.agenda.at(this.moments.later(1, days), async () => {
      const ask = remark === null ? {} : { remark }
      await stage.as(who).decide({ resource: 'settlementOrder', transition, id, ask })
    })
  }

  /** A step of another system. */
  private happens(who: Character, days: readonly [number, number], what: (work: UnitOfWork) => Promise<void>): void {
    const { stage, id } = this
    stage.agenda.at(this.moments.later(...days), () =>
      stage.as(who).work(async (work) => {
        await lockOrder(work, moneySettlement, id)
        await what(work)
      }),
    )
  }

  private clientPays(): void {
    const { stage, id, deciders } = this
    stage.agenda.at(this.moments.later(1, 3), () => clientPays(stage, deciders.client, moneySettlement, id))
  }

  /** Finance checks the payment: somebody else than who made the payment order. */
  private checks(reason: string | null, after: () => Promise<void> = async () => undefined): void {
    const { stage, id, deciders } = this
    stage.agenda.at(this.moments.later(1, 2), async () => {
      await financeChecks(stage, deciders.maker, moneySettlement, id, reason)
      await after()
    })
  }

  private bankPays(most: (doctors: string[]) => string[], after = 0): void {
    this.happens(this.deciders.cashier, [2 + after, 5 + after], async (work) => {
      const people = await work.rows(settlementOrderDoctor, { settlementOrderId: this.id })
      await linesPaid(work, this.id, most(people.map((d) => d.doctorId)))
    })
  }

  /** A doctor gives up the fee of one line, the last: it is refunded to the company, with the platform's part of it. */
  private refundsOne(): void {
    const { stage, id } = this
    stage.agenda.at(plusSeconds(this.moments.at, 1500), async () => {
      const last = linesOf(stage, id).at(-1)
      if (!last) throw new Error(`order ${id} has no lines`)
      await this.gaveUp([last], 3600, true)
    })
  }

  /**
   * Void requests for lines. `after` that many seconds the request is decided, as `agreed` says; undecided without
   * `after`.
   */
  private async gaveUp(lines: readonly Line[], after: number | null = null, agreed = true): Promise<void> {
    const { stage, deciders } = this
    const request = { resource: orderDoctorSettlement.id, transition: 'applyForVoid', ask: { reason: GIVEN_UP } }
    for (const { id } of lines) await stage.as(deciders.maker).decide({ ...request, id })
    if (after !== null) this.decidesVoid(plusSeconds(stage.now, after), idsOf(lines), agreed)
  }

  /** The review of what was asked for to be void. */
  private decidesVoid(at: string, documents: readonly string[], agreed: boolean): void {
    const { stage, deciders } = this
    const ask = { auditRemark: agreed ? '同意作废' : '请补充医生的书面说明' }
    stage.agenda.at(at, async () => {
      for (const bizId of documents)
        for (const { id } of liveRows(stage, cancellationRecord, { bizId }).filter(
          (r) => r.auditStatus === auditStatus.pending,
        ))
          await stage
            .as(deciders.reviewer)
            .decide({ resource: cancellationRecord.id, transition: agreed ? 'audit.pass' : 'audit.reject', id, ask })
    })
  }

  /** The whole order is void: it was settled by mistake. */
  private voids(): void {
    const { stage, id, deciders } = this
    stage.agenda.at(this.moments.later(2, 6), async () => {
      const bizCode = liveRows(stage, settlementOrder).find((o) => o.id === id)?.code
      const ask = { bizType: settlementOrder.id, bizCode, reason: '结算月份有误，需重新确认周期' }
      await stage.as(deciders.maker).decideAll({ resource: cancellationRecord.id, transition: 'apply', ids: [], ask })
      this.decidesVoid(plusSeconds(stage.now, 1200), [id], true)
    })
  }

  /** Of a paid order one of five lines is to be void, which waits for a review; one of them was refused. */
  private async linesUnderWay(): Promise<void> {
    const { stage, id, deciders } = this
    await stage.as(deciders.maker).work(async (work) => {
      await lockOrder(work, moneySettlement, id)
      await confirmed(
        work,
        moneySettlement,
        await work.rows(settlementOrderDoctor, { settlementOrderId: id }),
        fileStatus.generated,
      )
    })
    const lines = linesOf(stage, id)
    await this.gaveUp(lines.filter((_, i) => i % 5 === 4))
    await this.gaveUp(lines.slice(3, 4), 900, false)
  }

  /** Puts its steps on the agenda. */
  live(outcome: Outcome): void {
    const { prng } = this.stage
    const { maker, reviewer, client, cashier } = this.deciders
    const steps: Readonly<Record<Step, () => void>> = {
      pass: () => this.decide(reviewer, 'audit.pass', prng.pick<string | null>(PASSED), 2),
      reject: () => this.decide(reviewer, 'audit.reject', prng.pick(REJECTED), 2),
      resubmit: () => this.decide(maker, 'submit', null, 1),
      confirm: () => this.decide(client, 'confim.pass', null, 2),
      refuse: () => this.decide(client, 'confim.reject', prng.pick(REJECTED), 2),
      settle: () => this.decide(reviewer, 'toSettle', null, 2),
      askPayment: () => {
        const payStatus = prng.pick([0, 0, 1, 3] as const)
        if (payStatus === payStates.toPay) return
        this.clientPays()
        if (payStatus === payStates.refused) this.checks('付款凭证与金额不符')
      },
      pay: () => {
        this.clientPays()
        this.checks(null, outcome === 'paid' ? () => this.linesUnderWay() : undefined)
      },
      // all but the last doctor, and at least one
      paySome: () => this.bankPays((doctors) => doctors.slice(0, Math.max(1, doctors.length - 1))),
      payAll: () => this.bankPays((doctors) => doctors),
      payLate: () => this.bankPays((doctors) => doctors, LATE),
      refund: () => this.refundsOne(),
      fixTaxes: () =>
        this.happens(cashier, [2, 5], (work) =>
          taxesOpen(work, this.id, outcome === 'taxToPay' ? 1 : outcome === 'taxPaying' ? 2 : 4),
        ),
      finish: () => this.happens(cashier, [2, 5], (work) => orderSettled(work, moneySettlement, this.id)),
      void: () => this.voids(),
    }
    for (const step of STEPS[outcome]) steps[step]()
  }
}

/** Schedules the steps of an order from its creation. */
export const liveOrder = (stage: Stage, id: string, createdAt: string, deciders: Deciders, outcome: Outcome): void =>
  new Life(stage, id, createdAt, deciders).live(outcome)
