import { authenticationDoctor } from '../../../model/people/authenticationDoctor.ts'
import { userBlacklist } from '../../../model/people/userBlacklist.ts'
import type { UnitOfWork } from '../../writes/unitOfWork.ts'

/** Why payments of listed doctors are frozen. */
export const LISTED = '医生在黑名单中'

/** Is a doctor on the blacklist, everywhere or for this company? The caller holds the doctor's lock. */
export async function isListed(work: UnitOfWork, doctorId: string, companyId: string | null): Promise<boolean> {
  const [doctor, entries] = await Promise.all([
    work.row(authenticationDoctor, doctorId),
    work.rows(userBlacklist, { doctorId, blackStatus: 1 }),
  ])
  return doctor?.blackStatus === 1 || entries.some((e) => e.blackType !== 2 || e.entrustedCompanyId === companyId)
}
