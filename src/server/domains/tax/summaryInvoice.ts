import { lackingFor } from '../../../model/language/derived/demands.ts'
import type { RulesOf } from '../../../model/language/lifecycle.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import { statesOf } from '../../../model/language/states.ts'
import { orderDoctorSettlement } from '../../../model/settlement/settlementLines.ts'
import type { settlementOrder } from '../../../model/settlement/settlementOrder.ts'
import { summaryInvoiceLifecycle } from '../../../model/tax/lifecycles.ts'
import { summaryInvoice, summaryInvoiceDetail, summaryInvoiceDetailDoctor } from '../../../model/tax/summaryInvoice.ts'
import { fen, yuan } from '../../../model/values/money.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { feesBy, type Line, openLines } from '../settlement/requote.ts'
import { personOf } from '../settlement/results/personOf.ts'
import { fileProblem, holdFile, idsOf } from './held.ts'

const { settleStatus } = statesOf(orderDoctorSettlement)

type Order = RowOf<typeof settlementOrder>
type Summary = RowOf<typeof summaryInvoice>

const amountsOf = (lines: readonly Line[]) => {
  const fees = feesBy(lines, () => '').get('')
  const [gross, vat] = [fen(fees?.grossAmount ?? '0'), fen(fees?.vatAmount ?? '0')]
  return { total: yuan(gross), vatAmount: yuan(vat), amountExTax: yuan(gross - vat) }
}

const countOf = (lines: readonly Line[]): number => new Set(lines.map((l) => l.doctorId)).size

/** Lines by a key, in the order in which keys come first. Pure. */
function grouped(lines: readonly Line[], key: (l: Line) => string): Line[][] {
  const groups = new Map<string, Line[]>()
  for (const line of lines) groups.set(key(line), [...(groups.get(key(line)) ?? []), line])
  return [...groups.values()]
}

/** 3.21: what is to be issued on behalf of the doctors of a settled order, by tax item and doctor (INV-31). */
export async function summarize(work: UnitOfWork, order: Order): Promise<Summary> {
  const lines = (await openLines(work, orderDoctorSettlement, order.id)).filter(
    (l) => l.settleStatus === settleStatus.paid,
  )
  const { total, ...amounts } = amountsOf(lines)
  const summary = await work.insert(summaryInvoice, {
    code: await work.code(summaryInvoice),
    settlementOrderId: order.id,
    settlementOrderCode: order.code,
    entrustedCompanyId: order.entrustedCompanyId,
    entrustedCompanyName: order.entrustedCompanyName,
    socialCreditCode: order.socialCreditCode,
    fiscalTaxId: order.fiscalTaxId,
    fiscalTaxName: order.fiscalTaxName,
    taxMonth: lines[0]?.taxMonth ?? order.taxMonth,
    doctorCount: countOf(lines),
    totalAmount: total,
    ...amounts,
  })
  const below = { summaryInvoiceId: summary.id, summaryInvoiceCode: summary.code }
  for (const ofItem of grouped(lines, (l) => l.taxItemCode ?? '')) {
    const [first] = ofItem
    const { total: amount, ...rest } = amountsOf(ofItem)
    const detail = await work.insert(summaryInvoiceDetail, {
      ...below,
      taxItemCode: first?.taxItemCode,
      taxItemName: first?.taxItemName,
      doctorCount: countOf(ofItem),
      amount,
      ...rest,
    })
    await work.insertAll(
      summaryInvoiceDetailDoctor,
      grouped(ofItem, (l) => l.doctorId).map((ofDoctor) => {
        const line = ofDoctor[0] as Line
        const { total: amount, vatAmount } = amountsOf(ofDoctor)
        return {
          ...below,
          summaryInvoiceDetailId: detail.id,
          taxItemName: detail.taxItemName,
          ...personOf(line),
          orderCount: ofDoctor.length,
          amount,
          vatAmount,
        }
      }),
    )
  }
  return summary
}

const partsOf = async (summary: Summary, work: UnitOfWork) => ({
  summaryInvoiceDetail: idsOf(await work.rows(summaryInvoiceDetail, { summaryInvoiceId: summary.id })),
  summaryInvoiceDetailDoctor: idsOf(await work.rows(summaryInvoiceDetailDoctor, { summaryInvoiceId: summary.id })),
})

/** Guards and effects of lifecycle 3.21. */
export const summaryInvoiceRules: RulesOf<typeof summaryInvoice, typeof summaryInvoiceLifecycle, UnitOfWork> = {
  upload: {
    guard: (summary, { fileUrl }, work) => fileProblem(work, summaryInvoice, summary as never, { fileUrl }),
    set: (_summary, { fileUrl, invoiceNo, invoiceDate }) => ({ fileUrl, invoiceNo, invoiceDate }),
    effect: async (summary, { fileUrl }, work) => {
      await holdFile(work, summaryInvoice, summary, { fileUrl })
      return undefined
    },
  },
  archive: {
    guard: (summary) =>
      lackingFor(summaryInvoiceLifecycle.transitions.archive, summary).length > 0
        ? ['请先填写发票号码', 'Enter the invoice number first']
        : null,
  },
  remove: {
    lock: partsOf,
    effect: async (summary, _ask, work) => {
      const parts = await partsOf(summary, work)
      await work.remove(summaryInvoiceDetailDoctor, parts.summaryInvoiceDetailDoctor)
      await work.remove(summaryInvoiceDetail, parts.summaryInvoiceDetail)
      return undefined
    },
  },
}
