import { answer } from '../../language/domain/answer.ts'
import { call } from '../../language/domain/call.ts'
import { date, image, integer, phone, ref, secret, text } from '../../language/fields/field.ts'
import { part } from '../../language/form.ts'
import { resource } from '../../language/resource.ts'
import { facts, history, panel } from '../../language/section.ts'
import { enabled } from '../../patterns/mixins.ts'

/** 租户: one customer of the platform. Row security separates tenants. */
export const tenant = resource('tenant', {
  calls: ['blade-system/tenant'],
  title: ['租户', 'Tenants'],
  name: 'tenantName',
  scope: 'platform',
  fields: {
    code: text('租户编号', 'Tenant id', {
      search: 'code',
      length: 12,
      width: 110,
      readOnly: 'edit',
      help: [
        '登录时填写，保存后不可更改：2 至 12 位小写字母或数字；留空则自动编号',
        'Typed at sign-in and never changed: 2 to 12 small letters or digits; empty: the next number',
      ],
    }),
    tenantName: text('租户名称', 'Tenant', { required: '请输入租户名称', width: 180 }),
    domain: text('域名', 'Domain', { length: 255, width: 200 }),
    backgroundUrl: image('系统背景', 'Background', { openedBy: 'record' }),
    linkman: text('联系人', 'Contact', { length: 50, width: 100, means: 'person' }),
    contactNumber: phone('联系电话', 'Phone', { masked: true, width: 120 }),
    address: text('联系地址', 'Address', { length: 255, width: 240 }),
    accountNumber: integer('账号额度', 'Accounts', {
      width: 90,
      min: 1,
      help: ['留空表示不限', 'Empty: as many as one likes'],
    }),
    expireTime: date('过期时间', 'Expires', {
      past: false,
      width: 110,
      help: ['当天仍可登录；留空表示长期', 'The last day of signing in; empty: never'],
    }),
    // chosen with the tenant, later set by a call of its own
    packageId: ref('tenantPackage', '产品包', 'Package', {
      readOnly: 'edit',
      shows: 'packageName',
      help: ['留空表示不限', 'Empty: everything'],
    }),
    packageName: text('产品包', 'Package', { readOnly: 'always', length: 50, width: 120 }),
    // separate databases do not exist: no tenant has a database of its own
    datasourceId: ref('datasource', '数据源', 'Datasource', { readOnly: 'always' }),
    licenseKey: secret('授权码', 'Licence key', { readOnly: 'always' }),
    adminAccount: text('首位管理员账号', 'First administrator', {
      search: 'exact',
      length: 50,
      required: '请输入首位管理员账号',
      requiredEn: 'Please enter the account of the first administrator',
      initial: 'admin',
      readOnly: 'edit',
      help: [
        '保存后在该租户记录的“首位管理员”中取得初始密码',
        'Once saved: its first password is taken from “First administrator” of the record',
      ],
      width: 130,
    }),
    adminName: text('首位管理员姓名', 'Their name', {
      length: 50,
      required: '请输入首位管理员姓名',
      requiredEn: 'Please enter the name of the first administrator',
      initial: '管理员',
      readOnly: 'edit',
      width: 120,
    }),
    ...enabled,
  },
  operations: ['view', 'add', 'edit'],
  readers: { auditor: 'view' },
  afterAdd: [
    '租户已建立，但还无人能登录：请在该租户记录的“首位管理员”中取得初始密码并交给本人，首次登录时须修改',
    'The tenant is there, and nobody can sign in yet: take the first password from “First administrator” of its record and hand it over; it is changed at the first sign-in',
  ],
  form: {
    parts: [
      part(['租户', 'Tenant'], ['code', 'tenantName', 'domain', 'backgroundUrl']),
      part(['首位管理员', 'First administrator'], ['adminAccount', 'adminName']),
      part(['限额', 'Limits'], ['packageId', 'accountNumber', 'expireTime', 'enableStatus']),
      part(['联系方式', 'Contact'], ['linkman', 'contactNumber', 'address']),
    ],
  },
  list: {
    columns: [
      'code',
      'tenantName',
      'linkman',
      'contactNumber',
      'packageName',
      'accountNumber',
      'expireTime',
      'enableStatus',
      'domain',
    ],
    search: ['code', 'tenantName', 'contactNumber'],
    sort: 'createTime',
  },
  sections: [facts(), panel('firstAdministrator', ['首位管理员', 'First administrator']), history()],
  routes: { list: '/system/tenant' },
  frame: true,
  owner: 'platform',
  unique: [['code']],
})

/** `setting?ids&accountNumber&expireTime`: limits of tenants; what is not sent stays. */
export const tenantSetting = call('tenant.setting', {
  method: 'POST',
  paths: ['blade-system/tenant/setting'],
  title: ['授权配置', 'Set limits'],
  permission: 'tenant_setting',
  roles: [],
  on: tenant,
  select: 'many',
  key: 'ids',
  safe: false,
  extra: 'ignored',
  body: {
    accountNumber: tenant.fields.accountNumber,
    expireTime: tenant.fields.expireTime,
  },
  answer: answer.nothing,
})

/** `package-setting?tenantId&packageId`: the package that a tenant is cut to from now on; without one it gets all menus. */
export const packageSetting = call('tenant.packageSetting', {
  method: 'POST',
  paths: ['blade-system/tenant/package-setting'],
  title: ['产品包配置', 'Set package'],
  permission: 'tenant_setting',
  roles: [],
  on: tenant,
  key: { name: 'tenantId', field: 'code' },
  safe: false,
  extra: 'ignored',
  query: {
    packageId: ref('tenantPackage', '产品包', 'Package', {
      help: [
        '留空表示不限。不在产品包内的菜单和权限，该租户所有用户立即失去',
        'Empty: everything. What is not in the package, all users of the tenant lose at once',
      ],
    }),
  },
  answer: answer.nothing,
  command: { danger: true, present: { packageId: 'packageId' } },
})

/**
 * `first-password?id`: gives the first administrator of a tenant a password to be exchanged at the first sign-in, and
 * shows it in this answer only. Refused after the owner has exchanged one.
 */
export const tenantFirstPassword = call('tenant.firstPassword', {
  method: 'POST',
  paths: ['blade-system/tenant/first-password'],
  title: ['取得初始密码', 'Get the first password'],
  permission: 'tenant_firstPassword',
  roles: [],
  on: tenant,
  safe: false,
  shownOnce: true,
  extra: 'ignored',
  answer: answer.one({
    tenantId: text('租户编号', 'Tenant id', { required: '-' }),
    account: text('登录账号', 'Account', { required: '-' }),
    password: text('初始密码', 'First password', { required: '-' }),
  }),
})
