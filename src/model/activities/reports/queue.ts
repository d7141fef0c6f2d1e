import { is } from '../../language/conditions/condition.ts'
import type { Queue, QueueView } from '../../language/queue.ts'
import { statesOf } from '../../language/states.ts'
import { review } from '../../patterns/mixins.ts'
import type { Label } from '../../values/label.ts'
import { caseInterpretationDoctor } from '../works.ts'

const { submitStatus } = statesOf(caseInterpretationDoctor)
const { approvalStatus } = statesOf({ fields: review })

/** Columns that a reviewer needs to judge a report: doctor, plan and fee. */
const LISTED = [
  'codeNumber',
  'doctorName',
  'planName',
  'entrustedCompanyName',
  'feeAmount',
  'hospitalName',
  'createTime',
]

/** A work says its fee as its doctor's part does, until it is accepted. */
const unpaid = (name: string): string => (name === 'feeAmount' ? 'doctorFee' : name)

/** The review of reports of a resource by operations, and their acceptance by the company (3.4). */
const viewsOf = (resource: string, code: string, [zh, en]: Label): QueueView[] => [
  {
    code,
    title: [`${zh}审核`, `${en} review`],
    resource,
    where: [
      ...(WORKS.includes(resource) ? [is('submitStatus', submitStatus.handedIn)] : []),
      is('approvalStatus', approvalStatus.pending),
    ],
    permission: `${resource}_audit`,
    decisions: ['audit.pass', 'audit.reject'],
    sort: '+createTime',
  },
  {
    code: `${code}Accept`,
    title: [`${zh}验收`, `${en} acceptance`],
    resource,
    where: [is('approvalStatus', approvalStatus.approved), is('confirmStatus', 0)],
    permission: `${resource}_confirm`,
    decisions: ['confirm.pass', 'confirm.reject'],
    sort: '+createTime',
  },
]

const REPORTS: readonly (readonly [resource: string, code: string, title: Label])[] = [
  ['caseCollectionReport', 'case', ['病例', 'Case']],
  ['clinicalResearchReport', 'research', ['调研报告', 'Research report']],
  ['medicationFeedbackReport', 'feedback', ['用药反馈', 'Medication feedback']],
  ['professionalReviewReport', 'opinion', ['专业评审', 'Review report']],
  ['lectureReport', 'lectureReport', ['讲座成果', 'Lecture report']],
  ['patientEducationReport', 'education', ['患者教育', 'Patient education']],
  ['caseInterpretationDoctor', 'interpretation', ['病例解读', 'Case interpretation']],
  ['knowledgeCreationDoctor', 'creation', ['知识创作', 'Knowledge creation']],
]

/** Works that are invited for first: only what was handed in waits. */
const WORKS = ['caseInterpretationDoctor', 'knowledgeCreationDoctor']

/** Columns of a single kind of report, in their place. */
const OWN: Readonly<Record<string, readonly string[]>> = {
  medicationFeedbackReport: [...LISTED.slice(0, 3), 'adverseReaction', ...LISTED.slice(3)],
  caseInterpretationDoctor: [...LISTED.slice(0, 2), 'caseReportCode', ...LISTED.slice(2).map(unpaid)],
  knowledgeCreationDoctor: [...LISTED.slice(0, 2), 'title', ...LISTED.slice(2).map(unpaid)],
}

/** Q3 to Q7 and Q9 (domain §6): what doctors handed in is reviewed by operations and accepted by the company. */
export const reportQueue: Queue = {
  code: 'reports',
  title: ['成果审核与验收', 'Deliverables'],
  icon: 'clipboard-list',
  views: REPORTS.flatMap((report) => viewsOf(...report)),
  columns: Object.fromEntries(REPORTS.map(([resource]) => [resource, OWN[resource] ?? LISTED])),
}
