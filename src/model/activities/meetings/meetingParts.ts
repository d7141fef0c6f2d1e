import { answer } from '../../language/domain/answer.ts'
import { call } from '../../language/domain/call.ts'
import {
  choice,
  datetime,
  file,
  image,
  integer,
  money,
  phone,
  readOnly,
  ref,
  text,
} from '../../language/fields/field.ts'
import { resource } from '../../language/resource.ts'
import type { Readers } from '../../language/role.ts'
import { meeting } from './meeting.ts'

/** Parts of a meeting that are entered by hand: agenda, costs, evidence, sign-ins (domain §2.7). */

const operations = ['view', 'add', 'edit', 'delete'] as const

/** Readers of the parts of a meeting: those of the meeting without providers. Finance looks at them in its review. */
const partReaders: Readers = {
  ops: 'manage',
  finance: 'view',
  companyAdmin: 'manage',
  employee: ['view', 'add', 'edit'],
  auditor: 'view',
}
const meetingId = ref('meeting', '会议', 'Meeting', {
  required: '请选择会议',
  requiredEn: 'Please choose the meeting',
  shows: 'meetingName',
  // evidence of one meeting is not moved to another
  readOnly: 'edit',
})
const meetingName = text('会议', 'Meeting', { length: 200, width: 180, readOnly: 'always' })

/** 议程 */
export const meetingAgenda = resource('meetingAgenda', {
  calls: ['blade-act/meetingAgenda'],
  title: ['会议议程', 'Meeting agenda'],
  name: 'topic',
  fields: {
    meetingId,
    meetingName,
    startTime: datetime('开始时间', 'From', { required: '请选择开始时间', requiredEn: 'Please choose when it begins' }),
    endTime: datetime('结束时间', 'To', { notBefore: 'startTime', width: 150 }),
    topic: text('议题', 'Topic', {
      length: 200,
      required: '请输入议题',
      requiredEn: 'Please enter the topic',
      width: 220,
    }),
    speakerId: ref('authenticationDoctor', '讲者', 'Speaker', { shows: 'speakerName' }),
    speakerName: text('讲者', 'Speaker', { length: 50, width: 90, readOnly: 'always' }),
    roleType: choice(
      '角色',
      'Role',
      { 1: ['主席', 'Chair'], 2: ['讲者', 'Speaker'], 3: ['讨论嘉宾', 'Discussant'] },
      { width: 90, initial: 2 },
    ),
    sort: integer('排序', 'Order', { initial: 0, width: 70 }),
  },
  operations,
  readers: partReaders,
  list: {
    columns: ['startTime', 'endTime', 'topic', 'speakerName', 'roleType', 'sort'],
    search: ['topic', 'speakerName'],
    filters: ['meetingId', 'speakerId'],
    sort: '+sort',
  },
  owner: { through: 'meetingId' },
  routes: { list: '/act/meetingAgenda' },
})

/** 会议费用 */
export const meetingCost = resource('meetingCost', {
  calls: ['blade-act/meetingCost'],
  title: ['会议费用', 'Meeting costs'],
  name: 'meetingName',
  fields: {
    meetingId,
    meetingName,
    costType: choice(
      '费用类型',
      'Kind',
      {
        1: ['场地', 'Venue'],
        2: ['餐饮', 'Catering'],
        3: ['交通', 'Transport'],
        4: ['物料', 'Material'],
        5: ['其他', 'Other'],
      },
      { required: '请选择费用类型', requiredEn: 'Please choose the kind', width: 90 },
    ),
    amount: money('金额', 'Amount', {
      required: '请输入金额',
      requiredEn: 'Please enter the amount',
      min: '0',
      width: 110,
    }),
    quantity: integer('数量', 'Quantity', { min: 1, initial: 1, width: 70 }),
    invoiceUrl: file('发票', 'Invoice'),
    remark: text('备注', 'Remark', { length: 500, width: 200 }),
  },
  operations: [...operations, 'export'],
  readers: { ...partReaders, auditor: 'export' },
  list: {
    columns: ['meetingName', 'costType', 'amount', 'quantity', 'invoiceUrl', 'remark', 'createTime'],
    search: ['meetingName', 'costType'],
    filters: ['meetingId'],
    sort: 'createTime',
    amount: 'amount',
  },
  owner: { through: 'meetingId' },
  routes: { list: '/act/meetingCost' },
})

/** 会议凭证: photographs, sign-in sheets, slides and recordings that prove a meeting was held. */
export const meetingEvidence = resource('meetingEvidence', {
  calls: ['blade-act/meetingEvidence'],
  title: ['会议凭证', 'Meeting evidence'],
  name: 'fileName',
  fields: {
    meetingId,
    meetingName,
    evidenceType: choice(
      '凭证类型',
      'Kind',
      {
        1: ['现场照片', 'Photograph'],
        2: ['签到表', 'Sign-in sheet'],
        3: ['课件', 'Slides'],
        4: ['录屏', 'Screen recording'],
        5: ['会议纪要', 'Minutes'],
      },
      { required: '请选择凭证类型', requiredEn: 'Please choose the kind', width: 100 },
    ),
    fileUrl: image('文件', 'File', { required: '请上传文件', requiredEn: 'Please upload the file' }),
    fileName: text('文件名', 'File name', {
      length: 200,
      required: '请输入文件名',
      requiredEn: 'Please name it',
      width: 180,
    }),
    watermarkTime: datetime('水印时间', 'Watermark', { past: true, width: 150 }),
    location: text('地点', 'Place', { length: 200, width: 180 }),
    sort: integer('排序', 'Order', { initial: 0, width: 70 }),
  },
  operations,
  readers: partReaders,
  list: {
    columns: ['meetingName', 'evidenceType', 'fileUrl', 'fileName', 'watermarkTime', 'location'],
    search: ['meetingName', 'evidenceType', 'fileName'],
    filters: ['meetingId'],
    sort: 'createTime',
  },
  owner: { through: 'meetingId' },
  routes: { list: '/act/meetingEvidence' },
})

/** Several pieces of evidence at once. */
export const submitEvidence = call('meetingEvidence.submitList', {
  method: 'POST',
  paths: ['blade-act/meetingEvidence/submitList'],
  title: ['批量提交凭证', 'Hand in evidence'],
  permission: 'meetingEvidence_submitList',
  roles: ['ops', 'companyAdmin', 'employee'],
  entries: {
    fields: {
      meetingId: meetingEvidence.fields.meetingId,
      evidenceType: meetingEvidence.fields.evidenceType,
      fileUrl: meetingEvidence.fields.fileUrl,
      fileName: meetingEvidence.fields.fileName,
      watermarkTime: meetingEvidence.fields.watermarkTime,
      location: meetingEvidence.fields.location,
      sort: meetingEvidence.fields.sort,
    },
  },
  extra: 'ignored',
  safe: false,
  answer: answer.nothing,
})

/** 签到: who came, by scanning the code of the meeting or entered later. */
export const meetingAttend = resource('meetingAttend', {
  calls: ['blade-act/meetingAttend'],
  title: ['会议签到', 'Sign-ins'],
  name: 'userName',
  fields: {
    meetingId,
    meetingName,
    userName: text('姓名', 'Name', {
      length: 50,
      width: 90,
      means: 'person',
      required: '请输入姓名',
      requiredEn: 'Please enter the name',
    }),
    phone: phone('手机号', 'Mobile', {
      masked: true,
      width: 120,
      required: '请输入手机号',
      requiredEn: 'Please enter the mobile number',
    }),
    hospitalName: text('医院', 'Hospital', { width: 170 }),
    departmentName: text('科室', 'Department', { length: 50, width: 100 }),
    signTime: datetime('签到时间', 'Signed in', { past: true, width: 150 }),
    ...readOnly({
      signType: choice('签到方式', 'How', { 1: ['扫码', 'By code'], 2: ['补签', 'Later'] }, { width: 80, initial: 1 }),
      openId: text('微信标识', 'WeChat id', { search: 'exact', length: 64 }),
    }),
  },
  operations: ['view', 'add', 'delete', 'export'],
  readers: { ops: 'manage', finance: 'view', companyAdmin: 'export', employee: 'view', auditor: 'export' },
  list: {
    columns: ['meetingName', 'userName', 'phone', 'hospitalName', 'departmentName', 'signTime', 'signType'],
    search: ['userName', 'phone', 'meetingName'],
    filters: ['meetingId'],
    sort: 'createTime',
  },
  owner: { through: 'meetingId' },
  routes: { list: '/act/meetingAttend' },
})

export const tencentQrCode = call('meetingTencent.createMeetingQRCode', {
  method: 'GET',
  paths: ['blade-act/meetingTencent/createMeetingQRCode'],
  title: ['会议二维码', 'QR code of the meeting'],
  permission: 'meeting_createMeetingQRCode',
  roles: ['ops', 'employee'],
  on: meeting,
  key: 'meetingId',
  query: {
    businessType: integer('业务类型', 'Business type', {}),
    meetingType: integer('会议形式', 'Held', {}),
    businessClassType: integer('会议类别', 'Class', {}),
  },
  safe: true,
  answer: answer.value(text('二维码', 'QR code', {})),
})
