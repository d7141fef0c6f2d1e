import type { RowOf } from '../../../../model/language/resource.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { resultOrder } from '../../../../model/settlement/results/resultOrder.ts'
import { settlementCycle } from '../../../../model/settlement/results/settlementCycle.ts'
import { daysOf, plusMonths } from '../../../../model/values/calendar.ts'
import { fen, sum, yuan } from '../../../../model/values/money.ts'
import type { UnitOfWork } from '../../../writing/unitOfWork/unitOfWork.ts'
import { moneyResults } from './moneyResults.ts'
import { pointsResults } from './pointsResults.ts'
import type { Result, Results } from './results.ts'

const { cycleStatus } = statesOf(settlementCycle)
const { resultStatus } = statesOf(resultOrder)

type Cycle = RowOf<typeof settlementCycle>

/** Cycles of a company that are not confirmed yet, from a month on. */
const unconfirmed = async (work: UnitOfWork, company: string, from: string): Promise<Cycle[]> =>
  (
    await work.rows(settlementCycle, {
      entrustedCompanyId: company,
      cycleStatus: [cycleStatus.open, cycleStatus.toConfirm],
    })
  ).filter((c) => (c.cycleMonth ?? '') >= from)

const monthNow = (work: UnitOfWork): string => work.time.slice(0, 7).replace('-', '')

/** Locks of confirming a result order: the cycles it may come into. */
export const lockCycles = async (order: Result, work: UnitOfWork): Promise<Record<string, string[]>> => ({
  entrustedCompany: order.entrustedCompanyId ? [order.entrustedCompanyId] : [],
  settlementCycle: (await unconfirmed(work, order.entrustedCompanyId ?? '', monthNow(work))).map((c) => c.id),
})

/**
 * The cycle that a result order comes into (3.10): the company's of this month, or of the first month after it that is
 * not confirmed yet; opened where there is none. The company is locked by the caller, so that none is opened twice.
 */
async function cycleFor(work: UnitOfWork, order: Result): Promise<Cycle> {
  for (let month = monthNow(work); ; month = plusMonths(month, 1)) {
    const [found] = await work.rows(settlementCycle, {
      entrustedCompanyId: order.entrustedCompanyId,
      cycleMonth: month,
    })
    if (found && (found.cycleStatus ?? cycleStatus.open) >= 2) continue
    if (found) {
      // opened since the locks were taken, perhaps
      await work.lock(settlementCycle, [found.id])
      return found
    }
    const { first, last } = daysOf(month)
    return work.insert(settlementCycle, {
      code: await work.code(settlementCycle),
      entrustedCompanyId: order.entrustedCompanyId,
      entrustedCompanyName: order.entrustedCompanyName,
      socialCreditCode: order.socialCreditCode,
      cycleMonth: month,
      startDate: first,
      endDate: last,
    })
  }
}

/** Writes what the confirmed result orders of a cycle amount to (INV-12). */
async function total(work: UnitOfWork, cycleId: string): Promise<void> {
  const confirmed = { settlementCycleId: cycleId, resultStatus: resultStatus.confirmed }
  const fields = ['doctorAmount', 'platformAmount']
  const found = (
    await work.sums([moneyResults, pointsResults].map(({ order }) => ({ of: order, fields, where: confirmed })))
  ).flat()
  const [doctorAmount, platformAmount] = fields.map((name) => sum(found.map((of) => of.sums[name] ?? '0.00')))
  await work.update(settlementCycle, cycleId, {
    resultOrderCount: found.reduce((n, of) => n + of.count, 0),
    doctorAmount,
    platformAmount,
    totalAmount: yuan(fen(doctorAmount ?? '0') + fen(platformAmount ?? '0')),
  })
}

/** Takes a confirmed result order into its cycle. */
export async function enterCycle(work: UnitOfWork, results: Results, order: Result): Promise<void> {
  const cycle = await cycleFor(work, order)
  await work.amend(results.order, order.id, { settlementCycleId: cycle.id, cycleMonth: cycle.cycleMonth })
  await total(work, cycle.id)
}

/** Takes a result order out of its cycle, which the caller locked and which is not confirmed. */
export async function leaveCycle(work: UnitOfWork, results: Results, order: Result): Promise<void> {
  const { settlementCycleId: cycleId } = order
  await work.amend(results.order, order.id, { settlementCycleId: null, cycleMonth: null })
  if (cycleId) await total(work, cycleId)
}
