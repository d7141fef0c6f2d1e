import { cancellationRecord } from '../../../model/desk/cancellationRecord.ts'
import { fen } from '../../../model/kernel/money.ts'
import type { RowOf } from '../../../model/kernel/resource.ts'
import { orderDoctorSettlement, settlementOrderDoctor } from '../../../model/settlement/settlementLines.ts'
import { post } from '../../modules/funds/ledger.ts'
import {
  lineRefunded,
  linesPaid,
  linesStepped,
  lockOrder,
  orderSettled,
  orderVoided,
  taxesOpen,
} from '../../modules/settlement/outcomes.ts'
import type { UnitOfWork } from '../../writes/unitOfWork.ts'
import { plusDays, plusSeconds, workdayAfter, workdayBefore, working } from '../times.ts'
import type { Fate } from './plan.ts'
import { clientPays, financeChecks } from './servicePayments.ts'
import type { Character, Stage } from './stage.ts'

/** The users who decide about one order. `reviewer` differs from `maker`, who confirmed the cycle (INV-41). */
export interface Cast {
  readonly maker: Character
  readonly reviewer: Character
  readonly client: Character
  readonly cashier: Character
}

const PASSED = [null, null, '金额核对无误', '材料齐全，同意', '与结算周期一致']
const REJECTED = ['税额与测算不一致，请重新核对', '医生明细缺少验收材料', '平台服务费费率有误', '重复结算，请核实']

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
const STEPS: Readonly<Record<Fate, readonly Step[]>> = {
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

/** The steps of users and other systems with one order, a working day or two apart, all before today. */
class Life {
  constructor(
    private readonly stage: Stage,
    private readonly id: string,
    private at: string,
    private readonly cast: Cast,
  ) {}

  private later(from: number, to: number): string {
    const { prng, today } = this.stage
    const next = working(prng, workdayAfter(plusDays(this.at, prng.int(from, to))))
    const last = workdayBefore(plusDays(today, -1))
    if (next.slice(0, 10) <= last) this.at = next
    // no working day is left: a little later on the same day, or on the last one
    else this.at = this.at < `${last} 17:00:00` && this.at.slice(0, 10) < last ? working(prng, last) : this.soon()
    return this.at
  }

  private soon(): string {
    return plusSeconds(this.at, this.stage.prng.int(200, 900))
  }

  /** A decision taken in the product. */
  private decide(who: Character, transition: string, remark: string | null, days: number): void {
    const { stage, id } = this
    stage.agenda.at(this.later(1, days), async () => {
      const ask = remark === null ? {} : { remark }
      await stage.as(who).decide({ resource: 'settlementOrder', transition, id, ask })
    })
  }

  /** A step of another system. */
  private happens(who: Character, days: readonly [number, number], what: (work: UnitOfWork) => Promise<void>): void {
    const { stage, id } = this
    stage.agenda.at(this.later(...days), () =>
      stage.as(who).work(async (work) => {
        await lockOrder(work, id)
        await what(work)
      }),
    )
  }

  private clientPays(): void {
    const { stage, id, cast } = this
    stage.agenda.at(this.later(1, 3), () => clientPays(stage, cast.client, id))
  }

  /** Finance checks the payment: somebody else than who made the payment order. */
  private checks(reason: string | null, after: (work: UnitOfWork) => Promise<void> = async () => undefined): void {
    const { stage, id, cast } = this
    stage.agenda.at(this.later(1, 2), async () => {
      await financeChecks(stage, cast.maker, id, reason)
      await stage.as(cast.maker).work(async (work) => {
        await lockOrder(work, id)
        await after(work)
      })
    })
  }

  private bankPays(most: (doctors: string[]) => string[], after = 0): void {
    this.happens(this.cast.cashier, [2 + after, 5 + after], async (work) => {
      const people = await work.rows(settlementOrderDoctor, { settlementOrderId: this.id })
      await linesPaid(work, this.id, most(people.map((d) => d.doctorId)))
    })
  }

  /** A doctor gives up the fee of one line, the last: it is refunded to the company, with the platform's part of it. */
  private refundsOne(): void {
    const { stage, id, cast } = this
    const [asked, agreed] = [plusSeconds(this.at, 1500), plusSeconds(this.at, 5100)]
    stage.agenda.at(agreed, () =>
      stage.as(cast.reviewer).work(async (work) => {
        await lockOrder(work, id)
        const line = (await work.rows(orderDoctorSettlement, { settlementOrderId: id })).at(-1)
        if (!line) throw new Error(`order ${id} has no lines`)
        const refundRecordId = stage.idAt(agreed)
        await linesStepped(work, 'applyForVoid', [{ id: line.id }])
        await lineRefunded(work, id, line, refundRecordId)
        const amount = fen(line.grossAmount ?? '0') + fen(line.platformFee ?? '0')
        const biz = { type: orderDoctorSettlement.id, id: line.id, code: line.code }
        await post(work, line.entrustedCompanyId, [{ recordType: 3, amount, biz, id: refundRecordId }])
        await work.insert(cancellationRecord, {
          ...givenUp(line, cast.cashier.name, asked),
          auditStatus: 1,
          auditUserName: cast.reviewer.name,
          auditTime: work.time,
          auditRemark: '同意作废，款项退回预存账户',
          refundRecordId,
        })
      }),
    )
  }

  /** Puts its steps on the agenda. */
  live(fate: Fate): void {
    const { prng } = this.stage
    const { maker, reviewer, client, cashier } = this.cast
    const steps: Readonly<Record<Step, () => void>> = {
      pass: () => this.decide(reviewer, 'audit.pass', prng.pick<string | null>(PASSED), 2),
      reject: () => this.decide(reviewer, 'audit.reject', prng.pick(REJECTED), 2),
      resubmit: () => this.decide(maker, 'submit', null, 1),
      confirm: () => this.decide(client, 'confim.pass', null, 2),
      refuse: () => this.decide(client, 'confim.reject', prng.pick(REJECTED), 2),
      settle: () => this.decide(reviewer, 'toSettle', null, 2),
      askPayment: () => {
        const payStatus = prng.pick([0, 0, 1, 3] as const)
        if (payStatus === 0) return
        this.clientPays()
        if (payStatus === 3) this.checks('付款凭证与金额不符')
      },
      pay: () => {
        this.clientPays()
        this.checks(null, fate === 'paid' ? (work) => linesUnderWay(work, this.id, cashier.name) : undefined)
      },
      // all but the last doctor, and at least one
      paySome: () => this.bankPays((doctors) => doctors.slice(0, Math.max(1, doctors.length - 1))),
      payAll: () => this.bankPays((doctors) => doctors),
      payLate: () => this.bankPays((doctors) => doctors, LATE),
      refund: () => this.refundsOne(),
      fixTaxes: () =>
        this.happens(cashier, [2, 5], (work) =>
          taxesOpen(work, this.id, fate === 'taxToPay' ? 1 : fate === 'taxPaying' ? 2 : 4),
        ),
      finish: () => this.happens(cashier, [2, 5], (work) => orderSettled(work, this.id)),
      void: () => this.happens(reviewer, [2, 6], (work) => orderVoided(work, this.id)),
    }
    for (const step of STEPS[fate]) steps[step]()
  }
}

/** The application to void a line whose fee the doctor gives up. */
const givenUp = (line: RowOf<typeof orderDoctorSettlement>, applicant: string, applyTime: string) =>
  ({
    bizType: 'orderDoctorSettlement',
    bizId: line.id,
    bizCode: line.code,
    entrustedCompanyId: line.entrustedCompanyId,
    entrustedCompanyName: line.entrustedCompanyName,
    socialCreditCode: line.socialCreditCode,
    doctorId: line.doctorId,
    doctorName: line.doctorName,
    amount: line.grossAmount,
    reason: '医生申请放弃本次劳务费',
    applyUserName: applicant,
    applyTime,
    prevStatus: 1,
  }) as const

/** Of a paid order one of five lines is to be void, which waits for a review; the others are payable. */
async function linesUnderWay(work: UnitOfWork, orderId: string, applicant: string): Promise<void> {
  const lines = await work.rows(orderDoctorSettlement, { settlementOrderId: orderId })
  const given = lines.filter((_, i) => i % 5 === 4)
  await linesStepped(
    work,
    'applyForVoid',
    given.map(({ id }) => ({ id })),
  )
  const people = await work.rows(settlementOrderDoctor, { settlementOrderId: orderId })
  await work.updateAll(
    settlementOrderDoctor,
    people.map((d) => ({ id: d.id, fileStatus: 1 as const })),
  )
  for (const line of given) await work.insert(cancellationRecord, givenUp(line, applicant, work.time))
}

/** Schedules the steps of an order from its creation. */
export const liveOrder = (stage: Stage, id: string, born: string, cast: Cast, fate: Fate): void =>
  new Life(stage, id, born, cast).live(fate)
