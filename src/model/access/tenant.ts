import { choice, date, integer, phone, text } from '../kernel/field.ts'
import { resource } from '../kernel/resource.ts'

/** 租户: one customer of the platform. Row security separates tenants. */
export const tenant = resource('tenant', {
  calls: ['blade-system/tenant'],
  title: ['租户', 'Tenants'],
  name: 'tenantName',
  scope: 'global',
  fields: {
    code: text('租户编号', 'Tenant id', { search: 'code', length: 12, width: 110, required: '请先输入租户编号' }),
    tenantName: text('租户名称', 'Tenant', { required: '请输入租户名称', width: 180 }),
    domain: text('域名', 'Domain', { length: 255, width: 200 }),
    linkman: text('联系人', 'Contact', { length: 50, width: 100 }),
    contactNumber: phone('联系电话', 'Phone', { masked: true, width: 120 }),
    accountNumber: integer('账号额度', 'Accounts', { width: 90 }),
    expireTime: date('过期时间', 'Expires', { width: 110 }),
  },
  operations: [],
  list: {
    columns: ['code', 'tenantName', 'linkman', 'domain', 'expireTime'],
    search: ['code', 'tenantName'],
    sort: 'createTime',
  },
  frame: true,
  owner: 'platform',
  unique: [['code']],
})

/**
 * 应用: client credentials that may ask for tokens (wire §4). The secret is the server's own column. `captcha`: people
 * type their passwords into it, so that where captchas are on none is verified without one; machines need none.
 */
export const client = resource('client', {
  calls: ['blade-system/client'],
  title: ['应用', 'Clients'],
  name: 'clientId',
  scope: 'global',
  fields: {
    clientId: text('应用编号', 'Client id', { search: 'code', length: 64, width: 140 }),
    authorizedGrantTypes: text('授权类型', 'Grant types', { length: 200, width: 220 }),
    accessTokenValidity: integer('令牌秒数', 'Token seconds', { width: 110, initial: 3600 }),
    refreshTokenValidity: integer('刷新令牌秒数', 'Refresh seconds', { width: 120, initial: 604800 }),
    captcha: choice(
      '登录验证码',
      'Captcha',
      { 1: ['需要', 'Needed'], 0: ['不需要', 'Not needed'] },
      { width: 110, initial: 1 },
    ),
  },
  operations: [],
  list: {
    columns: ['clientId', 'authorizedGrantTypes', 'accessTokenValidity', 'refreshTokenValidity', 'captcha'],
    search: ['clientId'],
    sort: 'createTime',
  },
  frame: true,
  owner: 'platform',
  unique: [['clientId']],
})
