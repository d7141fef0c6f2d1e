import type { RowOf } from '../../../model/language/resource.ts'
import { statesOf } from '../../../model/language/states.ts'
import { summaryTaxReturns } from '../../../model/tax/summaryTaxReturns.ts'
import type { Label } from '../../../model/values/label.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { monthNow } from '../settlement/lineTaxes.ts'

const { returnsStatus } = statesOf(summaryTaxReturns)

interface Taxed {
  readonly fiscalTaxId: string | null
}

/**
 * Tax returns of this month at a partner: declaring one and paying into one lock it, so that they exclude each other.
 */
export const returnsNow = (work: UnitOfWork, { fiscalTaxId }: Taxed): Promise<RowOf<typeof summaryTaxReturns>[]> =>
  work.rows(summaryTaxReturns, { fiscalTaxId, taxMonth: monthNow(work) })

/** INV-28: nothing is paid into a month that is declared. */
export async function declaredProblem(work: UnitOfWork, of: Taxed): Promise<Label | null> {
  const declared = (await returnsNow(work, of)).find((r) => (r.returnsStatus ?? returnsStatus.draft) >= 2)
  return declared
    ? [
        `${declared.taxMonth} 的申报单 ${declared.code} 已申报，本月不能再付款`,
        `Return ${declared.code} of ${declared.taxMonth} is declared: nothing more is paid this month`,
      ]
    : null
}
