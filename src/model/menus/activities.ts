import { activityPlan, demoActivityPlan } from '../activities/activityPlan.ts'
import { clinicalResearchProject } from '../activities/clinicalResearchProject.ts'
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
} from '../activities/collections.ts'
import { meetingDoctor } from '../activities/doctors.ts'
import { demoLectureReport, lectureContent, lectureReport } from '../activities/meetings/lecture.ts'
import { demoMeeting, meeting } from '../activities/meetings/meeting.ts'
import { meetingAttend, meetingCost, meetingEvidence } from '../activities/meetings/meetingParts.ts'
import { meetingTencent } from '../activities/meetings/meetingTencent.ts'
import {
  tencentMeetingEventsRecording,
  tencentMeetingParticipants,
  tencentMeetingRecordinfo,
  tencentMeetingRecordlist,
} from '../activities/meetings/tencent.ts'
import { professionalReviewResource } from '../activities/professionalReviewResource.ts'
import {
  activityFile,
  activityProjectType,
  activityServiceProject,
  doctorPatientProjectType,
} from '../activities/projects.ts'
import { patientEducationReport } from '../activities/reports/patientEducationReport.ts'
import {
  caseCollectionReport,
  clinicalResearchReport,
  demoCaseCollectionReport,
  demoClinicalResearchReport,
  demoMedicationFeedbackReport,
  demoProfessionalReviewReport,
  medicationFeedbackReport,
  professionalReviewReport,
} from '../activities/reports/reports.ts'
import { caseCollectionTemplate, clinicalResearchTemplate } from '../activities/templates.ts'
import { LECTURE_TYPES } from '../activities/words.ts'
import { caseInterpretationDoctor, knowledgeCreationDoctor } from '../activities/works.ts'
import { type Leaf, leaf, type TopMenu } from '../language/menu.ts'
import { contractActivity } from '../tender/contractActivity.ts'
import type { Label } from '../values/label.ts'

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

/** T2 活动管理 (domain §1). */
export const activitiesMenu: TopMenu = {
  code: 'act',
  title: ['活动管理', 'Activities'],
  icon: 'calendar',
  groups: [
    {
      code: 'actPlans',
      title: ['计划', 'Plans'],
      icon: 'calendar',
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
        leaf(contractActivity, { icon: 'file-signature', words: 'sfe, contract, 合同' }),
      ],
    },
    {
      code: 'actMeetings',
      title: ['会议', 'Meetings'],
      icon: 'users',
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
      code: 'actLectures',
      title: ['讲座', 'Lectures'],
      icon: 'book',
      leaves: [
        ...lectures('lecture', '/act/lecture', ['lectureDoctor']),
        leaf(lectureReport, { icon: 'clipboard-list' }),
        leaf(lectureContent, { icon: 'paperclip', words: 'slides, 课件' }),
      ],
    },
    {
      code: 'actCases',
      title: ['病例征集', 'Cases'],
      icon: 'stethoscope',
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
      code: 'actResearch',
      title: ['临床调研', 'Research'],
      icon: 'search',
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
      code: 'actReview',
      title: ['专业评审', 'Review'],
      icon: 'check-circle',
      leaves: [
        leaf(professionalReview, { icon: 'check-circle', with: ['professionalReviewDoctor'] }),
        leaf(professionalReviewReport, { icon: 'clipboard-list' }),
        leaf(professionalReviewResource, { icon: 'newspaper', words: 'article, paper, 论文, 文献' }),
      ],
    },
    {
      code: 'actMedication',
      title: ['用药反馈', 'Medication'],
      icon: 'list-checks',
      leaves: [
        leaf(medicationFeedback, { icon: 'list-checks', with: ['medicationFeedbackDoctor'], words: 'drug, 药品' }),
        leaf(medicationFeedbackReport, { icon: 'clipboard-list', words: 'adverse reaction, 不良反应' }),
      ],
    },
    {
      code: 'actEducation',
      title: ['患教与创作', 'Education'],
      icon: 'book',
      leaves: [
        leaf(patientEducation, { icon: 'calendar' }),
        leaf(patientEducationReport, { icon: 'clipboard-list', words: 'patient, 患教' }),
        leaf(knowledgeCreation, { icon: 'calendar' }),
        leaf(knowledgeCreationDoctor, { icon: 'pencil', words: 'article, film, 科普' }),
        leaf(doctorPatientProjectType, { icon: 'tag' }),
      ],
    },
  ],
}

/** T10 演示环境 (domain §1). */
export const demoMenu: TopMenu = {
  code: 'demo',
  title: ['演示环境', 'Demo set'],
  icon: 'eye',
  groups: [
    {
      code: 'demoPlans',
      title: ['演示计划', 'Demo plans'],
      icon: 'calendar',
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
      code: 'demoReports',
      title: ['演示成果', 'Demo reports'],
      icon: 'clipboard-list',
      leaves: [
        leaf(demoLectureReport, { icon: 'clipboard-list' }),
        leaf(demoCaseCollectionReport, { icon: 'clipboard-list' }),
        leaf(demoClinicalResearchReport, { icon: 'clipboard-list' }),
        leaf(demoMedicationFeedbackReport, { icon: 'clipboard-list' }),
        leaf(demoProfessionalReviewReport, { icon: 'clipboard-list' }),
      ],
    },
  ],
}
