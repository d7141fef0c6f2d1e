import { answer } from '../language/domain/answer.ts'
import { call } from '../language/domain/call.ts'
import { idCard, phone, readOnly, ref, refs, text } from '../language/fields/field.ts'
import { resource } from '../language/resource.ts'
import { children, downloads, facts, history, related } from '../language/section.ts'
import { company, enabled } from '../patterns/mixins.ts'

/** 企业员工: who plans activities for a client company; some have an account (domain §2.5, 3.7). */
export const entrustedEmployee = resource('entrustedEmployee', {
  calls: ['blade-csc/entrustedEmployee'],
  title: ['企业员工', 'Employees'],
  name: 'name',
  fields: {
    ...company,
    employeeNumber: text('员工工号', 'No.', {
      search: 'code',
      length: 32,
      required: '请输入员工工号',
      requiredEn: 'Please enter the number',
      width: 110,
    }),
    name: text('姓名', 'Name', {
      length: 50,
      required: '请输入姓名',
      requiredEn: 'Please enter the name',
      width: 100,
      means: 'person',
    }),
    phone: phone('手机号', 'Mobile', { masked: true, width: 120 }),
    idCardNumber: idCard('身份证号', 'Identity no.', { masked: true, width: 170 }),
    email: text('邮箱', 'Email', { width: 170, means: 'email' }),
    deptId: ref('entrustedDept', '部门', 'Department', { shows: 'deptName', width: 140 }),
    deptName: text('部门', 'Department', { length: 100, readOnly: 'always', width: 140 }),
    productIds: refs('baseProduct', '负责产品', 'Products', { shows: 'productNames' }),
    productNames: text('负责产品', 'Products', { length: 500, readOnly: 'always', width: 200 }),
    jobTitle: text('职务', 'Job', { length: 50, width: 110 }),
    ...readOnly({ userId: ref('user', '账号', 'Account', {}) }),
    ...enabled,
  },
  operations: ['view', 'add', 'edit', 'delete', 'import', 'export'],
  readers: { ops: 'manage', companyAdmin: 'manage', employee: 'view', auditor: 'export' },
  list: {
    columns: [
      'employeeNumber',
      'name',
      'phone',
      'entrustedCompanyId',
      'deptId',
      'jobTitle',
      'productIds',
      'enableStatus',
    ],
    search: ['name', 'phone', 'entrustedCompanyId', 'deptId', 'employeeNumber'],
    filters: ['userId'],
    sort: 'createTime',
  },
  lists: {
    getByEntrustedCompanyId: {
      title: ['企业的员工', 'Of a company'],
      by: { entrustedCompanyId: 'entrustedCompanyId' },
      answer: 'list',
    },
  },
  owner: { company: 'entrustedCompanyId' },
  unique: [['entrustedCompanyId', 'employeeNumber']],
  children: [{ resource: 'doctorEmployeeRel', by: 'employeeId' }],
  sections: [facts(), downloads(), children('doctorEmployeeRel'), history(), related()],
  routes: { list: '/csc/entrustedEmployee' },
})

/** `first-password?id`: the password that an employee's new account was given, until its owner exchanged it. */
export const employeeFirstPassword = call('entrustedEmployee.firstPassword', {
  method: 'GET',
  paths: ['blade-csc/entrustedEmployee/first-password'],
  title: ['下载初始密码', 'First password'],
  permission: 'entrustedEmployee_createEmployeeUser',
  roles: ['companyAdmin', 'ops'],
  on: entrustedEmployee,
  safe: true,
  answer: answer.download,
})

/** `createEmployeeUser?id&roleId=39`: an account for an employee who has none. */
export const createEmployeeUser = call('entrustedEmployee.createEmployeeUser', {
  method: 'GET',
  paths: ['blade-csc/entrustedEmployee/createEmployeeUser'],
  title: ['开通账号', 'Give an account'],
  permission: 'entrustedEmployee_createEmployeeUser',
  roles: ['companyAdmin', 'ops'],
  on: entrustedEmployee,
  safe: false,
  answer: answer.nothing,
  query: { roleId: text('角色', 'Role', { length: 19 }) },
  command: { ask: [] },
})
