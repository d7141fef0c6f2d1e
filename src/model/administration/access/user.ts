import {
  choice,
  date,
  datetime,
  image,
  integer,
  phone,
  readOnly,
  ref,
  refs,
  text,
} from '../../language/fields/field.ts'
import { part } from '../../language/form.ts'
import { resource } from '../../language/resource.ts'
import { downloads, facts, history, related } from '../../language/section.ts'
import { states } from '../../language/states.ts'

/** 用户. Passwords are the server's own columns and never fields. */
export const user = resource('user', {
  calls: ['blade-system/user', 'blade-user'],
  title: ['用户', 'Users'],
  name: 'realName',
  also: { 'platform-detail': 'detail' },
  fields: {
    code: text('用户编号', 'Code', { search: 'code', length: 32, width: 110 }),
    account: text('登录账号', 'Account', {
      search: 'code',
      length: 50,
      required: '请输入登录账号',
      readOnly: 'edit',
      help: [
        '保存后再用“角色配置”授予角色，用“重置密码”生成初始密码',
        'Once saved: give roles by “Set roles” and a first password by “Reset password”',
      ],
      width: 110,
      priority: 1,
    }),
    userType: choice(
      '用户平台',
      'Kind',
      {
        1: ['平台', 'Platform'],
        2: ['企业', 'Company'],
        3: ['财税公司', 'Fiscal-tax company'],
        4: ['服务商', 'Provider'],
      },
      { width: 90, initial: 1, readOnly: 'edit' },
    ),
    name: text('昵称', 'Nickname', { length: 50, width: 100 }),
    // history tells of people by it: that of staff is changed by two persons, and nobody has another's
    realName: text('姓名', 'Name', {
      length: 50,
      required: '请输入姓名',
      width: 100,
      dualControl: { userType: ['1'] },
      deletedAlone: true,
    }),
    ...readOnly({
      avatar: image('头像', 'Avatar', { upload: 'avatar', openedBy: 'record' }),
    }),
    email: text('邮箱', 'Email', { width: 170, means: 'email' }),
    phone: phone('手机号', 'Mobile', { masked: true, width: 120 }),
    birthday: date('生日', 'Birthday', { past: true, width: 100 }),
    sex: choice('性别', 'Sex', { 1: ['男', 'Male'], 2: ['女', 'Female'], 3: ['未知', 'Unknown'] }, { width: 60 }),
    ...readOnly({
      roleId: text('角色编号', 'Role ids', { length: 200 }),
      roleName: text('角色', 'Roles', { length: 200, width: 140 }),
    }),
    deptId: ref('dept', '机构', 'Department', { shows: 'deptName' }),
    ...readOnly({
      deptName: text('机构', 'Department', { width: 140 }),
    }),
    postId: refs('post', '岗位', 'Posts', { shows: 'postName' }),
    postName: text('岗位', 'Posts', { length: 200, readOnly: 'always', width: 140 }),
    entrustedId: ref('entrustedCompany', '所属企业', 'Company', { readOnly: 'edit' }),
    fiscalTaxId: ref('thirdPlatform', '所属财税公司', 'Fiscal-tax company', { readOnly: 'edit' }),
    providerId: ref('thirdPlatform', '所属服务商', 'Provider', { readOnly: 'edit' }),
    ...readOnly({
      loginErrorCount: integer('登录失败次数', 'Failed sign-ins', { initial: 0 }),
      lockUntil: datetime('登录须等至', 'Sign-in waits until', { width: 150 }),
    }),
    ...readOnly({
      approveStatus: states(
        '审批状态',
        'Approval',
        {
          pending: [0, '待审批', 'Pending approval', 'wait'],
          approved: [1, '通过', 'Approved', 'good'],
          rejected: [2, '驳回', 'Rejected', 'bad'],
        },
        { width: 90, initial: 'approved' },
      ),
    }),
    status: choice(
      '状态',
      'Status',
      { 1: ['启用', 'Active', 'good'], 0: ['停用', 'Disabled', 'off'] },
      { width: 80, initial: 1 },
    ),
  },
  operations: ['view', 'add', 'edit', 'delete', 'export'],
  readers: { auditor: 'view' },
  afterAdd: [
    '该用户还不能登录：请用“角色配置”授予角色，再用“重置密码”生成初始密码，在该用户的“下载”中取得并交给本人，首次登录时修改',
    'This user cannot sign in yet: give roles by “Set roles”, then a first password by “Reset password”, download it from the user and hand it over; it is changed at the first sign-in',
  ],
  form: {
    parts: [
      part(
        ['账号', 'Account'],
        ['account', 'realName', 'userType', 'entrustedId', 'fiscalTaxId', 'providerId', 'status'],
      ),
      part(['组织', 'Organisation'], ['code', 'deptId', 'postId']),
      part(['个人信息', 'Person'], ['name', 'phone', 'email', 'sex', 'birthday']),
    ],
    where: { entrustedId: { userType: 2 }, fiscalTaxId: { userType: 3 }, providerId: { userType: 4 } },
  },
  list: {
    columns: ['account', 'realName', 'roleName', 'deptName', 'userType', 'phone', 'status', 'lockUntil'],
    search: ['account', 'realName', 'phone', 'deptId', 'userType', 'approveStatus', 'status'],
    sort: 'createTime',
  },
  // names for display instead of the numbers of roles
  state: 'status',
  sections: [
    facts([
      'account',
      'realName',
      'userType',
      'status',
      'roleName',
      'deptName',
      'postId',
      'entrustedId',
      'fiscalTaxId',
      'providerId',
      'approveStatus',
      'code',
      'name',
      'phone',
      'email',
      'sex',
      'birthday',
      'loginErrorCount',
      'lockUntil',
      'createTime',
    ]),
    downloads(),
    history(),
    related(),
  ],
  frame: true,
  owner: { company: 'entrustedId', fiscalTax: 'fiscalTaxId', provider: 'providerId' },
  unique: [['account']],
  routes: { list: '/system/user' },
})
