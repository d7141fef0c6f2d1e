import { choice, longText, readOnly, secret, text } from '../../language/fields/field.ts'
import { lifecycle } from '../../language/lifecycle.ts'
import { resource } from '../../language/resource.ts'
import { states } from '../../language/states.ts'

/** Flag of configurations of which a single active record is allowed (3.25). */
const inUse = {
  ...readOnly({
    status: states(
      '状态',
      'Status',
      { disabled: [1, '未启用', 'Not enabled', 'off'], enabled: [2, '启用', 'Enabled', 'good'] },
      { width: 80, initial: 'disabled' },
    ),
  }),
}

/** 对象存储: where files are kept (domain §2.3). Keys are never read back. */
export const oss = resource('oss', {
  calls: ['blade-resource/oss'],
  title: ['对象存储', 'File stores'],
  notInForce: {
    instead: [
      '文件存放在哪里由服务器配置决定，启用这里的存储不会改变',
      'where files are kept is set on the server; enabling a store here changes nothing',
    ],
  },
  name: 'ossCode',
  fields: {
    category: choice(
      '存储类型',
      'Kind',
      {
        1: ['MinIO 存储', 'MinIO'],
        2: ['七牛云', 'Qiniu'],
        3: ['阿里云', 'Aliyun'],
        4: ['腾讯云', 'Tencent Cloud'],
        9: ['本地', 'Local'],
      },
      { width: 90, required: '请选择存储类型', requiredEn: 'Please choose the kind' },
    ),
    ossCode: text('资源编号', 'Code', {
      search: 'code',
      length: 32,
      required: '请输入资源编号',
      requiredEn: 'Please enter the code',
      width: 120,
    }),
    endpoint: text('资源地址', 'Endpoint', {
      length: 255,
      required: '请输入资源地址',
      requiredEn: 'Please enter the endpoint',
      width: 220,
    }),
    transformEndpoint: text('外网地址', 'Public endpoint', { length: 255, width: 200 }),
    accessKey: text('访问账号', 'Access key', { length: 128, width: 160 }),
    secretKey: secret('访问密钥', 'Secret key'),
    bucketName: text('空间名', 'Bucket', {
      search: 'code',
      length: 63,
      required: '请输入空间名',
      requiredEn: 'Please enter the bucket',
      width: 140,
    }),
    appId: text('应用编号', 'Application', { length: 64, width: 120 }),
    region: text('地域', 'Region', { length: 64, width: 110 }),
    remark: longText('备注', 'Remark', { length: 255, width: 200 }),
    ...inUse,
  },
  operations: ['view', 'add', 'edit', 'delete'],
  readers: { auditor: 'view' },
  editable: { edit: {}, delete: { status: 'disabled' } },
  list: {
    columns: ['ossCode', 'category', 'endpoint', 'bucketName', 'status'],
    search: ['ossCode', 'category', 'bucketName', 'status'],
    sort: 'createTime',
  },
  frame: true,
  owner: 'platform',
  unique: [['ossCode']],
  routes: { list: '/resource/oss' },
})

/** 短信配置: who sends short messages, and by which template. */
export const sms = resource('sms', {
  calls: ['blade-resource/sms'],
  title: ['短信配置', 'SMS settings'],
  notInForce: {
    instead: [
      '短信经接口 shortMessage（参数 port.shortMessage）发送，启用这里的通道不会改变',
      'short messages are sent through the port shortMessage (parameter port.shortMessage); enabling a channel here changes nothing',
    ],
  },
  name: 'smsCode',
  fields: {
    category: choice(
      '短信类型',
      'Kind',
      {
        1: ['云片', 'Yunpian'],
        2: ['七牛云', 'Qiniu'],
        3: ['阿里云', 'Aliyun'],
        4: ['腾讯云', 'Tencent Cloud'],
      },
      { width: 90, required: '请选择短信类型', requiredEn: 'Please choose the kind' },
    ),
    smsCode: text('资源编号', 'Code', {
      search: 'code',
      length: 32,
      required: '请输入资源编号',
      requiredEn: 'Please enter the code',
      width: 120,
    }),
    templateId: text('模板编号', 'Template', { search: 'code', length: 64, width: 140 }),
    accessKey: text('访问账号', 'Access key', { length: 128, width: 160 }),
    secretKey: secret('访问密钥', 'Secret key'),
    regionId: text('地域', 'Region', { length: 64, width: 110 }),
    signName: text('短信签名', 'Signature', { length: 50, width: 120 }),
    remark: longText('备注', 'Remark', { length: 255, width: 200 }),
    ...inUse,
  },
  operations: ['view', 'add', 'edit', 'delete'],
  readers: { auditor: 'view' },
  editable: { edit: {}, delete: { status: 'disabled' } },
  list: {
    columns: ['smsCode', 'category', 'templateId', 'signName', 'status'],
    search: ['smsCode', 'category', 'status'],
    sort: 'createTime',
  },
  frame: true,
  owner: 'platform',
  unique: [['smsCode']],
  routes: { list: '/resource/sms' },
})

const enable = {
  closed: ['由服务器配置决定', 'Set on the server'],
  label: ['启用', 'Enable'],
  from: { status: 'disabled' },
  to: { status: 'enabled' },
  by: 'operator',
  call: 'POST enable',
  select: 'one',
  result: 'pass',
} as const
const replaced = {
  label: ['被替换', 'Replaced'],
  from: { status: 'enabled' },
  to: { status: 'disabled' },
  by: 'system',
} as const

/** 3.25: enabling one disables all others of the tenant. */
export const ossLifecycle = lifecycle(oss, {
  enable: { ...enable, permission: 'oss_enable', roles: [] },
  replaced,
})
export const smsLifecycle = lifecycle(sms, {
  enable: { ...enable, permission: 'sms_enable', roles: [] },
  replaced,
})
