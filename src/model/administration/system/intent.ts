import { tencentMeeting } from '../../activities/meetings/tencentPort.ts'
import { contentSafety } from '../../content/contentSafety.ts'
import { cmbBank } from '../../funds/cmbBank.ts'
import { choice, code, datetime, flag, integer, json, longText, text } from '../../language/fields/field.ts'
import { lifecycle } from '../../language/lifecycle.ts'
import { resource } from '../../language/resource.ts'
import { states } from '../../language/states.ts'
import { baiduFace } from '../../people/baiduFace.ts'
import { esign } from '../../people/esign.ts'
import { tianyancha } from '../../people/tianyancha.ts'
import { invoiceCheck } from '../../tax/invoiceCheck.ts'
import { messagePush } from './messagePush.ts'
import { shortMessage } from './shortMessage.ts'

/** State of the record after the request has ended. */
const step = (zh: string, en: string) =>
  text(zh, en, { search: 'exact', length: 64, readOnly: 'always', stepOf: 'bizType' })

/**
 * 外部请求: request to a partner, written in the transaction that needs it and sent after it. Its payload may hold personal
 * data and is in a table of its own (migrations/0004: intent_payload).
 */
export const intent = resource('intent', {
  calls: ['blade-intent'],
  title: ['外部请求', 'Outgoing requests'],
  about: [
    '向外部系统发出的请求：提交后由后台执行，不能自动完成的交由人工处理',
    'What partners are asked for: carried out after the decision; what cannot be finished goes to a person',
  ],
  name: 'code',
  fields: {
    code: code('IN', '请求编号', 'Request no.', { short: ['编号', 'No'] }),
    port: choice(
      '接口',
      'Port',
      {
        baiduFace: baiduFace.title,
        cmbBank: cmbBank.title,
        contentSafety: contentSafety.title,
        esign: esign.title,
        invoiceCheck: invoiceCheck.title,
        messagePush: messagePush.title,
        shortMessage: shortMessage.title,
        tencentMeeting: tencentMeeting.title,
        tianyancha: tianyancha.title,
      },
      { width: 120, readOnly: 'always' },
    ),
    portCall: choice(
      '调用',
      'Call',
      {
        answerFlow: esign.calls.answerFlow.title,
        approvalQuery: cmbBank.calls.approvalQuery.title,
        baseInfo: tianyancha.calls.baseInfo.title,
        cancelMeeting: tencentMeeting.calls.cancelMeeting.title,
        check: contentSafety.calls.check.title,
        checkInvoice: invoiceCheck.calls.checkInvoice.title,
        collect: cmbBank.calls.collect.title,
        createAccount: esign.calls.createAccount.title,
        createFlow: esign.calls.createFlow.title,
        createMeeting: tencentMeeting.calls.createMeeting.title,
        createSeal: esign.calls.createSeal.title,
        elements: baiduFace.calls.elements.title,
        faceInit: baiduFace.calls.faceInit.title,
        faceResult: baiduFace.calls.faceResult.title,
        faceSimpler: baiduFace.calls.faceSimpler.title,
        flowStatus: esign.calls.flowStatus.title,
        getMeeting: tencentMeeting.calls.getMeeting.title,
        getRecordFiles: tencentMeeting.calls.getRecordFiles.title,
        internalTransfer: cmbBank.calls.internalTransfer.title,
        listParticipants: tencentMeeting.calls.listParticipants.title,
        listRecords: tencentMeeting.calls.listRecords.title,
        pay: cmbBank.calls.pay.title,
        payQuery: cmbBank.calls.payQuery.title,
        push: messagePush.calls.push.title,
        readCard: baiduFace.calls.readCard.title,
        sendText: shortMessage.calls.sendText.title,
        setAccountStatus: esign.calls.setAccountStatus.title,
        statement: cmbBank.calls.statement.title,
        submitForApproval: cmbBank.calls.submitForApproval.title,
        unitClose: cmbBank.calls.unitClose.title,
        unitOpen: cmbBank.calls.unitOpen.title,
      },
      { width: 120, readOnly: 'always' },
    ),
    requestKey: text('幂等键', 'Key', { search: 'exact', length: 100, width: 200, readOnly: 'always' }),
    bizType: text('单据类型', 'Record type', { search: 'exact', length: 64, width: 130, readOnly: 'always' }),
    bizId: text('单据编号', 'Record id', { search: 'exact', length: 19, width: 170, readOnly: 'always' }),
    bizCode: text('单号', 'Record no.', { search: 'exact', length: 64, width: 170, readOnly: 'always' }),
    doneStep: step('成功后', 'When done'),
    failedStep: step('拒绝后', 'When refused'),
    lostStep: step('无结果时', 'When lost'),
    intentStatus: states(
      '请求状态',
      'Status',
      {
        pending: [0, '待发送', 'To be sent', 'busy'],
        sent: [1, '已发出', 'Sent', 'busy'],
        unknown: [2, '结果未知', 'Unknown', 'wait'],
        done: [3, '已完成', 'Done', 'good'],
        failed: [4, '未成功', 'Failed', 'bad'],
        forPerson: [5, '待人工处理', 'For a person', 'bad'],
        closed: [6, '已关闭', 'Closed', 'off'],
      },
      { width: 110, readOnly: 'always', initial: 'pending', short: ['状态', 'Status'] },
    ),
    attempts: integer('尝试次数', 'Attempts', { width: 80, readOnly: 'always', initial: 0 }),
    sentTime: datetime('最近发送', 'Last sent', { width: 150, readOnly: 'always' }),
    endTime: datetime('结束时间', 'Ended', { width: 150, readOnly: 'always' }),
    spendTime: integer('耗时（毫秒）', 'Took, ms', { width: 100, readOnly: 'always' }),
    answered: flag('对方已完成', 'Done by the partner', { width: 100, readOnly: 'always', initial: 0 }),
    lastError: longText('最近错误', 'Last error', { length: 500, width: 260, readOnly: 'always' }),
  },
  operations: ['view'],
  readers: { ops: 'view', cashier: 'view', auditor: 'view' },
  list: {
    columns: [
      'code',
      'port',
      'portCall',
      'bizType',
      'bizCode',
      'intentStatus',
      'attempts',
      'lastError',
      'sentTime',
      'endTime',
      'createTime',
    ],
    search: ['code', 'port', 'requestKey', 'bizType', 'bizId', 'bizCode', 'intentStatus'],
    sort: 'createTime',
  },
  // readers of the record it concerns may read it; bound users see the result on that record
  owner: 'platform',
  concerns: { resource: 'bizType', id: 'bizId', name: 'bizCode' },
  unique: [['port', 'requestKey']],
  routes: { list: '/sys/intent', detail: '/sys/intent/detail/:id' },
})

const spendTime = integer('耗时（毫秒）', 'Took, ms')
const error = longText('错误', 'Error', { length: 500 })

/** An outgoing request is carried out by the system; a person decides only what the system cannot finish. */
export const intentLifecycle = lifecycle(intent, {
  send: {
    label: ['发送', 'Send'],
    from: { intentStatus: ['pending', 'unknown'] },
    to: { intentStatus: 'sent' },
    by: 'system',
  },
  lose: {
    label: ['结果未知', 'Unknown'],
    from: { intentStatus: ['pending', 'sent', 'unknown'] },
    to: { intentStatus: 'unknown' },
    by: 'system',
    ask: { remark: error },
  },
  succeed: {
    label: ['完成', 'Done'],
    from: { intentStatus: ['sent', 'unknown'] },
    to: { intentStatus: 'done' },
    by: 'system',
    ask: { answer: json('结果', 'Answer'), spendTime },
    result: 'pass',
  },
  refuse: {
    label: ['对方拒绝', 'Refused'],
    from: { intentStatus: ['sent', 'unknown'] },
    to: { intentStatus: 'failed' },
    by: 'system',
    ask: { remark: error, spendTime },
    result: 'reject',
  },
  giveUp: {
    label: ['放弃', 'Given up'],
    from: { intentStatus: ['pending', 'sent', 'unknown'] },
    to: { intentStatus: 'failed' },
    by: 'system',
    ask: { remark: error },
    result: 'reject',
  },
  handOver: {
    label: ['转人工处理', 'Handed to a person'],
    from: { intentStatus: ['pending', 'sent', 'unknown'] },
    to: { intentStatus: 'forPerson' },
    by: 'system',
    ask: { remark: error, answered: flag('对方已完成', 'Done by the partner') },
  },
  revive: {
    label: ['重新发起', 'Asked for again'],
    from: { intentStatus: ['failed', 'closed'] },
    to: { intentStatus: 'unknown' },
    by: 'system',
  },
  retry: {
    label: ['重试', 'Retry'],
    from: { intentStatus: 'forPerson' },
    to: { intentStatus: 'unknown' },
    by: 'operator',
    call: 'POST retry',
    permission: 'intent_retry',
    roles: ['ops', 'cashier'],
    select: 'many',
    batch: 'allOrNothing',
    key: 'a',
    result: 'other',
  },
  close: {
    label: ['关闭', 'Close'],
    from: { intentStatus: 'forPerson' },
    to: { intentStatus: 'closed' },
    by: 'operator',
    call: 'POST close',
    permission: 'intent_close',
    roles: ['ops', 'cashier'],
    select: 'one',
    ask: {
      remark: longText('关闭原因', 'Reason', {
        length: 500,
        required: '请输入关闭原因',
      }),
    },
    danger: true,
    key: 'r',
    result: 'reject',
  },
})
