import { answer } from '../../language/domain/answer.ts'
import { call } from '../../language/domain/call.ts'
import { choice, json, longText, phone, text } from '../../language/fields/field.ts'
import type { DoctorView } from './doctorWire.ts'

/**
 * Calls of the page on a doctor's phone (domain §13). The header `Doctor-Link` is the permission: it stands for one record and
 * opens nothing else. `Doctor-Proof` says who knew the identity number.
 */

const open = { open: 'public' } as const
const path = (name: string) => [`openapi/doctor/${name}`]

/** The view of a link as of now. */
export const doctorView = call('doctor.view', {
  ...open,
  method: 'GET',
  paths: path('view'),
  title: ['查看链接', 'What a link shows'],
  safe: true,
  answer: answer.typed<DoctorView>('one'),
})

/** Proves who asks: the last six of the identity number, for income a code that was sent as well. */
export const doctorIdentify = call('doctor.identify', {
  ...open,
  method: 'POST',
  paths: path('identify'),
  title: ['核对身份', 'Prove who asks'],
  body: {
    last6: text('身份证号后六位', 'Last six of the identity number', {
      length: 6,
      required: '请输入身份证号后六位',
      requiredEn: 'Please enter the last six of the identity number',
    }),
    code: text('短信验证码', 'Code', { length: 6 }),
  },
  safe: false,
  shownOnce: true,
  answer: answer.one({ proof: text('凭证', 'Proof', {}), sent: text('已发送至', 'Sent to', {}) }),
})

/** The answer to an invitation; signing ends as the e-sign partner says. */
export const doctorAgreement = call('doctor.agreement', {
  ...open,
  method: 'POST',
  paths: path('agreement'),
  title: ['答复邀请', 'Answer an invitation'],
  body: {
    agree: choice(
      '答复',
      'Answer',
      { 1: ['同意', 'Agree'], 2: ['拒绝', 'Refuse'] },
      { required: '请选择是否同意', requiredEn: 'Say whether you agree' },
    ),
    reason: longText('拒绝原因', 'Reason', { length: 500 }),
  },
  safe: false,
  answer: answer.one({ url: text('签署链接', 'Link to sign', {}) }),
})

/** Begins a face check at its provider. */
export const doctorFace = call('doctor.face', {
  ...open,
  method: 'POST',
  paths: path('face'),
  title: ['发起人脸核验', 'Begin a face check'],
  safe: false,
  answer: answer.nothing,
})

/** Takes a picture or file, to be named by the report that is handed in next. */
export const doctorFile = call('doctor.file', {
  ...open,
  method: 'POST',
  paths: path('file'),
  title: ['上传文件', 'Upload a file'],
  upload: true,
  safe: false,
  answer: answer.one({ id: text('文件', 'File', {}), name: text('文件名', 'Name', {}) }),
})

/** A file that the link's record holds, or its doctor has uploaded. */
export const doctorShown = call('doctor.shown', {
  ...open,
  method: 'GET',
  paths: path('shown'),
  title: ['查看文件', 'A file of the record'],
  query: { id: text('文件', 'File', { length: 19 }) },
  safe: true,
  answer: answer.download,
})

/** The draft of a form, kept for thirty days. */
export const doctorDraft = call('doctor.draft', {
  ...open,
  method: 'POST',
  paths: path('draft'),
  title: ['保存草稿', 'Keep a draft'],
  body: { content: json('草稿', 'Draft', {}) },
  safe: false,
  answer: answer.nothing,
})

/** Hands a report in, or a refused one again. */
export const doctorReport = call('doctor.report', {
  ...open,
  method: 'POST',
  paths: path('report'),
  title: ['提交报告', 'Hand a report in'],
  body: {
    collectData: json('采集内容', 'Collected data', {}),
    files: text('附件', 'Files', { length: 400 }),
    more: json('其他', 'Further fields', {}),
  },
  safe: false,
  answer: answer.one({ codeNumber: text('提交编号', 'Submission no.', {}) }),
})

/** Signs somebody in to a meeting. */
export const doctorAttend = call('doctor.attend', {
  ...open,
  method: 'POST',
  paths: path('attend'),
  title: ['会议签到', 'Sign in to a meeting'],
  body: {
    userName: text('姓名', 'Name', { length: 50, required: '请输入姓名', requiredEn: 'Please enter your name' }),
    phone: phone('手机号', 'Mobile', { required: '请输入手机号', requiredEn: 'Please enter your mobile number' }),
    hospitalName: text('医院', 'Hospital', {}),
    departmentName: text('科室', 'Department', { length: 50 }),
  },
  safe: false,
  answer: answer.nothing,
})

/** Payments to the doctor and taxes withheld, by month. */
export const doctorIncome = call('doctor.income', {
  ...open,
  method: 'GET',
  paths: path('income'),
  title: ['收入与完税', 'Income and tax'],
  safe: true,
  answer: answer.typed<DoctorView>('one'),
})

export const doctorCalls = [
  doctorView,
  doctorIdentify,
  doctorAgreement,
  doctorFace,
  doctorFile,
  doctorShown,
  doctorDraft,
  doctorReport,
  doctorAttend,
  doctorIncome,
]
