import { defineDomain } from '../language/domain/domain.ts'
import { authenticationDoctor } from './authenticationDoctor.ts'
import {
  authenticationDoctorLifecycle,
  certifyDoctor,
  generateDoctorProtocol,
  photos,
  photoTemplate,
} from './authenticationDoctorCalls.ts'
import { baiduFace } from './baiduFace.ts'
import { baseProduct } from './baseProduct.ts'
import { customerCertificationRecord } from './certification.ts'
import {
  certificationDuplicates,
  certificationLifecycle,
  refreshFaceVerify,
  resendFaceSms,
  retryFaceSms,
} from './certificationLifecycle.ts'
import { companyRegister } from './companyRegister.ts'
import { doctorEmployeeRel } from './doctorEmployeeRel.ts'
import { doctorByNameOrPhone, doctorLibrary, doctorTemp } from './doctorLists.ts'
import { entrustedCompany } from './entrustedCompany.ts'
import { entrustedCompanyLifecycle, generateCompanyProtocol } from './entrustedCompanyLifecycle.ts'
import { entrustedCompanyMember, entrustedCompanyMemberLifecycle } from './entrustedCompanyMember.ts'
import { entrustedDept } from './entrustedDept.ts'
import { createEmployeeUser, employeeFirstPassword, entrustedEmployee } from './entrustedEmployee.ts'
import { entrustedThirdRel, entrustedThirdRelLifecycle } from './entrustedThirdRel.ts'
import { esign } from './esign.ts'
import {
  endFaceSessions,
  facePages,
  faceResult,
  faceSession,
  faceSessionLifecycle,
  getFaceInfoInit,
  getFaceInfoSimpler,
} from './faceSession.ts'
import { admissionQueue } from './queue.ts'
import { thirdPlatform } from './thirdPlatform.ts'
import { tianyancha } from './tianyancha.ts'
import { blacklistMany, userBlacklist, userBlacklistLifecycle } from './userBlacklist.ts'

export default defineDomain('people', {
  resources: [
    entrustedCompany,
    entrustedEmployee,
    entrustedDept,
    entrustedCompanyMember,
    entrustedThirdRel,
    thirdPlatform,
    baseProduct,
    authenticationDoctor,
    doctorLibrary,
    doctorTemp,
    doctorEmployeeRel,
    userBlacklist,
    customerCertificationRecord,
    faceSession,
  ],
  lifecycles: [
    entrustedCompanyLifecycle,
    entrustedCompanyMemberLifecycle,
    entrustedThirdRelLifecycle,
    authenticationDoctorLifecycle,
    userBlacklistLifecycle,
    certificationLifecycle,
    faceSessionLifecycle,
  ],
  queues: [admissionQueue],
  calls: [
    createEmployeeUser,
    employeeFirstPassword,
    generateCompanyProtocol,
    companyRegister,
    certifyDoctor,
    generateDoctorProtocol,
    photoTemplate,
    photos,
    doctorByNameOrPhone,
    blacklistMany,
    refreshFaceVerify,
    retryFaceSms,
    resendFaceSms,
    certificationDuplicates,
    getFaceInfoInit,
    getFaceInfoSimpler,
    faceResult,
  ],
  ports: [baiduFace, esign, tianyancha],
  every: [endFaceSessions],
  pages: facePages,
})
