import { orderDoctorPayment } from '../../../model/payment/orderDoctorPayment.ts'
import { orderDoctorSettlement } from '../../../model/settlement/settlementLines.ts'
import { taxSteps } from '../../../model/settlement/taxSteps.ts'
import { type TaxStep, taxStepsOf } from '../../../model/settlement/taxStepsWire.ts'
import { label } from '../../../model/values/label.ts'
import { fen, readable, yuan } from '../../../model/values/money.ts'
import { afterLine, type Before, NOTHING_BEFORE, quoteLine } from '../../../model/values/tax.ts'
import { AppError } from '../../core/errors.ts'
import { handle } from '../../records/handle.ts'
import { readIn } from '../../records/readIn.ts'
import { byId } from '../../writing/unitOfWork/rows.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { computed } from './lineTaxes.ts'
import { byAcceptance, type Line, taxesOf } from './requote.ts'

const FIXED = ['vatAmount', 'surchargeAmount', 'iitAmount', 'netAmount'] as const

/** The fixed lines of a key in the order in which they were fixed: by the review of their payment, then by acceptance. */
async function inOrder(work: UnitOfWork, lines: readonly Line[]): Promise<Line[]> {
  const ids = lines.flatMap((l) => l.paymentId ?? [])
  const payments = ids.length > 0 ? await work.rows(orderDoctorPayment, { id: ids }) : []
  const reviewed = new Map(payments.map((p) => [p.id, p.approvalDate]))
  const at = (l: Line) => reviewed.get(l.paymentId ?? '') ?? l.payTime ?? ''
  // lines of a single review are fixed in the same second, so payments decide their order
  const nth = (l: Line) => l.paymentId ?? ''
  return [...lines].sort((a, b) => at(a).localeCompare(at(b)) || byId(nth(a), nth(b)) || byAcceptance(a, b))
}

/** The fixed lines of the month that the taxes of a line stand on: of a fixed one those that were fixed before it. */
async function earlier(work: UnitOfWork, line: Line, taxMonth: string | null): Promise<Line[]> {
  const { doctorId, fiscalTaxId, taxItemCode } = line
  const key = { doctorId, fiscalTaxId, taxItemCode, taxMonth, taxFinal: 1, settleStatus: { not: 9 } }
  const fixed = await inOrder(work, await work.rows(orderDoctorSettlement, key))
  const own = fixed.findIndex((l) => l.id === line.id)
  return own < 0 ? fixed : fixed.slice(0, own)
}

const ofLine = (l: Line): TaxStep => ({
  what: [`本月已核定 ${l.code ?? ''}`, `Fixed this month ${l.code ?? ''}`],
  how: `${readable(l.grossAmount)} − ${readable(l.vatAmount)} − ${readable(l.surchargeAmount)} − ${readable(l.iitAmount)} = ${readable(l.netAmount)}`,
  amount: fen(l.grossAmount ?? '0'),
})

/** Fixed taxes of a line, where they differ from the steps: lines of the month were released since. */
const asFixed = (l: Line): TaxStep => ({
  what: ['核定金额（此后本月明细有变化）', 'As fixed (lines of the month have changed since)'],
  how: `${readable(l.grossAmount)} − ${readable(l.vatAmount)} − ${readable(l.surchargeAmount)} − ${readable(l.iitAmount)}`,
  amount: fen(l.netAmount ?? '0'),
})

/** The taxes of a line step by step. */
async function stepsOf(work: UnitOfWork, line: Line, company: string | null): Promise<TaxStep[]> {
  const { gross, rates, taxMonth } = await computed(work, line)
  const fixed = line.taxFinal === 1
  const lines = await earlier(work, line, fixed ? line.taxMonth : taxMonth)
  if (company !== null && lines.some((l) => l.entrustedCompanyId !== company))
    throw new AppError(403, [
      '该医生本月有其他企业的明细，计算步骤仅平台可见',
      'The doctor was paid by other companies this month: only the platform sees the steps',
    ])
  const before = lines.reduce<Before>(
    (sum, l) =>
      afterLine(sum, fen(l.grossAmount ?? '0'), { vat: fen(l.vatAmount ?? '0'), iit: fen(l.iitAmount ?? '0') }),
    NOTHING_BEFORE,
  )
  const taxes = taxesOf(quoteLine({ gross, rates, before }))
  const same = FIXED.every((name) => fen(line[name] ?? '0') === fen(taxes[name]))
  return [...lines.map(ofLine), ...taxStepsOf(gross, before, rates), ...(fixed && !same ? [asFixed(line)] : [])]
}

/** Reads of lines. */
export const lineCalls = [
  handle(taxSteps, async ({ rows: [line], actor, context }) => {
    if (!line) return []
    const steps = await readIn(context, actor, (work) => stepsOf(work, line, actor.company))
    return steps.map(({ what, how, amount }) => ({ what: label(what, actor.language), how, amount: yuan(amount) }))
  }),
]
