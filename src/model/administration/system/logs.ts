import { answer } from '../../language/domain/answer.ts'
import { call } from '../../language/domain/call.ts'
import { choice, code, integer, longText, readOnly, text } from '../../language/fields/field.ts'
import { resource } from '../../language/resource.ts'

/** Fields of every log entry: instance, request and user (domain §2.3, wire conventions §10). */
const place = {
  ...readOnly({
    serviceId: text('服务编号', 'Service', { search: 'exact', length: 64, width: 130 }),
    serverHost: text('服务器名', 'Host', { length: 100, width: 130 }),
    serverIp: text('服务器地址', 'Server address', { length: 64, width: 130 }),
    env: text('环境', 'Environment', { search: 'exact', length: 20, width: 80 }),
    method: text('请求方法', 'Method', { search: 'exact', length: 10, width: 80 }),
    requestUri: text('请求接口', 'Request', { search: 'code', length: 300, width: 260 }),
    userAgent: text('用户代理', 'User agent', { length: 300, width: 200 }),
    remoteIp: text('客户端地址', 'Client address', { search: 'exact', length: 64, width: 130 }),
    methodClass: text('方法类', 'Class', { length: 200, width: 200 }),
    methodName: text('方法名', 'Function', { length: 100, width: 140 }),
    params: longText('操作参数', 'Parameters', { length: 4000, width: 240 }),
    time: integer('耗时（毫秒）', 'Took, ms', { width: 100 }),
    requestId: text('请求编号', 'Request id', { search: 'code', length: 64, width: 260 }),
    createBy: text('创建者', 'By', { search: 'exact', length: 64, width: 100 }),
  }),
}

/** How all logs are listed: newest first, by service, request and time. */
const listed = { search: ['serviceId', 'requestUri', 'createTime'], sort: 'createTime' } as const
const common = { operations: ['view', 'export'], appendOnly: true, frame: true, owner: 'platform' } as const

/** 通用日志. */
export const logUsual = resource('logUsual', {
  ...common,
  calls: ['blade-log/usual'],
  title: ['通用日志', 'General log'],
  about: [
    '后台作业（导出、导入、批量办理、对外请求等）的结果；按日志保留天数清理',
    'How the jobs of the server ended (exports, imports, batches, outgoing requests); kept for the days of the parameter',
  ],
  name: 'code',
  readers: { auditor: 'export' },
  fields: {
    code: code('LU', '日志编号', 'No.'),
    ...readOnly({
      logLevel: text('日志级别', 'Level', { search: 'exact', length: 10, width: 80 }),
      logId: text('日志标识', 'Log id', { search: 'code', length: 64, width: 140 }),
      logData: longText('日志数据', 'Data', { length: 4000, width: 300, inEnglish: 'logDataEn' }),
      logDataEn: longText('英文日志数据', 'Data (English)', { length: 4000, width: 300 }),
    }),
    ...place,
  },
  list: {
    ...listed,
    columns: ['serviceId', 'serverHost', 'env', 'logLevel', 'logId', 'logData', 'method', 'requestUri', 'createTime'],
  },
  routes: { list: '/monitor/log/usual' },
})

/** 接口日志. */
export const logApi = resource('logApi', {
  ...common,
  calls: ['blade-log/api'],
  title: ['接口日志', 'Request log'],
  about: [
    '谁在何时请求了什么、用时和结果：写入、下载、被拒绝的、超过一秒的请求，以及合作方系统的每次调用（内容脱敏）；其他请求不含参数和查询条件，均不含个人信息，按日志保留天数清理',
    'Who asked what and when, how long it took and how it ended: what writes, downloads, was refused or took over a second, and every call of a partner’s system, its content masked. No parameters or filters of other requests, and no personal data; kept for the days of the parameter',
  ],
  name: 'code',
  readers: { auditor: 'export' },
  fields: {
    code: code('LA', '日志编号', 'No.'),
    ...readOnly({
      type: choice('日志类型', 'Kind', { 1: ['系统', 'System'], 2: ['用户', 'User'] }, { width: 80, initial: 2 }),
      title: text('日志标题', 'Title', { length: 200, width: 180, inEnglish: 'titleEn' }),
      titleEn: text('英文日志标题', 'Title (English)', { length: 200, width: 180 }),
      status: integer('结果状态', 'Status', { width: 80 }),
    }),
    ...place,
  },
  list: {
    sort: listed.sort,
    columns: [
      'serviceId',
      'serverHost',
      'env',
      'title',
      'method',
      'requestUri',
      'status',
      'time',
      'createBy',
      'createTime',
    ],
    search: [...listed.search, 'createBy'],
  },
  routes: { list: '/monitor/log/api' },
})

/** 错误日志: what went wrong in a browser or on the server. */
export const logError = resource('logError', {
  ...common,
  calls: ['blade-log/error'],
  title: ['错误日志', 'Error log'],
  about: [
    '服务器和浏览器中发生的异常，号码已隐去；按日志保留天数清理',
    'What went wrong on the server or in a browser, without numbers of persons; kept for the days of the parameter',
  ],
  name: 'code',
  readers: { auditor: 'export' },
  fields: {
    code: code('LE', '日志编号', 'No.'),
    ...readOnly({
      exceptionName: text('异常名', 'Exception', { search: 'code', length: 200, width: 180 }),
      message: longText('异常信息', 'Message', { length: 1000, width: 300 }),
      lineNumber: integer('异常行数', 'Line', { width: 80 }),
      stackTrace: longText('堆栈信息', 'Stack', { length: 4000, width: 300 }),
    }),
    ...place,
  },
  list: {
    ...listed,
    columns: ['serviceId', 'serverHost', 'env', 'method', 'requestUri', 'exceptionName', 'message', 'createTime'],
  },
  routes: { list: '/monitor/log/error' },
})

/** `POST blade-log/error/submit`: browsers upload what went wrong in them, as a list. */
export const submitErrors = call('logError.submit', {
  method: 'POST',
  paths: ['blade-log/error/submit'],
  title: ['上传错误日志', 'Upload errors'],
  // whoever is signed in may tell what went wrong in their browser
  open: 'session',
  safe: false,
  extra: 'ignored',
  answer: answer.typed<unknown>('one'),
})
