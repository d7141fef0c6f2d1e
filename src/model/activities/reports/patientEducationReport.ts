import { choice, integer, ref, text } from '../../language/fields/field.ts'
import { lifecycle } from '../../language/lifecycle.ts'
import { resource } from '../../language/resource.ts'
import { doctorLinks, facts, files, history, related, tracePanel } from '../../language/section.ts'
import { deliverableEdges, FROM_PLAN, handInEdges, REPORT_FACTS, RUNNING, report, reportList } from '../deliverable.ts'

const owner = { company: 'entrustedCompanyId' } as const
const operations = ['view', 'export'] as const

/** 患者教育报告: a lesson that a doctor gave to patients. */
export const patientEducationReport = resource('patientEducationReport', {
  calls: ['blade-act/patientEducationReport'],
  title: ['患者教育报告', 'Patient education'],
  name: 'codeNumber',
  fields: {
    planId: ref('patientEducation', '活动', 'Activity', {
      offered: RUNNING,
      required: '请选择活动',
      requiredEn: 'Please choose the activity',
      readOnly: 'edit',
      shows: 'planName',
      copies: FROM_PLAN,
    }),
    planName: text('活动', 'Activity', { length: 200, width: 180, readOnly: 'always' }),
    templateId: text('模板', 'Template', { search: 'exact', length: 19, readOnly: 'always' }),
    projectTypeId: ref('doctorPatientProjectType', '项目类型', 'Project type', {
      readOnly: 'edit',
      shows: 'projectTypeName',
    }),
    projectTypeName: text('项目类型', 'Project type', { width: 120, readOnly: 'always' }),
    patientCount: integer('患者人数', 'Patients', { min: 0, width: 80, readOnly: 'edit' }),
    educationForm: choice(
      '教育形式',
      'Form',
      {
        1: ['线下宣讲', 'Talk'],
        2: ['线上直播', 'Live stream'],
        3: ['图文资料', 'Leaflet'],
        4: ['一对一指导', 'One to one'],
      },
      { width: 100, readOnly: 'edit' },
    ),
    ...report,
  },
  operations,
  readers: { ops: 'export', companyAdmin: 'export', employee: 'view', auditor: 'export' },
  list: { ...reportList, filters: ['planId', 'doctorId'] },
  owner,
  replies: 'public',
  sections: [
    facts(['planName', 'projectTypeName', 'patientCount', 'educationForm', ...REPORT_FACTS]),
    files(['files']),
    tracePanel(),
    doctorLinks(),
    history(),
    related(),
  ],
  routes: { list: '/act/patientEducationReport', detail: '/patientEducationReport/detail/:id' },
})

export const patientEducationReportLifecycle = lifecycle(patientEducationReport, {
  ...deliverableEdges('patientEducationReport'),
  ...handInEdges('patientEducationReport', {
    planId: patientEducationReport.fields.planId,
    projectTypeId: patientEducationReport.fields.projectTypeId,
    patientCount: patientEducationReport.fields.patientCount,
    educationForm: patientEducationReport.fields.educationForm,
  }),
})
