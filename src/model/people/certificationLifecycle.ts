import { answer } from '../language/domain/answer.ts'
import { call } from '../language/domain/call.ts'
import { longText, text } from '../language/fields/field.ts'
import { lifecycle } from '../language/lifecycle.ts'
import { reviewEdges } from '../patterns/review.ts'
import { authenticationDoctor } from './authenticationDoctor.ts'
import { customerCertificationRecord } from './certification.ts'

const common = {
  by: 'operator',
  call: 'POST audit',
  permission: 'customerCertificationRecord_audit',
  roles: ['ops'],
  select: 'many',
  batch: 'perRow',
  // whoever entered a doctor does not certify them
  makerChecker: true,
} as const
const reviewed = reviewEdges('approvalStatus', 'remark', common, { says: 'status' })

/**
 * 3.8: passed with a face that was verified and elements that agree; without them by force, with a right of its own and a
 * reason. A rejection says why. What the checks found comes from the system.
 */
export const certificationLifecycle = lifecycle(customerCertificationRecord, {
  'audit.pass': { ...reviewed['audit.pass'], matchIf: { force: 0 } },
  'audit.force': {
    ...common,
    label: ['强制通过', 'Approve by force'],
    from: { approvalStatus: 'pending' },
    to: { approvalStatus: 'approved' },
    match: { status: 1, force: 1 },
    permission: 'customerCertificationRecord_force',
    roles: [],
    select: 'one',
    ask: { remark: longText('强制通过原因', 'Reason', { length: 500, required: '请输入强制通过原因' }) },
    danger: true,
    result: 'pass',
  },
  'audit.reject': reviewed['audit.reject'],
  elementsTold: { label: ['要素已核验', 'Elements checked'], from: {}, to: {}, by: 'system' },
  cardRead: { label: ['证件已识别', 'Card read'], from: {}, to: {}, by: 'system' },
  checkFailed: { label: ['核验未成功', 'A check failed'], from: {}, to: {}, by: 'system' },
})

/** `refreshFaceVerify?id`: asks the provider how the face check of a doctor ended. */
export const refreshFaceVerify = call('customerCertificationRecord.refreshFaceVerify', {
  method: 'GET',
  paths: ['blade-csc/customerCertificationRecord/refreshFaceVerify'],
  title: ['刷新人脸核验', 'Refresh the face check'],
  permission: 'customerCertificationRecord_refreshFaceVerify',
  roles: ['ops'],
  on: customerCertificationRecord,
  from: { faceStatus: 'waiting' },
  safe: false,
  answer: answer.nothing,
  command: { key: 'v' },
})

/** `retryFaceSms?doctorId`: sends a doctor the message with a face check, at most five a day. */
export const retryFaceSms = call('authenticationDoctor.retryFaceSms', {
  method: 'GET',
  paths: ['blade-csc/customerCertificationRecord/retryFaceSms'],
  title: ['发送人脸核验短信', 'Send the face check'],
  permission: 'customerCertificationRecord_retryFaceSms',
  roles: ['ops'],
  on: authenticationDoctor,
  key: 'doctorId',
  from: { faceStatus: ['none', 'failed', 'waiting'] },
  safe: false,
  answer: answer.nothing,
  command: {},
})

/** The same from the record that waits for the check. */
export const resendFaceSms = call('customerCertificationRecord.resendFaceSms', {
  method: 'POST',
  paths: ['blade-csc/customerCertificationRecord/resendFaceSms'],
  title: ['发送人脸核验短信', 'Send the face check'],
  permission: 'customerCertificationRecord_retryFaceSms',
  roles: ['ops'],
  on: customerCertificationRecord,
  from: { certType: 2, approvalStatus: 'pending', faceStatus: ['none', 'failed', 'waiting'] },
  safe: false,
  answer: answer.nothing,
  command: { key: 's' },
})

/** Records of others that may be the same person or company: by certificate number or mobile number. */
export const certificationDuplicates = call('customerCertificationRecord.duplicates', {
  method: 'GET',
  paths: ['blade-csc/customerCertificationRecord/duplicates'],
  title: ['疑似重复', 'Look-alikes'],
  permission: 'customerCertificationRecord_view',
  on: customerCertificationRecord,
  safe: true,
  answer: answer.list({
    resource: text('资源', 'Resource', { length: 64 }),
    id: text('编号', 'Id', { length: 19 }),
    name: text('名称', 'Name', { length: 100 }),
    same: text('相同之处', 'What is the same', { length: 100 }),
    state: text('状态', 'State', { length: 50 }),
  }),
})
