import type { RowOf } from '../../../model/language/resource.ts'
import { statesOf } from '../../../model/language/states.ts'
import { orderDoctor } from '../../../model/orders/orderDoctor.ts'
import type { settlementCycle } from '../../../model/settlement/results/settlementCycle.ts'
import {
  orderDoctorSettlement,
  settlementOrderDoctor,
  settlementOrderTaxItem,
} from '../../../model/settlement/settlementLines.ts'
import { settlementOrder } from '../../../model/settlement/settlementOrder.ts'
import { fen, yuan } from '../../../model/values/money.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { listedAmong } from '../people/blacklist.ts'
import { feesBy, fixedBefore, type Line, quoteLines } from './requote.ts'
import { personOf } from './results/personOf.ts'
import { computing, ratesIn } from './taxRates.ts'

const { settleStatus } = statesOf(orderDoctorSettlement)
const { settlementStatus } = statesOf(settlementOrder)

type Cycle = RowOf<typeof settlementCycle>
type Source = RowOf<typeof orderDoctor>

/**
 * Opens the settlement order of a cycle at a fiscal-tax company, with its lines, doctors and tax items, taxes quoted.
 */
async function openOrder(work: UnitOfWork, cycle: Cycle, sources: readonly Source[]): Promise<string> {
  const id = work.newId()
  const [first] = sources
  const taxMonth = work.time.slice(0, 7).replace('-', '')
  const code = await work.code(settlementOrder)
  const at = { fiscalTaxId: first?.fiscalTaxId ?? null, taxMonth }
  const rates = await ratesIn(work, at)
  const own = {
    settlementOrderId: id,
    settlementOrderCode: code,
    entrustedCompanyId: cycle.entrustedCompanyId,
    entrustedCompanyName: cycle.entrustedCompanyName,
    socialCreditCode: cycle.socialCreditCode,
    fiscalTaxId: at.fiscalTaxId,
    fiscalTaxName: first?.fiscalTaxName ?? null,
  }
  const people = new Map(sources.map((s) => [s.doctorId, { id: work.newId(), ...personOf(s) }]))
  const listed = await listedAmong(work, [...people.keys()], cycle.entrustedCompanyId)
  const drafts: Partial<Line>[] = []
  for (const s of sources)
    drafts.push({
      ...own,
      ...personOf(s),
      id: work.newId(),
      code: await work.code(orderDoctorSettlement),
      settlementOrderDoctorId: people.get(s.doctorId)?.id ?? null,
      orderDoctorId: s.id,
      planName: s.planName,
      planType: s.planType,
      taxItemCode: s.taxItemCode,
      taxItemName: rates.get(s.taxItemCode ?? '')?.taxItemName ?? null,
      grossAmount: s.feeAmount,
      platformFee: s.platformFee,
      acceptTime: s.acceptTime,
      taxFinal: 0,
      taxMonth,
      settleStatus: settleStatus.unsettled,
      blackFlag: listed.has(s.doctorId) ? 1 : 0,
    })
  const open = drafts as Line[]
  const quotes = quoteLines(open, computing(rates), await fixedBefore(work, at, [...people.keys()]))
  const lines = open.map((line): Line => {
    const q = quotes.get(line.id)
    if (!q) throw new Error(`${line.code} was not quoted`)
    const [vatAmount, surchargeAmount, iitAmount, netAmount] = [q.vat, q.surcharge, q.iit, q.net].map(yuan)
    return { ...line, vatAmount, surchargeAmount, iitAmount, netAmount } as Line
  })
  const all = feesBy(lines, () => '').get('')
  if (!all) throw new Error('a settlement order without lines')
  const { settlementOrderId: _id, settlementOrderCode: _code, ...client } = own
  await work.insert(settlementOrder, {
    ...client,
    id,
    code,
    settlementCycleId: cycle.id,
    cycleMonth: cycle.cycleMonth,
    taxMonth,
    orderCount: lines.length,
    doctorCount: people.size,
    doctorAmount: all.grossAmount,
    vatAmount: all.vatAmount,
    surchargeAmount: all.surchargeAmount,
    iitAmount: all.iitAmount,
    taxAmount: yuan(fen(all.vatAmount) + fen(all.surchargeAmount) + fen(all.iitAmount)),
    netAmount: all.netAmount,
    platformAmount: all.platformFee,
    totalAmount: yuan(fen(all.grossAmount) + fen(all.platformFee)),
    settlementStatus: settlementStatus.pending,
  })
  const byDoctor = feesBy(lines, (l) => l.doctorId)
  await work.insertAll(
    settlementOrderDoctor,
    [...people].map(([doctorId, person]) => ({ ...own, ...person, ...byDoctor.get(doctorId) })),
  )
  const byItem = feesBy(lines, (l) => l.taxItemCode ?? '')
  await work.insertAll(
    settlementOrderTaxItem,
    [...byItem].sort().map(([taxItemCode, fees]) => ({
      ...own,
      ...fees,
      taxItemCode,
      taxItemName: rates.get(taxItemCode)?.taxItemName ?? null,
      totalAmount: yuan(fen(fees.grossAmount) + fen(fees.platformFee)),
    })),
  )
  await work.insertAll(orderDoctorSettlement, lines)
  await work.updateAll(
    orderDoctor,
    sources.map((s) => ({ id: s.id, settlementOrderId: id })),
  )
  return id
}

/** The settlement orders of a cycle: one at each fiscal-tax company that its doctor orders go through, locked by the caller. */
export async function openOrders(work: UnitOfWork, cycle: Cycle, sources: readonly Source[]): Promise<string[]> {
  const made: string[] = []
  for (const partner of [...new Set(sources.map((s) => s.fiscalTaxId))])
    made.push(
      await openOrder(
        work,
        cycle,
        sources.filter((s) => s.fiscalTaxId === partner),
      ),
    )
  return made
}
