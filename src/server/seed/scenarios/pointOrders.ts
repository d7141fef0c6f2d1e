import { cancellationRecord } from '../../../model/desk/cancellationRecord.ts'
import { fen, sum } from '../../../model/kernel/money.ts'
import type { RowOf } from '../../../model/kernel/resource.ts'
import { orderDoctor, orderDoctorLifecycle } from '../../../model/orders/orderDoctor.ts'
import { servicePaymentBill, servicePaymentOrder } from '../../../model/settlement/payments.ts'
import {
  orderDoctorSettlementPoint,
  settlementOrderDoctorPoint,
  settlementOrderPoint,
  settlementOrderTaxItemPoint,
} from '../../../model/settlement/settlementOrderPoint.ts'
import type { UnitOfWork } from '../../writes/unitOfWork.ts'
import { daysOf, plusDays, plusSeconds } from '../times.ts'
import { acceptForPoints, type Client } from './cycles.ts'
import type { Stage } from './stage.ts'

type Status = RowOf<typeof settlementOrderPoint>['settlementStatus']
type LineStatus = RowOf<typeof orderDoctorSettlementPoint>['settleStatus']

const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map((r) => r.id)

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

/** Seconds until the void of a line of points is agreed to, and refunded. */
export const REFUNDED = 7200

type Line = RowOf<typeof orderDoctorSettlementPoint>
/** A points order that the company has paid for, and the lines voided since, with the ids of what refunds them. */
export interface PointsSettled {
  readonly orderId: string
  readonly refunds: readonly { readonly id: string; readonly line: Line; readonly recordId: string }[]
}

/** A points settlement order as it stands today: points orders are not decided in the product yet. */
export async function settlePoints(
  work: UnitOfWork,
  cycleId: string,
  client: Client,
  nth: number,
): Promise<PointsSettled | null> {
  const [order] = await work.rows(settlementOrderPoint, { settlementCycleId: cycleId })
  if (!order) return null
  const status = stateOf(client, nth)
  const below = { settlementOrderId: order.id }
  const [lines, people, items] = [
    await work.rows(orderDoctorSettlementPoint, below),
    await work.rows(settlementOrderDoctorPoint, below),
    await work.rows(settlementOrderTaxItemPoint, below),
  ]
  const sources = lines.map((line) => line.orderDoctorId ?? '')
  await work.lock(orderDoctor, sources)
  await work.lock(orderDoctorSettlementPoint, idsOf(lines))
  await work.lock(settlementOrderDoctorPoint, idsOf(people))
  await work.lock(settlementOrderPoint, [order.id])
  await work.lock(settlementOrderTaxItemPoint, idsOf(items))
  const states = lines.map((_, i) =>
    lineState(status, nth * 3 + client.nth + i, client.nth % 2 === 0 && i > 0 && i === lines.length - 1),
  )
  const costs = lines.filter((_, i) => states[i] === 9).map((l) => [l.pointCost ?? '0', l.platformFee ?? '0'])
  const reviewed = status !== null && status >= 1
  const confirmed = status !== null && status >= 3
  const changed = await work.update(settlementOrderPoint, order.id, {
    paidPoints: lines.reduce((n, l, i) => n + (states[i] === 3 ? (l.pointAmount ?? 0) : 0), 0),
    refundAmount: sum(costs.flat()),
    settlementStatus: status,
    approvalOfficer: reviewed ? '财务一部' : null,
    approvalDate: reviewed ? plusSeconds(work.time, 900) : null,
    approvalRemark: status === 1 ? '积分与活动明细不一致，请核对' : null,
    confirmUserName: confirmed ? client.company.contactName : null,
    confirmTime: confirmed ? plusSeconds(work.time, 2700) : null,
    pushStatus: confirmed && status !== 9 ? 1 : 0,
  })
  if (status === 9) {
    await work.remove(orderDoctorSettlementPoint, idsOf(lines))
    await work.remove(settlementOrderDoctorPoint, idsOf(people))
    await work.remove(settlementOrderTaxItemPoint, idsOf(items))
    return null
  }
  const stands = (doctorId: string) => lines.flatMap((l, i) => (l.doctorId === doctorId ? [states[i]] : []))
  await work.updateAll(
    settlementOrderDoctorPoint,
    people.map(({ id, doctorId }) => {
      const own = stands(doctorId ?? '')
      return {
        id,
        fileStatus: own.includes(3) ? 2 : confirmed ? 1 : 0,
        paidStatus: own.every((l) => l === 3) ? 2 : own.includes(3) ? 1 : 0,
      } as const
    }),
  )
  const voids = states.map((state) => (state === 9 ? work.newId() : null))
  await work.updateAll(
    orderDoctorSettlementPoint,
    lines.map(({ id }, i) => ({
      id,
      settleStatus: states[i] ?? 0,
      payTime: states[i] === 3 ? work.time : null,
      refundRecordId: voids[i] ?? null,
    })),
  )
  const records = new Map<string, string>()
  for (const [i, line] of lines.entries()) if (voids[i]) records.set(voids[i], await voided(work, line))
  if (status !== null && status >= 4) await work.step(orderDoctor, sources, 'settle')
  const those = (state: LineStatus) => sources.filter((_, i) => states[i] === state)
  await work.step(orderDoctor, those(3), 'pay')
  await work.updateAll(
    orderDoctor,
    those(9).map((id) => ({ id, orderStatus: 9 as const })),
    VOIDED,
  )
  if (status !== null && status >= 4) await payPoints(work, changed)
  const refunds = voids.flatMap((id, i) =>
    id === null ? [] : [{ id, line: lines[i] as Line, recordId: records.get(id) ?? '' }],
  )
  return status === 5 || status === 6 ? { orderId: order.id, refunds } : null
}

/** How a doctor order is voided in the history: no step leads there yet. */
const VOIDED = {
  action: 'void',
  decision: {
    transition: orderDoctorLifecycle.transitions.void,
    lifecycle: orderDoctorLifecycle,
    remark: null,
    bySystem: true,
  },
} as const

/** The application to void a line that was paid for; agreed to with its refund. */
async function voided(work: UnitOfWork, line: Line): Promise<string> {
  const { id } = await work.insert(cancellationRecord, {
    entrustedCompanyId: line.entrustedCompanyId,
    entrustedCompanyName: line.entrustedCompanyName,
    socialCreditCode: line.socialCreditCode,
    bizType: 'orderDoctorSettlementPoint',
    bizId: line.id,
    bizCode: line.code ?? '',
    doctorId: line.doctorId,
    doctorName: line.doctorName,
    amount: line.pointCost,
    pointAmount: line.pointAmount,
    reason: '医生申请放弃本次积分',
    applyUserName: '财务一部',
    applyTime: work.time,
    prevStatus: 1,
  })
  return id
}

/** The client's payment of a points order, still to be made, with its bills (INV-15). */
async function payPoints(work: UnitOfWork, order: RowOf<typeof settlementOrderPoint>): Promise<void> {
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
    payStatus: 0,
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
