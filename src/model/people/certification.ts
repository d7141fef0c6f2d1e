import {
  choice,
  datetime,
  image,
  integer,
  json,
  longText,
  phone,
  rate,
  readOnly,
  sealed,
  text,
} from '../language/fields/field.ts'
import { resource } from '../language/resource.ts'
import { facts, files, history, panel } from '../language/section.ts'
import { states } from '../language/states.ts'
import { REVIEW } from '../patterns/mixins.ts'

const checked = (zh: string, en: string) =>
  choice(
    zh,
    en,
    { 0: ['未核验', 'Unchecked', 'off'], 1: ['一致', 'Agrees', 'good'], 2: ['不一致', 'Differs', 'bad'] },
    { width: 90, initial: 0 },
  )

/** 认证审核记录: what a company or doctor handed in to be certified (domain §2.5, 3.8). A resubmission is a new record. */
export const customerCertificationRecord = resource('customerCertificationRecord', {
  calls: ['blade-csc/customerCertificationRecord'],
  title: ['认证记录', 'Certification records'],
  name: 'customerName',
  replies: 'customerCertificationRecord',
  fields: {
    ...readOnly({
      certType: choice(
        '认证类型',
        'Kind',
        { 1: ['企业', 'Company'], 2: ['个人', 'Person'] },
        { width: 80, initial: 2 },
      ),
      customerId: text('客户编号', 'Customer id', {
        search: 'exact',
        length: 19,
        width: 170,
        shows: 'customerName',
      }),
      customerName: text('客户名称', 'Customer', { length: 100, width: 160, means: 'person' }),
      certNo: sealed('证件号', 'Certificate no.', { length: 32, masked: true, width: 170 }),
      phone: phone('手机号', 'Mobile', { masked: true, width: 120 }),
      submitTime: datetime('提交时间', 'Submitted', { width: 150 }),
      idCardFront: image('身份证正面', 'Identity card, front', {
        openedBy: { permission: 'customerCertificationRecord_audit' },
      }),
      idCardBack: image('身份证反面', 'Identity card, back', {
        openedBy: { permission: 'customerCertificationRecord_audit' },
      }),
      practiceCert: image('执业证', 'Practice certificate', {
        openedBy: { permission: 'customerCertificationRecord_audit' },
      }),
      licenseUrl: image('营业执照', 'Licence', { openedBy: 'record' }),
      faceStatus: states(
        '人脸核验',
        'Face',
        {
          none: [0, '未核验', 'Not verified', 'off'],
          passed: [1, '通过', 'Passed', 'good'],
          failed: [2, '失败', 'Failed', 'bad'],
          waiting: [3, '待用户', 'Waiting for user', 'busy'],
        },
        { width: 90, initial: 'none' },
      ),
      faceVerifyTime: datetime('核验时间', 'Verified', { width: 150 }),
      faceScore: rate('核验分数', 'Score', { width: 90 }),
      twoElement: checked('二要素', 'Two elements'),
      threeElement: checked('三要素', 'Three elements'),
      ocrCheck: checked('证件识别', 'Card as typed'),
      ocrResult: json('识别结果', 'Read by machine'),
      checkMsg: text('核验未成功原因', 'Why a check failed', { length: 255, width: 200 }),
      approvalStatus: states('审核状态', 'Review', REVIEW, { width: 90, initial: 'pending' }),
      approvalOfficer: text('审核人', 'Reviewer', { length: 50, width: 100 }),
      approvalDate: datetime('审核时间', 'Reviewed', { width: 150 }),
      approvalRemark: longText('审核意见', 'Remark', { length: 500, width: 240 }),
      smsRetryCount: integer('短信重发次数', 'Messages resent', { initial: 0, width: 110 }),
    }),
  },
  operations: ['view', 'delete', 'export'],
  readers: { ops: 'manage', auditor: 'export' },
  editable: { delete: { approvalStatus: 'rejected' } },
  list: {
    columns: ['customerName', 'certType', 'certNo', 'phone', 'faceStatus', 'approvalStatus', 'submitTime'],
    search: ['customerName', 'certType', 'certNo', 'phone', 'faceStatus', 'approvalStatus', 'submitTime'],
    filters: ['customerId'],
    sort: 'createTime',
  },
  owner: 'platform',
  sections: [
    facts({ first: ['customerName'], without: ['ocrResult'], last: ['approvalStatus', 'approvalOfficer'] }),
    files(['idCardFront', 'idCardBack', 'practiceCert', 'licenseUrl'], ['证件', 'Certificates']),
    panel('readByMachine', ['识别对照', 'Read and typed']),
    panel('duplicates', ['疑似重复', 'Look-alikes']),
    history(),
  ],
  routes: {
    list: '/csc/customerCertificationRecord',
    detail: '/customercertificationrecord/detail/:id',
    more: { '/customercertificationrecord/authenticationDoctorDetail/:id': { screen: 'detail' } },
  },
})
