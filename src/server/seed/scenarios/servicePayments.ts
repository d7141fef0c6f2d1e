import { cancellationRecord, cancellationRecordLifecycle } from '../../../model/desk/cancellationRecord.ts'
import { fen } from '../../../model/kernel/money.ts'
import type { RowOf } from '../../../model/kernel/resource.ts'
import { entrustedCompany } from '../../../model/people/entrustedCompany.ts'
import { servicePaymentOrder } from '../../../model/settlement/payments.ts'
import { servicePaymentOrderDetail, servicePaymentOrderLifecycle } from '../../../model/settlement/servicePayment.ts'
import { orderDoctorSettlementPoint } from '../../../model/settlement/settlementOrderPoint.ts'
import { post } from '../../modules/funds/ledger.ts'
import { claimAttachments } from '../../writes/attachments.ts'
import { stepEach } from '../../writes/caused.ts'
import type { Told } from '../../writes/unitOfWork.ts'
import { plainPdf } from '../pictures.ts'
import { plusSeconds } from '../times.ts'
import { type PointsSettled, REFUNDED } from './pointOrders.ts'
import { accountIn } from './prepaid.ts'
import { type Character, liveRows, type Stage } from './stage.ts'
import { uploadFile } from './uploads.ts'

type Payment = RowOf<typeof servicePaymentOrder>

/** The voucher of a bank transfer, with its file. */
async function proved(stage: Stage, client: Character, payment: Payment): Promise<void> {
  await stage.as(client).work(async (work) => {
    const lines = ['Bank transfer', `Payment order ${payment.code}`, `Amount ${payment.amount}`]
    const voucherUrl = await uploadFile(work, stage.files, `付款凭证-${payment.code}.pdf`, plainPdf(lines))
    const company = await work.row(entrustedCompany, payment.entrustedCompanyId)
    const row = await work.insert(servicePaymentOrderDetail, {
      servicePaymentOrderId: payment.id,
      servicePaymentOrderCode: payment.code,
      amount: payment.amount ?? '0.00',
      payTime: work.time,
      payerName: payment.entrustedCompanyName,
      payerAccount: company?.bankAccount ?? null,
      voucherUrl,
      bankSerialNo: `BSN${work.time.slice(0, 10).replaceAll('-', '')}${String(stage.files.length).padStart(6, '0')}`,
    })
    await claimAttachments(work, servicePaymentOrderDetail, { voucherUrl }, null, row.id)
  })
}

const paymentOf = (stage: Stage, where: Readonly<Record<string, string>>): Payment => {
  const [payment] = liveRows(stage, servicePaymentOrder, where)
  if (!payment) throw new Error(`no payment order of ${Object.values(where)}`)
  return payment
}

/** The company pays for an order: from its account where that has enough, but every other time by bank transfer. */
export async function clientPays(stage: Stage, client: Character, orderId: string): Promise<void> {
  const payment = paymentOf(stage, { settlementOrderId: orderId })
  const account = accountIn(stage, payment.entrustedCompanyId ?? '')
  const has = fen(account?.availableAmount ?? '0') >= fen(payment.amount ?? '0')
  const payMode = has && BigInt(payment.id) % 2n === 0n ? 1 : 2
  if (payMode === 2) await proved(stage, client, payment)
  await stage
    .as(client)
    .decide({ resource: servicePaymentOrder.id, transition: 'confimPay', id: payment.id, ask: { payMode } })
}

/** Finance checks a payment; `reason`: why it is refused. */
export async function financeChecks(
  stage: Stage,
  who: Character,
  orderId: string,
  reason: string | null = null,
): Promise<void> {
  const { id } = paymentOf(stage, { settlementOrderId: orderId })
  const transition = reason === null ? 'submitReview.pass' : 'submitReview.reject'
  await stage
    .as(who)
    .decide({ resource: servicePaymentOrder.id, transition, id, ask: reason === null ? {} : { remark: reason } })
}

const told = (name: 'confimPay' | 'submitReview.pass'): Told => ({
  action: name,
  decision: {
    transition: servicePaymentOrderLifecycle.transitions[name],
    lifecycle: servicePaymentOrderLifecycle,
    remark: null,
    bySystem: false,
  },
})

/** A points order is paid by bank transfer, and checked: payments of points are not decided in the product yet. */
async function pointsPaid(stage: Stage, client: Character, checker: Character, orderId: string): Promise<void> {
  const [payment] = liveRows(stage, servicePaymentOrder, { settlementOrderPointId: orderId })
  if (!payment) return
  await proved(stage, client, payment)
  await stage.as(client).work(async (work) => {
    await work.lock(servicePaymentOrder, [payment.id])
    const paid = { payMode: 2, payStatus: 1, confirmUserName: client.name } as const
    await work.update(servicePaymentOrder, payment.id, paid, told('confimPay'))
  })
  await stage.as(checker).work(async (work) => {
    await work.lock(servicePaymentOrder, [payment.id])
    const move = {
      amount: fen(payment.amount ?? '0'),
      biz: { type: servicePaymentOrder.id, id: payment.id, code: payment.code },
    }
    const moves = [5, 2].map((recordType) => ({ ...move, recordType: recordType as 5 | 2 }))
    const posted = await post(work, payment.entrustedCompanyId, moves)
    const checked = {
      payStatus: 2,
      payTime: work.time,
      reviewUserName: checker.name,
      reviewTime: work.time,
      accountRecordId: posted.at(-1)?.id ?? null,
    } as const
    await work.update(servicePaymentOrder, payment.id, checked, told('submitReview.pass'))
  })
}

/** The company pays for a points order; lines of it that are voided are refunded two hours later. */
export async function payForPoints(
  stage: Stage,
  who: { readonly client: Character; readonly checker: Character },
  at: string,
  { orderId, refunds }: PointsSettled,
): Promise<void> {
  await pointsPaid(stage, who.client, who.checker, orderId)
  for (const { id, line, recordId } of refunds)
    stage.agenda.at(plusSeconds(at, REFUNDED), () =>
      stage.as(who.checker).work(async (work) => {
        const amount = fen(line.pointCost ?? '0') + fen(line.platformFee ?? '0')
        const biz = { type: orderDoctorSettlementPoint.id, id: line.id, code: line.code }
        await work.lock(cancellationRecord, [recordId])
        await stepEach(work, cancellationRecord, cancellationRecordLifecycle, 'audit.pass', [
          {
            id: recordId,
            auditUserName: who.checker.name,
            auditTime: work.time,
            auditRemark: '同意作废，款项退回预存账户',
            refundRecordId: id,
          },
        ])
        await post(work, line.entrustedCompanyId, [{ recordType: 3, amount, biz, id }])
      }),
    )
}
