import type { RowOf } from '../../../src/model/language/resource.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { authenticationDoctor } from '../../../src/model/people/authenticationDoctor.ts'
import { entrustedCompany } from '../../../src/model/people/entrustedCompany.ts'
import type { ServerContext } from '../../../src/server/core/context/context.ts'
import { load } from '../decisions/fixture.ts'

const { auditStatus, enableStatus } = statesOf(entrustedCompany)
const { certStatus, esignStatus } = statesOf(authenticationDoctor)

let nth = 0
const next = (): string => {
  nth += 1
  return String(nth).padStart(4, '0')
}

/** A certified doctor with a name, telephone and identity number of their own. */
export const doctorIn = (
  context: ServerContext,
  tenantId: string,
  more: Partial<RowOf<typeof authenticationDoctor>> = {},
): Promise<RowOf<typeof authenticationDoctor>> => {
  const n = next()
  return load(context, tenantId, (work) =>
    work.insert(authenticationDoctor, {
      code: `DS${n}`,
      doctorName: `张喆${n}`,
      phone: `199${n}0001`,
      idCardNumber: `99010119900101${n}`,
      hospitalName: '杭州第一人民医院',
      certStatus: certStatus.certified,
      ...more,
    }),
  )
}

/** A company that is admitted and enabled. */
export const companyIn = (
  context: ServerContext,
  tenantId: string,
  more: Partial<RowOf<typeof entrustedCompany>> = {},
): Promise<RowOf<typeof entrustedCompany>> => {
  const n = next()
  return load(context, tenantId, (work) =>
    work.insert(entrustedCompany, {
      code: `CS${n}`,
      name: `康泰医药${n}`,
      socialCreditCode: `91330100MA27XW${n}`,
      legalPerson: '康泰',
      contactPhone: '19900009999',
      platformFeeRate: '0.065000',
      auditStatus: auditStatus.approved,
      enableStatus: enableStatus.enabled,
      ...more,
    }),
  )
}

/** What makes either of them one who can sign. */
export const SIGNS = { esignStatus: esignStatus.registered, esignAccountId: 'ES0001' } as const
