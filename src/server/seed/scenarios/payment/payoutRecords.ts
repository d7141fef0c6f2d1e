import { handleApply, handleStatusRecord } from '../../../../model/funds/handle.ts'
import { handleApplyInfo } from '../../../../model/funds/handleInfo.ts'
import { transferAccount } from '../../../../model/funds/transfers.ts'
import type { RowOf } from '../../../../model/language/resource.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { orderDoctor } from '../../../../model/orders/orderDoctor.ts'
import { orderDoctorPayment } from '../../../../model/payment/orderDoctorPayment.ts'
import { orderDoctorSettlement } from '../../../../model/settlement/settlementLines.ts'
import { fen, sum } from '../../../../model/values/money.ts'
import { paymentOf } from '../../../domains/payment/paymentOf.ts'
import { LISTED } from '../../../domains/people/blacklist.ts'
import { paymentNamed } from '../../../domains/settlement/outcomes.ts'
import { personOf } from '../../../domains/settlement/results/personOf.ts'
import { atTime, plusDays, plusSeconds, workdayAfter, workdayBefore } from '../../values/times.ts'
import type { Doctor } from '../people/parties.ts'
import { isRefused } from '../people/storyDoctors.ts'
import { addUnanswered, nextQueryTomorrow } from '../stage/bankRequests.ts'
import { type Character, type Stage, SYSTEM } from '../stage/stage.ts'
import { type Apply, ENDS, endOf, type Line, type Order, outcomeOf, STEPS, WAY } from './payoutOutcomes.ts'
import { BATCH_STEPS, INFO_STEPS, TRANSFER_STEPS } from './payoutSteps.ts'

const { handleStatus: handleStates } = statesOf(handleApply)
const { toStatus: toStates } = statesOf(handleStatusRecord)
const { infoStatus: infoStates } = statesOf(handleApplyInfo)
const { transferStatus: transferStates } = statesOf(transferAccount)
const { approvalStatus } = statesOf(orderDoctorPayment)

/** Persons who apply, review and handle. */
export interface Payers {
  readonly operations: Character
  readonly reviewer: Character
  readonly cashier: Character
}

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

/** A moment at which people work, not after another one and not before the first of all, which is one. */
function atWork(at: string, first: string): string {
  const hour = at.slice(11, 13)
  const late = hour >= '20'
  const day = workdayBefore(hour < '09' ? plusDays(at, -1) : at)
  const moment = day === at.slice(0, 10) && !late ? at : `${day} 17:${at.slice(14)}`
  return moment < first ? first : moment
}

/** When things happened that took from one moment to another. */
export function timesOf(from: string, to: string): Times {
  const applied = atWork(between(from, to, 0.3), from)
  // taxes are fixed at the review, and the lines have been given the month in which they were paid (R-tax, "when")
  const begun = atTime(workdayAfter(`${to.slice(0, 7)}-01`), 9)
  const since = applied < begun && begun < to ? begun : applied
  const reviewed = atWork(between(since, to, since === applied ? 0.43 : 0.3), since)
  return {
    applied,
    reviewed,
    handled: atWork(between(reviewed, to, 0.5), reviewed),
    ended: to,
  }
}

/** Payments of the demo: every paid line has one, and of the payable ones some have one in every other state. */
export class Payouts {
  private nth = 0

  private readonly stage: Stage
  private readonly who: Payers
  private readonly doctors: ReadonlyMap<string, Doctor>
  private readonly units: ReadonlyMap<string, string>

  constructor(stage: Stage, who: Payers, doctors: ReadonlyMap<string, Doctor>, units: ReadonlyMap<string, string>) {
    this.stage = stage
    this.who = who
    this.doctors = doctors
    this.units = units
  }

  private yurRef(at: string): string {
    this.nth += 1
    return `YR${at.slice(0, 10).replaceAll('-', '')}${String(this.nth).padStart(6, '0')}`
  }

  /** The batch that carries payments of one fiscal-tax company and company to the bank, with the records of its states. */
  private async apply(order: Order, lines: readonly Line[], outcome: keyof typeof ENDS, t: Times): Promise<Apply> {
    const { reviewer, cashier } = this.who
    const { apply: handleStatus = 0 } = ENDS[outcome]
    const [good, bad] = [2, 3].map((state) => {
      const those = lines.filter((l) => endOf(outcome, l).info === state)
      return { count: those.length, amount: sum(those.map((l) => l.netAmount ?? '0')) }
    })
    const totalAmount = sum(lines.map((l) => l.netAmount ?? '0'))
    const approved = fen(totalAmount) > NO_APPROVAL || outcome === 'bank'
    const handled = handleStatus !== handleStates.pending && outcome !== 'returned'
    const made = await this.stage.existingWithCode(handleApply, t.reviewed, reviewer, {
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
      sponsorUserName: handled ? cashier.name : null,
      sponsorTime: handled ? t.handled : null,
      nextQueryTime: outcome === 'bank' ? nextQueryTomorrow(this.stage) : null,
      bankBatchNo: handled && approved ? `B${t.handled.slice(0, 10).replaceAll('-', '')}${order.id.slice(-5)}` : null,
    })
    const way: readonly (0 | 1 | 2 | 3 | 4 | 5 | 6)[] =
      outcome === 'handle'
        ? [0]
        : outcome === 'returned'
          ? [0, 6]
          : [0, ...(approved ? [1 as const] : []), ...(outcome === 'bank' ? [] : [2 as const]), ...(WAY[outcome] ?? [])]
    for (const [i, toStatus] of way.entries()) {
      const at = i === way.length - 1 && i > 1 ? t.ended : plusSeconds(t.handled, i * 40)
      if (i === 0) continue
      const step = BATCH_STEPS[`${way[i - 1]} ${toStatus}`] ?? ''
      await this.stage.stepped(handleApply, at, step.startsWith('sponsor') ? cashier : SYSTEM, made.id, step)
      await this.stage.existing(handleStatusRecord, at, cashier, {
        handleApplyId: made.id,
        handleApplyCode: made.code,
        fromStatus: way[i - 1],
        toStatus,
        bankCode:
          toStatus === toStates.failed || toStatus === toStates.partlyFailed
            ? 'FAI'
            : toStatus === toStates.succeeded
              ? 'SUC'
              : null,
        bankMsg: toStatus === toStates.failed || toStatus === toStates.partlyFailed ? '收款户名不符' : null,
        recordTime: at,
        operatorName:
          toStatus === toStates.approving || toStatus === toStates.processing || toStatus === toStates.returned
            ? cashier.name
            : '系统',
      })
    }
    return made
  }

  /** Instruction to the bank with its transfer, where it got that far. */
  private async instruct(
    payment: RowOf<typeof orderDoctorPayment>,
    apply: Apply,
    ends: { readonly info: 0 | 1 | 2 | 3 | 4 | 5; readonly transfer?: 0 | 1 | 2 | 3 | 4 },
    t: Times,
    more: { readonly id?: string; readonly yurRef: string; readonly retryOfId?: string },
  ): Promise<{ readonly id: string }> {
    const { reviewer, cashier } = this.who
    const { info: infoStatus, transfer: transferStatus } = ends
    const done =
      infoStatus === infoStates.succeeded || infoStatus === infoStates.failed || infoStatus === infoStates.resent
    const bad = transferStatus === transferStates.failed
    const msg = bad ? '收款户名不符' : transferStatus === transferStates.bounced ? '退票：账户已注销' : null
    const info = await this.stage.existing(handleApplyInfo, more.retryOfId ? t.handled : t.reviewed, reviewer, {
      ...more,
      handleApplyId: apply.id,
      handleApplyCode: apply.code,
      orderDoctorPaymentId: payment.id,
      orderDoctorPaymentCode: payment.code,
      ...personOf(payment),
      payeeName: payment.doctorName,
      payeeAccount: payment.bankAccount,
      payeeBank: payment.bankName,
      amount: payment.netAmount,
      bankCode: bad ? 'FAI' : infoStatus === infoStates.succeeded ? 'SUC' : null,
      bankMsg: msg,
      finishTime: done ? t.ended : null,
    })
    const steps =
      infoStatus === infoStates.returned && transferStatus === undefined
        ? (['return'] as const)
        : INFO_STEPS[infoStatus ?? 0]
    for (const [n, step] of (steps ?? []).entries())
      await this.stage.stepped(
        handleApplyInfo,
        n === 0 ? t.handled : t.ended,
        step.startsWith('fail.') ? cashier : SYSTEM,
        info.id,
        step,
      )
    if (transferStatus === undefined) return info
    const ended = transferStatus >= 2
    const transfer = await this.stage.existing(transferAccount, t.handled, cashier, {
      yurRef: more.yurRef,
      bizType: 'orderDoctorPayment',
      bizId: payment.id,
      bizCode: payment.code,
      payAccount: apply.payAccount,
      payeeName: payment.doctorName,
      payeeAccount: payment.bankAccount,
      amount: payment.netAmount,
      purpose: '劳务报酬',
      bankSerialNo:
        transferStatus === transferStates.succeeded || transferStatus === transferStates.bounced
          ? `CMB${more.yurRef.slice(2)}`
          : null,
      bankMsg: msg,
      submitTime: t.handled,
      finishTime: ended ? t.ended : null,
      queryCount: ended ? 1 : this.nth % 3,
      nextQueryTime: transferStatus === transferStates.processing ? nextQueryTomorrow(this.stage) : null,
    })
    for (const [n, step] of TRANSFER_STEPS[transferStatus].entries())
      await this.stage.stepped(transferAccount, n === 0 ? t.handled : t.ended, SYSTEM, transfer.id, step)
    if (transferStatus === transferStates.accepted)
      await addUnanswered(
        this.stage,
        t.handled,
        'pay',
        {
          payAccount: apply.payAccount ?? '',
          payeeName: payment.doctorName ?? '',
          payeeAccount: payment.bankAccount ?? '',
          payeeBankNo: '',
          amount: payment.netAmount ?? '0.00',
          purpose: '劳务报酬',
        },
        more.yurRef,
        { of: transferAccount, id: transfer.id, code: more.yurRef, done: 'process', failed: 'fail' },
      )
    return info
  }

  /** The payments of lines that go one way together. */
  async pay(order: Order, lines: readonly Line[], outcome: keyof typeof ENDS, t: Times): Promise<void> {
    const { operations, reviewer, cashier } = this.who
    const apply = ENDS[outcome].apply === undefined ? null : await this.apply(order, lines, outcome, t)
    const passed = apply !== null && outcome !== 'returned'
    const rejected = outcome === 'rejected'
    for (const [i, line] of lines.entries()) {
      const ends = endOf(outcome, line)
      const doctor = this.doctors.get(line.doctorId)
      const infoId = apply ? this.stage.idAt(t.reviewed) : null
      // a few payments failed first and were sent again
      const again = outcome === 'paid' && (isRefused(doctor?.bankAccount) || (i === 0 && this.nth % 5 === 2))
      const firstRef = apply ? this.yurRef(t.handled) : ''
      const yurRef = again ? this.yurRef(t.handled) : firstRef
      const kept = passed && outcome !== 'closed'
      const payment = await this.stage.existingWithCode(orderDoctorPayment, t.applied, operations, {
        ...paymentOf(line, doctor),
        freezeReason: outcome === 'frozen' ? (line.blackFlag === 1 ? LISTED : '收款账户待核实') : null,
        failReason:
          ends.payment === 5 || outcome === 'closed'
            ? '收款户名不符'
            : outcome === 'bounced'
              ? '退票：账户已注销'
              : null,
        handleApplyId: kept ? apply.id : null,
        handleApplyCode: kept ? apply.code : null,
        handleApplyInfoId: kept ? infoId : null,
        yurRef: kept && ends.transfer != null ? yurRef : null,
        applyUserName: operations.name,
        applyTime: t.applied,
        approvalStatus: passed ? approvalStatus.approved : rejected ? approvalStatus.rejected : approvalStatus.pending,
        approvalOfficer: passed || rejected ? reviewer.name : null,
        approvalDate: passed || rejected ? t.reviewed : null,
        approvalRemark: rejected ? '收款账户与医生姓名不一致' : null,
        payTime: ends.payment === 4 || outcome === 'bounced' ? t.ended : null,
      })
      await this.stage.as(operations).load(async (work) => {
        const paid = ends.payment === 4 && line.orderDoctorId ? [line.orderDoctorId] : []
        await work.lock(orderDoctor, paid)
        await work.lock(orderDoctorSettlement, [line.id])
        await work.update(orderDoctorSettlement, line.id, { paymentId: payment.id })
        if (paid.length > 0) await paymentNamed(work, line, payment.id)
      })
      for (const [step, at] of STEPS[outcomeOf(outcome, line)])
        await this.stage.stepped(orderDoctorPayment, t[at], at === 'reviewed' ? reviewer : cashier, payment.id, step)
      if (!apply || !infoId) continue
      const { transfer } = ends
      const info = ends.info ?? 0
      if (!again) {
        const at = outcome === 'sent' && this.nth % 2 === 1 ? 0 : transfer
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
