import { is } from '../../language/conditions/condition.ts'
import { choice, integer, longText, text, tree } from '../../language/fields/field.ts'
import { resource } from '../../language/resource.ts'

/** 角色. The permissions of a role are its role–menu rows. */
export const role = resource('role', {
  calls: ['blade-system/role'],
  title: ['角色', 'Roles'],
  name: 'roleName',
  fields: {
    parentId: tree('role', '上级角色', 'Parent', {}),
    roleName: text('角色名称', 'Role', { length: 50, required: '请输入角色名称', width: 160 }),
    // code and rules know built-in roles by it
    roleAlias: text('角色别名', 'Alias', { length: 50, required: '请输入角色别名', readOnly: 'edit', width: 140 }),
    sort: integer('排序', 'Order', { width: 80, initial: 0 }),
  },
  operations: ['view', 'add', 'edit', 'delete'],
  readers: { auditor: 'view' },
  list: { columns: ['roleName', 'roleAlias', 'sort'], search: ['roleName', 'roleAlias'], sort: '+sort' },
  tree: { key: 'id', parent: 'parentId', listed: true },
  lists: {
    treeById: { title: ['角色树', 'Below a role'], paths: ['tree-by-id'], by: { roleId: 'id' }, answer: 'tree' },
  },
  frame: true,
  owner: 'platform',
  unique: [['roleAlias']],
  routes: { list: '/authority/role' },
})

/** 菜单: what the model declares (menus.ts), kept as rows so that roles can be granted them. */
export const menu = resource('menu', {
  calls: ['blade-system/menu'],
  title: ['菜单', 'Menus'],
  name: 'name',
  scope: 'global',
  packaged: true,
  fields: {
    parentId: tree('menu', '上级菜单', 'Parent', {}),
    code: text('菜单编号', 'Code', { search: 'code', length: 64, width: 180 }),
    name: text('菜单名称', 'Name', { length: 50, width: 160, inEnglish: 'nameEn' }),
    nameEn: text('英文名称', 'English name', { length: 100, width: 160 }),
    path: text('路由地址', 'Path', { length: 200, width: 200 }),
    source: text('图标', 'Icon', { length: 64, width: 120 }),
    category: choice('类型', 'Kind', { 1: ['菜单', 'Menu'], 2: ['按钮', 'Button'] }, { width: 70 }),
    isOpen: choice('新窗口', 'New window', { 1: ['否', 'No'], 2: ['是', 'Yes'] }, { width: 70, initial: 1 }),
    sort: integer('排序', 'Order', { width: 70, initial: 0 }),
    topCode: text('顶部菜单', 'Top menu', { search: 'exact', length: 64, width: 100 }),
  },
  operations: ['view'],
  readers: { auditor: 'view' },
  list: {
    columns: ['name', 'code', 'path', 'source', 'category', 'sort'],
    search: ['name', 'code', 'category'],
    sort: '+sort',
  },
  tree: { key: 'id', parent: 'parentId', listed: true },
  lists: {
    menuList: { title: ['菜单树', 'Menu tree'], paths: ['menu-list'], where: [is('category', 1)], answer: 'tree' },
    lazyMenuList: {
      title: ['下级菜单', 'Menus below'],
      paths: ['lazy-menu-list'],
      where: [is('category', 1)],
      answer: 'level',
    },
  },
  frame: true,
  owner: 'platform',
  unique: [['code']],
  routes: { list: '/system/menu' },
})

/** 机构: departments of a tenant. */
export const dept = resource('dept', {
  calls: ['blade-system/dept'],
  title: ['机构', 'Departments'],
  name: 'deptName',
  fields: {
    parentId: tree('dept', '上级机构', 'Parent', {}),
    deptName: text('机构名称', 'Department', { required: '请输入机构名称', width: 180 }),
    fullName: text('机构全称', 'Full name', { length: 200, width: 220 }),
    deptCategory: choice(
      '机构类型',
      'Kind',
      { 1: ['公司', 'Company'], 2: ['部门', 'Department'], 3: ['小组', 'Team'] },
      { width: 90, initial: 2 },
    ),
    sort: integer('排序', 'Order', { width: 70, initial: 0 }),
    remark: longText('备注', 'Remark', { length: 255, width: 200 }),
  },
  operations: ['view', 'add', 'edit', 'delete'],
  readers: { auditor: 'view' },
  list: {
    columns: ['deptName', 'fullName', 'deptCategory', 'sort'],
    search: ['deptName', 'fullName'],
    sort: '+sort',
  },
  tree: { key: 'id', parent: 'parentId', listed: true },
  frame: true,
  owner: 'platform',
  routes: { list: '/system/dept' },
})
