import { type DomainPart, defineDomain } from '../language/domain/domain.ts'
import { activityPlan, demoActivityPlan } from './activityPlan.ts'
import { budgetOrder, budgetOrderActStatistics, budgetOrderLifecycle } from './budgetOrder.ts'
import { clinicalResearchProject, clinicalResearchProjectLifecycle } from './clinicalResearchProject.ts'
import * as collections from './collections.ts'
import { doctorCalls } from './doctorCalls.ts'
import doctorSide from './doctorSide/index.ts'
import * as doctors from './doctors.ts'
import meetings from './meetings/index.ts'
import { planClock } from './plan.ts'
import { professionalReviewResource } from './professionalReviewResource.ts'
import { activityFile, activityProjectType, activityServiceProject, doctorPatientProjectType } from './projects.ts'
import reports from './reports/index.ts'
import * as templates from './templates.ts'
import * as works from './works.ts'

const own: DomainPart = {
  resources: [
    activityPlan,
    demoActivityPlan,
    activityServiceProject,
    activityProjectType,
    doctorPatientProjectType,
    activityFile,
    collections.caseCollection,
    collections.demoCaseCollection,
    collections.clinicalResearch,
    collections.demoClinicalResearch,
    collections.medicationFeedback,
    collections.demoMedicationFeedback,
    collections.professionalReview,
    collections.demoProfessionalReview,
    collections.patientEducation,
    collections.knowledgeCreation,
    clinicalResearchProject,
    templates.caseCollectionTemplate,
    templates.caseCollectionTemplateAttr,
    templates.caseCollectionTemplateRel,
    templates.clinicalResearchTemplate,
    templates.clinicalResearchTemplateAttr,
    templates.clinicalResearchTemplateRel,
    professionalReviewResource,
    doctors.meetingDoctor,
    doctors.demoMeetingDoctor,
    doctors.lectureDoctor,
    doctors.caseCollectionDoctor,
    doctors.clinicalResearchDoctor,
    doctors.medicationFeedbackDoctor,
    doctors.professionalReviewDoctor,
    works.caseInterpretationDoctor,
    works.knowledgeCreationDoctor,
    budgetOrder,
    budgetOrderActStatistics,
  ],
  lifecycles: [
    collections.caseCollectionLifecycle,
    collections.demoCaseCollectionLifecycle,
    collections.clinicalResearchLifecycle,
    collections.demoClinicalResearchLifecycle,
    collections.medicationFeedbackLifecycle,
    collections.demoMedicationFeedbackLifecycle,
    collections.professionalReviewLifecycle,
    collections.demoProfessionalReviewLifecycle,
    collections.patientEducationLifecycle,
    collections.knowledgeCreationLifecycle,
    clinicalResearchProjectLifecycle,
    templates.caseCollectionTemplateLifecycle,
    templates.clinicalResearchTemplateLifecycle,
    doctors.meetingDoctorLifecycle,
    doctors.demoMeetingDoctorLifecycle,
    doctors.lectureDoctorLifecycle,
    doctors.caseCollectionDoctorLifecycle,
    doctors.clinicalResearchDoctorLifecycle,
    doctors.medicationFeedbackDoctorLifecycle,
    doctors.professionalReviewDoctorLifecycle,
    works.caseInterpretationDoctorLifecycle,
    works.knowledgeCreationDoctorLifecycle,
    budgetOrderLifecycle,
  ],
  calls: doctorCalls,
  every: [
    collections.caseCollection,
    collections.clinicalResearch,
    collections.medicationFeedback,
    collections.professionalReview,
    collections.patientEducation,
    collections.knowledgeCreation,
  ].flatMap(({ id }) => planClock(id)),
}

export default defineDomain('activities', own, meetings, reports, doctorSide)
