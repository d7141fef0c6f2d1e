import { choice, ref, text } from '../language/fields/field.ts'
import { resource } from '../language/resource.ts'
import { company } from '../patterns/mixins.ts'

/** 医生员工关系: which employee looks after which doctor. */
export const doctorEmployeeRel = resource('doctorEmployeeRel', {
  calls: ['blade-csc/doctorEmployeeRel'],
  title: ['医生员工关系', 'Employee doctors'],
  name: 'doctorName',
  fields: {
    ...company,
    employeeId: ref('entrustedEmployee', '员工', 'Employee', {
      required: '请选择员工',
      requiredEn: 'Please choose an employee',
      shows: 'employeeName',
      width: 100,
    }),
    employeeName: text('员工', 'Employee', { length: 50, readOnly: 'always', width: 100, means: 'person' }),
    doctorId: ref('authenticationDoctor', '医生', 'Doctor', {
      required: '请选择医生',
      shows: 'doctorName',
      copies: { hospitalName: 'hospitalName' },
      width: 100,
    }),
    doctorName: text('医生', 'Doctor', { length: 50, readOnly: 'always', width: 100, means: 'person' }),
    hospitalName: text('医院', 'Hospital', { length: 100, width: 200, readOnly: 'always' }),
    relType: choice(
      '关系',
      'Relation',
      { 1: ['负责', 'In charge'], 2: ['协作', 'Assists'] },
      { width: 80, initial: 1 },
    ),
  },
  operations: ['view', 'add', 'edit', 'delete'],
  readers: { ops: 'manage', companyAdmin: 'manage', employee: 'view', auditor: 'view' },
  list: {
    columns: ['employeeId', 'entrustedCompanyId', 'doctorId', 'hospitalName', 'relType', 'createTime'],
    search: ['employeeName', 'doctorName', 'entrustedCompanyId', 'relType'],
    filters: ['employeeId', 'doctorId'],
    sort: 'createTime',
  },
  owner: { company: 'entrustedCompanyId' },
  unique: [['employeeId', 'doctorId']],
  routes: { list: '/csc/doctorEmployeeRel' },
})
