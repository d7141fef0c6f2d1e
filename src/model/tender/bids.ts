import { choice, datetime, file, integer, longText, money, readOnly, ref, text } from '../language/fields/field.ts'
import { part } from '../language/form.ts'
import { lifecycle } from '../language/lifecycle.ts'
import { resource } from '../language/resource.ts'
import { states } from '../language/states.ts'
import { company, doctor } from '../patterns/mixins.ts'
import type { Label } from '../values/label.ts'

/** Doctors are sought for plans: the papers of a tender, and who answered (domain §2.6). */

/** Number and name of a tender. `must`: messages where they are missing; without it they may be left blank. */
const tender = (must?: { readonly code: Label; readonly name: Label }) => ({
  tenderCode: text('招募编号', 'Tender no.', {
    search: 'code',
    length: 32,
    ...(must
      ? { required: must.code[0], requiredEn: must.code[1] }
      : { help: ['不填则取该活动招募文件的编号', 'Left blank: that of the tender files of the activity'] as const }),
    width: 150,
  }),
  tenderName: text('招募名称', 'Tender', {
    length: 200,
    ...(must
      ? { required: must.name[0], requiredEn: must.name[1] }
      : { help: ['不填则取该活动招募文件的名称', 'Left blank: that of the tender files of the activity'] as const }),
    width: 220,
  }),
})
const plan = {
  planId: ref('activityPlan', '活动', 'Activity', { shows: 'planName' }),
  planName: text('活动', 'Activity', { length: 200, width: 180, readOnly: 'always' }),
}

/** 应征记录: a doctor's answer to a tender, entered by staff on the doctor's behalf or sent by a partner's system. */
export const bidRecord = resource('bidRecord', {
  calls: ['blade-ts/bidRecord'],
  title: ['应征记录', 'Bid records'],
  name: 'tenderName',
  fields: {
    ...tender(),
    ...company,
    ...plan,
    planId: ref('activityPlan', '活动', 'Activity', {
      shows: 'planName',
      offered: { planStatus: [0, 1] },
      required: '请选择活动',
      requiredEn: 'Please choose the activity',
      readOnly: 'edit',
    }),
    ...doctor,
    doctorId: { ...doctor.doctorId, facts: { ...doctor.doctorId.facts, readOnly: 'edit' as const } },
    bidPrice: money('报价', 'Price', {
      initial: '0.00',
      width: 110,
      required: '请输入报价',
      requiredEn: 'Please enter the price',
    }),
    bidFile: file('应征文件', 'File', { openedBy: 'record' }),
    ...readOnly({
      bidTime: datetime('应征时间', 'Answered', { width: 150 }),
      bidStatus: states(
        '状态',
        'Status',
        {
          pending: [0, '待评审', 'Pending', 'wait'],
          won: [1, '中标', 'Won', 'good'],
          lost: [2, '未中标', 'Lost', 'bad'],
          withdrawn: [3, '放弃', 'Withdrawn', 'off'],
        },
        { initial: 'pending', width: 104 },
      ),
      reviewRemark: longText('评审意见', 'Remark', { length: 500, width: 200 }),
      reviewTime: datetime('评审时间', 'Reviewed', { width: 150 }),
    }),
  },
  form: {
    parts: [
      part(['应征', 'Bid'], ['entrustedCompanyId', 'planId', 'doctorId', 'bidPrice', 'bidFile']),
      part(['招募', 'Tender'], ['tenderCode', 'tenderName']),
    ],
  },
  operations: ['view', 'add', 'edit', 'export'],
  readers: { ops: 'manage', companyAdmin: 'export', auditor: 'export' },
  editable: { edit: { bidStatus: 'pending' } },
  list: {
    columns: [
      'tenderCode',
      'tenderName',
      'doctorName',
      'phone',
      'hospitalName',
      'entrustedCompanyName',
      'bidPrice',
      'bidTime',
      'bidStatus',
    ],
    search: ['tenderCode', 'tenderName', 'doctorName', 'bidStatus', 'entrustedCompanyId'],
    filters: ['planId', 'doctorId'],
    sort: 'createTime',
    amount: 'bidPrice',
  },
  owner: { company: 'entrustedCompanyId' },
  replies: 'public',
  routes: { list: '/ts/bidRecord' },
})

const audit = {
  by: 'operator',
  call: 'POST audit',
  permission: 'bidRecord_audit',
  roles: ['ops'],
  select: 'many',
  batch: 'perRow',
  // a price is agreed to: whoever entered it does not judge it
  makerChecker: true,
} as const

/** Lifecycle 3.2 of an answer: one wins, the doctor is then invited to the plan. */
export const bidRecordLifecycle = lifecycle(bidRecord, {
  'audit.pass': {
    ...audit,
    label: ['中标', 'Accept'],
    from: { bidStatus: 'pending' },
    to: { bidStatus: 'won' },
    match: { status: 1 },
    ask: { reviewRemark: longText('评审意见', 'Remark', { length: 500 }) },
    key: 'a',
    result: 'pass',
  },
  'audit.reject': {
    ...audit,
    label: ['未中标', 'Decline'],
    from: { bidStatus: 'pending' },
    to: { bidStatus: 'lost' },
    match: { status: 2 },
    ask: {
      reviewRemark: longText('评审意见', 'Remark', {
        length: 500,
        required: '请输入评审意见',
      }),
    },
    key: 'r',
    result: 'reject',
  },
  withdraw: {
    label: ['放弃', 'Withdraw'],
    from: { bidStatus: 'pending' },
    to: { bidStatus: 'withdrawn' },
    by: 'both',
    call: 'POST withdraw',
    permission: 'bidRecord_withdraw',
    roles: ['ops'],
    select: 'one',
    key: 'w',
  },
})

/** 招募文件: announcements, instructions and specimen contracts of a tender. */
export const tenderInfoFile = resource('tenderInfoFile', {
  calls: ['blade-ts/tenderInfoFile'],
  title: ['招募文件', 'Tender files'],
  name: 'fileName',
  fields: {
    ...tender({
      code: ['请输入招募编号', 'Please enter the number'],
      name: ['请输入招募名称', 'Please enter the name'],
    }),
    ...plan,
    ...company,
    fileType: choice(
      '文件类型',
      'Kind',
      {
        1: ['公告', 'Announcement'],
        2: ['须知', 'Instructions'],
        3: ['合同范本', 'Specimen contract'],
        4: ['其他', 'Other'],
      },
      { required: '请选择文件类型', requiredEn: 'Please choose the kind', width: 100 },
    ),
    fileName: text('文件名', 'File name', {
      length: 200,
      required: '请输入文件名',
      requiredEn: 'Please enter the file name',
      width: 220,
    }),
    fileUrl: file('文件', 'File'),
    sort: integer('排序', 'Order', { initial: 0, width: 70 }),
  },
  operations: ['view', 'add', 'edit', 'delete'],
  readers: { ops: 'manage', companyAdmin: 'view', auditor: 'view' },
  list: {
    columns: [
      'tenderCode',
      'tenderName',
      'entrustedCompanyName',
      'fileType',
      'fileName',
      'fileUrl',
      'sort',
      'createTime',
    ],
    search: ['tenderCode', 'tenderName', 'fileType', 'entrustedCompanyId'],
    filters: ['planId'],
    sort: 'createTime',
  },
  owner: { company: 'entrustedCompanyId' },
  routes: { list: '/ts/tenderInfoFile' },
})
