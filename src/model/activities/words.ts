import type { Label } from '../values/label.ts'

/** Closed sets that several resources of activities share (domain §3.26). */

/** Kinds of plans, of projects that may be ordered, and of orders. */
export const PLAN_TYPES = {
  1: ['会议', 'Meeting'],
  2: ['讲座', 'Lecture'],
  3: ['病例征集', 'Case collection'],
  4: ['临床调研', 'Clinical research'],
  5: ['用药反馈', 'Medication feedback'],
  6: ['专业评审', 'Professional review'],
  7: ['患者教育', 'Patient education'],
  8: ['知识创作', 'Knowledge creation'],
} as const

export const PAY_TYPES = { points: [1, '积分', 'Points'], money: [2, '非积分', 'Non-points'] } as const

export const PLAN_STATES = {
  planning: [0, '计划中', 'Planning', 'wait'],
  inProgress: [1, '进行中', 'In progress', 'busy'],
  ended: [2, '已结束', 'Ended', 'off'],
} as const

export const PLAN_ENDS = {
  completed: [1, '活动完成', 'Completed', 'good'],
  overdue: [2, '逾期关闭', 'Closed overdue', 'off'],
  refused: [3, '客户拒绝合同', 'Contract refused', 'bad'],
  stopped: [4, '平台关闭', 'Closed by platform', 'off'],
  pushed: [5, '平台推送关闭', 'Closed by push', 'off'],
} as const

export const AGREEMENT = {
  pending: [0, '待签署', 'Pending signature', 'wait'],
  agreed: [1, '已同意', 'Agreed', 'good'],
  refused: [2, '已拒绝', 'Refused', 'bad'],
  voided: [3, '已作废', 'Voided', 'off'],
} as const

export const LECTURE_TYPES = {
  1: ['大咖讲堂', 'Big lecture hall'],
  2: ['精品录播课', 'Recorded course'],
  3: ['微课堂', 'Micro-school'],
  4: ['合集', 'Collection'],
} as const

export const DOCTOR_LEVELS = { 1: ['普通', 'Regular'], 2: ['知名', 'Known'], 3: ['权威', 'Authority'] } as const

export const SUBMIT_TYPES = { 1: ['医生提交', 'By the doctor'], 2: ['员工代录', 'By an employee'] } as const

/**
 * Names of the resources that are delivered for activities or that orders are made of; equal to the resources' own
 * (tests/unit/model/trace.test.ts).
 */
export const MADE_OF: Readonly<Record<string, Label>> = {
  meetingDoctor: ['会议医生', 'Meeting doctors'],
  lectureReport: ['讲座成果', 'Lecture reports'],
  caseCollectionReport: ['病例提交', 'Case submissions'],
  clinicalResearchReport: ['调研报告', 'Research reports'],
  medicationFeedbackReport: ['用药反馈报告', 'Medication feedback reports'],
  professionalReviewReport: ['评审报告', 'Review reports'],
  patientEducationReport: ['患者教育报告', 'Patient education'],
  caseInterpretationDoctor: ['病例解读', 'Case interpretations'],
  knowledgeCreationDoctor: ['知识创作', 'Knowledge creation'],
}
