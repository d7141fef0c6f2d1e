import {
  caseCollection,
  clinicalResearch,
  demoCaseCollection,
  demoMedicationFeedback,
  knowledgeCreation,
  medicationFeedback,
  patientEducation,
  professionalReview,
} from '../../../src/model/activities/collections.ts'
import {
  caseCollectionDoctor,
  clinicalResearchDoctor,
  lectureDoctor,
  medicationFeedbackDoctor,
  meetingDoctor,
  professionalReviewDoctor,
} from '../../../src/model/activities/doctors.ts'
import { lecture, lectureReport } from '../../../src/model/activities/meetings/lecture.ts'
import { meeting } from '../../../src/model/activities/meetings/meeting.ts'
import { patientEducationReport } from '../../../src/model/activities/reports/patientEducationReport.ts'
import {
  caseCollectionReport,
  clinicalResearchReport,
  demoCaseCollectionReport,
  demoMedicationFeedbackReport,
  medicationFeedbackReport,
  professionalReviewReport,
} from '../../../src/model/activities/reports/reports.ts'
import { caseCollectionTemplate, clinicalResearchTemplate } from '../../../src/model/activities/templates.ts'
import { caseInterpretationDoctor, knowledgeCreationDoctor } from '../../../src/model/activities/works.ts'
import type { AnyResource } from '../../../src/server/writing/unitOfWork/rows.ts'

/** A family and the field of it that names its activity. */
export interface Of {
  readonly of: AnyResource
  readonly plan: string
}

/** A kind of activity as domain §2.7 and §3.2 to 3.5 have it. */
export interface Kind {
  readonly of: AnyResource
  readonly type: number
  /** Whom it invites; nobody where what is handed in names its doctor. */
  readonly doctors?: Of
  /** What is handed in for it by report. */
  readonly reports?: Of
  /** Its doctors hand in one work each, which is their part. */
  readonly works?: true
  /** All of its doctors come, each at a fee of their own, which is what it costs. */
  readonly together?: true
  /** What it is filled in by. */
  readonly template?: AnyResource
  /** It is of the demonstration. */
  readonly shown?: true
}

const of = (r: AnyResource, plan: string): Of => ({ of: r, plan })

export const KINDS: readonly Kind[] = [
  { of: meeting, type: 1, doctors: of(meetingDoctor, 'meetingId'), together: true },
  {
    of: lecture,
    type: 2,
    doctors: of(lectureDoctor, 'lectureId'),
    reports: of(lectureReport, 'lectureId'),
    together: true,
  },
  {
    of: caseCollection,
    type: 3,
    doctors: of(caseCollectionDoctor, 'caseCollectionId'),
    reports: of(caseCollectionReport, 'caseCollectionId'),
    template: caseCollectionTemplate,
  },
  {
    of: clinicalResearch,
    type: 4,
    doctors: of(clinicalResearchDoctor, 'clinicalResearchId'),
    reports: of(clinicalResearchReport, 'clinicalResearchId'),
    template: clinicalResearchTemplate,
  },
  {
    of: medicationFeedback,
    type: 5,
    doctors: of(medicationFeedbackDoctor, 'medicationFeedbackId'),
    reports: of(medicationFeedbackReport, 'medicationFeedbackId'),
  },
  {
    of: professionalReview,
    type: 6,
    doctors: of(professionalReviewDoctor, 'professionalReviewId'),
    reports: of(professionalReviewReport, 'professionalReviewId'),
  },
  { of: patientEducation, type: 7, reports: of(patientEducationReport, 'planId') },
  { of: knowledgeCreation, type: 8, doctors: of(knowledgeCreationDoctor, 'planId'), works: true },
]

/** Two kinds of the demonstration, whose reports come with them. */
export const SHOWN: readonly Kind[] = [
  {
    of: demoCaseCollection,
    type: 3,
    reports: of(demoCaseCollectionReport, 'caseCollectionId'),
    template: caseCollectionTemplate,
    shown: true,
  },
  {
    of: demoMedicationFeedback,
    type: 5,
    reports: of(demoMedicationFeedbackReport, 'medicationFeedbackId'),
    shown: true,
  },
]

/** Who interprets cases of a collection, beside its doctors. */
export const INTERPRETERS: Of = of(caseInterpretationDoctor, 'caseCollectionId')
