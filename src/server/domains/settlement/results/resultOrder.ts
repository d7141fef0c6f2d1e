import type { RulesOf } from '../../../../model/language/lifecycle.ts'
import type { RowOf } from '../../../../model/language/resource.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { orderDoctor } from '../../../../model/orders/orderDoctor.ts'
import { entrustedCompany } from '../../../../model/people/entrustedCompany.ts'
import { settlementCycle } from '../../../../model/settlement/results/settlementCycle.ts'
import type { Label } from '../../../../model/values/label.ts'
import { fen, readable, yuan } from '../../../../model/values/money.ts'
import { askDocument, giveDocument } from '../../../documents/documents.ts'
import type { Stored } from '../../../writing/save/attachments.ts'
import type { Patch, UnitOfWork, Where } from '../../../writing/unitOfWork/unitOfWork.ts'
import { priced } from '../../activities/pointPrice.ts'
import { enterCycle, leaveCycle, lockCycles } from './cycleOfResult.ts'
import { moneyResults } from './moneyResults.ts'
import { pointsResults } from './pointsResults.ts'
import { fillResult, totalsOf } from './resultParts.ts'
import type { Result, Results } from './results.ts'

const { orderStatus } = statesOf(orderDoctor)
const { cycleStatus } = statesOf(settlementCycle)

type Source = RowOf<typeof orderDoctor>

/** Doctor orders that one result order takes in at most: it is put together, and later voided, in one transaction. */
const DOCTOR_ORDERS_PER_RESULT_MAX = 5_000

const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map((r) => r.id)
const dayOf = (s: Source): string => (s.acceptTime ?? '').slice(0, 10)
const isWithin = (s: Source, order: Result): boolean =>
  dayOf(s) >= (order.periodStart ?? '') && dayOf(s) <= (order.periodEnd ?? '')

/**
 * The accepted doctor orders of a company that are in no result order yet: the named ones, whenever they were accepted, or
 * all that were accepted in its period.
 */
async function waiting(work: UnitOfWork, results: Results, order: Result, named: readonly string[]): Promise<Source[]> {
  const of: Where = {
    entrustedCompanyId: order.entrustedCompanyId,
    payType: results.payType,
    orderStatus: orderStatus.open,
    resultOrderId: null,
    resultOrderPointId: null,
  }
  if (named.length > 0) return work.rows(orderDoctor, { ...of, id: named })
  return (await work.rows(orderDoctor, of)).filter((s) => isWithin(s, order))
}

/** Why a result order cannot be put together of these; the first one that cannot come in is named. */
async function sourceProblem(
  work: UnitOfWork,
  results: Results,
  order: Result,
  named: readonly string[],
): Promise<Label | null> {
  const found = await waiting(work, results, order, named)
  const missing = named.find((id) => !found.some((s) => s.id === id))
  if (missing !== undefined) {
    const one = await work.row(orderDoctor, missing)
    return [
      `医生订单 ${one?.code ?? ''} 不属于该企业待出结果的订单`,
      `Doctor order ${one?.code ?? ''} is none of this company that waits for a result`,
    ]
  }
  if (found.length > DOCTOR_ORDERS_PER_RESULT_MAX)
    return [
      `此期间有 ${found.length} 个医生订单，一张结果单最多 ${DOCTOR_ORDERS_PER_RESULT_MAX} 个，请缩短期间或选择订单`,
      `There are ${found.length} doctor orders in this period, and a result order holds ${DOCTOR_ORDERS_PER_RESULT_MAX}: choose fewer days or some of the orders`,
    ]
  if (found.length > 0) return null
  return [
    `该企业在 ${order.periodStart} 至 ${order.periodEnd} 没有待出结果的医生订单`,
    `This company has no doctor order without a result from ${order.periodStart} to ${order.periodEnd}`,
  ]
}

/** The same doctor orders: of points, those born without a cost get it now (R-points). They are locked. */
async function pricedAll(work: UnitOfWork, results: Results, sources: readonly Source[]): Promise<readonly Source[]> {
  const unpriced = sources.filter((s) => results.isUnpriced(s))
  const costs: Patch<typeof orderDoctor>[] = []
  for (const s of unpriced) costs.push({ id: s.id, ...(await priced(work, s)) })
  const found = new Map((await work.updateAll(orderDoctor, costs)).map((s) => [s.id, s]))
  return sources.map((s) => found.get(s.id) ?? s)
}

/** INV-11 of one result order against its doctors, projects and platform fees; the first difference as a sentence. */
async function totalProblem(work: UnitOfWork, results: Results, order: Result): Promise<Label | null> {
  const where = { resultOrderId: order.id }
  const fee = results.cost
  const [doctors, projects, platform] = await work.sums([
    { of: results.doctors, fields: [fee, 'platformFee'], where },
    { of: results.projects, fields: ['doctorAmount', 'platformAmount'], where },
    { of: results.platform, fields: ['baseAmount', 'platformAmount'], where },
  ])
  const parts = [
    [['医生明细', 'the doctors'], doctors, fee, 'platformFee'],
    [['项目明细', 'the projects'], projects, 'doctorAmount', 'platformAmount'],
    [['平台明细', 'the platform fees'], platform, 'baseAmount', 'platformAmount'],
  ] as const
  for (const [title, found, doctorFee, platformFee] of parts) {
    const sums = found?.[0]?.sums ?? {}
    for (const [own, other] of [
      [order.doctorAmount, sums[doctorFee]],
      [order.platformAmount, sums[platformFee]],
    ])
      if (fen(own ?? '0') !== fen(other ?? '0'))
        return [
          `结果单金额 ${readable(own)} 与${title[0]}之和 ${readable(other)} 不符`,
          `The amount ${readable(own)} does not match ${readable(other)}, the sum of ${title[1]}`,
        ]
  }
  return fen(order.totalAmount ?? '0') === fen(order.doctorAmount ?? '0') + fen(order.platformAmount ?? '0')
    ? null
    : [
        `合计金额应为 ${readable(yuan(fen(order.doctorAmount ?? '0') + fen(order.platformAmount ?? '0')))}`,
        `The total should be ${readable(yuan(fen(order.doctorAmount ?? '0') + fen(order.platformAmount ?? '0')))}`,
      ]
}

const reviewed = (work: UnitOfWork, remark: string | null): Partial<Result> => ({
  approvalOfficer: work.actor.name,
  approvalDate: work.time,
  approvalRemark: remark,
})
const notReviewed: Partial<Result> = { approvalOfficer: null, approvalDate: null, approvalRemark: null }
/** A report says who confirmed: it is none of an order that waits again. */
const notConfirmed: Partial<Result> = {
  confirmUserName: null,
  confirmTime: null,
  confirmRemark: null,
  serviceReportUrl: null,
}

/** The parts of a result order and the doctor orders in it: what its deletion and its void write. */
export async function locksOfParts(work: UnitOfWork, results: Results, id: string): Promise<Record<string, string[]>> {
  const parts = [results.projects, results.doctors, results.platform]
  const rows = await Promise.all(
    parts.map(async (of) => [of.id, idsOf(await work.rows(of, { resultOrderId: id }))] as const),
  )
  return {
    ...Object.fromEntries(rows),
    orderDoctor: idsOf(await work.rows(orderDoctor, { [results.link]: id })),
  }
}

/**
 * A result order is gone: its parts are deleted, and these doctor orders wait for a result again. A part that stayed would
 * hold its doctor order for ever, since one order has one live part (INV-10).
 */
async function released(work: UnitOfWork, results: Results, id: string, orders: string[]): Promise<void> {
  for (const part of [results.projects, results.doctors, results.platform])
    await work.remove(part, idsOf(await work.rows(part, { resultOrderId: id })))
  await work.step(orderDoctor, orders, 'drop')
  await work.updateAll(
    orderDoctor,
    orders.map((order) => ({ id: order, [results.link]: null })),
  )
}

/** Guards and effects of lifecycle 3.10, for result orders in money or in points. */
const rulesOf = (results: Results): RulesOf<Results['order'], Results['steps'], UnitOfWork> => ({
  create: {
    // result orders of a company are made one by one: two at once would take in the same doctor orders
    lock: async (order) => ({ entrustedCompany: order.entrustedCompanyId ? [order.entrustedCompanyId] : [] }),
    guard: (order, ask, work) => sourceProblem(work, results, order, ask.orderDoctorIds ?? []),
    effect: async (order, ask, work) => {
      const taken = await waiting(work, results, order, ask.orderDoctorIds ?? [])
      await work.lock(orderDoctor, idsOf(taken))
      const sources = await pricedAll(work, results, taken)
      const company = await work.row(entrustedCompany, order.entrustedCompanyId)
      await fillResult(work, results, order, sources, company?.platformFeeRate ?? '0.000000')
      return totalsOf(sources, results)
    },
  },
  submit: {
    guard: (order, _ask, work) => totalProblem(work, results, order),
    set: () => ({ ...notReviewed, ...notConfirmed }),
  },
  'audit.pass': {
    guard: (order, _ask, work) => totalProblem(work, results, order),
    set: (_order, ask, work) => reviewed(work, ask.remark),
  },
  'audit.reject': {
    set: (_order, ask, work) => reviewed(work, ask.remark),
  },
  'confirm.pass': {
    lock: lockCycles,
    set: (_order, ask, work) => ({
      confirmUserName: work.actor.name,
      confirmTime: work.time,
      confirmRemark: ask.remark,
    }),
    effect: async (order, _ask, work) => {
      await enterCycle(work, results, order)
      return undefined
    },
  },
  'confirm.reject': {
    set: (_order, ask) => ({ ...notConfirmed, confirmRemark: ask.remark }),
  },
  'recall.audit': { set: () => ({ ...notReviewed, serviceReportUrl: null }) },
  'recall.confirm': {
    lock: async (order) => ({ settlementCycle: order.settlementCycleId ? [order.settlementCycleId] : [] }),
    guard: async (order, _ask, work) =>
      ((await work.row(settlementCycle, order.settlementCycleId))?.cycleStatus ?? cycleStatus.open) >= 2
        ? ['所在结算周期已确认，不能撤回', 'Its settlement cycle has been confirmed, so this cannot be taken back']
        : null,
    set: () => notConfirmed,
    effect: async (order, _ask, work) => {
      await leaveCycle(work, results, order)
      return undefined
    },
  },
  createServiceManagerReport: {
    effect: async (order, _ask, work) => {
      await askDocument(work, results.order, 'serviceReportUrl', order.id)
      return undefined
    },
  },
  report: {
    effect: (order, ask: Partial<Stored>, work) =>
      giveDocument(work, results.order, order, 'serviceReportUrl', ask as Stored),
  },
  remove: {
    lock: (order, work) => locksOfParts(work, results, order.id),
    effect: async (order, _ask, work) => {
      const { orderDoctor: orders = [] } = await locksOfParts(work, results, order.id)
      await released(work, results, order.id, orders)
      return undefined
    },
  },
  void: {
    effect: async (order, _ask, work) => {
      await leaveCycle(work, results, order)
      // those that were void before stay so
      const orders = idsOf(
        await work.rows(orderDoctor, { [results.link]: order.id, orderStatus: orderStatus.collected }),
      )
      await released(work, results, order.id, orders)
      return undefined
    },
  },
})

export const resultOrderRules = rulesOf(moneyResults)
export const resultOrderPointRules = rulesOf(pointsResults)
