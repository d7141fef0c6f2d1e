import { apiMessagePool, SETTLEMENT_ORDER_CONFIRMED } from '../../../model/administration/system/apiMessagePool.ts'
import type { RulesOf } from '../../../model/language/lifecycle.ts'
import { statesOf } from '../../../model/language/states.ts'
import { orderDoctor } from '../../../model/orders/orderDoctor.ts'
import { orderDoctorSettlement } from '../../../model/settlement/settlementLines.ts'
import { settlementOrder } from '../../../model/settlement/settlementOrder.ts'
import type { settlementOrderLifecycle } from '../../../model/settlement/settlementOrderLifecycle.ts'
import type { Label } from '../../../model/values/label.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { createDocuments, livePayment } from './documents.ts'
import { moneySettlement } from './moneySettlement.ts'
import { pointsSettlement } from './pointsSettlement.ts'
import { ofOrder, type Settlement, type SettlementOrder } from './settlement.ts'
import { cycleFollows } from './settling.ts'
import { sumProblem } from './sums.ts'

const { settleStatus } = statesOf(orderDoctorSettlement)
const { messageStatus } = statesOf(apiMessagePool)
const { pushStatus } = statesOf(settlementOrder)

const reviewed = (work: UnitOfWork, remark: string | null): Partial<SettlementOrder> => ({
  approvalOfficer: work.actor.name,
  approvalDate: work.time,
  approvalRemark: remark,
})
const notReviewed: Partial<SettlementOrder> = { approvalOfficer: null, approvalDate: null, approvalRemark: null }

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map((r) => r.id)

/** Lines and their doctor orders, which toSettle advances. */
const lockLines = async (
  work: UnitOfWork,
  settlement: Settlement,
  order: SettlementOrder,
): Promise<Record<string, string[]>> => {
  const lines = await work.rows(settlement.lines, { settlementOrderId: order.id })
  return { [settlement.lines.id]: idsOf(lines), orderDoctor: lines.flatMap((l) => l.orderDoctorId ?? []) }
}

/** Lines, tax items and doctors: what a new quote rewrites and a deletion takes along. */
const lockBreakdowns = async (
  work: UnitOfWork,
  settlement: Settlement,
  order: SettlementOrder,
): Promise<Record<string, string[]>> => {
  const below = { settlementOrderId: order.id }
  return {
    [settlement.lines.id]: idsOf(await work.rows(settlement.lines, below)),
    [settlement.items.id]: idsOf(await work.rows(settlement.items, below)),
    [settlement.doctors.id]: idsOf(await work.rows(settlement.doctors, below)),
  }
}

/** Why an order stays where it is: one of its lines is about to be void. */
const pendingProblem = async (
  work: UnitOfWork,
  settlement: Settlement,
  order: SettlementOrder,
): Promise<Label | null> => {
  const line = await work.any(settlement.lines, {
    settlementOrderId: order.id,
    settleStatus: settleStatus.voidRequested,
  })
  return line
    ? [`明细 ${line.code ?? ''} 作废审核中，请先处理`, `Line ${line.code ?? ''} waits to be voided: decide that first`]
    : null
}

/** Why an order is not handed to its company: its amounts do not hold, or nothing is left of it. */
async function reviewProblem(work: UnitOfWork, settlement: Settlement, order: SettlementOrder): Promise<Label | null> {
  const [pending, sums] = await Promise.all([
    pendingProblem(work, settlement, order),
    sumProblem(work, settlement, order),
  ])
  if (order.orderCount === 0)
    return ['结算单的明细已全部作废，请删除结算单', 'All lines of this order are void: delete it instead']
  return pending ?? sums
}

/** 3.12 confimMsgPool: one message a confirmed order, while one is under way or was taken. */
async function pushMessage(
  work: UnitOfWork,
  settlement: Settlement,
  order: SettlementOrder,
): Promise<Partial<SettlementOrder> | undefined> {
  const about = {
    [settlement.messageLink]: order.id,
    businessScenario: SETTLEMENT_ORDER_CONFIRMED,
  } as const
  if (await work.any(apiMessagePool, { ...about, messageStatus: [messageStatus.received, messageStatus.processed] }))
    return undefined
  const message = await work.insert(apiMessagePool, {
    ...about,
    bizCode: order.code,
    messageNumber: await work.code(apiMessagePool),
    parameters: JSON.stringify({ code: order.code, totalAmount: order.totalAmount, confirmTime: order.confirmTime }),
    entrustedId: order.entrustedCompanyId,
    entrustedName: order.entrustedCompanyName,
  })
  await work.domains.services.administration.deliver(work, message)
  return { pushStatus: pushStatus.none }
}

/** Guards and effects of lifecycle 3.12, for orders in money or in points. */
const rulesOf = (
  settlement: Settlement,
): RulesOf<Settlement['order'], typeof settlementOrderLifecycle, UnitOfWork> => ({
  'audit.pass': {
    guard: (order, _ask, work) => reviewProblem(work, settlement, order),
    set: (_order, ask, work) => reviewed(work, ask.remark),
  },
  'audit.reject': {
    set: (_order, ask, work) => reviewed(work, ask.remark),
  },
  submit: {
    lock: (order, work) => lockBreakdowns(work, settlement, order),
    guard: (order, _ask, work) => settlement.submitProblem(work, order),
    set: () => notReviewed,
    effect: (order, _ask, work) => settlement.submitted(work, order),
  },
  'confim.pass': {
    set: (_order, _ask, work) => ({ confirmUserName: work.actor.name, confirmTime: work.time }),
  },
  'confim.reject': {
    set: (_order, ask, work) => reviewed(work, ask.remark),
  },
  toSettle: {
    lock: async (order, work) => ({
      ...(await lockLines(work, settlement, order)),
      ...settlement.locksOfDocuments(order),
    }),
    guard: async (order, _ask, work) =>
      (await livePayment(work, settlement, order.id))
        ? ['该结算单已有未作废的支付单', 'This order already has a payment order that is not void']
        : sumProblem(work, settlement, order),
    effect: async (order, _ask, work) => {
      await createDocuments(work, settlement, order)
      return undefined
    },
  },
  push: {
    effect: (order, _ask, work) => pushMessage(work, settlement, order),
  },
  remove: {
    lock: async (order, work) => ({
      ...(await lockBreakdowns(work, settlement, order)),
      orderDoctor: idsOf(await work.rows(orderDoctor, ofOrder(settlement, order.id))),
      settlementCycle: order.settlementCycleId ? [order.settlementCycleId] : [],
    }),
    guard: (order, _ask, work) => pendingProblem(work, settlement, order),
    effect: async (order, _ask, work) => {
      const below = { settlementOrderId: order.id }
      for (const part of [settlement.lines, settlement.items, settlement.doctors])
        await work.remove(part, idsOf(await work.rows(part, below)))
      await work.updateAll(
        orderDoctor,
        idsOf(await work.rows(orderDoctor, ofOrder(settlement, order.id))).map((id) => ({
          id,
          [settlement.link]: null,
        })),
      )
      await cycleFollows(work, order.settlementCycleId)
      return undefined
    },
  },
  'recall.audit': { set: () => notReviewed },
  'recall.confim': { set: () => ({ confirmUserName: null, confirmTime: null }) },
})

export const settlementOrderRules = rulesOf(moneySettlement)
export const settlementOrderPointRules = rulesOf(pointsSettlement)
