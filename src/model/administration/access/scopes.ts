import { choice, longText, ref, text } from '../../language/fields/field.ts'
import { resource } from '../../language/resource.ts'

/** Fields that data scopes and API scopes share. */
const scope = {
  menuId: ref('menu', '所属菜单', 'Menu', {}),
  resourceCode: text('资源编号', 'Resource', {
    search: 'code',
    length: 64,
    required: '请输入资源编号',
    requiredEn: 'Please enter the resource',
    width: 160,
  }),
  scopeName: text('权限名称', 'Scope', {
    length: 50,
    required: '请输入权限名称',
    requiredEn: 'Please enter the name',
    width: 180,
  }),
}

/** 数据权限: which rows a menu shows to whom (domain §2.2). Rows of domain §5 are enforced by `owner` of each resource. */
export const dataScope = resource('dataScope', {
  calls: ['blade-system/data-scope'],
  title: ['数据权限', 'Data scopes'],
  notInForce: {
    instead: [
      '各人能看到哪些记录由其所属的企业、合作方和本人归属决定，不读取这里的规则',
      'which records people see follows from the company or partner they belong to and from what is their own; no rule here is read',
    ],
  },
  name: 'scopeName',
  fields: {
    ...scope,
    scopeType: choice(
      '规则类型',
      'Rule',
      {
        1: ['全部', 'All'],
        2: ['本人', 'Own'],
        3: ['本部门', 'Department'],
        4: ['本部门及子级', 'Department and below'],
        5: ['自定义', 'Custom'],
      },
      { width: 120, initial: 1 },
    ),
    scopeClass: text('权限类名', 'Class', { search: 'code', length: 200, width: 200 }),
    scopeColumn: text('权限字段', 'Column', { search: 'code', length: 64, width: 120, initial: 'create_dept' }),
    scopeField: text('可见字段', 'Visible fields', { length: 200, width: 160, initial: '*' }),
    scopeValue: longText('规则值', 'Value', { length: 1000, width: 200 }),
    remark: longText('备注', 'Remark', { length: 255, width: 200 }),
  },
  operations: ['view', 'add', 'edit', 'delete'],
  readers: { auditor: 'view' },
  list: {
    columns: ['scopeName', 'resourceCode', 'scopeType', 'scopeColumn', 'scopeField', 'remark'],
    search: ['scopeName', 'resourceCode', 'scopeType'],
    filters: ['menuId'],
    sort: 'createTime',
  },
  frame: true,
  owner: 'platform',
  unique: [['resourceCode']],
  routes: { list: '/authority/datascope' },
})

/** 接口权限: which calls belong to a menu. */
export const apiScope = resource('apiScope', {
  calls: ['blade-system/api-scope'],
  title: ['接口权限', 'API scopes'],
  notInForce: {
    instead: [
      '接口能否调用由角色的菜单和按钮权限决定，不读取这里的配置',
      'who may ask which call follows from the menus and buttons of their roles; nothing here is read',
    ],
  },
  name: 'scopeName',
  fields: {
    ...scope,
    scopePath: text('接口路径', 'Path', {
      search: 'code',
      length: 200,
      required: '请输入接口路径',
      requiredEn: 'Please enter the path',
      width: 240,
    }),
    scopeType: choice(
      '接口类型',
      'Kind',
      { 1: ['系统接口', 'System'], 2: ['业务接口', 'Business'] },
      { width: 110, initial: 2 },
    ),
    remark: longText('备注', 'Remark', { length: 255, width: 200 }),
  },
  operations: ['view', 'add', 'edit', 'delete'],
  readers: { auditor: 'view' },
  list: {
    columns: ['scopeName', 'resourceCode', 'scopePath', 'scopeType', 'remark'],
    search: ['scopeName', 'resourceCode', 'scopeType'],
    filters: ['menuId'],
    sort: 'createTime',
  },
  frame: true,
  owner: 'platform',
  unique: [['resourceCode']],
  routes: { list: '/authority/apiscope' },
})
