import { answer } from '../../language/domain/answer.ts'
import { call } from '../../language/domain/call.ts'
import { choice, code, datetime, longText, readOnly, text } from '../../language/fields/field.ts'
import { resource } from '../../language/resource.ts'

/** 短信发送记录: what was sent to whom, and how it ended. */
export const smsLog = resource('smsLog', {
  calls: ['blade-resource/sms-log'],
  title: ['短信发送记录', 'Short messages sent'],
  name: 'code',
  appendOnly: true,
  fields: {
    code: code('SMS', '发送编号', 'No.'),
    ...readOnly({
      smsCode: text('短信配置', 'Setting', { search: 'code', length: 32, width: 120 }),
      phones: text('手机号', 'Mobile', { search: 'code', length: 200, masked: true, width: 160 }),
      params: longText('参数', 'Parameters', { length: 1000, width: 240 }),
      result: choice(
        '结果',
        'Result',
        { 0: ['失败', 'Failed', 'bad'], 1: ['成功', 'Sent', 'good'] },
        { width: 80, initial: 1 },
      ),
      message: text('说明', 'Message', { length: 200, width: 200 }),
      sendTime: datetime('发送时间', 'Sent at', { width: 150 }),
    }),
  },
  operations: ['view'],
  readers: { auditor: 'view' },
  list: {
    columns: ['code', 'smsCode', 'phones', 'params', 'result', 'message', 'sendTime'],
    search: ['smsCode', 'result'],
    sort: 'createTime',
  },
  frame: true,
  owner: 'platform',
  routes: { list: '/resource/smsLog' },
})

/** `POST sms/endpoint/send-message` (code, phones, params). The port of short messages is not there yet. */
export const sendMessage = call('sms.sendMessage', {
  method: 'POST',
  paths: ['blade-resource/sms/endpoint/send-message', 'blade-resource/endpoint/send-message'],
  title: ['发送短信', 'Send a short message'],
  permission: 'sms_sendMessage',
  roles: [],
  safe: false,
  extra: 'ignored',
  answer: answer.nothing,
  query: {
    code: text('短信配置', 'Setting', { length: 32 }),
    phones: text('手机号', 'Mobiles', { length: 2000 }),
    params: text('参数', 'Parameters', { length: 2000 }),
  },
})
