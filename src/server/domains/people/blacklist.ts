import { statesOf } from '../../../model/language/states.ts'
import { authenticationDoctor } from '../../../model/people/authenticationDoctor.ts'
import { userBlacklist } from '../../../model/people/userBlacklist.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'

const { blackStatus } = statesOf(userBlacklist)

/** Why payments of listed doctors are frozen. */
export const LISTED = '医生在黑名单中'

/** Which of these doctors are on the blacklist, everywhere or for this company, as far as is known now. */
export async function listedAmong(
  work: UnitOfWork,
  doctorIds: readonly string[],
  companyId: string | null,
): Promise<ReadonlySet<string>> {
  const id = [...new Set(doctorIds)]
  const [doctors, entries] = await Promise.all([
    work.rows(authenticationDoctor, { id, blackStatus: 1 }),
    work.rows(userBlacklist, { doctorId: id, blackStatus: blackStatus.effective }),
  ])
  const here = entries.filter((e) => e.blackType !== 2 || e.entrustedCompanyId === companyId)
  return new Set([...doctors.map((d) => d.id), ...here.map((e) => e.doctorId ?? '')])
}

/** Is a doctor on the blacklist, everywhere or for this company? The caller holds the doctor's lock. */
export async function isListed(work: UnitOfWork, doctorId: string, companyId: string | null): Promise<boolean> {
  const [doctor, entries] = await Promise.all([
    work.row(authenticationDoctor, doctorId),
    work.rows(userBlacklist, { doctorId, blackStatus: blackStatus.effective }),
  ])
  return doctor?.blackStatus === 1 || entries.some((e) => e.blackType !== 2 || e.entrustedCompanyId === companyId)
}
