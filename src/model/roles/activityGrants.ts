import type { Operation } from '../language/resource.ts'

/** Families of activities that are granted together (domain §5). */

/** The codes of one operation (`*`: of all generic ones) of several families. */
export const codes = (operation: Operation | '*', ids: readonly string[]): string[] =>
  ids.map((id) => `${id}_${operation}`)

/** Plans of activities, each as the kind that it is. */
export const PLANS = [
  'meeting',
  'lecture',
  'caseCollection',
  'clinicalResearch',
  'medicationFeedback',
  'professionalReview',
  'patientEducation',
  'knowledgeCreation',
]

/** What stands beside plans and is entered by whoever plans. */
export const PLANNED = [
  'meetingAgenda',
  'meetingCost',
  'meetingEvidence',
  'lectureContent',
  'activityFile',
  'clinicalResearchProject',
]

/** A meeting with what whoever reviews it a second time looks at (domain §6, Q8). */
export const MEETING_REVIEWED = [
  'meeting',
  'meetingDoctor',
  'meetingAgenda',
  'meetingCost',
  'meetingEvidence',
  'meetingAttend',
]

/** Doctors of plans, and works that they are invited for. */
export const INVITED = [
  'meetingDoctor',
  'lectureDoctor',
  'caseCollectionDoctor',
  'clinicalResearchDoctor',
  'medicationFeedbackDoctor',
  'professionalReviewDoctor',
  'caseInterpretationDoctor',
  'knowledgeCreationDoctor',
]

/** What doctors submit. */
export const DELIVERED = [
  'lectureReport',
  'caseCollectionReport',
  'clinicalResearchReport',
  'medicationFeedbackReport',
  'professionalReviewReport',
  'patientEducationReport',
]

/** Lists of activities that can be written to a file, besides plans and what is delivered. */
export const LISTED = ['activityPlan', 'contractActivity', 'meetingAttend', 'tencentMeetingParticipants']

/** What the online meeting service reports, and the links of doctors: only read. */
const REPORTED = [
  'meetingTencent',
  'tencentMeetingEventsRecording',
  'tencentMeetingRecordlist',
  'tencentMeetingRecordinfo',
  'doctorLink',
]

/** What the platform prepares for all activities. */
const PREPARED = [
  'activityServiceProject',
  'activityProjectType',
  'doctorPatientProjectType',
  'caseCollectionTemplate',
  'caseCollectionTemplateAttr',
  'caseCollectionTemplateRel',
  'clinicalResearchTemplate',
  'clinicalResearchTemplateAttr',
  'clinicalResearchTemplateRel',
  'professionalReviewResource',
]

/** Everything of activities. */
export const ACTIVITIES = [...PLANS, ...PLANNED, ...INVITED, ...DELIVERED, ...LISTED, ...REPORTED, ...PREPARED]

/** Protocols, tenders and the orders that come of activities. */
export const TENDERED = ['tenderEntrustedProtocols', 'tenderDoctorProtocols', 'bidRecord']
export const ORDERED = ['orderEntrusted', 'traceability']
export const TENDER = [...TENDERED, 'tenderDoctorProjectRel', 'tenderInfoFile', ...ORDERED, 'orderEntrustedRel']

/** The set of activities that new customers are shown. */
export const DEMO = [
  'demoActivityPlan',
  'demoMeeting',
  'demoMeetingDoctor',
  'demoLecture',
  'demoLectureReport',
  'demoCaseCollection',
  'demoCaseCollectionReport',
  'demoClinicalResearch',
  'demoClinicalResearchReport',
  'demoMedicationFeedback',
  'demoMedicationFeedbackReport',
  'demoProfessionalReview',
  'demoProfessionalReviewReport',
]
