import { type GroupLeaves, type Leaf, leaf } from '../language/menu.ts'
import type { Label } from '../values/label.ts'
import { activityPlan, demoActivityPlan } from './activityPlan.ts'
import { budgetOrder } from './budgetOrder.ts'
import { clinicalResearchProject } from './clinicalResearchProject.ts'
import {
  caseCollection,
  clinicalResearch,
  demoCaseCollection,
  demoClinicalResearch,
  demoMedicationFeedback,
  demoProfessionalReview,
  knowledgeCreation,
  medicationFeedback,
  patientEducation,
  professionalReview,
} from './collections.ts'
import { doctorLink } from './doctorSide/doctorLink.ts'
import { SANDBOX_BUTTON, SANDBOX_PERMISSION } from './doctorSide/sandbox.ts'
import { meetingDoctor } from './doctors.ts'
import { demoLectureReport, lectureContent, lectureReport } from './meetings/lecture.ts'
import { demoMeeting, meeting } from './meetings/meeting.ts'
import { meetingAttend, meetingCost, meetingEvidence } from './meetings/meetingParts.ts'
import { meetingTencent } from './meetings/meetingTencent.ts'
import {
  tencentMeetingEventsRecording,
  tencentMeetingParticipants,
  tencentMeetingRecordinfo,
  tencentMeetingRecordlist,
} from './meetings/tencent.ts'
import { professionalReviewResource } from './professionalReviewResource.ts'
import { activityFile, activityProjectType, activityServiceProject, doctorPatientProjectType } from './projects.ts'
import { patientEducationReport } from './reports/patientEducationReport.ts'
import {
  caseCollectionReport,
  clinicalResearchReport,
  demoCaseCollectionReport,
  demoClinicalResearchReport,
  demoMedicationFeedbackReport,
  demoProfessionalReviewReport,
  medicationFeedbackReport,
  professionalReviewReport,
} from './reports/reports.ts'
import { caseCollectionTemplate, clinicalResearchTemplate } from './templates.ts'
import { LECTURE_TYPES } from './words.ts'
import { caseInterpretationDoctor, knowledgeCreationDoctor } from './works.ts'

/** The four kinds of lectures: a leaf each, all of the same resource. */
const lectures = (resource: 'lecture' | 'demoLecture', path: string, more: readonly string[]): Leaf[] =>
  ([1, 2, 3, 4] as const).map((type) => {
    const [zh, en] = LECTURE_TYPES[type]
    return {
      code: `${resource}${type}`,
      title: (resource === 'lecture' ? [zh, en] : [`演示${zh}`, `Demo ${en.toLowerCase()}`]) as Label,
      path: `${path}/${type}`,
      icon: (['users', 'monitor', 'book', 'layers'] as const)[type - 1] ?? 'book',
      resource,
      with: more,
      words: 'lecture, course, 讲课, 讲座',
    }
  })

/** Leaves of the menu tree that lead to screens of this domain. */
export const activitiesMenu: readonly GroupLeaves[] = [
  {
    group: 'actPlans',
    leaves: [
      leaf(activityPlan, { icon: 'calendar', words: 'plan, project, 项目, 计划' }),
      {
        code: 'activityPlanPoint',
        title: ['积分活动计划', 'Points plans'],
        path: '/act/activityPlanPoint',
        icon: 'layers',
        resource: 'activityPlan',
      },
      leaf(activityServiceProject, { icon: 'list-checks', words: 'price, 价格, 服务' }),
      leaf(activityProjectType, { icon: 'tag' }),
      leaf(activityFile, { icon: 'paperclip', words: 'upload, 方案, 附件' }),
    ],
  },
  {
    group: 'actMeetings',
    leaves: [
      {
        ...leaf(meeting, {
          icon: 'users',
          go: 'g m',
          with: ['meetingAgenda'],
          words: 'conference, seminar, 研讨会, 科室会',
        }),
        title: ['会议管理', 'Meetings'],
      },
      leaf(meetingDoctor, { icon: 'users', words: 'speaker, chair, 讲者, 主席' }),
      leaf(meetingTencent, { icon: 'monitor', words: 'online, video, 线上' }),
      leaf(meetingAttend, { icon: 'check-square', words: 'attendance, 到会' }),
      leaf(meetingEvidence, { icon: 'eye', words: 'proof, photo, 照片' }),
      leaf(meetingCost, { icon: 'receipt', words: 'expense, 报销' }),
      leaf(tencentMeetingEventsRecording, { icon: 'zap' }),
      leaf(tencentMeetingRecordlist, { icon: 'play', words: 'recording, 录像' }),
      leaf(tencentMeetingRecordinfo, { icon: 'download' }),
      leaf(tencentMeetingParticipants, { icon: 'user', words: 'participants, 与会' }),
    ],
  },
  {
    group: 'actLectures',
    leaves: [
      ...lectures('lecture', '/act/lecture', ['lectureDoctor']),
      leaf(lectureReport, { icon: 'clipboard-list' }),
      leaf(lectureContent, { icon: 'paperclip', words: 'slides, 课件' }),
    ],
  },
  {
    group: 'actCases',
    leaves: [
      leaf(caseCollection, { icon: 'stethoscope', with: ['caseCollectionDoctor'] }),
      leaf(caseCollectionReport, { icon: 'clipboard-list', go: 'g b', words: 'case, 病历' }),
      leaf(caseInterpretationDoctor, { icon: 'pencil', words: 'interpretation, 解读' }),
      leaf(caseCollectionTemplate, {
        icon: 'columns',
        with: ['caseCollectionTemplateAttr', 'caseCollectionTemplateRel'],
        words: 'form, 表单',
      }),
    ],
  },
  {
    group: 'actResearch',
    leaves: [
      leaf(clinicalResearch, { icon: 'search', with: ['clinicalResearchDoctor'] }),
      leaf(clinicalResearchReport, { icon: 'clipboard-list', words: 'questionnaire, survey, 问卷' }),
      leaf(clinicalResearchTemplate, {
        icon: 'columns',
        with: ['clinicalResearchTemplateAttr', 'clinicalResearchTemplateRel'],
        words: 'questionnaire, 问卷',
      }),
      leaf(clinicalResearchProject, { icon: 'layers' }),
    ],
  },
  {
    group: 'actReview',
    leaves: [
      leaf(professionalReview, { icon: 'check-circle', with: ['professionalReviewDoctor'] }),
      leaf(professionalReviewReport, { icon: 'clipboard-list' }),
      leaf(professionalReviewResource, { icon: 'newspaper', words: 'article, paper, 论文, 文献' }),
    ],
  },
  {
    group: 'actMedication',
    leaves: [
      leaf(medicationFeedback, { icon: 'list-checks', with: ['medicationFeedbackDoctor'], words: 'drug, 药品' }),
      leaf(medicationFeedbackReport, { icon: 'clipboard-list', words: 'adverse reaction, 不良反应' }),
    ],
  },
  {
    group: 'actEducation',
    leaves: [
      leaf(patientEducation, { icon: 'calendar' }),
      leaf(patientEducationReport, { icon: 'clipboard-list', words: 'patient, 患教' }),
      leaf(knowledgeCreation, { icon: 'calendar' }),
      leaf(knowledgeCreationDoctor, { icon: 'pencil', words: 'article, film, 科普' }),
      leaf(doctorPatientProjectType, { icon: 'tag' }),
    ],
  },
  {
    group: 'demoPlans',
    leaves: [
      leaf(demoActivityPlan, { icon: 'calendar' }),
      leaf(demoMeeting, { icon: 'users', with: ['demoMeetingDoctor'] }),
      ...lectures('demoLecture', '/demo/lecture', []),
      leaf(demoCaseCollection, { icon: 'stethoscope' }),
      leaf(demoClinicalResearch, { icon: 'search' }),
      leaf(demoMedicationFeedback, { icon: 'list-checks' }),
      leaf(demoProfessionalReview, { icon: 'check-circle' }),
    ],
  },
  {
    group: 'demoReports',
    leaves: [
      leaf(demoLectureReport, { icon: 'clipboard-list' }),
      leaf(demoCaseCollectionReport, { icon: 'clipboard-list' }),
      leaf(demoClinicalResearchReport, { icon: 'clipboard-list' }),
      leaf(demoMedicationFeedbackReport, { icon: 'clipboard-list' }),
      leaf(demoProfessionalReviewReport, { icon: 'clipboard-list' }),
    ],
  },
  {
    group: 'cscDoctor',
    after: 'doctorEmployeeRel',
    leaves: [
      leaf(doctorLink, {
        icon: 'link',
        words: 'phone, qr, sms, 手机, 二维码, 短信',
        buttons: { [SANDBOX_PERMISSION]: SANDBOX_BUTTON },
      }),
    ],
  },
  {
    group: 'svcResults',
    leaves: [
      leaf(budgetOrder, {
        icon: 'landmark',
        with: ['budgetOrderActStatistics'],
        words: 'spending, plan, 预算, 额度',
      }),
    ],
  },
]
