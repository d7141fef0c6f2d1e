import { choice, datetime, file, integer, money, readOnly, ref, text } from '../language/fields/field.ts'
import { lifecycle } from '../language/lifecycle.ts'
import { resource } from '../language/resource.ts'
import { facts, files, history, related, tracePanel } from '../language/section.ts'
import { states } from '../language/states.ts'
import { acceptance, review } from '../patterns/mixins.ts'
import { deliverableEdges, resubmitEdges, reward } from './deliverable.ts'
import { agreementEdges, exist, inviteEdge, planDoctor, planDoctorList } from './planDoctor.ts'
import { SUBMIT_TYPES } from './words.ts'

/**
 * Works that are a doctor's part in a plan and what they deliver in one: an article, the interpretation of a case. Whoever is
 * invited has one work to hand in under the agreement for it (domain §2.7; 3.2, 3.4).
 */

/** The doctor's part: one work, for the fee that the agreement says. */
const part = {
  ...planDoctor,
  doctorId: { ...planDoctor.doctorId, facts: { ...planDoctor.doctorId.facts, readOnly: 'edit' as const } },
  ...readOnly({
    duty: planDoctor.duty,
    doctorLevel: planDoctor.doctorLevel,
    planSearchNum: integer('分配数量', 'Allotted', { initial: 1, width: 90 }),
    doctorPoint: planDoctor.doctorPoint,
  }),
  doctorFee: money('劳务费单价', 'Unit fee', {
    min: '0',
    width: 100,
    readOnly: 'edit',
    help: ['不填则取活动的单价', 'Empty: that of the activity'],
  }),
}

/** Facts of a work after it was submitted, and of its review. */
const work = {
  ...readOnly({
    codeNumber: text('提交编号', 'Submission no.', {
      search: 'code',
      length: 32,
      width: 170,
      least: 136,
      short: ['编号', 'No'],
    }),
    submitStatus: states(
      '提交状态',
      'Handed in',
      { none: [0, '未提交', 'Not handed in', 'wait'], handedIn: [1, '已提交', 'Handed in', 'good'] },
      { width: 90, initial: 'none' },
    ),
    submitType: choice('提交方式', 'Submitted', SUBMIT_TYPES, { width: 90 }),
    submitTime: datetime('提交时间', 'Submitted at', { width: 150 }),
  }),
  ...review,
  ...acceptance,
  ...reward,
}

const COLUMNS = [
  'doctorName',
  'hospitalName',
  'doctorFee',
  'agreementStatus',
  'submitStatus',
  'submitTime',
  'approvalStatus',
  'confirmStatus',
] as const
const SEARCH = [
  ...planDoctorList.search,
  'codeNumber',
  'planName',
  'entrustedCompanyName',
  'submitStatus',
  'approvalStatus',
  'confirmStatus',
] as const

const entrustedCompanyName = text('委托企业', 'Company', { short: ['公司', 'Company'], width: 210, readOnly: 'always' })
const ofPlan = { entrustedCompanyName: 'entrustedCompanyName' } as const

/** Condition of works that may still be submitted: agreed to, and not handed in yet. */
const TO_HAND_IN = { agreementStatus: 'agreed', submitStatus: 'none' } as const
const HANDED_IN = { submitStatus: 'handedIn', approvalStatus: 'pending' } as const

/**
 * Lifecycle of a work: invited and agreed on (3.2), handed in, reviewed and accepted (3.4). `saying`: what an invitation says,
 * `work`: what is handed in.
 */
const workEdges = <const Id extends string, const Saying extends object, const Work extends object>(
  id: Id,
  saying: Saying,
  work: Work,
) => {
  const decisions = deliverableEdges(id, ['audit'], [{ field: 'createUser' }, { took: 'handIn' }])
  const present = Object.fromEntries(Object.keys(work).map((name) => [name, name]))
  const again = resubmitEdges(id, { ask: work, present })
  const agreement = agreementEdges(id, ['remove'])
  return {
    ...inviteEdge(id, { ...saying, doctorId: part.doctorId, doctorFee: part.doctorFee }),
    ...agreement,
    handIn: {
      ...again.resubmit,
      label: ['代录成果', 'Enter for the doctor'],
      from: TO_HAND_IN,
      to: HANDED_IN,
      call: 'POST handIn',
      permission: `${id}_handIn` as `${Id}_handIn`,
    },
    ...decisions,
    'audit.pass': { ...decisions['audit.pass'], from: HANDED_IN },
    'audit.reject': { ...decisions['audit.reject'], from: HANDED_IN },
    ...again,
  } as const
}

/** 病例解读医生: who interprets an accepted case; the interpretation is reviewed and accepted like a report. */
export const caseInterpretationDoctor = resource('caseInterpretationDoctor', {
  calls: ['blade-act/caseInterpretationDoctor'],
  title: ['病例解读', 'Case interpretations'],
  name: 'doctorName',
  fields: {
    caseCollectionId: ref('caseCollection', '病例征集', 'Case collection', {
      required: '请选择病例征集',
      requiredEn: 'Please choose the case collection',
      readOnly: 'edit',
      shows: 'planName',
      copies: ofPlan,
    }),
    planName: text('病例征集', 'Case collection', { length: 200, width: 180, readOnly: 'always' }),
    entrustedCompanyName,
    caseReportId: ref('caseCollectionReport', '病例', 'Case', {
      required: '请选择病例',
      requiredEn: 'Please choose the case',
      readOnly: 'edit',
      shows: 'caseReportCode',
      help: ['该活动中已验收的病例', 'An accepted case of the activity'],
    }),
    caseReportCode: text('病例', 'Case', { search: 'code', length: 32, width: 170, readOnly: 'always' }),
    ...part,
    interpretFile: file('解读文件', 'Interpretation', { max: 5, openedBy: 'record', readOnly: 'always' }),
    ...work,
  },
  operations: ['view', 'export'],
  readers: { ops: 'export', companyAdmin: 'export', employee: 'view', auditor: 'export' },
  list: {
    ...planDoctorList,
    columns: ['caseReportCode', ...COLUMNS],
    search: ['caseReportCode', ...SEARCH],
    filters: ['caseCollectionId', 'caseReportId'],
  },
  lists: exist('caseCollectionId'),
  owner: { through: 'caseCollectionId' },
  replies: 'public',
  sections: [
    facts({ first: ['caseReportCode', 'planName', 'codeNumber'] }),
    files(['interpretFile', 'doctorAgreement']),
    tracePanel(),
    history(),
    related(),
  ],
  routes: { list: '/act/caseInterpretationDoctor' },
})

export const caseInterpretationDoctorLifecycle = lifecycle(
  caseInterpretationDoctor,
  workEdges(
    'caseInterpretationDoctor',
    {
      caseCollectionId: caseInterpretationDoctor.fields.caseCollectionId,
      caseReportId: caseInterpretationDoctor.fields.caseReportId,
    },
    {
      interpretFile: file('解读文件', 'Interpretation', {
        max: 5,
        required: '请上传解读文件',
        requiredEn: 'Please upload the interpretation',
      }),
    },
  ),
)

/** 知识创作: an article or a film that a doctor makes for a plan. */
export const knowledgeCreationDoctor = resource('knowledgeCreationDoctor', {
  calls: ['blade-act/knowledgeCreationDoctor'],
  title: ['知识创作', 'Knowledge creation'],
  name: 'title',
  fields: {
    planId: ref('knowledgeCreation', '活动', 'Activity', {
      required: '请选择活动',
      requiredEn: 'Please choose the activity',
      readOnly: 'edit',
      shows: 'planName',
      copies: ofPlan,
    }),
    planName: text('活动', 'Activity', { length: 200, width: 180, readOnly: 'always' }),
    entrustedCompanyName,
    title: text('作品标题', 'Work', {
      length: 200,
      width: 200,
      help: ['不填则取活动名称，提交时可修改', 'Empty: the name of the activity; said anew when it is handed in'],
    }),
    ...part,
    contentUrl: file('作品', 'Content', { max: 5, openedBy: 'record', readOnly: 'always' }),
    ...work,
  },
  operations: ['view', 'export'],
  readers: { ops: 'export', companyAdmin: 'export', employee: 'view', auditor: 'export' },
  list: {
    ...planDoctorList,
    columns: ['title', 'planName', ...COLUMNS, 'feeAmount'],
    search: ['title', ...SEARCH],
    filters: ['planId'],
  },
  lists: exist('planId'),
  owner: { through: 'planId' },
  replies: 'public',
  sections: [
    facts({ first: ['title', 'planName', 'codeNumber'] }),
    files(['contentUrl', 'doctorAgreement']),
    tracePanel(),
    history(),
    related(),
  ],
  routes: { list: '/act/knowledgeCreationDoctor' },
})

export const knowledgeCreationDoctorLifecycle = lifecycle(
  knowledgeCreationDoctor,
  workEdges(
    'knowledgeCreationDoctor',
    { planId: knowledgeCreationDoctor.fields.planId, title: knowledgeCreationDoctor.fields.title },
    {
      title: text('作品标题', 'Work', {
        length: 200,
        required: '请输入作品标题',
        requiredEn: 'Please enter the title',
      }),
      contentUrl: file('作品', 'Content', { max: 5, required: '请上传作品', requiredEn: 'Please upload the work' }),
    },
  ),
)
