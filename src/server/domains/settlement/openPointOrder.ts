import type { RowOf } from '../../../model/language/resource.ts'
import { statesOf } from '../../../model/language/states.ts'
import { orderDoctor } from '../../../model/orders/orderDoctor.ts'
import type { settlementCycle } from '../../../model/settlement/results/settlementCycle.ts'
import {
  orderDoctorSettlementPoint,
  settlementOrderDoctorPoint,
  settlementOrderPoint,
  settlementOrderTaxItemPoint,
} from '../../../model/settlement/settlementOrderPoint.ts'
import { fen, sum, yuan } from '../../../model/values/money.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { listedAmong } from '../people/blacklist.ts'
import { personOf } from './results/personOf.ts'

const { settlementStatus } = statesOf(settlementOrderPoint)
const { settleStatus } = statesOf(orderDoctorSettlementPoint)

type Source = RowOf<typeof orderDoctor>

/** Sums of doctor orders in points (or their lines), for an order, a doctor or a tax item. Pure. */
export function grantedBy(sources: readonly Pick<Source, 'pointAmount' | 'pointCost' | 'platformFee'>[]) {
  const cost = sum(sources.map((s) => s.pointCost ?? '0.00'))
  const platformFee = sum(sources.map((s) => s.platformFee ?? '0.00'))
  return {
    orderCount: sources.length,
    pointAmount: sources.reduce((n, s) => n + (s.pointAmount ?? 0), 0),
    pointCost: cost,
    platformFee,
    totalAmount: yuan(fen(cost) + fen(platformFee)),
  }
}

const groups = (sources: readonly Source[], key: (s: Source) => string): [string, Source[]][] =>
  [...new Set(sources.map(key))].map((k) => [k, sources.filter((s) => key(s) === k)])

/**
 * The points part of a cycle that is confirmed (3.11): one settlement order with its lines, doctors and tax items.
 * Nothing is withheld of points (R-points). The doctor orders are locked by the caller.
 */
export async function openPointOrder(
  work: UnitOfWork,
  cycle: RowOf<typeof settlementCycle>,
  sources: readonly Source[],
): Promise<string> {
  const all = grantedBy(sources)
  const company = {
    entrustedCompanyId: cycle.entrustedCompanyId,
    entrustedCompanyName: cycle.entrustedCompanyName,
    socialCreditCode: cycle.socialCreditCode,
  }
  const order = await work.insert(settlementOrderPoint, {
    ...company,
    code: await work.code(settlementOrderPoint),
    settlementCycleId: cycle.id,
    cycleMonth: cycle.cycleMonth,
    orderCount: all.orderCount,
    doctorCount: new Set(sources.map((s) => s.doctorId)).size,
    pointAmount: all.pointAmount,
    doctorAmount: all.pointCost,
    platformAmount: all.platformFee,
    totalAmount: all.totalAmount,
    settlementStatus: settlementStatus.pending,
  })
  const own = { ...company, settlementOrderId: order.id, settlementOrderCode: order.code }
  const people = new Map<string, string>()
  const doctors = groups(sources, (s) => s.doctorId ?? '').map(([doctorId, of]) => {
    const { totalAmount: _total, ...amounts } = grantedBy(of)
    const id = work.newId()
    people.set(doctorId, id)
    return { ...own, ...personOf(of[0] as Source), ...amounts, id }
  })
  await work.insertAll(settlementOrderDoctorPoint, doctors)
  await work.insertAll(
    settlementOrderTaxItemPoint,
    groups(sources, (s) => s.taxItemCode ?? '').map(([taxItemCode, of]) => ({
      ...own,
      taxItemCode,
      taxItemName: of[0]?.taxItemName ?? null,
      ...grantedBy(of),
    })),
  )
  const listed = await listedAmong(work, [...people.keys()], company.entrustedCompanyId)
  const lines: Partial<RowOf<typeof orderDoctorSettlementPoint>>[] = []
  for (const s of sources)
    lines.push({
      ...own,
      ...personOf(s),
      code: await work.code(orderDoctorSettlementPoint),
      settlementOrderDoctorId: people.get(s.doctorId ?? '') ?? null,
      orderDoctorId: s.id,
      planName: s.planName,
      planType: s.planType,
      taxItemCode: s.taxItemCode,
      taxItemName: s.taxItemName,
      pointAmount: s.pointAmount,
      pointsPerYuan: s.pointsPerYuan,
      pointCost: s.pointCost,
      platformFee: s.platformFee,
      acceptTime: s.acceptTime,
      settleStatus: settleStatus.unsettled,
      blackFlag: listed.has(s.doctorId ?? '') ? 1 : 0,
    })
  await work.insertAll(orderDoctorSettlementPoint, lines)
  await work.updateAll(
    orderDoctor,
    sources.map((s) => ({ id: s.id, settlementOrderPointId: order.id })),
  )
  return order.id
}
