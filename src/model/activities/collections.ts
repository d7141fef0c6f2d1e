import { is } from '../language/conditions/condition.ts'
import { integer, ref, refs, text } from '../language/fields/field.ts'
import { lifecycle } from '../language/lifecycle.ts'
import { resource } from '../language/resource.ts'
import { children, doctorLinks, history, related } from '../language/section.ts'
import { lifecycleTwin, twin } from '../language/twin.ts'
import { DEMO_ROLES, plan, planEdges, planEditable, planList, planPages, planReaders } from './plan.ts'
import { planFacts, planForm } from './planForm.ts'

/** Plans that collect what doctors submit: cases, questionnaires, feedback, opinions on articles (domain §2.7). */

const operations = ['view', 'add', 'edit', 'delete', 'export'] as const
const owner = { company: 'entrustedCompanyId' } as const
const pointList = { title: ['积分计划', 'Points plans'], where: [is('payType', 1)], answer: 'page' } as const
const perDoctorMax = integer('单个医生上限', 'Most per doctor', { min: 1, width: 110 })

/** 病例征集: doctors submit cases by a template. */
export const caseCollection = resource('caseCollection', {
  calls: ['blade-act/caseCollection'],
  title: ['病例征集', 'Case collections'],
  name: 'name',
  fields: {
    ...plan,
    templateId: ref('caseCollectionTemplate', '病例模板', 'Template', { shows: 'templateName' }),
    templateName: text('病例模板', 'Template', { length: 100, width: 140, readOnly: 'always' }),
    perDoctorMax,
  },
  operations,
  readers: planReaders,
  editable: planEditable,
  list: { ...planList, filters: [...planList.filters, 'templateId'] },
  lists: { pointList },
  form: planForm({ what: ['templateId'], many: ['perDoctorMax'] }),
  owner,
  variantOf: { resource: 'activityPlan', where: { planType: 3, demo: 0 } },
  children: [
    { resource: 'caseCollectionDoctor', by: 'caseCollectionId' },
    { resource: 'caseCollectionReport', by: 'caseCollectionId' },
    { resource: 'caseInterpretationDoctor', by: 'caseCollectionId' },
  ],
  sections: [
    planFacts({ what: ['templateName'], many: ['perDoctorMax'] }),
    children('caseCollectionDoctor', ['医生', 'Doctors']),
    doctorLinks(),
    children('caseCollectionReport', ['病例', 'Cases']),
    children('caseInterpretationDoctor', ['解读', 'Interpretations']),
    history(),
    related(),
  ],
  routes: { list: '/act/caseCollection', ...planPages('caseCollection').own, more: planPages('caseCollection').points },
})

export const caseCollectionLifecycle = lifecycle(caseCollection, planEdges('caseCollection', 'stopCaseCollection'))

export const demoCaseCollection = twin(caseCollection, 'demoCaseCollection', {
  calls: ['blade-act/demo/caseCollection'],
  title: ['演示病例征集', 'Demo case collections'],
  readers: { ops: 'manage', auditor: 'view' },
  variantOf: { resource: 'activityPlan', where: { planType: 3, demo: 1 } },
  sections: [planFacts({ what: ['templateName'], many: ['perDoctorMax'] }), history(), related()],
  routes: { list: '/demo/caseCollection', ...planPages('caseCollection').demo },
})

export const demoCaseCollectionLifecycle = lifecycleTwin(caseCollectionLifecycle, demoCaseCollection, {
  roles: DEMO_ROLES,
})

/** 临床调研: doctors fill in questionnaires of a research project. */
export const clinicalResearch = resource('clinicalResearch', {
  calls: ['blade-act/clinicalResearch'],
  title: ['临床调研', 'Clinical research'],
  name: 'name',
  fields: {
    ...plan,
    templateId: ref('clinicalResearchTemplate', '调研模板', 'Template', { shows: 'templateName' }),
    templateName: text('调研模板', 'Template', { length: 100, width: 140, readOnly: 'always' }),
    perDoctorMax,
    clinicalResearchProjectId: ref('clinicalResearchProject', '调研项目', 'Research project', {
      shows: 'clinicalResearchProjectName',
    }),
    clinicalResearchProjectName: text('调研项目', 'Research project', { width: 150, readOnly: 'always' }),
    cooperationTypeId: ref('activityProjectType', '合作类型', 'Cooperation', { shows: 'cooperationTypeName' }),
    cooperationTypeName: text('合作类型', 'Cooperation', { width: 120, readOnly: 'always' }),
  },
  operations,
  readers: planReaders,
  editable: planEditable,
  list: { ...planList, filters: [...planList.filters, 'templateId', 'clinicalResearchProjectId'] },
  lists: { pointList },
  form: planForm({ what: ['clinicalResearchProjectId', 'cooperationTypeId', 'templateId'], many: ['perDoctorMax'] }),
  owner,
  variantOf: { resource: 'activityPlan', where: { planType: 4, demo: 0 } },
  children: [
    { resource: 'clinicalResearchDoctor', by: 'clinicalResearchId' },
    { resource: 'clinicalResearchReport', by: 'clinicalResearchId' },
  ],
  sections: [
    planFacts({
      what: ['clinicalResearchProjectName', 'cooperationTypeName', 'templateName'],
      many: ['perDoctorMax'],
    }),
    children('clinicalResearchDoctor', ['医生', 'Doctors']),
    doctorLinks(),
    children('clinicalResearchReport', ['报告', 'Reports']),
    history(),
    related(),
  ],
  routes: {
    list: '/act/clinicalResearch',
    ...planPages('clinicalResearch').own,
    more: planPages('clinicalResearch').points,
  },
})

export const clinicalResearchLifecycle = lifecycle(clinicalResearch, planEdges('clinicalResearch', 'updateStatus'))

export const demoClinicalResearch = twin(clinicalResearch, 'demoClinicalResearch', {
  calls: ['blade-act/demo/clinicalResearch'],
  title: ['演示临床调研', 'Demo clinical research'],
  readers: { ops: 'manage', auditor: 'view' },
  variantOf: { resource: 'activityPlan', where: { planType: 4, demo: 1 } },
  sections: [
    planFacts({ what: ['clinicalResearchProjectName', 'templateName'], many: ['perDoctorMax'] }),
    history(),
    related(),
  ],
  routes: { list: '/demo/clinicalResearch', ...planPages('clinicalResearch').demo },
})

export const demoClinicalResearchLifecycle = lifecycleTwin(clinicalResearchLifecycle, demoClinicalResearch, {
  roles: DEMO_ROLES,
})

/** 用药反馈: doctors report what they saw of a medicine. */
export const medicationFeedback = resource('medicationFeedback', {
  calls: ['blade-act/medicationFeedback'],
  title: ['用药反馈', 'Medication feedback'],
  name: 'name',
  fields: { ...plan, perDoctorMax },
  operations,
  readers: planReaders,
  editable: planEditable,
  list: planList,
  lists: { pointList },
  detailBy: 'medicationFeedbackId',
  form: planForm({ many: ['perDoctorMax'] }),
  owner,
  variantOf: { resource: 'activityPlan', where: { planType: 5, demo: 0 } },
  children: [
    { resource: 'medicationFeedbackDoctor', by: 'medicationFeedbackId' },
    { resource: 'medicationFeedbackReport', by: 'medicationFeedbackId' },
  ],
  sections: [
    planFacts({ many: ['perDoctorMax'] }),
    children('medicationFeedbackDoctor', ['医生', 'Doctors']),
    doctorLinks(),
    children('medicationFeedbackReport', ['报告', 'Reports']),
    history(),
    related(),
  ],
  routes: {
    list: '/act/medicationFeedback',
    ...planPages('medicationFeedback').own,
    more: planPages('medicationFeedback').points,
  },
})

export const medicationFeedbackLifecycle = lifecycle(
  medicationFeedback,
  planEdges('medicationFeedback', 'stopMedicationFeedback'),
)

export const demoMedicationFeedback = twin(medicationFeedback, 'demoMedicationFeedback', {
  calls: ['blade-act/demo/medicationFeedback'],
  title: ['演示用药反馈', 'Demo medication feedback'],
  readers: { ops: 'manage', auditor: 'view' },
  detailBy: 'medicationFeedbackId',
  variantOf: { resource: 'activityPlan', where: { planType: 5, demo: 1 } },
  sections: [planFacts({ many: ['perDoctorMax'] }), history(), related()],
  routes: { list: '/demo/medicationFeedback', ...planPages('medicationFeedback').demo },
})

export const demoMedicationFeedbackLifecycle = lifecycleTwin(medicationFeedbackLifecycle, demoMedicationFeedback, {
  roles: DEMO_ROLES,
})

/** 专业评审: doctors give their opinion on articles. Its columns are the specification's (§3). */
export const professionalReview = resource('professionalReview', {
  calls: ['blade-act/professionalReview'],
  title: ['专业评审', 'Professional review'],
  name: 'name',
  fields: {
    ...plan,
    resourceIds: refs('professionalReviewResource', '评审文章', 'Articles', { shows: 'resourceTitles' }),
    resourceTitles: text('评审文章', 'Articles', { length: 1000, readOnly: 'always' }),
    perDoctorMax,
  },
  operations,
  readers: planReaders,
  editable: planEditable,
  list: {
    ...planList,
    columns: [
      'code',
      'name',
      'invitationStartDate',
      'invitationEndDate',
      'baseEmployeeName',
      'planSearchNum',
      'budgetAmount',
      'releaseTime',
      'entrustedCompanyName',
      'baseDepartmentName',
      'planStatus',
      'planEndedMark',
    ],
  },
  lists: { pointList },
  form: planForm({ what: ['resourceIds'], many: ['perDoctorMax'] }),
  owner,
  variantOf: { resource: 'activityPlan', where: { planType: 6, demo: 0 } },
  children: [
    { resource: 'professionalReviewDoctor', by: 'professionalReviewId' },
    { resource: 'professionalReviewReport', by: 'professionalReviewId' },
  ],
  sections: [
    planFacts({ what: ['resourceTitles'], many: ['perDoctorMax'] }),
    children('professionalReviewDoctor', ['医生', 'Doctors']),
    doctorLinks(),
    children('professionalReviewReport', ['报告', 'Reports']),
    history(),
    related(),
  ],
  routes: {
    list: '/act/professionalReview',
    ...planPages('professionalReview').own,
    more: planPages('professionalReview').points,
  },
})

export const professionalReviewLifecycle = lifecycle(
  professionalReview,
  planEdges('professionalReview', 'updateStatus'),
)

export const demoProfessionalReview = twin(professionalReview, 'demoProfessionalReview', {
  calls: ['blade-act/demo/professionalReview'],
  title: ['演示专业评审', 'Demo professional review'],
  readers: { ops: 'manage', auditor: 'view' },
  variantOf: { resource: 'activityPlan', where: { planType: 6, demo: 1 } },
  sections: [planFacts({ what: ['resourceTitles'], many: ['perDoctorMax'] }), history(), related()],
  routes: { list: '/demo/professionalReview', ...planPages('professionalReview').demo },
})

export const demoProfessionalReviewLifecycle = lifecycleTwin(professionalReviewLifecycle, demoProfessionalReview, {
  roles: DEMO_ROLES,
})

/** 患者教育: plans of lessons that doctors give to patients. */
export const patientEducation = resource('patientEducation', {
  calls: ['blade-act/patientEducation'],
  title: ['患者教育计划', 'Patient education plans'],
  name: 'name',
  fields: { ...plan, perDoctorMax },
  operations,
  readers: planReaders,
  editable: planEditable,
  list: planList,
  form: planForm({ many: ['perDoctorMax'] }),
  owner,
  variantOf: { resource: 'activityPlan', where: { planType: 7, demo: 0 } },
  children: [{ resource: 'patientEducationReport', by: 'planId' }],
  sections: [
    planFacts({ many: ['perDoctorMax'] }),
    children('patientEducationReport', ['报告', 'Reports']),
    history(),
    related(),
  ],
  routes: { list: '/act/patientEducation' },
})

export const patientEducationLifecycle = lifecycle(patientEducation, planEdges('patientEducation', 'updateStatus'))

/** 知识创作: plans of articles and films that doctors make. */
export const knowledgeCreation = resource('knowledgeCreation', {
  calls: ['blade-act/knowledgeCreation'],
  title: ['知识创作计划', 'Knowledge creation plans'],
  name: 'name',
  // each of its doctors makes one work
  fields: plan,
  operations,
  readers: planReaders,
  editable: planEditable,
  list: planList,
  form: planForm<never>(),
  owner,
  variantOf: { resource: 'activityPlan', where: { planType: 8, demo: 0 } },
  children: [{ resource: 'knowledgeCreationDoctor', by: 'planId' }],
  sections: [planFacts<never>(), children('knowledgeCreationDoctor', ['医生与作品', 'Authors']), history(), related()],
  routes: { list: '/act/knowledgeCreation' },
})

export const knowledgeCreationLifecycle = lifecycle(knowledgeCreation, planEdges('knowledgeCreation', 'updateStatus'))
