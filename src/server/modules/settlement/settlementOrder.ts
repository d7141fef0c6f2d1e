import type { Label } from '../../../model/kernel/label.ts'
import type { RulesOf } from '../../../model/kernel/lifecycle.ts'
import type { RowOf } from '../../../model/kernel/resource.ts'
import { orderDoctor } from '../../../model/orders/orderDoctor.ts'
import {
  orderDoctorSettlement,
  settlementOrderDoctor,
  settlementOrderTaxItem,
} from '../../../model/settlement/settlementLines.ts'
import type { settlementOrder } from '../../../model/settlement/settlementOrder.ts'
import type { settlementOrderLifecycle } from '../../../model/settlement/settlementOrderLifecycle.ts'
import { apiMessagePool, SETTLEMENT_ORDER_CONFIRMED } from '../../../model/system/apiMessagePool.ts'
import type { UnitOfWork } from '../../writes/unitOfWork.ts'
import { deliver } from '../system/apiMessagePool.ts'
import { createDocuments, livePayment } from './documents.ts'
import { requote } from './requote.ts'
import { cycleFollows } from './settling.ts'
import { sumProblem } from './sums.ts'

type Order = RowOf<typeof settlementOrder>

const reviewed = (work: UnitOfWork, remark: string | null): Partial<Order> => ({
  approvalOfficer: work.actor.name,
  approvalDate: work.time,
  approvalRemark: remark,
})
const notReviewed: Partial<Order> = { approvalOfficer: null, approvalDate: null, approvalRemark: null }

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map((r) => r.id)

/** Lines and their doctor orders, which toSettle advances. */
const lockLines = async (
  order: Order,
  work: UnitOfWork,
): Promise<{ orderDoctorSettlement: string[]; orderDoctor: string[] }> => {
  const lines = await work.rows(orderDoctorSettlement, { settlementOrderId: order.id })
  return { orderDoctorSettlement: lines.map((l) => l.id), orderDoctor: lines.flatMap((l) => l.orderDoctorId ?? []) }
}

/** Lines, tax items and doctors: what a new quote rewrites and a deletion takes along. */
const lockBreakdowns = async (order: Order, work: UnitOfWork): Promise<Record<string, string[]>> => {
  const below = { settlementOrderId: order.id }
  return {
    orderDoctorSettlement: idsOf(await work.rows(orderDoctorSettlement, below)),
    settlementOrderTaxItem: idsOf(await work.rows(settlementOrderTaxItem, below)),
    settlementOrderDoctor: idsOf(await work.rows(settlementOrderDoctor, below)),
  }
}

/** Why an order stays where it is: one of its lines is about to be void. */
const pendingProblem = async (work: UnitOfWork, order: Order): Promise<Label | null> => {
  const line = await work.any(orderDoctorSettlement, { settlementOrderId: order.id, settleStatus: 5 })
  return line
    ? [`明细 ${line.code ?? ''} 作废审核中，请先处理`, `Line ${line.code ?? ''} waits to be voided: decide that first`]
    : null
}

/** Why an order is not handed to its company: its amounts do not hold, or nothing is left of it. */
async function reviewProblem(work: UnitOfWork, order: Order): Promise<Label | null> {
  const [pending, sums] = await Promise.all([pendingProblem(work, order), sumProblem(work, order)])
  if (order.orderCount === 0)
    return ['结算单的明细已全部作废，请删除结算单', 'All lines of this order are void: delete it instead']
  return pending ?? sums
}

/** 3.12 confimMsgPool: one message a confirmed order, while one is under way or was taken. */
async function pushMessage(order: Order, _ask: unknown, work: UnitOfWork): Promise<Partial<Order> | undefined> {
  const about = { bizId: order.id, businessScenario: SETTLEMENT_ORDER_CONFIRMED } as const
  if (await work.any(apiMessagePool, { ...about, messageStatus: ['RECEIVED', 'PROCESSED'] })) return undefined
  const message = await work.insert(apiMessagePool, {
    ...about,
    bizCode: order.code,
    messageNumber: await work.code(apiMessagePool),
    parameters: JSON.stringify({ code: order.code, totalAmount: order.totalAmount, confirmTime: order.confirmTime }),
    entrustedId: order.entrustedCompanyId,
    entrustedName: order.entrustedCompanyName,
  })
  await deliver(work, message)
  return { pushStatus: 0 }
}

/** Guards and effects of lifecycle 3.12. */
export const settlementOrderRules: RulesOf<typeof settlementOrder, typeof settlementOrderLifecycle, UnitOfWork> = {
  'audit.pass': {
    guard: (order, _ask, work) => reviewProblem(work, order),
    set: (_order, ask, work) => reviewed(work, ask.remark),
  },
  'audit.reject': {
    set: (_order, ask, work) => reviewed(work, ask.remark),
  },
  submit: {
    lock: lockBreakdowns,
    set: () => notReviewed,
    effect: (order, _ask, work) => requote(work, order),
  },
  'confim.pass': {
    set: (_order, _ask, work) => ({ confirmUserName: work.actor.name, confirmTime: work.time }),
  },
  'confim.reject': {
    set: (_order, ask, work) => reviewed(work, ask.remark),
  },
  toSettle: {
    lock: lockLines,
    guard: async (order, _ask, work) =>
      (await livePayment(work, order.id))
        ? ['该结算单已有未作废的支付单', 'This order already has a payment order that is not void']
        : sumProblem(work, order),
    effect: async (order, _ask, work) => {
      await createDocuments(work, order)
      return undefined
    },
  },
  push: {
    effect: pushMessage,
  },
  remove: {
    lock: async (order, work) => ({
      ...(await lockBreakdowns(order, work)),
      orderDoctor: idsOf(await work.rows(orderDoctor, { settlementOrderId: order.id })),
      settlementCycle: order.settlementCycleId ? [order.settlementCycleId] : [],
    }),
    guard: (order, _ask, work) => pendingProblem(work, order),
    effect: async (order, _ask, work) => {
      const doctorOrders = idsOf(await work.rows(orderDoctor, { settlementOrderId: order.id }))
      await work.remove(
        orderDoctorSettlement,
        idsOf(await work.rows(orderDoctorSettlement, { settlementOrderId: order.id })),
      )
      await work.remove(
        settlementOrderTaxItem,
        idsOf(await work.rows(settlementOrderTaxItem, { settlementOrderId: order.id })),
      )
      await work.remove(
        settlementOrderDoctor,
        idsOf(await work.rows(settlementOrderDoctor, { settlementOrderId: order.id })),
      )
      await work.updateAll(
        orderDoctor,
        doctorOrders.map((id) => ({ id, settlementOrderId: null })),
      )
      await cycleFollows(work, order.settlementCycleId)
      return undefined
    },
  },
  'recall.audit': { set: () => notReviewed },
  'recall.confim': { set: () => ({ confirmUserName: null, confirmTime: null }) },
}
