import type { Fields } from '../kernel/field.ts'
import type { Resource } from '../kernel/resource.ts'
import {
  caseCollectionDoctor,
  clinicalResearchDoctor,
  demoMeetingDoctor,
  lectureDoctor,
  medicationFeedbackDoctor,
  meetingDoctor,
  professionalReviewDoctor,
} from './doctors.ts'

// biome-ignore lint/suspicious/noExplicitAny: doctors of any kind of activity
type Doctors = Resource<string, any> & { readonly fields: Fields }

/** Families of invited doctors, each with the field that names the activity, and the activity's family. */
export const invited: readonly (readonly [doctors: Doctors, parent: string, plan: string])[] = [
  [meetingDoctor, 'meetingId', 'meeting'],
  [demoMeetingDoctor, 'meetingId', 'demoMeeting'],
  [lectureDoctor, 'lectureId', 'lecture'],
  [caseCollectionDoctor, 'caseCollectionId', 'caseCollection'],
  [clinicalResearchDoctor, 'clinicalResearchId', 'clinicalResearch'],
  [medicationFeedbackDoctor, 'medicationFeedbackId', 'medicationFeedback'],
  [professionalReviewDoctor, 'professionalReviewId', 'professionalReview'],
]
