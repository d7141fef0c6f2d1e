import { choice, integer, ref, text, tree } from '../../../src/model/language/fields/field.ts'
import { resource } from '../../../src/model/language/resource.ts'
import { company } from '../../../src/model/patterns/mixins.ts'
import { declare } from './declare.ts'

/** Shapes: a tree by id that is read whole and ordered by hand, and a tree by code that is read level by level. */

const { entrustedCompanyName } = company
/** Without the credit code. */
const entrustedCompanyId = ref('entrustedCompany', '委托企业', 'Company', {
  required: '请选择委托企业',
  shows: 'entrustedCompanyName',
})

/** Departments of a company: closed ones stay where they are. */
export const shapeUnit = resource('shapeUnit', {
  calls: ['blade-shape/unit'],
  title: ['部门', 'Units'],
  name: 'unitName',
  fields: {
    parentId: tree('shapeUnit', '上级部门', 'Parent', {}),
    unitName: text('名称', 'Name', { required: '请输入名称' }),
    entrustedCompanyId,
    entrustedCompanyName,
    sort: integer('排序', 'Order', { initial: 0 }),
    unitStatus: choice(
      '状态',
      'Status',
      { 0: ['正常', 'Open', 'good'], 1: ['已关闭', 'Closed', 'off'] },
      { initial: 0 },
    ),
  },
  operations: ['view', 'add', 'edit', 'delete'],
  editable: { edit: { unitStatus: 0 }, delete: {} },
  list: { columns: ['unitName', 'sort', 'unitStatus'], search: ['unitName', 'unitStatus'], sort: '+sort' },
  tree: { key: 'id', parent: 'parentId' },
  owner: { company: 'entrustedCompanyId' },
  routes: { list: '/shape/unit' },
})

/** Regions, named by codes, too many to be read at once. */
export const shapeRegion = resource('shapeRegion', {
  calls: ['blade-shape/region'],
  title: ['区划', 'Regions'],
  name: 'regionName',
  fields: {
    code: text('代码', 'Code', { search: 'exact', length: 12, required: '请输入代码' }),
    parentCode: text('上级代码', 'Parent code', { search: 'exact', length: 12 }),
    regionName: text('名称', 'Name', { required: '请输入名称' }),
  },
  operations: ['view', 'add', 'edit', 'delete'],
  list: { columns: ['regionName', 'code'], search: ['regionName', 'code'], sort: '+code' },
  tree: { key: 'code', parent: 'parentCode', lazy: true },
  // open: regions are the same for all users
  owner: 'open',
  unique: [['code']],
  routes: { list: '/shape/region' },
})

export default declare('shapeTrees', { resources: [shapeUnit, shapeRegion] })
