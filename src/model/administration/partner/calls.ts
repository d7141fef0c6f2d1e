import activities from '../../activities/index.ts'
import meetings from '../../activities/meetings/index.ts'
import { meetingAttend } from '../../activities/meetings/meetingParts.ts'
import reports from '../../activities/reports/index.ts'
import { PLAN_TYPES } from '../../activities/words.ts'
import { READER_EVENTS } from '../../content/contentEvent.ts'
import { answer } from '../../language/domain/answer.ts'
import { type AnyCall, call } from '../../language/domain/call.ts'
import { choice, type Field, type Fields, isRef, longText, ref, text } from '../../language/fields/field.ts'
import type { Resource } from '../../language/resource.ts'
import { authenticationDoctor } from '../../people/authenticationDoctor.ts'
import { bidRecord } from '../../tender/bids.ts'
import type { PartnerScope } from '../access/partnerScopes.ts'
import { partnerMessages, partnerSettlements } from './reads.ts'
import { companyId, PARTNER_API } from './shared.ts'

/** A field that may be left out: what is required of a record is said where the record is written. */
const optional = (f: Field): Field => {
  const { required: _, requiredEn: __, ...facts } = f.facts as Field['facts'] & { readonly requiredEn?: string }
  return { ...f, facts }
}

/** The fields of a record that people write, none of them required here. */
// biome-ignore lint/suspicious/noExplicitAny: a resource of any shape
const written = (r: Resource<string, any>, names: readonly string[] = Object.keys(r.fields)): Fields =>
  Object.fromEntries(
    names.flatMap((name) => {
      const f = r.fields[name] as Field | undefined
      return f && f.facts.readOnly !== 'always' && f.facts.readOnly !== 'add' ? [[name, optional(f)]] : []
    }),
  )

/** Fields of every message. */
const sent = {
  messageNumber: text('消息编号', 'Message number', {
    length: 64,
    required: '请填写消息编号',
    requiredEn: 'Please send a message number',
    help: [
      '每个应用内唯一：编号与内容都相同时返回首次的结果，编号相同而内容不同时返回 422',
      'Unique for each client: sent again with the same content it answers the same, with another 422',
    ],
  }),
}

/** Answer to an accepted message: the record that came of it. */
const taken = answer.one({
  messageNumber: text('消息编号', 'Message number', { required: '-' }),
  bizType: text('数据类型', 'Record type', { required: '-' }),
  bizId: text('数据编号', 'Record id', { required: '-' }),
  bizCode: text('名称或编号', 'Record', {}),
  url: text('医生签署地址', 'Where the doctor signs', {
    help: ['仅答复邀请且同意时返回', 'Of an invitation that is agreed to alone'],
  }),
})

const message = (scope: PartnerScope) =>
  ({ method: 'POST', open: 'client', scope, safe: false, answer: taken }) as const

const planId = ref('activityPlan', '活动', 'Activity', {
  required: '请填写活动',
  requiredEn: 'Please say which activity',
})
const doctorId = ref('authenticationDoctor', '医生', 'Doctor', {
  required: '请填写医生',
  requiredEn: 'Please say which doctor',
})

/** `POST doctors`: a doctor is registered; handed in for certification where all that is certified comes with it. */
export const registerDoctor = call('partner.doctors', {
  ...message('doctor.register'),
  paths: [`${PARTNER_API}doctors`],
  title: ['登记医生', 'Register a doctor'],
  body: { ...sent, entrustedCompanyId: companyId, ...written(authenticationDoctor) },
})

/** Certificates of a doctor whom the same client registered. */
const PROOFS = [
  'hospitalName',
  'departmentName',
  'title',
  'idCardNumber',
  'practiceCertNo',
  'idCardFront',
  'idCardBack',
  'practiceCert',
  'qualificationCert',
]

/** `POST certifications`: a doctor whom the same client registered is handed in, or handed in again after a refusal. */
export const submitCertification = call('partner.certifications', {
  ...message('certification.submit'),
  paths: [`${PARTNER_API}certifications`],
  title: ['提交认证', 'Hand a doctor in for certification'],
  body: {
    ...sent,
    entrustedCompanyId: companyId,
    doctorId,
    ...written(authenticationDoctor, PROOFS),
  },
})

/** The resources of activities that are no demonstration. */
const KINDS = activities.resources.filter(
  (r) =>
    r.variantOf?.resource === 'activityPlan' &&
    r.variantOf.where.planType !== undefined &&
    r.variantOf.where.demo === 0,
)

/** Fields of an activity of any kind. Where the kinds refer to different resources, the field is a plain id. */
const PLANNED: Fields = Object.fromEntries(
  KINDS.flatMap((r) => Object.entries<Field>(written(r))).reduce((all, [name, f]) => {
    const other = all.get(name)
    const differs = other && (other.kind !== f.kind || (isRef(other) && isRef(f) && other.to !== f.to))
    return all.set(name, differs ? text(f.label[0], f.label[1], { length: 19 }) : (other ?? f))
  }, new Map<string, Field>()),
)

/** `POST plans`: an activity is planned, of whichever kind, within its budget. */
export const createPlan = call('partner.plans', {
  ...message('plan.create'),
  paths: [`${PARTNER_API}plans`],
  title: ['新建活动', 'Plan an activity'],
  body: {
    ...PLANNED,
    ...sent,
    entrustedCompanyId: companyId,
    planType: choice('活动类型', 'Type', PLAN_TYPES, {
      required: '请填写活动类型',
      requiredEn: 'Please say which type',
    }),
  },
})

/** `POST plans/close`: a running activity is closed by push (3.3, mark 5). */
export const closePlan = call('partner.plansClose', {
  ...message('plan.close'),
  paths: [`${PARTNER_API}plans/close`],
  title: ['关闭活动', 'Close an activity'],
  body: {
    ...sent,
    entrustedCompanyId: companyId,
    planId: ref('activityPlan', '活动', 'Activity', {
      required: '请填写活动',
      requiredEn: 'Please say which activity',
    }),
  },
})

/** `POST invitations/answer`: a doctor's answer to an invitation; who agrees signs at the address that is answered (3.2). */
export const answerInvitation = call('partner.invitations', {
  ...message('invitation.answer'),
  paths: [`${PARTNER_API}invitations/answer`],
  title: ['答复邀请', 'Answer an invitation'],
  body: {
    ...sent,
    entrustedCompanyId: companyId,
    planId,
    doctorId,
    agree: choice(
      '答复',
      'Answer',
      { 1: ['同意', 'Agree'], 2: ['拒绝', 'Refuse'] },
      { required: '请填写答复', requiredEn: 'Please send the answer' },
    ),
    reason: longText('拒绝原因', 'Reason of a refusal', { length: 500 }),
  },
})

/** `POST bids`: a doctor answers a tender for an activity, at a price (3.2); who wins is invited at that price. */
export const enterBid = call('partner.bids', {
  ...message('invitation.answer'),
  paths: [`${PARTNER_API}bids`],
  title: ['应征', 'Answer a tender'],
  body: {
    ...sent,
    entrustedCompanyId: companyId,
    planId,
    doctorId,
    ...written(bidRecord, ['tenderCode', 'tenderName', 'bidPrice', 'bidFile']),
  },
})

/** `POST bids/withdraw`: a doctor takes a bid back that is not judged yet (3.2). */
export const withdrawBid = call('partner.bidsWithdraw', {
  ...message('invitation.answer'),
  paths: [`${PARTNER_API}bids/withdraw`],
  title: ['放弃应征', 'Withdraw a bid'],
  body: { ...sent, entrustedCompanyId: companyId, planId, doctorId },
})

/** Fields of all kinds of reports besides activity and doctor, read from their submit transitions. */
const REPORTED: Fields = Object.fromEntries(
  [...(reports.lifecycles ?? []), ...(meetings.lifecycles ?? [])].flatMap((l) =>
    Object.entries<Field>(l.transitions.handIn?.ask ?? {}).flatMap(([name, f]) =>
      isRef(f) ? [] : [[name, optional(f)] as const],
    ),
  ),
)

/** `POST reports`: a doctor's report is handed in for an activity; with `reportId` one that was refused is handed in again (3.4). */
export const submitReport = call('partner.reports', {
  ...message('report.submit'),
  paths: [`${PARTNER_API}reports`],
  title: ['提交成果', 'Hand in a report'],
  body: {
    ...REPORTED,
    ...sent,
    entrustedCompanyId: companyId,
    planId,
    doctorId,
    reportId: text('被驳回的成果', 'The refused report', { length: 19 }),
  },
})

/** `POST files?messageNumber&name&kind`: a file as the body itself, to be named by a report or a certification. */
export const sendFile = call('partner.files', {
  method: 'POST',
  open: 'client',
  safe: false,
  upload: 'bytes',
  paths: [`${PARTNER_API}files`],
  title: ['上传文件', 'Send a file'],
  query: {
    ...sent,
    name: text('文件名', 'Name', { length: 200, required: '请填写文件名', requiredEn: 'Please say what it is called' }),
    kind: choice('用途', 'Kind', { 0: ['文件', 'File'], 1: ['图片', 'Picture'] }, {}),
  },
  answer: taken,
})

/** `POST meetings/attend`: somebody signs in to a meeting (3.5): around its times, of one number once. */
export const attendMeeting = call('partner.meetings', {
  ...message('meeting.attend'),
  paths: [`${PARTNER_API}meetings/attend`],
  title: ['会议签到', 'Sign in to a meeting'],
  body: {
    ...sent,
    entrustedCompanyId: companyId,
    meetingId: ref('meeting', '会议', 'Meeting', { required: '请填写会议', requiredEn: 'Please say which meeting' }),
    userName: meetingAttend.fields.userName,
    phone: meetingAttend.fields.phone,
    hospitalName: meetingAttend.fields.hospitalName,
    departmentName: meetingAttend.fields.departmentName,
  },
})

/** `POST contents/events`: a doctor has read, shared, liked or commented on a published content in the doctors' app (3.25). */
export const reportContentEvent = call('partner.contents', {
  ...message('content.event'),
  paths: [`${PARTNER_API}contents/events`],
  title: ['上报内容互动', 'Tell what a reader did'],
  body: {
    ...sent,
    contentId: text('内容', 'Content', {
      length: 19,
      required: '请填写内容',
      requiredEn: 'Please say which content',
    }),
    doctorId,
    eventType: choice('互动', 'Did', READER_EVENTS, {
      required: '请填写互动类型',
      requiredEn: 'Please say what the doctor did',
    }),
    comment: longText('评论内容', 'Comment', { length: 1000, help: ['评论时必填', 'Required of a comment'] }),
    parentId: text('所回复的评论', 'Comment that is answered', { length: 19 }),
  },
})

/** Every call of the partner API. */
export const partnerCalls: readonly AnyCall[] = [
  registerDoctor,
  submitCertification,
  createPlan,
  closePlan,
  answerInvitation,
  enterBid,
  withdrawBid,
  submitReport,
  sendFile,
  attendMeeting,
  reportContentEvent,
  partnerMessages,
  partnerSettlements,
]
