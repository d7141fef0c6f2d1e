import { fen, yuan } from '../../model/kernel/money.ts'
import type { RowOf } from '../../model/kernel/resource.ts'
import { afterLine, type Before, NOTHING_BEFORE, type Quote, quoteLine, type TaxRates } from '../../model/kernel/tax.ts'
import type { orderDoctor } from '../../model/orders/orderDoctor.ts'
import {
  orderDoctorSettlement,
  settlementOrderDoctor,
  settlementOrderTaxItem,
} from '../../model/settlement/settlementLines.ts'
import { settlementOrder } from '../../model/settlement/settlementOrder.ts'
import { type Cycle, type DoctorOrder, who } from './cycles.ts'
import { type Company, type Partner, TAX_ITEMS } from './parties.ts'
import type { Person, Story, Told } from './story.ts'
import { monthOfDay } from './times.ts'

export type Order = Told<typeof settlementOrder>
export type Line = Told<typeof orderDoctorSettlement>

/** A settlement order with what belongs to it. */
export interface Bundle {
  readonly order: Order
  readonly lines: readonly Line[]
  readonly doctors: readonly Told<typeof settlementOrderDoctor>[]
  readonly items: readonly Told<typeof settlementOrderTaxItem>[]
  readonly sources: readonly DoctorOrder[]
}

/** The fee columns that breakdowns add up. */
export const FEES = ['grossAmount', 'vatAmount', 'surchargeAmount', 'iitAmount', 'netAmount', 'platformFee'] as const
type Fees = Record<(typeof FEES)[number], string>

/** Σ of the fee columns of lines. */
export function feesOf(lines: readonly Line[]): Fees {
  const total = (name: (typeof FEES)[number]) =>
    yuan(lines.reduce((n, l) => n + fen((l[name] as string | null) ?? '0'), 0n))
  return Object.fromEntries(FEES.map((f) => [f, total(f)])) as Fees
}

/** The key that taxes are cumulative within (R-tax): doctor, fiscal-tax company, tax item, tax month. */
const keyOf = (l: Line): string => [l.doctorId, l.fiscalTaxId, l.taxItemCode, l.taxMonth].join('|')

/** The order in which lines are taxed: acceptTime, then id (all seed ids have one length). */
const byAcceptance = (a: Line, b: Line): number =>
  String(a.acceptTime).localeCompare(String(b.acceptTime)) || a.id.localeCompare(b.id)

const set = (line: Line, gross: bigint, q: Quote): void => {
  if (q.net <= 0n) throw new Error(`taxes exceed the fee of ${line.code}`)
  Object.assign(line, {
    grossAmount: yuan(gross),
    vatAmount: yuan(q.vat),
    surchargeAmount: yuan(q.surcharge),
    iitAmount: yuan(q.iit),
    netAmount: yuan(q.net),
  })
}

/**
 * Taxes of all lines as the engine computes them: fixed ones in the order they were fixed (payTime, then acceptTime and
 * id), cumulative over all orders; then the quotes of each order on top of what is fixed.
 */
export function taxAll(
  bundles: readonly Bundle[],
  rateOf: (fiscalTaxId: string, taxItemCode: string) => TaxRates,
): void {
  const fixed = new Map<string, Before>()
  const tax = (line: Line, sofar: Map<string, Before>): void => {
    const gross = fen(line.grossAmount ?? '0')
    const before = sofar.get(keyOf(line)) ?? NOTHING_BEFORE
    const quote = quoteLine({ gross, rates: rateOf(line.fiscalTaxId ?? '', line.taxItemCode ?? ''), before })
    sofar.set(keyOf(line), afterLine(before, gross, quote))
    set(line, gross, quote)
  }
  const final = bundles.flatMap((b) => b.lines).filter((l) => l.taxFinal === 1)
  final.sort((a, b) => String(a.payTime).localeCompare(String(b.payTime)) || byAcceptance(a, b))
  for (const line of final) tax(line, fixed)
  for (const { lines } of bundles) {
    const quoted = new Map(fixed)
    for (const line of [...lines].sort(byAcceptance)) if (line.taxFinal !== 1) tax(line, quoted)
  }
  for (const b of bundles) addUp(b)
}

/** Breakdowns and the order itself from its lines. Void orders keep what their (deleted) lines came to. */
function addUp({ order, lines, doctors, items }: Bundle): void {
  for (const d of doctors) Object.assign(d, feesOf(lines.filter((l) => l.doctorId === d.doctorId)))
  for (const i of items) {
    const fees = feesOf(lines.filter((l) => l.taxItemCode === i.taxItemCode))
    Object.assign(i, fees, { totalAmount: yuan(fen(fees.grossAmount) + fen(fees.platformFee)) })
  }
  const all = feesOf(lines)
  Object.assign(order, {
    doctorAmount: all.grossAmount,
    vatAmount: all.vatAmount,
    surchargeAmount: all.surchargeAmount,
    iitAmount: all.iitAmount,
    taxAmount: yuan(fen(all.vatAmount) + fen(all.surchargeAmount) + fen(all.iitAmount)),
    netAmount: all.netAmount,
    platformAmount: all.platformFee,
    totalAmount: yuan(fen(all.grossAmount) + fen(all.platformFee)),
    paidNetAmount: feesOf(lines.filter((l) => l.settleStatus === 3)).netAmount,
  } satisfies Partial<RowOf<typeof settlementOrder>>)
}

/** The doctor columns of a record, as the doctor order has them. */
const personOf = (s: DoctorOrder) => ({
  doctorId: s.doctorId,
  doctorName: s.doctorName,
  phone: s.phone,
  idCardNumber: s.idCardNumber,
  hospitalName: s.hospitalName,
  departmentName: s.departmentName,
})

/**
 * The order of a confirmed cycle at one fiscal-tax company, with its lines, doctors and tax items. Taxes come with
 * `taxAll`.
 */
export function addOrder(
  story: Story,
  cycle: Cycle,
  company: Company,
  partner: Partner,
  sources: readonly DoctorOrder[],
  at: string,
  maker: Person,
): Bundle {
  const people = [...new Map(sources.map((s) => [s.doctorId, s])).values()]
  const codes = [...new Set(sources.map((s) => s.taxItemCode))].sort()
  const own = { ...who(company), fiscalTaxId: partner.id, fiscalTaxName: partner.name }
  const taxMonth = monthOfDay(at)
  const order = story.add(settlementOrder, at, maker, {
    code: story.codes.next('SO', at),
    settlementCycleId: cycle.id,
    cycleMonth: cycle.cycleMonth,
    ...own,
    taxMonth,
    orderCount: sources.length,
    doctorCount: people.length,
    settlementStatus: 0,
  })
  const ref = { settlementOrderId: order.id, settlementOrderCode: order.code }
  const doctors = people.map((p) =>
    story.add(settlementOrderDoctor, at, maker, {
      ...ref,
      ...own,
      ...personOf(p),
      orderCount: sources.filter((s) => s.doctorId === p.doctorId).length,
    }),
  )
  const items = codes.map((code) =>
    story.add(settlementOrderTaxItem, at, maker, {
      ...ref,
      ...own,
      taxItemCode: code,
      taxItemName: TAX_ITEMS.find((t) => t.code === code)?.name ?? '',
      orderCount: sources.filter((s) => s.taxItemCode === code).length,
    }),
  )
  const lines = sources.map((s) => {
    story.edit<typeof orderDoctor>(s, at, maker, { settlementOrderId: order.id })
    return story.add(orderDoctorSettlement, at, maker, {
      code: story.codes.next('DS', at),
      ...ref,
      settlementOrderDoctorId: doctors.find((d) => d.doctorId === s.doctorId)?.id,
      orderDoctorId: s.id,
      planName: s.planName,
      planType: s.planType,
      ...own,
      ...personOf(s),
      taxItemCode: s.taxItemCode,
      taxItemName: TAX_ITEMS.find((t) => t.code === s.taxItemCode)?.name ?? '',
      grossAmount: s.feeAmount,
      platformFee: s.platformFee,
      acceptTime: s.acceptTime,
      taxMonth,
      settleStatus: 0,
    })
  })
  return { order, lines, doctors, items, sources }
}
