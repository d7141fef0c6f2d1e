import type { DomainPart } from '../../language/domain/domain.ts'
import { patientEducationReport, patientEducationReportLifecycle } from './patientEducationReport.ts'
import { reportQueue } from './queue.ts'
import * as reports from './reports.ts'

const part: DomainPart = {
  resources: [
    reports.caseCollectionReport,
    reports.demoCaseCollectionReport,
    reports.medicationFeedbackReport,
    reports.demoMedicationFeedbackReport,
    reports.clinicalResearchReport,
    reports.demoClinicalResearchReport,
    reports.professionalReviewReport,
    reports.demoProfessionalReviewReport,
    patientEducationReport,
  ],
  lifecycles: [
    reports.caseCollectionReportLifecycle,
    reports.demoCaseCollectionReportLifecycle,
    reports.medicationFeedbackReportLifecycle,
    reports.demoMedicationFeedbackReportLifecycle,
    reports.clinicalResearchReportLifecycle,
    reports.demoClinicalResearchReportLifecycle,
    reports.professionalReviewReportLifecycle,
    reports.demoProfessionalReviewReportLifecycle,
    patientEducationReportLifecycle,
  ],
  queues: [reportQueue],
}

export default part
