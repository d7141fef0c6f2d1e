import { statesOf } from '../../../model/language/states.ts'
import { entrustedCompany } from '../../../model/people/entrustedCompany.ts'
import type { Label } from '../../../model/values/label.ts'
import type { UnitOfWork } from '../unitOfWork/unitOfWork.ts'
import { fieldError } from './sentFields.ts'

const { auditStatus, enableStatus } = statesOf(entrustedCompany)

/**
 * 3.7: before a company is admitted and in use nothing is begun for it: no accounts of people, no money, no activities.
 * `what`: what is not begun. @throws AppError 409 at the field that names the company.
 */
export async function refuseNotAdmitted(
  work: UnitOfWork,
  companyId: unknown,
  field: string,
  what: Label,
): Promise<void> {
  const company = typeof companyId === 'string' ? await work.row(entrustedCompany, companyId) : null
  if (!company || (company.auditStatus === auditStatus.approved && company.enableStatus === enableStatus.enabled))
    return
  const why: Label =
    company.auditStatus === auditStatus.approved
      ? ['已停用', 'is disabled']
      : ['尚未通过准入审核', 'has not been admitted']
  throw fieldError(
    work.actor,
    field,
    [
      `委托企业“${company.name ?? ''}”${why[0]}，不能${what[0]}`,
      `The company “${company.name ?? ''}” ${why[1]}: ${what[1]}`,
    ],
    409,
  )
}
