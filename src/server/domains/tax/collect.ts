import { suspenseEntry } from '../../../model/funds/suspense.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import { statesOf } from '../../../model/language/states.ts'
import { authenticationDoctor } from '../../../model/people/authenticationDoctor.ts'
import { orderDoctorSettlement } from '../../../model/settlement/settlementLines.ts'
import { type summaryTaxReturns, summaryTaxReturnsDetail } from '../../../model/tax/summaryTaxReturns.ts'
import { fen, sum, yuan } from '../../../model/values/money.ts'
import { bracketOf, type TaxRates, withholding } from '../../../model/values/tax.ts'
import { hold, holds } from '../../writing/save/held.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { feesBy, type Line } from '../settlement/requote.ts'
import { personOf } from '../settlement/results/personOf.ts'
import { ratesOf } from '../settlement/taxRates.ts'
import { idsOf } from './held.ts'

const { settleStatus } = statesOf(orderDoctorSettlement)
const { suspenseStatus } = statesOf(suspenseEntry)

type Return = RowOf<typeof summaryTaxReturns>

/** The lines that belong into a return: paid, of its partner and month, in no other return (INV-28). */
export async function linesFor(work: UnitOfWork, of: Return): Promise<Line[]> {
  const lines = await work.rows(orderDoctorSettlement, {
    fiscalTaxId: of.fiscalTaxId,
    taxMonth: of.taxMonth,
    settleStatus: settleStatus.paid,
  })
  return lines.filter((l) => l.summaryTaxReturnsId === null || l.summaryTaxReturnsId === of.id)
}

/** Lines in a return as of now. */
export const linesIn = (work: UnitOfWork, of: Return): Promise<Line[]> =>
  work.rows(orderDoctorSettlement, { summaryTaxReturnsId: of.id })

/**
 * Lines of the partner's doctors that came back after their taxes were paid in an earlier month (8.4): corrected in
 * this return, and in no other.
 */
export async function correctedIn(work: UnitOfWork, of: Return): Promise<RowOf<typeof suspenseEntry>[]> {
  const cleared = await work.rows(suspenseEntry, {
    fiscalTaxId: of.fiscalTaxId,
    source: 2,
    suspenseStatus: suspenseStatus.cleared,
  })
  return cleared.filter(
    (e) =>
      (e.summaryTaxReturnsId === null || e.summaryTaxReturnsId === of.id) && (e.taxMonth ?? '') < (of.taxMonth ?? ''),
  )
}

/** The lines and details that a new collection writes. */
export async function lockedBy(of: Return, work: UnitOfWork): Promise<Record<string, string[]>> {
  const lines = [...(await linesIn(work, of)), ...(await linesFor(work, of))]
  return {
    orderDoctorSettlement: [...hold(work, [...new Set(idsOf(lines))])],
    summaryTaxReturnsDetail: idsOf(await work.rows(summaryTaxReturnsDetail, { summaryTaxReturnsId: of.id })),
    suspenseEntry: [...hold(work, idsOf(await correctedIn(work, of)))],
  }
}

/**
 * How the income tax of a doctor's tax item came about, and what was withheld beyond it (INV-26: of either sign; the
 * fixed rate has none).
 */
function incomeTax(gross: bigint, vat: bigint, iit: bigint, rate: TaxRates | undefined) {
  const base = gross - vat
  if (rate?.iitMethod === 2) {
    const fixed = `${rate.iitFixedRate / 1_000_000n}.${String(rate.iitFixedRate % 1_000_000n).padStart(6, '0')}`
    return { taxableIncome: yuan(base), taxRate: fixed, quickDeduction: '0.00', overWithheld: '0.00' }
  }
  const { income, rate: taxRate, deduction } = bracketOf(base)
  return {
    taxableIncome: yuan(income),
    taxRate,
    quickDeduction: yuan(deduction),
    overWithheld: yuan(iit - withholding(base)),
  }
}

const KEYS = ['grossAmount', 'vatAmount', 'surchargeAmount', 'iitAmount'] as const

/**
 * 3.22: the details of a return are made anew from the lines of its month. What was paid since its locks were taken is not
 * in it, as if it had been made a moment before: declaring it then asks to collect again. Returns its totals.
 */
export async function collect(work: UnitOfWork, of: Return): Promise<Partial<Return>> {
  const lines = (await linesFor(work, of)).filter((l) => holds(work, [l.id]))
  const corrected = (await correctedIn(work, of)).filter((e) => holds(work, [e.id]))
  await work.updateAll(
    suspenseEntry,
    corrected.flatMap((e) => (e.summaryTaxReturnsId === of.id ? [] : [{ id: e.id, summaryTaxReturnsId: of.id }])),
  )
  const wanted = new Set(idsOf(lines))
  const gone = (await linesIn(work, of)).filter((l) => !wanted.has(l.id))
  await work.updateAll(orderDoctorSettlement, [
    ...gone.map((l) => ({ id: l.id, summaryTaxReturnsId: null })),
    ...lines.flatMap((l) => (l.summaryTaxReturnsId === of.id ? [] : [{ id: l.id, summaryTaxReturnsId: of.id }])),
  ])
  await work.remove(
    summaryTaxReturnsDetail,
    idsOf(await work.rows(summaryTaxReturnsDetail, { summaryTaxReturnsId: of.id })),
  )
  const rates = await ratesOf(work, of)
  const doctors = new Map(
    (await work.rows(authenticationDoctor, { id: [...new Set(lines.map((l) => l.doctorId))] })).map((d) => [d.id, d]),
  )
  const keyOf = (l: Line) => `${l.doctorId} ${l.taxItemCode ?? ''}`
  const byKey = new Map(lines.map((l) => [keyOf(l), l]))
  const details = [...feesBy(lines, keyOf)].flatMap(([key, { orderCount, ...fees }]) => {
    const line = byKey.get(key)
    if (!line) return []
    const doctor = doctors.get(line.doctorId)
    return [
      {
        summaryTaxReturnsId: of.id,
        summaryTaxReturnsCode: of.code,
        ...personOf(line),
        taxItemCode: line.taxItemCode,
        taxItemName: line.taxItemName,
        lineCount: orderCount,
        ...fees,
        ...incomeTax(
          fen(fees.grossAmount),
          fen(fees.vatAmount),
          fen(fees.iitAmount),
          rates.get(line.taxItemCode ?? ''),
        ),
        idCardFront: doctor?.idCardFront ?? null,
        idCardBack: doctor?.idCardBack ?? null,
      },
    ]
  })
  await work.insertAll(summaryTaxReturnsDetail, details)
  const totals = Object.fromEntries(KEYS.map((name) => [name, sum(details.map((d) => d[name]))])) as Record<
    (typeof KEYS)[number],
    string
  >
  return {
    ...totals,
    doctorCount: new Set(lines.map((l) => l.doctorId)).size,
    lineCount: lines.length,
    taxTotal: sum([totals.vatAmount, totals.surchargeAmount, totals.iitAmount]),
    overWithheld: sum(details.map((d) => d.overWithheld)),
    correctedTax: sum(corrected.map((e) => e.taxAmount ?? '0.00')),
  }
}
