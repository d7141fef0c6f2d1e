import { integer, ref, text, tree } from '../language/fields/field.ts'
import { resource } from '../language/resource.ts'
import { company } from '../patterns/mixins.ts'

/** 企业部门: departments of a client company. */
export const entrustedDept = resource('entrustedDept', {
  calls: ['blade-csc/entrustedDept'],
  title: ['企业部门', 'Company departments'],
  name: 'deptName',
  fields: {
    ...company,
    parentId: tree('entrustedDept', '上级部门', 'Above', {}),
    deptName: text('部门名称', 'Department', {
      length: 100,
      required: '请输入部门名称',
      requiredEn: 'Please enter the name',
      width: 200,
    }),
    deptCode: text('部门编号', 'Code', { search: 'code', length: 32, width: 120 }),
    leaderId: ref('entrustedEmployee', '负责人', 'Head', { shows: 'leaderName', width: 100 }),
    leaderName: text('负责人', 'Head', { length: 50, readOnly: 'always', width: 100 }),
    sort: integer('排序', 'Order', { initial: 0, width: 70 }),
  },
  operations: ['view', 'add', 'edit', 'delete'],
  readers: { ops: 'manage', companyAdmin: 'manage', employee: 'view', auditor: 'view' },
  list: {
    columns: ['deptName', 'deptCode', 'entrustedCompanyId', 'leaderId', 'sort'],
    search: ['deptName', 'entrustedCompanyId'],
    sort: '+sort',
  },
  tree: { key: 'id', parent: 'parentId', listed: true },
  owner: { company: 'entrustedCompanyId' },
  children: [{ resource: 'entrustedEmployee', by: 'deptId' }],
  routes: { list: '/csc/entrustedDept' },
})
