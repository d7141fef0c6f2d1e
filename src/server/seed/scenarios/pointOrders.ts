import { cancellationRecord } from '../../../model/desk/cancellationRecord.ts'
import { fen, sum, yuan } from '../../../model/kernel/money.ts'
import type { RowOf } from '../../../model/kernel/resource.ts'
import { orderDoctor } from '../../../model/orders/orderDoctor.ts'
import { servicePaymentBill, servicePaymentOrder } from '../../../model/settlement/payments.ts'
import { settlementCycle } from '../../../model/settlement/settlementCycle.ts'
import {
  orderDoctorSettlementPoint,
  settlementOrderDoctorPoint,
  settlementOrderPoint,
  settlementOrderTaxItemPoint,
} from '../../../model/settlement/settlementOrderPoint.ts'
import { sourcesOf } from '../../modules/settlement/openOrders.ts'
import { personOf } from '../../modules/settlement/personOf.ts'
import { pointCost } from '../../modules/settlement/points.ts'
import type { UnitOfWork } from '../../writes/unitOfWork.ts'
import { daysOf, plusDays, plusSeconds } from '../times.ts'
import { acceptForPoints, type Client } from './cycles.ts'
import type { Stage } from './stage.ts'

type Source = RowOf<typeof orderDoctor>
type Status = RowOf<typeof settlementOrderPoint>['settlementStatus']
type LineStatus = RowOf<typeof orderDoctorSettlementPoint>['settleStatus']

/** Every third client delivers for points in a month. */
const inPoints = (client: Client, nth: number): boolean => (client.nth + nth) % 3 === 0

/**
 * Deliverables of a month that are settled in points: three of two doctors. `nth`: which of the demo's months; in the
 * months that have no settlement order yet all clients have some.
 */
export function acceptPoints(stage: Stage, client: Client, month: string, nth: number): void {
  if (nth < 12 && !inPoints(client, nth)) return
  const { first } = daysOf(month)
  for (const i of [0, 1, 2]) {
    const doctor = client.doctors[(nth * 3 + (i % 2)) % client.doctors.length]
    const day = plusDays(first, 4 + i * 7)
    if (doctor && day < stage.today)
      acceptForPoints(stage, client, doctor, nth + i, `${day} 14:${10 + client.nth}:0${i}`)
  }
}

/** Where a points order stands: those of old months are settled, the others everywhere in turn. */
const stateOf = (client: Client, nth: number): Status =>
  nth <= 1 ? 6 : nth === 2 ? 5 : (([0, 1, 2, 3, 4, 5, 9] as const)[(nth + Math.floor(client.nth / 3) * 2) % 7] ?? 0)

/** Where lines of paid orders stand in turn. */
const LINES = [1, 2, 5, 4, 2, 5, 2, 1, 2, 1, 2, 3, 4] as const

/** Where its lines stand then; the last one of some settled orders was voided, and refunded. */
const lineState = (status: Status, turn: number, voided: boolean): LineStatus =>
  status === 6 ? (voided ? 9 : 3) : status === 5 ? (LINES[turn % LINES.length] ?? 1) : 0

/** What lines have in common, for a doctor or a tax item. */
function granted(sources: readonly Source[]) {
  const cost = sum(sources.map((s) => pointCost(s.pointAmount)))
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
 * The points part of a cycle that is confirmed: one settlement order with its lines, doctors and tax items, as it stands
 * today. Points orders are not decided in the product yet, so it is written as it stands.
 */
export async function openPointOrder(work: UnitOfWork, cycleId: string, client: Client, nth: number): Promise<void> {
  const cycle = await work.row(settlementCycle, cycleId)
  if (!cycle) throw new Error(`no cycle ${cycleId}`)
  const sources = await sourcesOf(work, cycle, 1, 1)
  if (sources.length === 0) return
  const status = stateOf(client, nth)
  const all = granted(sources)
  const company = {
    entrustedCompanyId: cycle.entrustedCompanyId,
    entrustedCompanyName: cycle.entrustedCompanyName,
    socialCreditCode: cycle.socialCreditCode,
  }
  const states = sources.map((_, i) =>
    lineState(status, nth * 3 + client.nth + i, client.nth % 2 === 0 && i > 0 && i === sources.length - 1),
  )
  const refunded = granted(sources.filter((_, i) => states[i] === 9))
  const paid = sources.filter((_, i) => states[i] === 3)
  const reviewed = status !== null && status >= 1
  const confirmed = status !== null && status >= 3
  const order = await work.insert(settlementOrderPoint, {
    ...company,
    code: await work.code(settlementOrderPoint),
    settlementCycleId: cycle.id,
    cycleMonth: cycle.cycleMonth,
    orderCount: all.orderCount,
    doctorCount: new Set(sources.map((s) => s.doctorId)).size,
    pointAmount: all.pointAmount,
    paidPoints: granted(paid).pointAmount,
    doctorAmount: all.pointCost,
    platformAmount: all.platformFee,
    totalAmount: all.totalAmount,
    refundAmount: refunded.totalAmount,
    settlementStatus: status,
    approvalOfficer: reviewed ? '财务一部' : null,
    approvalDate: reviewed ? plusSeconds(work.time, 900) : null,
    approvalRemark: status === 1 ? '积分与活动明细不一致，请核对' : null,
    confirmUserName: confirmed ? client.company.contactName : null,
    confirmTime: confirmed ? plusSeconds(work.time, 2700) : null,
    pushStatus: confirmed && status !== 9 ? 1 : 0,
  })
  if (status === 9) return
  const own = { ...company, settlementOrderId: order.id, settlementOrderCode: order.code }
  const people = new Map<string, string>()
  for (const [doctorId, of] of groups(sources, (s) => s.doctorId ?? '')) {
    const { totalAmount: _total, ...amounts } = granted(of)
    const lines = of.map((s) => states[sources.indexOf(s)])
    const row = await work.insert(settlementOrderDoctorPoint, {
      ...own,
      ...personOf(of[0] as Source),
      ...amounts,
      fileStatus: lines.includes(3) ? 2 : confirmed ? 1 : 0,
      paidStatus: lines.every((l) => l === 3) ? 2 : lines.includes(3) ? 1 : 0,
    })
    people.set(doctorId, row.id)
  }
  for (const [taxItemCode, of] of groups(sources, (s) => s.taxItemCode ?? ''))
    await work.insert(settlementOrderTaxItemPoint, {
      ...own,
      taxItemCode,
      taxItemName: of[0]?.taxItemName ?? null,
      ...granted(of),
    })
  for (const [i, s] of sources.entries()) {
    const refundRecordId = states[i] === 9 ? work.newId() : null
    const line = await work.insert(orderDoctorSettlementPoint, {
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
      pointCost: pointCost(s.pointAmount),
      platformFee: s.platformFee,
      acceptTime: s.acceptTime,
      settleStatus: states[i] ?? 0,
      payTime: states[i] === 3 ? work.time : null,
      refundRecordId,
    })
    if (refundRecordId)
      await work.insert(cancellationRecord, {
        ...company,
        bizType: 'orderDoctorSettlementPoint',
        bizId: line.id,
        bizCode: line.code,
        doctorId: line.doctorId,
        doctorName: line.doctorName,
        amount: line.pointCost,
        pointAmount: line.pointAmount,
        reason: '医生申请放弃本次积分',
        applyUserName: '财务一部',
        applyTime: work.time,
        prevStatus: 1,
        auditStatus: 1,
        auditUserName: '财务一部',
        auditTime: plusSeconds(work.time, 7200),
        auditRemark: '同意作废，款项退回预存账户',
        refundRecordId,
      })
  }
  await work.lock(
    orderDoctor,
    sources.map((s) => s.id),
  )
  await work.updateAll(
    orderDoctor,
    sources.map((s, i) => ({
      id: s.id,
      settlementOrderPointId: order.id,
      orderStatus:
        states[i] === 9
          ? (9 as const)
          : states[i] === 3
            ? (3 as const)
            : status !== null && status >= 4
              ? (2 as const)
              : (1 as const),
    })),
  )
  if (status !== null && status >= 4) await payPoints(work, order)
}

/** The client's payment of a points order, with its bills (INV-15). */
async function payPoints(work: UnitOfWork, order: RowOf<typeof settlementOrderPoint>): Promise<void> {
  const done = order.settlementStatus !== 4
  const company = {
    entrustedCompanyId: order.entrustedCompanyId,
    entrustedCompanyName: order.entrustedCompanyName,
    socialCreditCode: order.socialCreditCode,
  }
  const payment = await work.insert(servicePaymentOrder, {
    ...company,
    code: await work.code(servicePaymentOrder),
    settlementOrderType: 2,
    settlementOrderPointId: order.id,
    settlementOrderCode: order.code,
    doctorAmount: order.doctorAmount,
    platformAmount: order.platformAmount,
    amount: order.totalAmount,
    payMode: done ? 2 : null,
    payStatus: done ? 2 : 0,
    confirmUserName: done ? order.confirmUserName : null,
    reviewUserName: done ? '财务一部' : null,
    reviewTime: done ? work.time : null,
    payTime: done ? work.time : null,
  })
  await work.insertAll(
    servicePaymentBill,
    [
      { billType: 1 as const, itemName: '积分成本', amount: order.doctorAmount ?? '0.00' },
      { billType: 2 as const, itemName: '平台服务费', amount: order.platformAmount ?? '0.00' },
    ]
      .filter((b) => fen(b.amount) !== 0n)
      .map((b) => ({
        ...company,
        ...b,
        servicePaymentOrderId: payment.id,
        servicePaymentOrderCode: payment.code,
        billMonth: order.cycleMonth,
      })),
  )
}
