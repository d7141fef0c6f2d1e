import { is } from '../../language/conditions/condition.ts'
import { answer } from '../../language/domain/answer.ts'
import { call } from '../../language/domain/call.ts'
import { past } from '../../language/every.ts'
import { choice, datetime, file, flag, image, integer, readOnly, ref, text } from '../../language/fields/field.ts'
import { lifecycle } from '../../language/lifecycle.ts'
import { resource } from '../../language/resource.ts'
import { children, doctorLinks, facts, files, history, related, tracePanel } from '../../language/section.ts'
import { lifecycleTwin, twin } from '../../language/twin.ts'
import { review } from '../../patterns/mixins.ts'
import {
  deliverableEdges,
  FROM_PLAN,
  handInEdges,
  NOT_SHOWN,
  REPORT_FACTS,
  RUNNING,
  report,
  reportList,
} from '../deliverable.ts'
import { DEMO_ROLES, plan, planClock, planEdges, planEditable, planList, planPages, planReaders } from '../plan.ts'
import { planFacts, planForm } from '../planForm.ts'
import { LECTURE_TYPES } from '../words.ts'

const LECTURE_FACTS = planFacts({
  what: ['lectureType', 'parentLectureName'],
  when: ['startTime', 'endTime', 'duration'],
  many: ['playCount'],
  review: ['approvalStatus', 'approvalOfficer', 'approvalDate', 'approvalRemark'],
})

/** The pages of the four kinds of lectures: a list of its own and a detail of its own each. */
const pagesOf = (list: string, detail: string) =>
  Object.fromEntries(
    ([1, 2, 3, 4] as const).flatMap((type) => [
      [`${list}/${type}`, { screen: 'list', where: { lectureType: String(type) } }] as const,
      [`${detail}${type}/detail/:id`, { screen: 'detail' }] as const,
    ]),
  )

/** 讲座: a plan whose doctors lecture, live or recorded (domain §2.7; 3.3, 3.4). */
export const lecture = resource('lecture', {
  calls: ['blade-act/lecture'],
  title: ['讲座', 'Lectures'],
  name: 'name',
  fields: {
    ...plan,
    lectureType: choice('讲座类型', 'Lecture type', LECTURE_TYPES, { width: 100, initial: 1 }),
    cover: image('封面', 'Cover'),
    videoUrl: file('视频', 'Video'),
    duration: integer('时长', 'Duration', { min: 0, unit: '秒', seconds: true, width: 80 }),
    startTime: datetime('开始时间', 'Starts', { width: 150 }),
    endTime: datetime('结束时间', 'Ends', { notBefore: 'startTime', width: 150 }),
    parentLectureId: ref('lecture', '所属合集', 'Collection', { shows: 'parentLectureName' }),
    ...readOnly({
      parentLectureName: text('所属合集', 'Collection', { length: 200, width: 160 }),
      ...review,
      playCount: integer('播放次数', 'Plays', { initial: 0, width: 80 }),
    }),
  },
  operations: ['view', 'add', 'edit', 'delete', 'export'],
  readers: planReaders,
  editable: planEditable,
  list: {
    ...planList,
    columns: [
      'code',
      'name',
      'lectureType',
      'entrustedCompanyName',
      'baseEmployeeName',
      'startTime',
      'planSearchNum',
      'finishNum',
      'budgetAmount',
      'planStatus',
      'planEndedMark',
      'approvalStatus',
    ],
    search: [...planList.search, 'lectureType', 'approvalStatus'],
    filters: [...planList.filters, 'parentLectureId'],
  },
  form: planForm({
    what: ['lectureType', 'parentLectureId'],
    when: ['startTime', 'endTime', 'duration'],
    rest: ['cover', 'videoUrl'],
  }),
  owner: { company: 'entrustedCompanyId' },
  variantOf: { resource: 'activityPlan', where: { planType: 2, demo: 0 } },
  children: [
    { resource: 'lectureDoctor', by: 'lectureId' },
    { resource: 'lectureReport', by: 'lectureId' },
    { resource: 'lectureContent', by: 'activityId' },
  ],
  replies: 'lecture_1',
  sections: [
    LECTURE_FACTS,
    children('lectureDoctor', ['医生', 'Doctors']),
    doctorLinks(),
    children('lectureReport', ['成果', 'Reports']),
    children('lectureContent', ['素材', 'Content']),
    files(['cover', 'videoUrl']),
    history(),
    related(),
  ],
  routes: {
    list: '/act/lecture',
    ...planPages('lecture').own,
    more: { ...planPages('lecture').points, ...pagesOf('/act/lecture', '/lecture') },
  },
})

/** 3.3: a lecture at a time expires after it; one without a time, after its last day. */
export const lectureClock = planClock('lecture', [[past('endTime', 'now')], [is('endTime', '')]])

const reviewed = deliverableEdges('lecture')

/** The calls of lectures are those of their reports too: `id` is the lecture's. */
export const lectureLifecycle = lifecycle(lecture, {
  ...planEdges('lecture', 'stopLecture', ['/blade-act/lectureReport/stopLecture']),
  'audit.pass': reviewed['audit.pass'],
  'audit.reject': reviewed['audit.reject'],
  'recall.audit': { ...reviewed['recall.audit'], from: { approvalStatus: ['approved', 'rejected'] } },
})

export const demoLecture = twin(lecture, 'demoLecture', {
  calls: ['blade-act/demo/lecture'],
  title: ['演示讲座', 'Demo lectures'],
  readers: { ops: 'manage', auditor: 'view' },
  variantOf: { resource: 'activityPlan', where: { planType: 2, demo: 1 } },
  list: { ...lecture.list, pageMethod: 'POST' },
  children: [{ resource: 'demoLectureReport', by: 'lectureId' }],
  replies: 'lecture_1',
  sections: [
    LECTURE_FACTS,
    children('demoLectureReport', ['成果', 'Reports']),
    files(['cover', 'videoUrl']),
    history(),
    related(),
  ],
  routes: {
    list: '/demo/lecture',
    ...planPages('lecture').demo,
    more: pagesOf('/demo/lecture', '/demoLecture'),
  },
})

export const demoLectureLifecycle = lifecycleTwin(lectureLifecycle, demoLecture, {
  roles: DEMO_ROLES,
  path: (whole) => whole.replace('/blade-act/', '/blade-act/demo/'),
})

/** 讲座成果: what a doctor hands in of a lecture; the same link twice is noticed. */
export const lectureReport = resource('lectureReport', {
  calls: ['blade-act/lectureReport'],
  title: ['讲座成果', 'Lecture reports'],
  name: 'codeNumber',
  fields: {
    lectureId: ref('lecture', '讲座', 'Lecture', {
      offered: RUNNING,
      required: '请选择讲座',
      requiredEn: 'Please choose the lecture',
      readOnly: 'edit',
      shows: 'planName',
      copies: { ...FROM_PLAN, lectureType: 'lectureType' },
    }),
    topic: text('主题', 'Topic', { length: 200, width: 180, readOnly: 'edit' }),
    contentUrl: text('成果链接', 'Link', { search: 'exact', length: 500, width: 180, readOnly: 'edit' }),
    duration: integer('时长', 'Duration', { unit: '秒', seconds: true, min: 0, width: 80, readOnly: 'edit' }),
    ...readOnly({
      planName: text('讲座', 'Lecture', { length: 200, width: 180 }),
      templateId: text('模板', 'Template', { search: 'exact', length: 19 }),
      lectureType: choice('讲座类型', 'Lecture type', LECTURE_TYPES, { width: 100, initial: 1 }),
      urlHash: text('链接指纹', 'Link hash', { search: 'exact', length: 64 }),
      dupFlag: flag('重复', 'Double', { initial: 0, width: 70 }),
    }),
    ...report,
  },
  operations: ['view', 'export'],
  readers: { ops: 'export', companyAdmin: 'export', employee: 'view', auditor: 'export' },
  list: {
    ...reportList,
    columns: ['codeNumber', 'code', 'lectureType', 'topic', ...reportList.columns.slice(2)],
    search: [...reportList.search, 'lectureType', 'dupFlag'],
    filters: ['lectureId', 'doctorId', 'urlHash'],
    method: 'POST',
    pageMethod: 'GET',
  },
  owner: { company: 'entrustedCompanyId' },
  where: { demo: 0 },
  replies: 'lecture_1',
  sections: [
    facts(['planName', 'lectureType', 'topic', 'contentUrl', 'duration', 'dupFlag', ...REPORT_FACTS]),
    files(['files']),
    tracePanel(),
    doctorLinks(),
    history(),
    related(),
  ],
  routes: { list: '/act/lectureReport', detail: '/act/lectureReport/detail/:id' },
})

export const lectureReportLifecycle = lifecycle(lectureReport, {
  ...deliverableEdges('lectureReport'),
  ...handInEdges('lectureReport', {
    lectureId: lectureReport.fields.lectureId,
    topic: lectureReport.fields.topic,
    contentUrl: lectureReport.fields.contentUrl,
    duration: lectureReport.fields.duration,
  }),
})

export const demoLectureReport = twin(lectureReport, 'demoLectureReport', {
  calls: ['blade-act/demo/lectureReport'],
  title: ['演示讲座成果', 'Demo lecture reports'],
  readers: { ops: 'export', auditor: 'view' },
  variantOf: { resource: 'lectureReport', where: { demo: 1 } },
  fields: {
    lectureId: ref('demoLecture', '讲座', 'Lecture', { readOnly: 'always', shows: 'planName', copies: FROM_PLAN }),
  },
  replies: 'lecture_1',
  sections: [
    facts(['planName', 'lectureType', 'topic', 'contentUrl', 'duration', 'dupFlag', ...REPORT_FACTS]),
    files(['files']),
    history(),
    related(),
  ],
  routes: { list: '/demo/lectureReport', detail: '/demo/lectureReport/detail/:id' },
})

export const demoLectureReportLifecycle = lifecycleTwin(lectureReportLifecycle, demoLectureReport, {
  without: NOT_SHOWN,
  roles: DEMO_ROLES,
})

/** Other reports with the same link. */
export const checkUrlDup = call('lectureReport.checkUrlDup', {
  method: 'GET',
  paths: ['blade-act/lectureReport/checkUrlDup'],
  title: ['链接查重', 'Check for doubles'],
  permission: 'lectureReport_checkUrlDup',
  roles: ['ops'],
  on: lectureReport,
  safe: true,
  answer: answer.one({
    dup: flag('重复', 'Double', { required: '-' }),
    others: text('其他提交', 'Others', { required: '-' }),
  }),
})

/**
 * 讲座素材: slides, sound and film of a lecture, laid down by whoever plans it; recordings come after it. Its fields are the
 * specification's (§3).
 */
export const lectureContent = resource('lectureContent', {
  calls: ['blade-act/lectureContent'],
  title: ['讲座素材', 'Lecture content'],
  name: 'activityName',
  fields: {
    activityId: ref('lecture', '讲座', 'Lecture', {
      required: '请选择讲座',
      requiredEn: 'Please choose the lecture',
      shows: 'activityName',
      // content of one lecture is not moved to another
      readOnly: 'edit',
    }),
    materialType: choice(
      '素材类型',
      'Material',
      { 1: ['课件', 'PPT'], 2: ['录音', 'Recording'], 3: ['视频', 'Video'] },
      { required: '请选择素材类型', requiredEn: 'Please choose the material', width: 90, initial: 1 },
    ),
    attachLink: file('附件', 'Attachment', {
      required: '请上传附件',
      requiredEn: 'Please upload the attachment',
      width: 120,
    }),
    audioDuration: integer('音频时长', 'Audio duration', { unit: '秒', seconds: true, min: 0, width: 90 }),
    attachOrder: integer('附件顺序', 'Order', { initial: 0, width: 90 }),
    ...readOnly({
      activityName: text('讲座', 'Lecture', { length: 200, width: 200 }),
      urlHash: text('链接指纹', 'Link hash', { search: 'exact', length: 64 }),
    }),
  },
  operations: ['view', 'add', 'edit', 'delete'],
  readers: { ops: 'manage', companyAdmin: 'manage', employee: ['view', 'add', 'edit'], auditor: 'view' },
  list: {
    columns: ['activityName', 'materialType', 'attachLink', 'audioDuration', 'attachOrder', 'createTime'],
    search: ['activityName', 'materialType'],
    filters: ['activityId'],
    sort: 'createTime',
  },
  owner: { through: 'activityId' },
  routes: { list: '/act/lectureContent' },
})
