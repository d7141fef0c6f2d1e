import { is } from '../../language/conditions/condition.ts'
import { flag, integer, longText, ref, text } from '../../language/fields/field.ts'
import { lifecycle } from '../../language/lifecycle.ts'
import { resource } from '../../language/resource.ts'
import { doctorLinks, facts, files, history, related, tracePanel } from '../../language/section.ts'
import { lifecycleTwin, twin } from '../../language/twin.ts'
import {
  ANSWERS,
  deliverableEdges,
  FROM_PLAN,
  handInEdges,
  NOT_SHOWN,
  REPORT_FACTS,
  RUNNING,
  report,
  reportList,
} from '../deliverable.ts'
import { DEMO_ROLES } from '../plan.ts'

/** Reports of doctors: one resource for each kind of plan (domain §2.7), reviewed and then accepted (3.4). */

const owner = { company: 'entrustedCompanyId' } as const
const operations = ['view', 'export'] as const

/** 病例提交: a case of a collection. Its fields are the specification's (§3). */
export const caseCollectionReport = resource('caseCollectionReport', {
  calls: ['blade-act/caseCollectionReport'],
  title: ['病例提交', 'Case submissions'],
  name: 'codeNumber',
  fields: {
    caseCollectionId: ref('caseCollection', '病例征集', 'Case collection', {
      offered: RUNNING,
      required: '请选择活动',
      requiredEn: 'Please choose the activity',
      readOnly: 'edit',
      shows: 'planName',
      copies: FROM_PLAN,
    }),
    planName: text('病例征集', 'Case collection', { length: 200, width: 180, readOnly: 'always' }),
    templateId: ref('caseCollectionTemplate', '模板', 'Template', { readOnly: 'always' }),
    ...report,
  },
  operations,
  readers: { ops: 'export', companyAdmin: 'export', employee: 'view', auditor: 'export' },
  list: { ...reportList, method: 'POST', filters: ['caseCollectionId', 'doctorId'] },
  lists: {
    listCase: {
      title: ['征集的病例', 'Cases of a collection'],
      by: { caseCollectionId: 'caseCollectionId' },
      answer: 'list',
    },
  },
  owner,
  where: { demo: 0 },
  replies: 'caseCollectionReport',
  sections: [
    facts(['planName', ...REPORT_FACTS, 'resourceCode']),
    ANSWERS,
    files(['files']),
    tracePanel(),
    doctorLinks(),
    history(),
    related(),
  ],
  routes: { list: '/act/caseCollectionReport', detail: '/caseCollectionReport/detail/:id' },
})

export const caseCollectionReportLifecycle = lifecycle(caseCollectionReport, {
  ...deliverableEdges('caseCollectionReport'),
  ...handInEdges('caseCollectionReport', { caseCollectionId: caseCollectionReport.fields.caseCollectionId }),
})

export const demoCaseCollectionReport = twin(caseCollectionReport, 'demoCaseCollectionReport', {
  calls: ['blade-act/demo/caseCollectionReport'],
  title: ['演示病例提交', 'Demo case submissions'],
  readers: { ops: 'export', auditor: 'view' },
  variantOf: { resource: 'caseCollectionReport', where: { demo: 1 } },
  fields: {
    caseCollectionId: ref('demoCaseCollection', '病例征集', 'Case collection', {
      readOnly: 'always',
      shows: 'planName',
      copies: FROM_PLAN,
    }),
  },
  lists: {},
  replies: 'caseCollectionReport',
  sections: [facts(['planName', ...REPORT_FACTS, 'resourceCode']), ANSWERS, files(['files']), history(), related()],
  routes: { list: '/demo/caseCollectionReport', detail: '/demoCaseCollectionReport/detail/:id' },
})

export const demoCaseCollectionReportLifecycle = lifecycleTwin(
  caseCollectionReportLifecycle,
  demoCaseCollectionReport,
  { without: NOT_SHOWN, roles: DEMO_ROLES },
)

/** 用药反馈报告: what a doctor saw of a medicine. */
export const medicationFeedbackReport = resource('medicationFeedbackReport', {
  calls: ['blade-act/medicationFeedbackReport'],
  title: ['用药反馈报告', 'Medication feedback reports'],
  name: 'codeNumber',
  fields: {
    medicationFeedbackId: ref('medicationFeedback', '用药反馈', 'Medication feedback', {
      offered: RUNNING,
      required: '请选择活动',
      requiredEn: 'Please choose the activity',
      readOnly: 'edit',
      shows: 'planName',
      copies: FROM_PLAN,
    }),
    planName: text('用药反馈', 'Medication feedback', { length: 200, width: 180, readOnly: 'always' }),
    templateId: ref('caseCollectionTemplate', '模板', 'Template', { readOnly: 'always' }),
    drugName: text('药品名称', 'Medicine', { width: 140, readOnly: 'edit' }),
    adverseReaction: flag('不良反应', 'Adverse reaction', { width: 90, readOnly: 'edit', initial: 0 }),
    ...report,
  },
  operations,
  readers: { ops: 'export', companyAdmin: 'export', employee: 'view', auditor: 'export' },
  list: {
    ...reportList,
    method: 'POST',
    search: [...reportList.search, 'adverseReaction'],
    filters: ['medicationFeedbackId', 'doctorId'],
  },
  owner,
  where: { demo: 0 },
  replies: 'medicationFeedbackReport',
  flags: [{ label: ['不良反应', 'Adverse reaction'], tone: 'bad', where: [is('adverseReaction', 1)] }],
  sections: [
    facts(['planName', 'drugName', 'adverseReaction', ...REPORT_FACTS]),
    ANSWERS,
    files(['files']),
    tracePanel(),
    doctorLinks(),
    history(),
    related(),
  ],
  routes: { list: '/act/medicationFeedbackReport', detail: '/medicationFeedbackReport/detail/:id' },
})

export const medicationFeedbackReportLifecycle = lifecycle(medicationFeedbackReport, {
  ...deliverableEdges('medicationFeedbackReport'),
  ...handInEdges('medicationFeedbackReport', {
    medicationFeedbackId: medicationFeedbackReport.fields.medicationFeedbackId,
    drugName: medicationFeedbackReport.fields.drugName,
    adverseReaction: medicationFeedbackReport.fields.adverseReaction,
  }),
})

export const demoMedicationFeedbackReport = twin(medicationFeedbackReport, 'demoMedicationFeedbackReport', {
  calls: ['blade-act/demo/medicationFeedbackReport'],
  title: ['演示用药反馈报告', 'Demo medication reports'],
  readers: { ops: 'export', auditor: 'view' },
  variantOf: { resource: 'medicationFeedbackReport', where: { demo: 1 } },
  fields: {
    medicationFeedbackId: ref('demoMedicationFeedback', '用药反馈', 'Medication feedback', {
      readOnly: 'always',
      shows: 'planName',
      copies: FROM_PLAN,
    }),
  },
  replies: 'medicationFeedbackReport',
  sections: [
    facts(['planName', 'drugName', 'adverseReaction', ...REPORT_FACTS]),
    ANSWERS,
    files(['files']),
    history(),
    related(),
  ],
  routes: { list: '/demo/medicationFeedbackReport', detail: '/demoMedicationFeedbackReport/detail/:id' },
})

export const demoMedicationFeedbackReportLifecycle = lifecycleTwin(
  medicationFeedbackReportLifecycle,
  demoMedicationFeedbackReport,
  { without: NOT_SHOWN, roles: DEMO_ROLES },
)

/** 调研报告: a questionnaire that a doctor filled in. */
export const clinicalResearchReport = resource('clinicalResearchReport', {
  calls: ['blade-act/clinicalResearchReport'],
  title: ['调研报告', 'Research reports'],
  name: 'codeNumber',
  fields: {
    clinicalResearchId: ref('clinicalResearch', '临床调研', 'Clinical research', {
      offered: RUNNING,
      required: '请选择活动',
      requiredEn: 'Please choose the activity',
      readOnly: 'edit',
      shows: 'planName',
      copies: FROM_PLAN,
    }),
    planName: text('临床调研', 'Clinical research', { length: 200, width: 180, readOnly: 'always' }),
    templateId: ref('clinicalResearchTemplate', '模板', 'Template', { readOnly: 'always' }),
    ...report,
  },
  operations,
  readers: { ops: 'export', companyAdmin: 'export', employee: 'view', auditor: 'export' },
  list: { ...reportList, method: 'POST', filters: ['clinicalResearchId', 'doctorId'] },
  lists: {
    'audit-list': {
      title: ['待审核报告', 'Reports to review'],
      where: [is('approvalStatus', 0)],
      method: 'POST',
      answer: 'page',
      sort: 'createTime',
    },
  },
  owner,
  where: { demo: 0 },
  replies: 'clinicalResearchReport',
  sections: [facts(['planName', ...REPORT_FACTS]), ANSWERS, files(['files']), tracePanel(), history(), related()],
  routes: { list: '/act/clinicalResearchReport', detail: '/clinicalResearchReport/detail/:id' },
})

export const clinicalResearchReportLifecycle = lifecycle(clinicalResearchReport, {
  ...deliverableEdges('clinicalResearchReport', ['audit', 'batchAudit', 'batch-audit', 'audit-batch']),
  ...handInEdges('clinicalResearchReport', { clinicalResearchId: clinicalResearchReport.fields.clinicalResearchId }),
})

export const demoClinicalResearchReport = twin(clinicalResearchReport, 'demoClinicalResearchReport', {
  calls: ['blade-act/demo/clinicalResearchReport'],
  title: ['演示调研报告', 'Demo research reports'],
  readers: { ops: 'export', auditor: 'view' },
  variantOf: { resource: 'clinicalResearchReport', where: { demo: 1 } },
  fields: {
    clinicalResearchId: ref('demoClinicalResearch', '临床调研', 'Clinical research', {
      readOnly: 'always',
      shows: 'planName',
      copies: FROM_PLAN,
    }),
  },
  replies: 'clinicalResearchReport',
  sections: [facts(['planName', ...REPORT_FACTS]), ANSWERS, files(['files']), history(), related()],
  routes: { list: '/demo/clinicalResearchReport', detail: '/demoClinicalResearchReport/detail/:id' },
})

export const demoClinicalResearchReportLifecycle = lifecycleTwin(
  clinicalResearchReportLifecycle,
  demoClinicalResearchReport,
  { without: NOT_SHOWN, roles: DEMO_ROLES },
)

/** 评审报告: a doctor's opinion on an article; may be entered for a doctor. */
export const professionalReviewReport = resource('professionalReviewReport', {
  calls: ['blade-act/professionalReviewReport'],
  title: ['评审报告', 'Review reports'],
  name: 'codeNumber',
  fields: {
    professionalReviewId: ref('professionalReview', '专业评审', 'Professional review', {
      offered: RUNNING,
      required: '请选择专业评审',
      requiredEn: 'Please choose the review',
      readOnly: 'edit',
      shows: 'planName',
      copies: FROM_PLAN,
    }),
    planName: text('专业评审', 'Professional review', { length: 200, width: 180, readOnly: 'always' }),
    templateId: ref('caseCollectionTemplate', '模板', 'Template', { readOnly: 'always' }),
    resourceId: ref('professionalReviewResource', '评审文章', 'Article', { shows: 'resourceTitle' }),
    resourceTitle: text('评审文章', 'Article', { length: 200, width: 180, readOnly: 'always' }),
    score: integer('评分', 'Score', { min: 0, max: 100, unit: '分', width: 70 }),
    opinion: longText('评审意见', 'Opinion', { width: 240 }),
    ...report,
  },
  operations: ['view', 'add', 'edit', 'delete', 'export'],
  readers: { ops: 'manage', companyAdmin: 'export', employee: 'view', auditor: 'export' },
  editable: { edit: { approvalStatus: ['pending', 'rejected'] }, delete: { approvalStatus: ['pending', 'rejected'] } },
  list: { ...reportList, filters: ['professionalReviewId', 'doctorId'] },
  owner,
  where: { demo: 0 },
  replies: 'professionalReview Report',
  sections: [
    facts(['planName', 'resourceTitle', 'score', 'opinion', ...REPORT_FACTS]),
    ANSWERS,
    files(['files']),
    tracePanel(),
    doctorLinks(),
    history(),
    related(),
  ],
  routes: { list: '/act/professionalReviewReport', detail: '/professionalreviewreport/detail/:id' },
})

export const professionalReviewReportLifecycle = lifecycle(professionalReviewReport, {
  ...deliverableEdges('professionalReviewReport'),
  ...handInEdges('professionalReviewReport', {
    professionalReviewId: professionalReviewReport.fields.professionalReviewId,
    resourceId: professionalReviewReport.fields.resourceId,
    score: professionalReviewReport.fields.score,
    opinion: professionalReviewReport.fields.opinion,
  }),
})

export const demoProfessionalReviewReport = twin(professionalReviewReport, 'demoProfessionalReviewReport', {
  calls: ['blade-act/demo/professionalReviewReport'],
  title: ['演示评审报告', 'Demo review reports'],
  readers: { ops: 'manage', auditor: 'view' },
  variantOf: { resource: 'professionalReviewReport', where: { demo: 1 } },
  fields: {
    professionalReviewId: ref('demoProfessionalReview', '专业评审', 'Professional review', {
      required: '请选择专业评审',
      requiredEn: 'Please choose the review',
      readOnly: 'edit',
      shows: 'planName',
      copies: FROM_PLAN,
    }),
  },
  replies: 'professionalReview Report',
  sections: [
    facts(['planName', 'resourceTitle', 'score', 'opinion', ...REPORT_FACTS]),
    ANSWERS,
    files(['files']),
    history(),
    related(),
  ],
  routes: { list: '/demo/professionalReviewReport', detail: '/demoProfessionalreviewreport/detail/:id' },
})

export const demoProfessionalReviewReportLifecycle = lifecycleTwin(
  professionalReviewReportLifecycle,
  demoProfessionalReviewReport,
  { without: NOT_SHOWN, roles: DEMO_ROLES },
)
