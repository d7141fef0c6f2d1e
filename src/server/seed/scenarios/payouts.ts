import { handleApply, handleStatusRecord } from '../../../model/funds/handle.ts'
import { handleApplyInfo } from '../../../model/funds/handleInfo.ts'
import { orderDoctorPayment } from '../../../model/funds/payments.ts'
import { transferAccount } from '../../../model/funds/transfers.ts'
import { fen, sum } from '../../../model/kernel/money.ts'
import type { RowOf } from '../../../model/kernel/resource.ts'
import { servicePaymentOrder } from '../../../model/settlement/payments.ts'
import { orderDoctorSettlement } from '../../../model/settlement/settlementLines.ts'
import { settlementOrder } from '../../../model/settlement/settlementOrder.ts'
import { linesApproved, lockOrder, paidOut } from '../../modules/settlement/outcomes.ts'
import { plusDays, plusSeconds } from '../times.ts'
import type { Doctor } from './parties.ts'
import { type Character, liveRows, type Stage } from './stage.ts'

type Line = RowOf<typeof orderDoctorSettlement>
type Order = RowOf<typeof settlementOrder>
type Apply = RowOf<typeof handleApply>

/** Who applies, reviews and handles. */
export interface Payers {
  readonly operations: Character
  readonly reviewer: Character
  readonly cashier: Character
}

/** What became of the payments of one doctor in one order. */
type Fate =
  | 'paid'
  | 'review'
  | 'handle'
  | 'bank'
  | 'sent'
  | 'failed'
  | 'partly'
  | 'returned'
  | 'frozen'
  | 'rejected'
  | 'closed'
  | 'bounced'
  | 'payable'

const FATES: readonly Fate[] = [
  'review',
  'handle',
  'payable',
  'bank',
  'sent',
  'review',
  'failed',
  'returned',
  'payable',
  'frozen',
  'rejected',
  'closed',
  'bounced',
  'review',
]

/** States of payment, batch, instruction, transfer and line by what became of them. */
const ENDS: Readonly<
  Record<
    Exclude<Fate, 'payable'>,
    {
      readonly payment: RowOf<typeof orderDoctorPayment>['paymentStatus']
      readonly apply?: Apply['handleStatus']
      readonly info?: RowOf<typeof handleApplyInfo>['infoStatus']
      readonly transfer?: RowOf<typeof transferAccount>['transferStatus']
      readonly line?: Line['settleStatus']
      readonly fixed?: true
    }
  >
> = {
  paid: { payment: 4, apply: 3, info: 2, transfer: 2 },
  review: { payment: 0, line: 2 },
  handle: { payment: 1, apply: 0, info: 0, line: 2, fixed: true },
  bank: { payment: 3, apply: 1, info: 0, line: 2, fixed: true },
  sent: { payment: 3, apply: 2, info: 1, transfer: 1, line: 2, fixed: true },
  failed: { payment: 5, apply: 5, info: 3, transfer: 3, line: 2, fixed: true },
  // the first of several lines was paid
  partly: { payment: 5, apply: 4, info: 3, transfer: 3, line: 2, fixed: true },
  returned: { payment: 0, apply: 6, info: 4, line: 2 },
  frozen: { payment: 6, line: 2 },
  rejected: { payment: 2 },
  closed: { payment: 9, apply: 6, info: 4, transfer: 3, line: 4 },
  bounced: { payment: 9, apply: 3, info: 2, transfer: 4, line: 4 },
}

/** What became of one line: of those that were paid in part, its own state says it. */
const endOf = (fate: keyof typeof ENDS, line: Line) =>
  fate === 'partly' && line.settleStatus === 3 ? ENDS.paid : ENDS[fate]

/** Batches of this amount and less need no approval of the bank (`pay.noApproval.limit`). */
const NO_APPROVAL = fen('50000.00')

/** A moment between two, as a share of what is between them. */
const between = (from: string, to: string, share: number): string => {
  const seconds = (Date.parse(`${to.replace(' ', 'T')}Z`) - Date.parse(`${from.replace(' ', 'T')}Z`)) / 1000
  return seconds <= 0 ? to : plusSeconds(from, Math.floor(seconds * share))
}

/** When what happens to payments of one doctor in one order happened. */
interface Times {
  readonly applied: string
  readonly reviewed: string
  readonly handled: string
  readonly ended: string
}

const timesOf = (from: string, to: string): Times => ({
  applied: between(from, to, 0.3),
  reviewed: between(from, to, 0.6),
  handled: between(from, to, 0.8),
  ended: to,
})

/** Payments of the demo: every paid line has one, and of the payable ones some have one in every other state. */
class Payouts {
  private nth = 0

  constructor(
    private readonly stage: Stage,
    private readonly who: Payers,
    private readonly doctors: ReadonlyMap<string, Doctor>,
    private readonly units: ReadonlyMap<string, string>,
  ) {}

  private yurRef(at: string): string {
    this.nth += 1
    return `YR${at.slice(0, 10).replaceAll('-', '')}${String(this.nth).padStart(6, '0')}`
  }

  /** The batch that carries payments of one fiscal-tax company and company to the bank, with the records of its states. */
  private async apply(order: Order, lines: readonly Line[], fate: keyof typeof ENDS, t: Times): Promise<Apply> {
    const { reviewer, cashier } = this.who
    const { apply: handleStatus = 0 } = ENDS[fate]
    const [good, bad] = [2, 3].map((state) => {
      const those = lines.filter((l) => endOf(fate, l).info === state)
      return { count: those.length, amount: sum(those.map((l) => l.netAmount ?? '0')) }
    })
    const totalAmount = sum(lines.map((l) => l.netAmount ?? '0'))
    const approved = fen(totalAmount) > NO_APPROVAL || fate === 'bank'
    const handled = handleStatus !== 0 && fate !== 'returned'
    const made = await this.stage.bornWithCode(handleApply, t.reviewed, reviewer, {
      fiscalTaxId: order.fiscalTaxId,
      fiscalTaxName: order.fiscalTaxName,
      entrustedCompanyId: order.entrustedCompanyId,
      entrustedCompanyName: order.entrustedCompanyName,
      socialCreditCode: order.socialCreditCode,
      payAccount: this.units.get(order.entrustedCompanyId) ?? null,
      totalCount: lines.length,
      totalAmount,
      successCount: good?.count,
      successAmount: good?.amount,
      failCount: bad?.count,
      failAmount: bad?.amount,
      handleMode: handled ? (approved ? 2 : 1) : 0,
      handleStatus,
      sponsorUserName: handled ? cashier.name : null,
      sponsorTime: handled ? t.handled : null,
      bankBatchNo: handled && approved ? `B${t.handled.slice(0, 10).replaceAll('-', '')}${order.id.slice(-5)}` : null,
    })
    const way: readonly (0 | 1 | 2 | 3 | 4 | 5 | 6)[] =
      fate === 'handle'
        ? [0]
        : fate === 'returned'
          ? [0, 6]
          : [0, ...(approved ? [1 as const] : []), ...(fate === 'bank' ? [] : [2 as const]), ...(WAY[fate] ?? [])]
    for (const [i, toStatus] of way.entries()) {
      const at = i === way.length - 1 && i > 1 ? t.ended : plusSeconds(t.handled, i * 40)
      if (i > 0)
        await this.stage.born(handleStatusRecord, at, cashier, {
          handleApplyId: made.id,
          handleApplyCode: made.code,
          fromStatus: way[i - 1],
          toStatus,
          bankCode: toStatus === 5 || toStatus === 4 ? 'FAI' : toStatus === 3 ? 'SUC' : null,
          bankMsg: toStatus === 5 || toStatus === 4 ? '收款户名不符' : null,
          recordTime: at,
          operatorName: toStatus === 1 || toStatus === 2 || toStatus === 6 ? cashier.name : '系统',
        })
    }
    return made
  }

  /** One instruction to the bank with its transfer, where it got that far. */
  private async instruct(
    payment: RowOf<typeof orderDoctorPayment>,
    apply: Apply,
    ends: { readonly info: 0 | 1 | 2 | 3 | 4 | 5; readonly transfer?: 0 | 1 | 2 | 3 | 4 },
    t: Times,
    more: { readonly id?: string; readonly yurRef: string; readonly retryOfId?: string },
  ): Promise<{ readonly id: string }> {
    const { reviewer, cashier } = this.who
    const { info: infoStatus, transfer: transferStatus } = ends
    const done = infoStatus === 2 || infoStatus === 3 || infoStatus === 5
    const bad = transferStatus === 3
    const msg = bad ? '收款户名不符' : transferStatus === 4 ? '退票：账户已注销' : null
    const info = await this.stage.born(handleApplyInfo, more.retryOfId ? t.handled : t.reviewed, reviewer, {
      ...more,
      handleApplyId: apply.id,
      handleApplyCode: apply.code,
      orderDoctorPaymentId: payment.id,
      orderDoctorPaymentCode: payment.code,
      doctorId: payment.doctorId,
      doctorName: payment.doctorName,
      phone: payment.phone,
      idCardNumber: payment.idCardNumber,
      hospitalName: payment.hospitalName,
      departmentName: payment.departmentName,
      payeeName: payment.doctorName,
      payeeAccount: payment.bankAccount,
      payeeBank: payment.bankName,
      amount: payment.netAmount,
      infoStatus,
      bankCode: bad ? 'FAI' : infoStatus === 2 ? 'SUC' : null,
      bankMsg: msg,
      finishTime: done ? t.ended : null,
    })
    if (transferStatus === undefined) return info
    const ended = transferStatus >= 2
    await this.stage.born(transferAccount, t.handled, cashier, {
      yurRef: more.yurRef,
      bizType: 'orderDoctorPayment',
      bizId: payment.id,
      bizCode: payment.code,
      payAccount: apply.payAccount,
      payeeName: payment.doctorName,
      payeeAccount: payment.bankAccount,
      amount: payment.netAmount,
      purpose: '劳务报酬',
      transferStatus,
      bankSerialNo: transferStatus === 2 || transferStatus === 4 ? `CMB${more.yurRef.slice(2)}` : null,
      bankMsg: msg,
      submitTime: t.handled,
      finishTime: ended ? t.ended : null,
      queryCount: ended ? 1 : this.nth % 3,
    })
    return info
  }

  /** The payments of lines that go one way together. */
  async pay(order: Order, lines: readonly Line[], fate: keyof typeof ENDS, t: Times): Promise<void> {
    const { operations, reviewer } = this.who
    const apply = ENDS[fate].apply === undefined ? null : await this.apply(order, lines, fate, t)
    const passed = apply !== null && fate !== 'returned'
    const rejected = fate === 'rejected'
    for (const [i, line] of lines.entries()) {
      const ends = endOf(fate, line)
      const doctor = this.doctors.get(line.doctorId)
      const infoId = apply ? this.stage.idAt(t.reviewed) : null
      // one of many failed first and was sent again
      const again = fate === 'paid' && i === 0 && this.nth % 5 === 2
      const firstRef = apply ? this.yurRef(t.handled) : ''
      const yurRef = again ? this.yurRef(t.handled) : firstRef
      const kept = passed && fate !== 'closed'
      const payment = await this.stage.bornWithCode(orderDoctorPayment, t.applied, operations, {
        orderDoctorSettlementId: line.id,
        orderDoctorSettlementCode: line.code,
        settlementOrderId: order.id,
        settlementOrderCode: order.code,
        entrustedCompanyId: order.entrustedCompanyId,
        entrustedCompanyName: order.entrustedCompanyName,
        socialCreditCode: order.socialCreditCode,
        doctorId: line.doctorId,
        doctorName: line.doctorName,
        phone: line.phone,
        idCardNumber: line.idCardNumber,
        hospitalName: line.hospitalName,
        departmentName: line.departmentName,
        bankName: doctor?.bankName,
        bankAccount: doctor?.bankAccount,
        fiscalTaxId: order.fiscalTaxId,
        fiscalTaxName: order.fiscalTaxName,
        grossAmount: line.grossAmount,
        vatAmount: line.vatAmount,
        surchargeAmount: line.surchargeAmount,
        iitAmount: line.iitAmount,
        netAmount: line.netAmount,
        platformFee: line.platformFee,
        paymentStatus: ends.payment,
        freezeReason: fate === 'frozen' ? (line.blackFlag === 1 ? '医生在黑名单中' : '收款账户待核实') : null,
        failReason:
          ends.payment === 5 || fate === 'closed' ? '收款户名不符' : fate === 'bounced' ? '退票：账户已注销' : null,
        handleApplyId: kept ? apply.id : null,
        handleApplyCode: kept ? apply.code : null,
        handleApplyInfoId: kept ? infoId : null,
        yurRef: kept && ends.transfer != null ? yurRef : null,
        applyUserName: operations.name,
        applyTime: t.applied,
        approvalStatus: passed ? 1 : rejected ? 2 : 0,
        approvalOfficer: passed || rejected ? reviewer.name : null,
        approvalDate: passed || rejected ? t.reviewed : null,
        approvalRemark: rejected ? '收款账户与医生姓名不一致' : null,
        payTime: ends.payment === 4 || fate === 'bounced' ? t.ended : null,
      })
      if (!apply || !infoId) continue
      const { transfer } = ends
      const info = ends.info ?? 0
      if (!again) {
        const at = fate === 'sent' && this.nth % 2 === 1 ? 0 : transfer
        await this.instruct(payment, apply, { info, ...(at == null ? {} : { transfer: at }) }, t, {
          id: infoId,
          yurRef,
        })
        continue
      }
      const first = await this.instruct(
        payment,
        apply,
        { info: 5, transfer: 3 },
        { ...t, ended: t.handled },
        { yurRef: firstRef },
      )
      await this.instruct(payment, apply, { info: 2, transfer: 2 }, t, { id: infoId, yurRef, retryOfId: first.id })
    }
  }
}

/** The states of a batch after it was sent, by what became of it. */
const WAY: Readonly<Record<string, readonly (3 | 4 | 5 | 6)[]>> = {
  paid: [3],
  bounced: [3],
  failed: [5],
  partly: [4],
  closed: [5, 6],
  sent: [],
  bank: [],
}

/** How many doctors are paid in part. */
const PARTS = 4

const byPayTime = (lines: readonly Line[]): Line[][] => {
  const groups = new Map<string, Line[]>()
  for (const line of lines) {
    const key = line.payTime ?? ''
    groups.set(key, [...(groups.get(key) ?? []), line])
  }
  return [...groups.values()]
}

/** What a doctor's open lines of an order come to; marks the lines, and fixes their taxes where finance approved them. */
async function open(stage: Stage, who: Payers, order: Order, doctorId: string, fate: Fate, at: string): Promise<void> {
  if (fate === 'payable') return
  const { line: settleStatus, fixed } = ENDS[fate]
  if (settleStatus === undefined) return
  stage.agenda.at(at, () =>
    stage.as(who.cashier).work(async (work) => {
      await lockOrder(work, order.id)
      const lines = (await work.rows(orderDoctorSettlement, { settlementOrderId: order.id, doctorId })).filter(
        (l) => l.settleStatus === 1,
      )
      const first = fate === 'partly' ? lines.slice(0, 1) : []
      const rest = lines.slice(first.length)
      if (first.length > 0) await paidOut(work, order.id, first)
      if (fixed && rest.length > 0) await linesApproved(work, order.id, rest, settleStatus)
      if (fixed) return
      await work.updateAll(
        orderDoctorSettlement,
        rest.map((l) => ({ id: l.id, settleStatus })),
      )
    }),
  )
}

/**
 * Pays doctors: every line that was paid has a payment with its way through the bank; of the payable lines of paid orders
 * some wait, are on their way, failed or came back. Runs when the settlement has been played.
 */
export async function addPayouts(
  stage: Stage,
  who: Payers,
  parties: { readonly doctors: readonly Doctor[]; readonly units: ReadonlyMap<string, string> },
): Promise<void> {
  const doctors = new Map(parties.doctors.map((d) => [d.id, d]))
  const payouts = new Payouts(stage, who, doctors, parties.units)
  const orders = liveRows(stage, settlementOrder).filter((o) => o.settlementStatus === 5 || o.settlementStatus === 6)
  const linesOf = (order: Order) => liveRows(stage, orderDoctorSettlement, { settlementOrderId: order.id })
  const since = new Map(liveRows(stage, servicePaymentOrder).map((p) => [p.settlementOrderId, p.payTime ?? '']))
  const yesterday = plusDays(stage.today, -1)
  let [n, parts] = [0, 0]
  const planned: { order: Order; doctorId: string; fate: Fate }[] = []
  for (const order of orders) {
    const payable = linesOf(order).filter((l) => l.settleStatus === 1)
    for (const doctorId of new Set(payable.map((l) => l.doctorId))) {
      const several = payable.filter((l) => l.doctorId === doctorId).length > 1
      const black = doctors.get(doctorId)?.blackStatus === 1
      const next = FATES[n++ % FATES.length] as Fate
      // whoever has several lines is paid some of them, until enough were
      const fate = black ? 'frozen' : several && parts < PARTS ? 'partly' : next
      if (fate === 'partly') parts += 1
      planned.push({ order, doctorId, fate })
      await open(stage, who, order, doctorId, fate, `${yesterday} 16:${String(n % 60).padStart(2, '0')}:00`)
    }
  }
  await stage.run()
  const inPart = (order: Order, l: Line) =>
    planned.some((p) => p.fate === 'partly' && p.order.id === order.id && p.doctorId === l.doctorId)
  for (const order of orders)
    for (const lines of byPayTime(linesOf(order).filter((l) => l.settleStatus === 3 && !inPart(order, l))))
      await payouts.pay(order, lines, 'paid', timesOf(since.get(order.id) ?? '', lines[0]?.payTime ?? ''))
  for (const { order, doctorId, fate } of planned) {
    if (fate === 'payable') continue
    const lines = linesOf(order).filter((l) => l.doctorId === doctorId)
    await payouts.pay(order, lines, fate, timesOf(since.get(order.id) ?? '', `${yesterday} 17:30:00`))
  }
}
