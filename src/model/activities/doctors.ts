import { choice, file, flag, readOnly, ref, text } from '../kernel/field.ts'
import { lifecycle } from '../kernel/lifecycle.ts'
import { resource } from '../kernel/resource.ts'
import { facts, files, history, related, tracePanel } from '../kernel/section.ts'
import { lifecycleTwin, twin } from '../kernel/twin.ts'
import { acceptance, review } from '../mixins.ts'
import { deliverableEdges, resubmitEdges, reward } from './deliverable.ts'
import { DEMO_ROLES } from './plan.ts'
import { agreementEdges, DOCTOR_FACTS, exist, planDoctor, planDoctorList } from './planDoctor.ts'

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
      labourStatus: choice(
        '履约状态',
        'Performed',
        { 0: ['未履约', 'Not yet', 'wait'], 1: ['已履约', 'Performed', 'good'] },
        { width: 90, initial: 0 },
      ),
      demo: flag('演示', 'Demo', { initial: 0 }),
    }),
  },
  operations,
  list: { ...planDoctorList, filters: ['meetingId'] },
  lists: exist('meetingId'),
  owner: { through: 'meetingId' },
  where: { demo: 0 },
  sections: [
    facts([...DOCTOR_FACTS, 'roleType', 'topic', 'attended', 'labourStatus']),
    files(['doctorAgreement']),
    tracePanel(),
    history(),
    related(),
  ],
})

export const meetingDoctorLifecycle = lifecycle(meetingDoctor, agreementEdges('meetingDoctor'))

/** 演示会议医生: the same of the demonstration's meetings. */
export const demoMeetingDoctor = twin(meetingDoctor, 'demoMeetingDoctor', {
  calls: ['blade-act/demo/meetingDoctor'],
  title: ['演示会议医生', 'Demo meeting doctors'],
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
  sections: [facts([...DOCTOR_FACTS, 'topic']), files(['doctorAgreement']), history(), related()],
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
  list: { ...planDoctorList, filters: ['caseCollectionId'] },
  lists: exist('caseCollectionId'),
  owner: { through: 'caseCollectionId' },
  sections: [facts([...DOCTOR_FACTS]), files(['doctorAgreement']), history(), related()],
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
  list: { ...planDoctorList, filters: ['clinicalResearchId'] },
  lists: exist('clinicalResearchId'),
  owner: { through: 'clinicalResearchId' },
  sections: [facts([...DOCTOR_FACTS]), files(['doctorAgreement']), history(), related()],
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
  list: { ...planDoctorList, filters: ['medicationFeedbackId'] },
  lists: exist('medicationFeedbackId'),
  owner: { through: 'medicationFeedbackId' },
  sections: [facts([...DOCTOR_FACTS]), files(['doctorAgreement']), history(), related()],
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
  list: { ...planDoctorList, filters: ['professionalReviewId'] },
  lists: exist('professionalReviewId'),
  owner: { through: 'professionalReviewId' },
  sections: [facts([...DOCTOR_FACTS]), files(['doctorAgreement']), history(), related()],
})

export const professionalReviewDoctorLifecycle = lifecycle(
  professionalReviewDoctor,
  agreementEdges('professionalReviewDoctor'),
)

/** 病例解读医生: who interprets an accepted case; the interpretation is reviewed and accepted like a report. */
export const caseInterpretationDoctor = resource('caseInterpretationDoctor', {
  calls: ['blade-act/caseInterpretationDoctor'],
  title: ['病例解读', 'Case interpretations'],
  name: 'doctorName',
  fields: {
    caseCollectionId: ref('caseCollection', '病例征集', 'Case collection', {
      required: '请选择病例征集',
      requiredEn: 'Please choose the case collection',
    }),
    caseReportId: ref('caseCollectionReport', '病例', 'Case', {
      required: '请选择病例',
      requiredEn: 'Please choose the case',
      shows: 'caseReportCode',
    }),
    caseReportCode: text('病例', 'Case', { search: 'code', length: 32, width: 170, readOnly: 'always' }),
    ...planDoctor,
    interpretFile: file('解读文件', 'Interpretation', { openedBy: 'record' }),
    ...review,
    ...acceptance,
    ...reward,
  },
  operations: ['view', 'add', 'edit', 'delete', 'export'],
  editable: { edit: { approvalStatus: [0, 2] }, delete: { approvalStatus: [0, 2], agreementStatus: [0, 2] } },
  list: {
    ...planDoctorList,
    columns: ['caseReportCode', ...planDoctorList.columns, 'approvalStatus', 'confirmStatus'],
    filters: ['caseCollectionId', 'caseReportId', 'approvalStatus', 'confirmStatus'],
  },
  owner: { through: 'caseCollectionId' },
  sections: [
    facts(['caseReportCode', ...DOCTOR_FACTS, 'approvalStatus', 'approvalRemark', 'confirmStatus', 'confirmResult']),
    files(['interpretFile', 'doctorAgreement']),
    history(),
    related(),
  ],
  routes: { list: '/act/caseInterpretationDoctor' },
})

const { deleteDoctor: _of, ...interpretationEdges } = agreementEdges('caseInterpretationDoctor')
export const caseInterpretationDoctorLifecycle = lifecycle(caseInterpretationDoctor, {
  ...interpretationEdges,
  ...deliverableEdges('caseInterpretationDoctor'),
  ...resubmitEdges('caseInterpretationDoctor', {}),
})

/** 知识创作: an article or a film that a doctor makes for a plan. */
export const knowledgeCreationDoctor = resource('knowledgeCreationDoctor', {
  calls: ['blade-act/knowledgeCreationDoctor'],
  title: ['知识创作', 'Knowledge creation'],
  name: 'title',
  fields: {
    planId: ref('knowledgeCreation', '活动', 'Activity', {
      required: '请选择活动',
      requiredEn: 'Please choose the activity',
      shows: 'planName',
    }),
    planName: text('活动', 'Activity', { length: 200, width: 180, readOnly: 'always' }),
    title: text('作品标题', 'Work', {
      length: 200,
      required: '请输入作品标题',
      requiredEn: 'Please enter the title',
      width: 200,
    }),
    contentUrl: file('作品', 'Content', { openedBy: 'record' }),
    ...planDoctor,
    ...review,
    ...acceptance,
    ...reward,
  },
  operations: ['view', 'add', 'edit', 'delete', 'export'],
  editable: { edit: { approvalStatus: [0, 2] }, delete: { approvalStatus: [0, 2], agreementStatus: [0, 2] } },
  list: {
    ...planDoctorList,
    columns: ['title', 'planName', ...planDoctorList.columns, 'feeAmount', 'approvalStatus', 'confirmStatus'],
    search: ['title', ...planDoctorList.search, 'approvalStatus', 'confirmStatus'],
    filters: ['planId'],
  },
  owner: { through: 'planId' },
  sections: [
    facts([
      'title',
      'planName',
      ...DOCTOR_FACTS,
      'feeAmount',
      'approvalStatus',
      'approvalRemark',
      'confirmStatus',
      'confirmResult',
    ]),
    files(['contentUrl', 'doctorAgreement']),
    tracePanel(),
    history(),
    related(),
  ],
  routes: { list: '/act/knowledgeCreationDoctor' },
})

const { deleteDoctor: _also, ...creationEdges } = agreementEdges('knowledgeCreationDoctor')
export const knowledgeCreationDoctorLifecycle = lifecycle(knowledgeCreationDoctor, {
  ...creationEdges,
  ...deliverableEdges('knowledgeCreationDoctor'),
  ...resubmitEdges('knowledgeCreationDoctor', {}),
})
