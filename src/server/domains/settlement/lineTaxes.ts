import type { RowOf } from '../../../model/language/resource.ts'
import { statesOf } from '../../../model/language/states.ts'
import { entrustedTaxPaymentOrder } from '../../../model/payment/payments.ts'
import {
  orderDoctorSettlement,
  settlementOrderDoctor,
  settlementOrderTaxItem,
} from '../../../model/settlement/settlementLines.ts'
import { settlementOrder } from '../../../model/settlement/settlementOrder.ts'
import { fen, yuan } from '../../../model/values/money.ts'
import { type Before, NOTHING_BEFORE, type Quote, quoteLine, type TaxRates } from '../../../model/values/tax.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import {
  FEES,
  type FeeName,
  feesBy,
  fixedBefore,
  keyOf,
  type Line,
  quoteAnew,
  quoteLines,
  rateOf,
  taxesOf,
} from './requote.ts'
import { ratesHeld, ratesOf } from './taxRates.ts'

const { settleStatus } = statesOf(orderDoctorSettlement)
const { taxPayStatus } = statesOf(entrustedTaxPaymentOrder)

// Fixing and releasing the taxes of lines (R-tax, "when"). Both take the doctor's lock first (`locksOfLines`): two that
// go on from the same sums of a month would take the same bracket twice.

type Order = RowOf<typeof settlementOrder>

/** The month of taxes that are fixed now. */
export const monthNow = (work: UnitOfWork): string => work.time.slice(0, 7).replace('-', '')

const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map((r) => r.id)
const unique = <T>(list: readonly T[]): T[] => [...new Set(list)]

/** The lines of these doctors in an order that are not void: what one of them is taxed changes the quotes of the others. */
export const openOf = async (work: UnitOfWork, orderId: string, doctors: readonly string[]): Promise<Line[]> =>
  (await work.rows(orderDoctorSettlement, { settlementOrderId: orderId, doctorId: doctors })).filter(
    (l) => l.settleStatus !== settleStatus.voided,
  )

const byOrder = (lines: readonly Line[]): Map<string, Line[]> => {
  const orders = new Map<string, Line[]>()
  for (const line of lines) {
    const id = line.settlementOrderId ?? ''
    orders.set(id, [...(orders.get(id) ?? []), line])
  }
  return orders
}

/** Locks of fixing or releasing taxes of lines, and of paying lines or not: for `lock` of rules. */
export async function locksOfLines(work: UnitOfWork, lines: readonly Line[]): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {
    authenticationDoctor: unique(lines.map((l) => l.doctorId)),
    orderDoctor: lines.flatMap((l) => l.orderDoctorId ?? []),
    settlementOrder: [],
  }
  for (const [settlementOrderId, own] of byOrder(lines)) {
    const doctorId = unique(own.map((l) => l.doctorId))
    all.settlementOrder?.push(settlementOrderId)
    const parts = await Promise.all([
      work.rows(orderDoctorSettlement, { settlementOrderId, doctorId }),
      work.rows(settlementOrderDoctor, { settlementOrderId, doctorId }),
      work.rows(settlementOrderTaxItem, { settlementOrderId }),
      work.rows(entrustedTaxPaymentOrder, { settlementOrderId }),
    ])
    for (const [n, of] of [
      orderDoctorSettlement,
      settlementOrderDoctor,
      settlementOrderTaxItem,
      entrustedTaxPaymentOrder,
    ].entries())
      all[of.id] = [...(all[of.id] ?? []), ...idsOf(parts[n] ?? [])]
  }
  return all
}

/** Taxes of a line if they were fixed now, with the figures they depend on. */
export interface Computation {
  readonly taxMonth: string
  readonly gross: bigint
  readonly before: Before
  readonly rates: TaxRates
  readonly quote: Quote
}

/** The computation of a line's taxes in this month, on top of what is fixed. @throws AppError 400 without a rate in force */
export async function computed(work: UnitOfWork, line: Line): Promise<Computation> {
  const at = { fiscalTaxId: line.fiscalTaxId, taxMonth: monthNow(work) }
  const [inForce, fixed] = await Promise.all([ratesOf(work, at), fixedBefore(work, at, [line.doctorId])])
  const rates = rateOf(line, inForce)
  const before = fixed.get(keyOf(line.doctorId, line.taxItemCode)) ?? NOTHING_BEFORE
  const gross = fen(line.grossAmount ?? '0')
  return { taxMonth: at.taxMonth, gross, before, rates, quote: quoteLine({ gross, rates, before }) }
}

/** Sums of a set of lines. */
type Fees = Partial<Record<FeeName | 'orderCount', string | number | null>>

/** Amounts and number of lines of a row with what changed between two sums of lines. */
const shifted = (row: Fees, was: Fees | undefined, is: Fees | undefined) => ({
  ...(Object.fromEntries(
    FEES.map((name) => [
      name,
      yuan(fen(String(row[name] ?? '0')) + fen(String(is?.[name] ?? '0')) - fen(String(was?.[name] ?? '0'))),
    ]),
  ) as Record<FeeName, string>),
  orderCount: Number(row.orderCount ?? 0) + Number(is?.orderCount ?? 0) - Number(was?.orderCount ?? 0),
})

/**
 * Quotes the open lines of some doctors of an order anew and carries what changed since `before` (all their lines that
 * counted, as they were) into tax items, doctors and the order, whose new amounts it returns. Lines that are void no longer
 * count, unless they were refunded (INV-14); a doctor or tax item without lines is gone.
 */
export async function carried(work: UnitOfWork, orderId: string, before: readonly Line[]): Promise<Partial<Order>> {
  const order = await work.row(settlementOrder, orderId)
  if (!order) throw new Error(`no settlement order ${orderId}`)
  const doctorId = unique(before.map((l) => l.doctorId))
  const [now, items, people, [payment]] = await Promise.all([
    work.rows(orderDoctorSettlement, { id: idsOf(before) }),
    work.rows(settlementOrderTaxItem, { settlementOrderId: orderId }),
    work.rows(settlementOrderDoctor, { settlementOrderId: orderId, doctorId }),
    work.rows(entrustedTaxPaymentOrder, { settlementOrderId: orderId, taxPayStatus: taxPayStatus.toFix }),
  ])
  const open = now.filter((l) => l.settleStatus !== settleStatus.voided)
  const after = [
    ...(await quoteAnew(work, order, open, 'left')),
    ...now.filter((l) => l.settleStatus === settleStatus.voided && l.refundRecordId),
  ]
  const itemOf = (l: { taxItemCode: string | null }) => l.taxItemCode ?? ''
  const [wasItem, isItem] = [feesBy(before, itemOf), feesBy(after, itemOf)]
  const [wasPerson, isPerson] = [feesBy(before, (l) => l.doctorId), feesBy(after, (l) => l.doctorId)]
  const itemsNow = items
    .filter((i) => wasItem.has(itemOf(i)))
    .map((i) => ({ id: i.id, ...shifted(i, wasItem.get(itemOf(i)), isItem.get(itemOf(i))) }))
  const peopleNow = people.map((p) => ({
    id: p.id,
    ...shifted(p, wasPerson.get(p.doctorId), isPerson.get(p.doctorId)),
  }))
  const left = <R extends { readonly orderCount: number }>(rows: readonly R[]) => rows.filter((r) => r.orderCount > 0)
  const gone = (rows: readonly { readonly id: string; readonly orderCount: number }[]) =>
    idsOf(rows.filter((r) => r.orderCount === 0))
  await work.updateAll(
    settlementOrderTaxItem,
    left(itemsNow).map((i) => ({ ...i, totalAmount: yuan(fen(i.grossAmount) + fen(i.platformFee)) })),
  )
  await work.remove(settlementOrderTaxItem, gone(itemsNow))
  await work.updateAll(settlementOrderDoctor, left(peopleNow))
  await work.remove(settlementOrderDoctor, gone(peopleNow))
  const { grossAmount, platformFee, orderCount, ...taxed } = shifted(
    { ...order, grossAmount: order.doctorAmount, platformFee: order.platformAmount },
    feesBy(before, () => '').get(''),
    feesBy(after, () => '').get(''),
  )
  const { netAmount, ...taxes } = taxed
  const taxAmount = yuan(Object.values(taxes).reduce((sum, v) => sum + fen(v), 0n))
  // until every line has ended, the tax payment is what is quoted of all of them (INV-27)
  if (payment) await work.update(entrustedTaxPaymentOrder, payment.id, { ...taxes, amount: taxAmount })
  return {
    ...taxes,
    taxAmount,
    netAmount,
    doctorAmount: grossAmount,
    platformAmount: platformFee,
    totalAmount: yuan(fen(grossAmount) + fen(platformFee)),
    orderCount,
    doctorCount: (order.doctorCount ?? 0) - gone(peopleNow).length,
  }
}

/**
 * Fixes the taxes of lines of one order in this month, on top of what is fixed already (R-tax); lines whose taxes are
 * fixed keep them. Returns the new amounts of the order, for the caller to write.
 */
export async function fixTaxes(work: UnitOfWork, orderId: string, lines: readonly Line[]): Promise<Partial<Order>> {
  const open = lines.filter((l) => l.taxFinal !== 1)
  const doctors = unique(lines.map((l) => l.doctorId))
  const at = { fiscalTaxId: lines[0]?.fiscalTaxId ?? null, taxMonth: monthNow(work) }
  const [before, rates, fixed] = await Promise.all([
    openOf(work, orderId, doctors),
    ratesHeld(
      work,
      at,
      open.map((l) => l.taxItemCode),
    ),
    fixedBefore(work, at, doctors),
  ])
  const quotes = quoteLines(open, rates, fixed, 'left')
  await work.updateAll(
    orderDoctorSettlement,
    open.map((line) => {
      const q = quotes.get(line.id)
      if (!q || q.net <= 0n) throw new Error(`taxes exceed the fee of ${line.code}`)
      return { id: line.id, ...taxesOf(q), taxFinal: 1 as const, taxMonth: at.taxMonth }
    }),
  )
  return carried(work, orderId, before)
}

/**
 * Releases the taxes of lines of one order: they are quoted again, and the month no longer counts them (INV-26). Lines
 * that are not fixed stay as they are. Returns the new amounts of the order, for the caller to write.
 */
export async function releaseTaxes(work: UnitOfWork, orderId: string, lines: readonly Line[]): Promise<Partial<Order>> {
  const fixed = lines.filter((l) => l.taxFinal === 1)
  if (fixed.length === 0) return {}
  const order = await work.row(settlementOrder, orderId)
  const before = await openOf(work, orderId, unique(fixed.map((l) => l.doctorId)))
  await work.updateAll(
    orderDoctorSettlement,
    fixed.map((l) => ({
      id: l.id,
      taxFinal: 0 as const,
      taxMonth: order?.taxMonth,
      releasedMonth: l.taxMonth,
    })),
  )
  return carried(work, orderId, before)
}
