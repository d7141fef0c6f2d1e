import { authenticationDoctor } from '../../../model/people/authenticationDoctor.ts'
import { authenticationDoctorLifecycle } from '../../../model/people/authenticationDoctorCalls.ts'
import { customerCertificationRecord } from '../../../model/people/certification.ts'
import { certificationLifecycle } from '../../../model/people/certificationLifecycle.ts'
import { entrustedCompany } from '../../../model/people/entrustedCompany.ts'
import { entrustedCompanyLifecycle } from '../../../model/people/entrustedCompanyLifecycle.ts'
import {
  entrustedCompanyMember,
  entrustedCompanyMemberLifecycle,
} from '../../../model/people/entrustedCompanyMember.ts'
import { entrustedThirdRel, entrustedThirdRelLifecycle } from '../../../model/people/entrustedThirdRel.ts'
import { faceSession, faceSessionLifecycle } from '../../../model/people/faceSession.ts'
import { userBlacklist, userBlacklistLifecycle } from '../../../model/people/userBlacklist.ts'
import { hooks } from '../../writing/hooks.ts'
import { rules } from '../../writing/rules.ts'
import { defineServerDomain } from '../serverDomain.ts'
import { doctorListCalls, entrustedCompanyMemberRules, entrustedThirdRelRules } from './admission.ts'
import { certificationRules } from './certification.ts'
import { companyCorrected, entrustedCompanyRules } from './company.ts'
import { companyRegisterCalls } from './companyRegister.ts'
import { doctorCalls, doctorHooks } from './doctor.ts'
import { duplicateCalls } from './duplicates.ts'
import { authenticationDoctorRules } from './esign.ts'
import { certificationHooks, faceCalls } from './faceCalls.ts'
import { faceSessionRules } from './faceChecks.ts'
import { idPhotoCalls } from './idPhotos.ts'
import { partnerLinked } from './partnerItems.ts'
import { blacklistCalls, userBlacklistRules } from './userBlacklist.ts'

/** Client companies, doctors, and the checks of who they are. */
export default defineServerDomain({
  name: 'people',
  rules: [
    rules(customerCertificationRecord, certificationLifecycle, certificationRules),
    rules(faceSession, faceSessionLifecycle, faceSessionRules),
    rules(authenticationDoctor, authenticationDoctorLifecycle, authenticationDoctorRules),
    rules(entrustedCompany, entrustedCompanyLifecycle, entrustedCompanyRules),
    rules(entrustedCompanyMember, entrustedCompanyMemberLifecycle, entrustedCompanyMemberRules),
    rules(entrustedThirdRel, entrustedThirdRelLifecycle, entrustedThirdRelRules),
    rules(userBlacklist, userBlacklistLifecycle, userBlacklistRules),
  ],
  hooks: [
    hooks(entrustedThirdRel, { prepare: partnerLinked }),
    hooks(entrustedCompany, { prepare: companyCorrected }),
    hooks(authenticationDoctor, doctorHooks),
    hooks(customerCertificationRecord, certificationHooks),
  ],
  calls: [
    ...blacklistCalls,
    ...doctorListCalls,
    ...companyRegisterCalls,
    ...faceCalls,
    ...doctorCalls,
    ...duplicateCalls,
    ...idPhotoCalls,
  ],
})
