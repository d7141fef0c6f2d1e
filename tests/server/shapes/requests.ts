import { is } from '../../../src/model/language/conditions/condition.ts'
import { answer } from '../../../src/model/language/domain/answer.ts'
import { call } from '../../../src/model/language/domain/call.ts'
import {
  choice,
  code,
  flag,
  integer,
  longText,
  money,
  phone,
  readOnly,
  ref,
  text,
} from '../../../src/model/language/fields/field.ts'
import { lifecycle } from '../../../src/model/language/lifecycle.ts'
import { resource } from '../../../src/model/language/resource.ts'
import { lifecycleTwin, twin } from '../../../src/model/language/twin.ts'
import { company } from '../../../src/model/patterns/mixins.ts'
import { declare } from './declare.ts'

/**
 * Shapes of calls: transitions whose records come by another key, as a list of objects, or are distinguished by
 * parameters that may be left out; statuses that are words, a status that is emptied; a twin with the lifecycle of its
 * original; lists that are filtered by declaration; calls that read, write, and are not open yet.
 */

const operations = ['view', 'add', 'edit', 'delete'] as const
const permission = (of: string, name: string) => ({ permission: `${of}_${name}`, roles: [] }) as const

/** A batch of payments (handleApply): its transitions come by `handleIds`. */
export const shapeApply = resource('shapeApply', {
  calls: ['blade-shape/apply'],
  title: ['经办申请', 'Applications'],
  name: 'name',
  fields: {
    name: text('名称', 'Name', { required: '请输入名称' }),
    ...company,
    ...readOnly({
      applyStatus: choice(
        '状态',
        'Status',
        { 0: ['待经办', 'Waiting', 'wait'], 2: ['处理中', 'Running', 'busy'], 6: ['已退回', 'Returned', 'bad'] },
        { initial: 0 },
      ),
      marked: choice('标记', 'Marked', { 0: ['未标记', 'No'], 1: ['已标记', 'Yes'] }, { initial: 0 }),
      note: text('备注', 'Note', {}),
    }),
  },
  operations,
  editable: { edit: { applyStatus: 0 }, delete: { applyStatus: 0 } },
  list: {
    columns: ['name', 'applyStatus', 'marked'],
    search: ['name', 'applyStatus', 'marked'],
    sort: 'createTime',
  },
  detailBy: 'handleApplyId',
  owner: { company: 'entrustedCompanyId' },
  routes: { list: '/shape/apply' },
})

/** One payment of a batch. Failed ones come back as a list, each with what is to be done with it. */
export const shapeItem = resource('shapeItem', {
  calls: ['blade-shape/item'],
  title: ['经办明细', 'Items'],
  name: 'serial',
  fields: {
    applyId: ref('shapeApply', '经办申请', 'Application', { required: '请选择经办申请' }),
    serial: text('流水号', 'Serial', { search: 'code', length: 32, required: '请输入流水号' }),
    amount: money('金额', 'Amount', { initial: '0.00' }),
    ...readOnly({
      itemStatus: choice(
        '状态',
        'Status',
        { 3: ['失败', 'Failed', 'bad'], 4: ['已退回', 'Returned', 'off'], 5: ['已重发', 'Sent again', 'busy'] },
        { initial: 3 },
      ),
      payeeAccount: text('账号', 'Account', { length: 32 }),
      // emptied when it is sent again
      failKind: choice('原因', 'Reason', { 1: ['退票', 'Bounced'], 2: ['超时', 'Timed out'] }, {}),
    }),
  },
  operations,
  editable: { edit: { itemStatus: 3 }, delete: { itemStatus: 3 } },
  list: { columns: ['serial', 'itemStatus'], search: ['serial', 'itemStatus'], sort: 'createTime' },
  owner: { through: 'applyId' },
  unique: [['serial']],
  routes: { list: '/shape/item' },
})

/** A message (apiMessagePool): its statuses are words. */
export const shapeMessage = resource('shapeMessage', {
  calls: ['blade-shape/message'],
  title: ['消息', 'Messages'],
  name: 'subject',
  fields: {
    subject: text('主题', 'Subject', { required: '请输入主题' }),
    ...company,
    ...readOnly({
      messageStatus: choice(
        '状态',
        'Status',
        {
          RECEIVED: ['未处理', 'Unprocessed', 'wait'],
          PROCESSED: ['已处理', 'Processed', 'good'],
          FAILED: ['失败', 'Failed', 'bad'],
        },
        { initial: 'FAILED' },
      ),
    }),
  },
  operations,
  editable: { edit: {}, delete: {} },
  list: { columns: ['subject', 'messageStatus'], search: ['subject', 'messageStatus'], sort: 'createTime' },
  owner: { company: 'entrustedCompanyId' },
  routes: { list: '/shape/message' },
})

const states = {
  0: ['待定', 'Open', 'wait'],
  1: ['通过', 'Passed', 'good'],
  2: ['驳回', 'Rejected', 'bad'],
} as const

/** A report (deliverables): reviewed first and accepted then, by one call; filtered lists of a family. */
export const shapeReport = resource('shapeReport', {
  calls: ['blade-shape/report'],
  title: ['报告', 'Reports'],
  name: 'name',
  fields: {
    code: code('XR', '编号', 'No.'),
    name: text('名称', 'Name', { required: '请输入名称' }),
    ...company,
    applyId: ref('shapeApply', '经办申请', 'Application', {}),
    payType: flag('积分', 'Points', { initial: 0 }),
    phone: phone('手机号', 'Mobile', { masked: true }),
    url: text('链接', 'Link', { search: 'exact' }),
    ...readOnly({
      approvalStatus: choice('审核', 'Review', states, { initial: 0 }),
      confirmStatus: choice('验收', 'Acceptance', states, { initial: 0 }),
      endedMark: choice('结束', 'Ended', { 1: ['完成', 'Done', 'good'], 4: ['关闭', 'Closed', 'off'] }, {}),
      remark: longText('意见', 'Remark', {}),
    }),
  },
  operations: ['view', 'add', 'edit'],
  editable: { edit: { approvalStatus: [0, 2] } },
  list: {
    columns: ['code', 'name', 'approvalStatus', 'confirmStatus'],
    search: ['name', 'approvalStatus', 'payType', 'url'],
    filters: ['applyId'],
    sort: 'createTime',
    sorts: ['code'],
  },
  lists: {
    pointList: { title: ['积分报告', 'Points reports'], where: [is('payType', 1)], answer: 'page' },
    listByApplyId: { title: ['申请的报告', 'Reports of one'], by: { handleApplyId: 'applyId' }, answer: 'list' },
    getExistApplyIds: {
      title: ['已有申请', 'Those there are'],
      by: { companyId: 'entrustedCompanyId' },
      method: 'POST',
      answer: { values: 'applyId' },
    },
  },
  owner: { company: 'entrustedCompanyId' },
  unique: [['code']],
  routes: { list: '/shape/report' },
})

const step = (of: string, name: string) => ({ by: 'operator', ...permission(of, name) }) as const
const failHandle = {
  method: 'POST',
  paths: ['/blade-shape/apply/failHandle', 'failHandle'],
  key: 'itemId',
  entries: { name: 'itemVOList', within: { handleId: 'applyId' } },
} as const
const audit = { ...step('shapeReport', 'audit'), call: { method: 'POST', paths: ['audit', 'batch-audit'] } } as const
const many = { select: 'many', batch: 'perRow' } as const

const applies = lifecycle(shapeApply, {
  sponsor: {
    ...step('shapeApply', 'sponsorHandle'),
    label: ['经办', 'Hand in'],
    from: { applyStatus: 0 },
    to: { applyStatus: 2 },
    call: { method: 'POST', paths: ['sponsorHandle'], key: 'handleIds' },
    select: 'many',
    batch: 'allOrNothing',
  },
  giveBack: {
    ...step('shapeApply', 'returnHandle'),
    label: ['退回', 'Return'],
    from: { applyStatus: [0, 2] },
    to: { applyStatus: 6 },
    // a call of another family's paths
    call: { method: 'POST', paths: ['/blade-shape/item/returnHandle'], key: 'handleIds' },
    select: 'many',
    batch: 'allOrNothing',
    ask: { reason: text('原因', 'Reason', { required: '请输入原因' }) },
  },
})

const items = lifecycle(shapeItem, {
  again: {
    ...step('shapeItem', 'failHandle'),
    ...many,
    label: ['重发', 'Send again'],
    from: { itemStatus: 3 },
    to: { itemStatus: 5, failKind: null },
    call: failHandle,
    match: { action: 1 },
    ask: { payeeAccount: text('账号', 'Account', { length: 32, required: '请输入账号' }) },
  },
  back: {
    ...step('shapeItem', 'failHandle'),
    ...many,
    label: ['退回', 'Return'],
    from: { itemStatus: 3 },
    to: { itemStatus: 4, failKind: 1 },
    call: failHandle,
    match: { action: 2 },
  },
  reopen: {
    ...step('shapeItem', 'reopen'),
    label: ['重开', 'Open again'],
    from: { itemStatus: [4, 5], failKind: [1, null] },
    to: { itemStatus: 3 },
    call: { method: 'POST', paths: ['reopen'], key: { name: 'yurRef', field: 'serial' } },
  },
})

const messages = lifecycle(shapeMessage, {
  resend: {
    ...step('shapeMessage', 'resend'),
    label: ['重发', 'Send again'],
    from: { messageStatus: 'FAILED' },
    to: { messageStatus: 'RECEIVED' },
    call: 'GET resend',
    select: 'many',
    batch: 'allOrNothing',
  },
  done: {
    label: ['处理', 'Process'],
    by: 'system',
    from: { messageStatus: 'RECEIVED' },
    to: { messageStatus: 'PROCESSED' },
  },
})

const reason = longText('意见', 'Remark', { required: '请输入意见' })
const reports = lifecycle(shapeReport, {
  'approve.pass': {
    ...audit,
    ...many,
    label: ['审核通过', 'Approve'],
    from: { approvalStatus: 0 },
    to: { approvalStatus: 1 },
    match: { status: 1 },
    matchIf: { auditType: 1 },
    result: 'pass',
  },
  'approve.reject': {
    ...audit,
    ...many,
    label: ['审核驳回', 'Reject'],
    from: { approvalStatus: 0 },
    to: { approvalStatus: 2 },
    match: { status: 2 },
    matchIf: { auditType: 1 },
    ask: { remark: reason },
    result: 'reject',
  },
  'accept.pass': {
    ...audit,
    ...many,
    permission: 'shapeReport_confirm',
    label: ['验收通过', 'Accept'],
    from: { approvalStatus: 1, confirmStatus: 0 },
    to: { confirmStatus: 1, endedMark: 1 },
    match: { status: 1 },
    matchIf: { auditType: 2 },
    makerChecker: true,
    result: 'pass',
  },
  startAgain: {
    ...step('shapeReport', 'startAgain'),
    label: ['重新开始', 'Start again'],
    from: { endedMark: [1, 4] },
    to: { endedMark: null, confirmStatus: 0 },
    call: 'GET startPlanAgain',
    select: 'one',
  },
  remove: {
    ...step('shapeReport', 'drop'),
    label: ['删除', 'Delete'],
    from: { approvalStatus: 2 },
    to: 'deleted',
    call: 'POST drop',
    select: 'many',
    batch: 'allOrNothing',
  },
})

/** The same family for points: another code, an amount of its own, without the link; the lists come along. */
export const shapeReportPoint = twin(shapeReport, 'shapeReportPoint', {
  calls: ['blade-shape/reportPoint'],
  title: ['积分报告', 'Points reports'],
  fields: { code: code('XRP', '编号', 'No.'), points: integer('积分', 'Points', { initial: 0 }) },
  without: ['url'],
  routes: { list: '/shape/reportPoint' },
})

/** Reads one report. */
export const checkUrlDup = call('shapeReport.checkUrlDup', {
  method: 'GET',
  paths: ['blade-shape/report/checkUrlDup'],
  title: ['查重', 'Check for doubles'],
  ...permission('shapeReport', 'checkUrlDup'),
  on: shapeReport,
  safe: true,
  answer: answer.one({
    dup: flag('重复', 'Double', { required: '-' }),
    others: integer('其他', 'Others', { required: '-' }),
    phone: phone('手机号', 'Mobile', { masked: true }),
  }),
})

/** Writes several records of a list that is the body. */
export const saveList = call('shapeItem.saveList', {
  method: 'POST',
  paths: ['blade-shape/item/saveList'],
  title: ['批量保存', 'Save several'],
  ...permission('shapeItem', 'saveList'),
  safe: false,
  entries: {
    fields: {
      applyId: ref('shapeApply', '经办申请', 'Application', { required: '请选择经办申请' }),
      serial: text('流水号', 'Serial', { length: 32, required: '请输入流水号' }),
    },
  },
  answer: answer.list('shapeItem'),
})

/** Writes records that come by a unique field, with a value beside them. */
export const payQuery = call('shapeItem.payQuery', {
  method: 'POST',
  paths: ['blade-shape/item/payQuery'],
  title: ['查询付款', 'Query payment'],
  ...permission('shapeItem', 'payQuery'),
  on: shapeItem,
  select: 'many',
  key: { name: 'yurRef', field: 'serial' },
  from: { itemStatus: 3 },
  body: { amount: money('金额', 'Amount', { required: '请输入金额', max: '1000.00' }) },
  safe: false,
  answer: answer.values(text('流水号', 'Serial')),
  command: { result: 'pass', money: true },
})

/** A command on records that come by another key: several together, with an answer of its own, and a way back. */
export const mark = call('shapeApply.mark', {
  method: 'POST',
  paths: ['blade-shape/apply/markHandle'],
  title: ['标记', 'Mark'],
  ...permission('shapeApply', 'mark'),
  on: shapeApply,
  select: 'many',
  key: 'handleIds',
  from: { applyStatus: 0, marked: 0 },
  query: { note: text('备注', 'Note', {}) },
  body: { source: text('来源', 'Source', {}) },
  safe: false,
  answer: answer.values(text('名称', 'Name')),
  command: { key: 'm', ask: ['note'], undo: 'shapeApply.unmark' },
})

/** Takes it back, one at a time, by a GET. */
export const unmark = call('shapeApply.unmark', {
  method: 'GET',
  paths: ['blade-shape/apply/unmark'],
  title: ['取消标记', 'Unmark'],
  ...permission('shapeApply', 'unmark'),
  on: shapeApply,
  key: 'handleId',
  from: { marked: 1 },
  safe: false,
  answer: answer.nothing,
  command: { takesBack: ['shapeApply.mark'] },
})

/** A command on one record at a time, in any state. */
export const discard = call('shapeApply.discard', {
  method: 'POST',
  paths: ['blade-shape/apply/discard'],
  title: ['废弃', 'Discard'],
  ...permission('shapeApply', 'discard'),
  on: shapeApply,
  safe: false,
  answer: answer.nothing,
  command: { danger: true },
})

/** Declared, without a handler. */
export const notWritten = call('shapeItem.notWritten', {
  method: 'POST',
  paths: ['blade-shape/item/notWritten'],
  title: ['未写', 'Not written'],
  ...permission('shapeItem', 'notWritten'),
  on: shapeItem,
  body: { amount: money('金额', 'Amount', { required: '请输入金额' }) },
  safe: false,
  answer: answer.nothing,
  command: {},
})

/** How often the rules of reports were asked, by resource id: a twin has those of its original. */
export const ruled: string[] = []

const requests = declare(
  'shapeRequests',
  {
    resources: [shapeApply, shapeItem, shapeMessage, shapeReport, shapeReportPoint],
    lifecycles: [applies, items, messages, reports, lifecycleTwin(reports, shapeReportPoint, { without: ['remove'] })],
    calls: [checkUrlDup, saveList, payQuery, mark, unmark, discard, notWritten],
    queues: [
      {
        code: 'shapeMarking',
        title: ['待标记', 'To mark'],
        icon: 'inbox',
        views: [
          {
            code: 'open',
            title: ['待标记申请', 'Applications to mark'],
            resource: 'shapeApply',
            where: [is('applyStatus', 0), is('marked', 0)],
            permission: 'shapeApply_mark',
            decisions: ['sponsor', { call: 'shapeApply.mark' }, { call: 'shapeApply.discard' }],
          },
        ],
      },
    ],
  },
  {
    shapeApply: { sponsor: 'none', giveBack: 'none' },
    shapeItem: {
      again: { set: (_: object, ask: { payeeAccount: string }) => ({ payeeAccount: ask.payeeAccount }) },
      back: 'none',
      reopen: 'none',
    },
    shapeMessage: { resend: 'none' },
    shapeReport: {
      'approve.pass': {
        guard: (row: { name: string }) => {
          ruled.push(row.name)
          return row.name === '不合格' ? ['不合格', 'Not good enough'] : null
        },
      },
      'approve.reject': { set: (_: object, ask: { remark: string }) => ({ remark: ask.remark }) },
      'accept.pass': {},
      startAgain: 'none',
      remove: 'none',
    },
  },
)

export default requests
