import { transferAccount, transferAccountLifecycle } from '../../../model/funds/transfers.ts'
import { orderDoctorPayment } from '../../../model/payment/orderDoctorPayment.ts'
import { authenticationDoctor } from '../../../model/people/authenticationDoctor.ts'
import { orderDoctorSettlement } from '../../../model/settlement/settlementLines.ts'
import type { Label } from '../../../model/values/label.ts'
import { fen, yuan } from '../../../model/values/money.ts'
import { stepEach } from '../../writing/unitOfWork/caused.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { isListed } from '../people/blacklist.ts'
import { computed, locksOfLines } from '../settlement/lineTaxes.ts'
import { moneySettlement } from '../settlement/moneySettlement.ts'
import { paidAtOnce, paymentNamed } from '../settlement/outcomes.ts'
import type { Line } from '../settlement/requote.ts'
import type { SettlementLine } from '../settlement/settlement.ts'
import { locksToSettle, settleIfDone } from '../settlement/settling.ts'
import { declaredProblem, returnsNow } from './declared.ts'
import { paymentOf } from './paymentOf.ts'

// A payment that no bank makes, for installations that try the product out: everything else of a real one happens.

const SIMULATED = '模拟付款'

/** Everything that a simulated payment writes, one of `many` that are made together. */
export async function locksToSimulate(work: UnitOfWork, line: Line, many: number): Promise<Record<string, string[]>> {
  const [own, order] = [
    await locksOfLines(work, [line]),
    await locksToSettle(work, moneySettlement, line.settlementOrderId ?? '', many),
  ]
  const all: Record<string, string[]> = {
    tradingManagerInfo: await work.domains.services.funds.unitIds(work, line.entrustedCompanyId),
    summaryTaxReturns: (await returnsNow(work, line)).map((r) => r.id),
  }
  for (const [of, ids] of [...Object.entries(own), ...Object.entries(order)]) all[of] = [...(all[of] ?? []), ...ids]
  return all
}

/** Why no line is paid by simulation, or not one of this doctor. */
export async function simulationRefused(work: UnitOfWork, line: SettlementLine): Promise<Label | null> {
  if ((await work.param('pay.simulated.enabled')) !== 'true')
    return ['未开启模拟付款（参数 pay.simulated.enabled）', 'Simulated payments are off (pay.simulated.enabled)']
  const name = line.doctorName ?? ''
  return (await isListed(work, line.doctorId, line.entrustedCompanyId))
    ? [`${name}在黑名单中，不能付款`, `${name} is blacklisted and is not paid`]
    : null
}

/** Why a line is not paid by simulation. */
export async function simulationProblem(work: UnitOfWork, line: Line): Promise<Label | null> {
  const refused = await simulationRefused(work, line)
  if (refused) return refused
  const declared = await declaredProblem(work, line)
  if (declared) return declared
  const { net } = (await computed(work, line)).quote
  return net > 0n
    ? work.domains.services.funds.unitShort(work, line.entrustedCompanyId, net)
    : ['税额超过劳务费，不能付款', 'The taxes exceed the fee: nothing is left to pay']
}

/** Pays a line without a bank: taxes, payment, transfer and the company's unit are those of a real payment. */
export async function simulated(work: UnitOfWork, line: Line): Promise<{ readonly paymentId: string }> {
  const orderId = line.settlementOrderId ?? ''
  await paidAtOnce(work, orderId, line)
  const paid = (await work.row(orderDoctorSettlement, line.id)) ?? line
  const unit = await work.domains.services.funds.companyUnit(work, line.entrustedCompanyId)
  const yurRef = `SIM${work.newId()}`
  const payment = await work.insert(orderDoctorPayment, {
    code: await work.code(orderDoctorPayment),
    ...paymentOf(paid, await work.row(authenticationDoctor, line.doctorId)),
    channel: 2,
    yurRef,
    applyUserName: work.actor.name,
    applyTime: work.time,
  })
  await work.step(orderDoctorPayment, payment.id, 'simulate')
  const transfer = await work.insert(transferAccount, {
    yurRef,
    bizType: orderDoctorPayment.id,
    bizId: payment.id,
    bizCode: payment.code,
    payAccount: unit?.bankAccount ?? null,
    payeeName: payment.doctorName,
    payeeAccount: payment.bankAccount,
    amount: payment.netAmount ?? yuan(0n),
    purpose: SIMULATED,
    submitTime: work.time,
  })
  await stepEach(work, transferAccount, transferAccountLifecycle, 'succeed', [
    { id: transfer.id, bankMsg: SIMULATED, finishTime: work.time },
  ])
  if (unit) await work.domains.services.funds.moveUnit(work, unit.id, -fen(payment.netAmount ?? '0'))
  await paymentNamed(work, line, payment.id)
  await settleIfDone(work, moneySettlement, orderId)
  return { paymentId: payment.id }
}
