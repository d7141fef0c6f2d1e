import type { RowOf } from '../../../../model/language/resource.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { servicePaymentOrder } from '../../../../model/payment/payments.ts'
import { servicePaymentOrderDetail } from '../../../../model/payment/servicePayment.ts'
import { entrustedCompany } from '../../../../model/people/entrustedCompany.ts'
import { fen } from '../../../../model/values/money.ts'
import { payerMatch } from '../../../domains/funds/payers.ts'
import { ofOrder, type Settlement } from '../../../domains/settlement/settlement.ts'
import { claimAttachments } from '../../../writing/save/attachments.ts'
import { plainPdf } from '../../media/pictures.ts'
import { accountIn } from '../funds/prepaid.ts'
import { type Character, liveRows, type Stage } from '../stage/stage.ts'
import { uploadFile } from '../stage/uploads.ts'

const { payMode: payModes } = statesOf(servicePaymentOrder)

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
      payerMatch: payerMatch(payment.entrustedCompanyName, company?.name),
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
export async function clientPays(
  stage: Stage,
  client: Character,
  settlement: Settlement,
  orderId: string,
): Promise<void> {
  const payment = paymentOf(stage, ofOrder(settlement, orderId))
  const account = accountIn(stage, payment.entrustedCompanyId ?? '')
  const has = fen(account?.availableAmount ?? '0') >= fen(payment.amount ?? '0')
  const payMode = has && BigInt(payment.id) % 2n === 0n ? 1 : 2
  if (payMode === payModes.transfer) await proved(stage, client, payment)
  await stage
    .as(client)
    .decide({ resource: servicePaymentOrder.id, transition: 'confimPay', id: payment.id, ask: { payMode } })
}

/** Finance checks a payment; `reason`: why it is refused. */
export async function financeChecks(
  stage: Stage,
  who: Character,
  settlement: Settlement,
  orderId: string,
  reason: string | null = null,
): Promise<void> {
  const { id } = paymentOf(stage, ofOrder(settlement, orderId))
  const transition = reason === null ? 'submitReview.pass' : 'submitReview.reject'
  await stage
    .as(who)
    .decide({ resource: servicePaymentOrder.id, transition, id, ask: reason === null ? {} : { remark: reason } })
}
