import type { RowOf } from '../../../model/language/resource.ts'
import type { orderDoctor } from '../../../model/orders/orderDoctor.ts'
import { entrustedCompany } from '../../../model/people/entrustedCompany.ts'
import { fen, yuan } from '../../../model/values/money.ts'
import { halfUp, shareOf } from '../../../model/values/tax.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { exchangeRuleOn } from '../people/exchangeRule.ts'

type Order = RowOf<typeof orderDoctor>

/** Cost of points for the company, yuan: half up to the fen, once a line (R-points, INV-38). Pure. */
export const pointCost = (points: number | null, pointsPerYuan: number): string =>
  yuan(halfUp(BigInt(points ?? 0) * 100n, BigInt(pointsPerYuan)))

/**
 * Price of a doctor order in points, by the exchange rule in force on the day it was accepted and the company's fee of
 * that moment. Computed once, when the order is born: later edits of the rule change nothing of it.
 *
 * @throws AppError 409 where no rule is in force.
 */
export async function priced(
  work: UnitOfWork,
  { entrustedCompanyId, acceptTime, pointAmount }: Pick<Order, 'entrustedCompanyId' | 'acceptTime' | 'pointAmount'>,
): Promise<Pick<Order, 'pointsPerYuan' | 'pointCost' | 'platformFee'>> {
  const { pointsPerYuan } = await exchangeRuleOn(work, entrustedCompanyId, (acceptTime ?? work.time).slice(0, 10))
  const company = await work.row(entrustedCompany, entrustedCompanyId)
  const cost = pointCost(pointAmount, pointsPerYuan)
  return {
    pointsPerYuan,
    pointCost: cost,
    platformFee: yuan(shareOf(fen(cost), company?.platformFeeRate ?? '0')),
  }
}
