import { choice, flag, readOnly, ref, text } from '../language/fields/field.ts'
import { lifecycle } from '../language/lifecycle.ts'
import { resource } from '../language/resource.ts'
import { facts, files, history, related, tracePanel } from '../language/section.ts'
import { states } from '../language/states.ts'
import { lifecycleTwin, twin } from '../language/twin.ts'
import { DEMO_ROLES } from './plan.ts'
import { agreementEdges, exist, planDoctor, planDoctorList } from './planDoctor.ts'

/** The doctors of each kind of plan (domain §2.7). */

const operations = ['view', 'export'] as const

/** 会议医生: chairs, speakers and guests of a meeting. */
export const meetingDoctor = resource('meetingDoctor', {
  calls: ['blade-act/meetingDoctor'],
  title: ['会议医生', 'Meeting doctors'],
  name: 'doctorName',
  fields: {
    meetingId: ref('meeting', '会议', 'Meeting', { required: '请选择会议', requiredEn: 'Please choose the meeting' }),
    ...planDoctor,
    roleType: choice(
      '角色',
      'Role',
      { 1: ['主席', 'Chair'], 2: ['讲者', 'Speaker'], 3: ['讨论嘉宾', 'Discussant'] },
      { width: 90, initial: 2 },
    ),
    topic: text('主题', 'Topic', { length: 200, width: 180 }),
    ...readOnly({
      attended: flag('已到会', 'Attended', { initial: 0, width: 70 }),
      labourStatus: states(
        '履约状态',
        'Performed',
        { none: [0, '未履约', 'Not yet', 'wait'], performed: [1, '已履约', 'Performed', 'good'] },
        { width: 90, initial: 'none' },
      ),
      demo: flag('演示', 'Demo', { initial: 0 }),
    }),
  },
  operations,
  readers: { ops: 'export', finance: 'view', companyAdmin: 'export', employee: 'view', auditor: 'export' },
  list: { ...planDoctorList, filters: ['meetingId'] },
  lists: exist('meetingId'),
  owner: { through: 'meetingId' },
  where: { demo: 0 },
  sections: [facts({ without: ['meetingId', 'demo'] }), files(['doctorAgreement']), tracePanel(), history(), related()],
  routes: { list: '/act/meetingDoctor' },
})

export const meetingDoctorLifecycle = lifecycle(meetingDoctor, agreementEdges('meetingDoctor'))

/** 演示会议医生: the same of the demonstration's meetings. */
export const demoMeetingDoctor = twin(meetingDoctor, 'demoMeetingDoctor', {
  calls: ['blade-act/demo/meetingDoctor'],
  title: ['演示会议医生', 'Demo meeting doctors'],
  readers: { ops: 'export', auditor: 'view' },
  variantOf: { resource: 'meetingDoctor', where: { demo: 1 } },
  fields: {
    meetingId: ref('demoMeeting', '会议', 'Meeting', {
      required: '请选择会议',
      requiredEn: 'Please choose the meeting',
    }),
  },
})

export const demoMeetingDoctorLifecycle = lifecycleTwin(meetingDoctorLifecycle, demoMeetingDoctor, {
  roles: DEMO_ROLES,
})

/** 讲座医生: who gives a lecture. Its fields are the specification's (§3), with the rest of a plan's doctor. */
export const lectureDoctor = resource('lectureDoctor', {
  calls: ['blade-act/lectureDoctor'],
  title: ['讲座医生', 'Lecture doctors'],
  name: 'doctorName',
  fields: {
    lectureId: ref('lecture', '讲座', 'Lecture', { required: '请选择讲座', requiredEn: 'Please choose the lecture' }),
    userId: text('用户', 'User', { search: 'exact', length: 19 }),
    ...planDoctor,
    topic: text('主题', 'Topic', { length: 200, width: 180 }),
  },
  operations,
  readers: { ops: 'export', companyAdmin: 'export', employee: 'view', auditor: 'export' },
  list: {
    ...planDoctorList,
    columns: [
      'doctorName',
      'hospitalName',
      'departmentName',
      'duty',
      'phone',
      'doctorLevel',
      'doctorFee',
      'topic',
      'agreementStatus',
    ],
    filters: ['lectureId'],
  },
  lists: exist('lectureId'),
  owner: { through: 'lectureId' },
  sections: [facts({ without: ['lectureId', 'userId'] }), files(['doctorAgreement']), history(), related()],
})

export const lectureDoctorLifecycle = lifecycle(lectureDoctor, agreementEdges('lectureDoctor'))

/** 病例征集医生 */
export const caseCollectionDoctor = resource('caseCollectionDoctor', {
  calls: ['blade-act/caseCollectionDoctor'],
  title: ['病例征集医生', 'Case collection doctors'],
  name: 'doctorName',
  fields: {
    caseCollectionId: ref('caseCollection', '病例征集', 'Case collection', {
      required: '请选择病例征集',
      requiredEn: 'Please choose the case collection',
    }),
    ...planDoctor,
  },
  operations,
  readers: { ops: 'export', companyAdmin: 'export', employee: 'view', auditor: 'export' },
  list: { ...planDoctorList, filters: ['caseCollectionId'] },
  lists: exist('caseCollectionId'),
  owner: { through: 'caseCollectionId' },
  sections: [facts({ without: ['caseCollectionId'] }), files(['doctorAgreement']), history(), related()],
})

export const caseCollectionDoctorLifecycle = lifecycle(caseCollectionDoctor, agreementEdges('caseCollectionDoctor'))

/** 临床调研医生 */
export const clinicalResearchDoctor = resource('clinicalResearchDoctor', {
  calls: ['blade-act/clinicalResearchDoctor'],
  title: ['临床调研医生', 'Research doctors'],
  name: 'doctorName',
  fields: {
    clinicalResearchId: ref('clinicalResearch', '临床调研', 'Clinical research', {
      required: '请选择临床调研',
      requiredEn: 'Please choose the research',
    }),
    ...planDoctor,
  },
  operations,
  readers: { ops: 'export', companyAdmin: 'export', employee: 'view', auditor: 'export' },
  list: { ...planDoctorList, filters: ['clinicalResearchId'] },
  lists: exist('clinicalResearchId'),
  owner: { through: 'clinicalResearchId' },
  sections: [facts({ without: ['clinicalResearchId'] }), files(['doctorAgreement']), history(), related()],
})

export const clinicalResearchDoctorLifecycle = lifecycle(
  clinicalResearchDoctor,
  agreementEdges('clinicalResearchDoctor'),
)

/** 用药反馈医生 */
export const medicationFeedbackDoctor = resource('medicationFeedbackDoctor', {
  calls: ['blade-act/medicationFeedbackDoctor'],
  title: ['用药反馈医生', 'Medication feedback doctors'],
  name: 'doctorName',
  fields: {
    medicationFeedbackId: ref('medicationFeedback', '用药反馈', 'Medication feedback', {
      required: '请选择用药反馈',
      requiredEn: 'Please choose the plan',
    }),
    ...planDoctor,
  },
  operations,
  readers: { ops: 'export', companyAdmin: 'export', employee: 'view', auditor: 'export' },
  list: { ...planDoctorList, filters: ['medicationFeedbackId'] },
  lists: exist('medicationFeedbackId'),
  owner: { through: 'medicationFeedbackId' },
  sections: [facts({ without: ['medicationFeedbackId'] }), files(['doctorAgreement']), history(), related()],
})

export const medicationFeedbackDoctorLifecycle = lifecycle(
  medicationFeedbackDoctor,
  agreementEdges('medicationFeedbackDoctor'),
)

/** 专业评审医生 */
export const professionalReviewDoctor = resource('professionalReviewDoctor', {
  calls: ['blade-act/professionalReviewDoctor'],
  title: ['专业评审医生', 'Review doctors'],
  name: 'doctorName',
  fields: {
    professionalReviewId: ref('professionalReview', '专业评审', 'Professional review', {
      required: '请选择专业评审',
      requiredEn: 'Please choose the review',
    }),
    ...planDoctor,
  },
  operations,
  readers: { ops: 'export', companyAdmin: 'export', employee: 'view', auditor: 'export' },
  list: { ...planDoctorList, filters: ['professionalReviewId'] },
  lists: exist('professionalReviewId'),
  owner: { through: 'professionalReviewId' },
  sections: [facts({ without: ['professionalReviewId'] }), files(['doctorAgreement']), history(), related()],
})

export const professionalReviewDoctorLifecycle = lifecycle(
  professionalReviewDoctor,
  agreementEdges('professionalReviewDoctor'),
)
