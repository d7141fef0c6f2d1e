import type { RowOf } from '../../../model/language/resource.ts'
import { statesOf } from '../../../model/language/states.ts'
import {
  orderDoctorSettlement,
  settlementOrderDoctor,
  settlementOrderTaxItem,
} from '../../../model/settlement/settlementLines.ts'
import type { settlementOrder } from '../../../model/settlement/settlementOrder.ts'
import { fen, yuan } from '../../../model/values/money.ts'
import {
  afterLine,
  type Before,
  NOTHING_BEFORE,
  type Quote,
  quoteLine,
  type TaxRates,
} from '../../../model/values/tax.ts'
import { AppError } from '../../core/errors.ts'
import type { Patch, UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import type { Settlement } from './settlement.ts'
import { ratesOf } from './taxRates.ts'

const { settleStatus } = statesOf(orderDoctorSettlement)

type Order = RowOf<typeof settlementOrder>
export type Line = RowOf<typeof orderDoctorSettlement>
/** Where and when lines are taxed. */
type TaxedAt = Pick<Order, 'fiscalTaxId' | 'taxMonth'>
export type FeeName = 'grossAmount' | 'vatAmount' | 'surchargeAmount' | 'iitAmount' | 'netAmount' | 'platformFee'
export const FEES: readonly FeeName[] = [
  'grossAmount',
  'vatAmount',
  'surchargeAmount',
  'iitAmount',
  'netAmount',
  'platformFee',
]

/** Lines of an order that are to be paid or were: not the voided ones (9). */
export const openLines = <L extends Settlement['lines']>(
  work: UnitOfWork,
  of: L,
  orderId: string,
): Promise<RowOf<L>[]> => work.rows(of, { settlementOrderId: orderId, settleStatus: { not: settleStatus.voided } })

/** Lines that were voided after the client had paid: the order keeps their amounts and says what it refunded (INV-14). */
const refundedLines = async (work: UnitOfWork, orderId: string): Promise<Line[]> =>
  (await work.rows(orderDoctorSettlement, { settlementOrderId: orderId, settleStatus: settleStatus.voided })).filter(
    (l) => l.refundRecordId,
  )

/** The order in which lines are taxed: acceptTime, then id. */
export const byAcceptance = (a: Line, b: Line): number =>
  (a.acceptTime ?? '').localeCompare(b.acceptTime ?? '') || a.id.length - b.id.length || a.id.localeCompare(b.id)

/** Key within which taxes of a month are cumulative, of one fiscal-tax company. */
export const keyOf = (doctorId: string | null, taxItemCode: string | null): string =>
  `${doctorId ?? ''}|${taxItemCode ?? ''}`

/** Sums of lines already fixed (taxFinal) this month, by doctor and tax item: the quote continues from there. */
export async function fixedBefore(
  work: UnitOfWork,
  order: TaxedAt,
  doctors: readonly string[],
): Promise<Map<string, Before>> {
  const found = await work.groupBy(
    orderDoctorSettlement,
    ['doctorId', 'taxItemCode'],
    ['grossAmount', 'vatAmount', 'iitAmount'],
    {
      doctorId: doctors,
      fiscalTaxId: order.fiscalTaxId,
      taxMonth: order.taxMonth,
      taxFinal: 1,
      settleStatus: { not: 9 },
    },
  )
  return new Map(
    found.map(({ key, sums }) => {
      const [gross, vat, iit] = [fen(sums.grossAmount ?? '0'), fen(sums.vatAmount ?? '0'), fen(sums.iitAmount ?? '0')]
      return [
        keyOf(String(key.doctorId), String(key.taxItemCode ?? '')),
        { grossSum: gross, vatSum: vat, iitSum: iit, taxableSum: gross - vat },
      ]
    }),
  )
}

/** The rate of a line. @throws AppError 400 where there is none in force. Pure. */
export function rateOf(line: Line, rates: ReadonlyMap<string, TaxRates>): TaxRates {
  const rate = rates.get(line.taxItemCode ?? '')
  if (rate) return rate
  const item = line.taxItemName ?? line.taxItemCode ?? ''
  throw new AppError(400, [
    `税目“${item}”没有有效的税率，不能重新测算`,
    `There is no rate in force for tax item “${item}”, so taxes cannot be quoted`,
  ])
}

/**
 * Quotes of lines in order, per key cumulative. Lines whose taxes are fixed keep them. `eaten`: a line whose taxes exceed
 * its fee is refused (400), or gets no quote. Pure; throws 400 for a missing rate.
 */
export function quoteLines(
  lines: readonly Line[],
  rates: ReadonlyMap<string, TaxRates>,
  fixed: ReadonlyMap<string, Before>,
  eaten: 'refused' | 'left' = 'refused',
): Map<string, Quote> {
  const before = new Map(fixed)
  const quotes = new Map<string, Quote>()
  for (const line of [...lines].sort(byAcceptance)) {
    if (line.taxFinal === 1) continue
    const rate = rateOf(line, rates)
    const key = keyOf(line.doctorId, line.taxItemCode)
    const gross = fen(line.grossAmount ?? '0')
    const sofar = before.get(key) ?? NOTHING_BEFORE
    const quote = quoteLine({ gross, rates: rate, before: sofar })
    if (quote.net < 0n) {
      if (eaten === 'left') continue
      throw new AppError(400, [
        `${line.doctorName ?? ''} ${line.code ?? ''} 的税额超过劳务费，不能重新提交`,
        `The taxes of ${line.doctorName ?? ''} ${line.code ?? ''} exceed the fee, so the order cannot be submitted again`,
      ])
    }
    before.set(key, afterLine(sofar, gross, quote))
    quotes.set(line.id, quote)
  }
  return quotes
}

/** Σ of the fee columns over lines, by a group. Pure. */
export function feesBy(
  lines: readonly Line[],
  group: (l: Line) => string,
): Map<string, Record<FeeName, string> & { orderCount: number }> {
  const sums = new Map<string, Record<FeeName, bigint> & { n: number }>()
  for (const line of lines) {
    const sum = sums.get(group(line)) ?? {
      grossAmount: 0n,
      vatAmount: 0n,
      surchargeAmount: 0n,
      iitAmount: 0n,
      netAmount: 0n,
      platformFee: 0n,
      n: 0,
    }
    for (const name of FEES) sum[name] += fen(line[name] ?? '0')
    sum.n += 1
    sums.set(group(line), sum)
  }
  return new Map(
    [...sums].map(([key, { n, ...fees }]) => [
      key,
      { ...(Object.fromEntries(FEES.map((f) => [f, yuan(fees[f])])) as Record<FeeName, string>), orderCount: n },
    ]),
  )
}

/** The amounts of a quote, as a line has them. Pure. */
export const taxesOf = ({ vat, surcharge, iit, net }: Quote) => ({
  vatAmount: yuan(vat),
  surchargeAmount: yuan(surcharge),
  iitAmount: yuan(iit),
  netAmount: yuan(net),
})

/**
 * Quotes lines of an order anew that are not fixed (R-tax with the rates in force) and writes what changed. Returns all of
 * them as they are now. `eaten`: what becomes of a line whose taxes exceed its fee (`quoteLines`): left, it keeps its quote.
 */
export async function quoteAnew(
  work: UnitOfWork,
  order: Order,
  lines: readonly Line[],
  eaten: 'refused' | 'left',
): Promise<Line[]> {
  const doctors = [...new Set(lines.map((l) => l.doctorId))]
  const [rates, fixed] = await Promise.all([ratesOf(work, order), fixedBefore(work, order, doctors)])
  const quotes = quoteLines(lines, rates, fixed, eaten)
  const patches: Patch<typeof orderDoctorSettlement>[] = []
  const quoted = lines.map((line) => {
    const q = quotes.get(line.id)
    if (!q) return line
    const taxes = taxesOf(q)
    const same = Object.entries(taxes).every(
      ([name, v]) => fen((line[name as FeeName] as string | null) ?? '0') === fen(v),
    )
    if (!same) patches.push({ id: line.id, ...taxes })
    return { ...line, ...taxes }
  })
  await work.updateAll(orderDoctorSettlement, patches)
  return quoted
}

/**
 * Quotes the taxes of an order's open lines anew and rewrites tax items, doctors and the order's taxes. What the client
 * pays never changes (domain §3.0): only the split between net and taxes. Returns the order's new amounts.
 */
export async function requote(work: UnitOfWork, order: Order): Promise<Partial<Order>> {
  const quoted = await quoteAnew(work, order, await openLines(work, orderDoctorSettlement, order.id), 'refused')
  quoted.push(...(await refundedLines(work, order.id)))

  const items = feesBy(quoted, (l) => l.taxItemCode ?? '')
  const held = await work.rows(settlementOrderTaxItem, { settlementOrderId: order.id })
  await work.updateAll(
    settlementOrderTaxItem,
    held.flatMap((item) => {
      const fees = items.get(item.taxItemCode ?? '')
      return fees ? [{ id: item.id, ...fees, totalAmount: yuan(fen(fees.grossAmount) + fen(fees.platformFee)) }] : []
    }),
  )
  const people = feesBy(quoted, (l) => l.doctorId)
  const listed = await work.rows(settlementOrderDoctor, { settlementOrderId: order.id })
  await work.updateAll(
    settlementOrderDoctor,
    listed.flatMap((doctor) => {
      const fees = people.get(doctor.doctorId)
      return fees ? [{ id: doctor.id, ...fees }] : []
    }),
  )
  const all = feesBy(quoted, () => '').get('')
  const [vat, surcharge, iit] = [
    fen(all?.vatAmount ?? '0'),
    fen(all?.surchargeAmount ?? '0'),
    fen(all?.iitAmount ?? '0'),
  ]
  const gross = fen(all?.grossAmount ?? '0')
  const platform = fen(all?.platformFee ?? '0')
  if (gross + platform !== fen(order.totalAmount ?? '0')) {
    throw new AppError(400, [
      '结算总额与明细不符，不能重新提交',
      'The total does not match the lines, so the order cannot be submitted again',
    ])
  }
  return {
    vatAmount: yuan(vat),
    surchargeAmount: yuan(surcharge),
    iitAmount: yuan(iit),
    taxAmount: yuan(vat + surcharge + iit),
    netAmount: yuan(gross - vat - surcharge - iit),
  }
}
