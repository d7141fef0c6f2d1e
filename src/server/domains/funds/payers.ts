import { entrustedCompany } from '../../../model/people/entrustedCompany.ts'
import { folded } from '../../../model/values/folding.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'

/** Whether a payer is the company of this name (1) or somebody else (2); 0 where none is named (`PAYER_MATCH`). Pure. */
export function payerMatch(payer: unknown, company: string | null | undefined): 0 | 1 | 2 {
  const named = typeof payer === 'string' ? folded(payer) : ''
  return named === '' ? 0 : named === folded(company ?? '') ? 1 : 2
}

/** The same of the company of this id, as it is called now. */
export async function payerMatched(work: UnitOfWork, payer: unknown, companyId: unknown): Promise<0 | 1 | 2> {
  const company = companyId ? await work.row(entrustedCompany, String(companyId)) : null
  return payerMatch(payer, company?.name)
}
