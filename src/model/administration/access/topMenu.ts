import { integer, text } from '../../language/fields/field.ts'
import { resource } from '../../language/resource.ts'

/** 顶部菜单: the menus of the header (domain §2.2). The product's own are rows of `menu`; these are what a tenant adds. */
export const topmenu = resource('topmenu', {
  calls: ['blade-system/topmenu'],
  title: ['顶部菜单', 'Top menus'],
  notInForce: {
    instead: [
      '顶部菜单由程序的菜单决定，这里的条目不在任何页面显示',
      'the header shows the menus of the product; what is added here is shown nowhere',
    ],
  },
  name: 'name',
  fields: {
    code: text('菜单编号', 'Code', {
      search: 'code',
      length: 64,
      required: '请输入菜单编号',
      requiredEn: 'Please enter the code',
      width: 160,
    }),
    name: text('菜单名称', 'Name', {
      length: 50,
      required: '请输入菜单名称',
      requiredEn: 'Please enter the name',
      width: 180,
    }),
    source: text('菜单图标', 'Icon', { length: 64, width: 140 }),
    sort: integer('排序', 'Order', { width: 80, initial: 0 }),
  },
  operations: ['view', 'add', 'edit', 'delete'],
  readers: { auditor: 'view' },
  list: { columns: ['code', 'name', 'source', 'sort'], search: ['name', 'code'], sort: '+sort' },
  frame: true,
  owner: 'platform',
  unique: [['code']],
  routes: { list: '/system/topmenu' },
})
