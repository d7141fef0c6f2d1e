import type { Fields } from '../language/fields/field.ts'
import type { Resource } from '../language/resource.ts'
import {
  caseCollectionDoctor,
  clinicalResearchDoctor,
  demoMeetingDoctor,
  lectureDoctor,
  medicationFeedbackDoctor,
  meetingDoctor,
  professionalReviewDoctor,
} from './doctors.ts'
import { caseInterpretationDoctor, knowledgeCreationDoctor } from './works.ts'

// biome-ignore lint/suspicious/noExplicitAny: doctors of any kind of activity
type Doctors = Resource<string, any> & { readonly fields: Fields }

/**
 * Resources of invited doctors, each with the field that names the activity, and the activity's resource. The first of an
 * activity's are its doctors; others are invited beside them (who interprets a case).
 */
export const invited: readonly (readonly [doctors: Doctors, parent: string, plan: string])[] = [
  [meetingDoctor, 'meetingId', 'meeting'],
  [demoMeetingDoctor, 'meetingId', 'demoMeeting'],
  [lectureDoctor, 'lectureId', 'lecture'],
  [caseCollectionDoctor, 'caseCollectionId', 'caseCollection'],
  [clinicalResearchDoctor, 'clinicalResearchId', 'clinicalResearch'],
  [medicationFeedbackDoctor, 'medicationFeedbackId', 'medicationFeedback'],
  [professionalReviewDoctor, 'professionalReviewId', 'professionalReview'],
  [caseInterpretationDoctor, 'caseCollectionId', 'caseCollection'],
  [knowledgeCreationDoctor, 'planId', 'knowledgeCreation'],
]
