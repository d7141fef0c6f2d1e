import { is } from '../language/conditions/condition.ts'
import type { Queue } from '../language/queue.ts'
import { statesOf } from '../language/states.ts'
import { customerCertificationRecord } from './certification.ts'
import { entrustedCompany } from './entrustedCompany.ts'

const { approvalStatus } = statesOf(customerCertificationRecord)
const { auditStatus } = statesOf(entrustedCompany)

/** Q1, Q2, Q25: who is to be certified, admitted, worked with; and the platform's own unit at the bank, checked by a second person. */
export const admissionQueue: Queue = {
  code: 'admission',
  title: ['认证与准入', 'Admission'],
  icon: 'badge-check',
  views: [
    {
      code: 'certification',
      title: ['认证审核', 'Certification'],
      resource: 'customerCertificationRecord',
      where: [is('approvalStatus', approvalStatus.pending)],
      permission: 'customerCertificationRecord_audit',
      decisions: [
        'audit.pass',
        'audit.reject',
        { call: 'customerCertificationRecord.refreshFaceVerify' },
        { call: 'customerCertificationRecord.resendFaceSms' },
        'audit.force',
      ],
      sort: '+createTime',
    },
    {
      code: 'company',
      title: ['企业准入', 'Companies'],
      resource: 'entrustedCompany',
      where: [is('auditStatus', auditStatus.pending)],
      permission: 'entrustedCompany_audit',
      decisions: ['audit.pass', 'audit.reject'],
      sort: '+createTime',
    },
    {
      code: 'partner',
      title: ['合作方审核', 'Partners'],
      resource: 'entrustedThirdRel',
      where: [is('auditStatus', auditStatus.pending)],
      permission: 'entrustedThirdRel_updateAuditStatus',
      decisions: ['audit.pass', 'audit.reject'],
      sort: '+createTime',
    },
    {
      code: 'platformUnit',
      title: ['平台子单元审核', 'Platform bank unit'],
      resource: 'tradingManagerInfo',
      where: [is('unitStatus', 4)],
      permission: 'tradingManagerInfo_audit',
      decisions: ['audit.pass', 'audit.reject'],
      sort: '+createTime',
    },
  ],
  columns: {
    customerCertificationRecord: ['customerName', 'certType', 'faceStatus', 'threeElement', 'createTime'],
    entrustedThirdRel: ['entrustedId', 'thirdPlatformId', 'thirdType', 'taxItemCodes', 'createTime'],
    tradingManagerInfo: ['holderName', 'creditCode', 'unitName', 'createTime'],
  },
}
