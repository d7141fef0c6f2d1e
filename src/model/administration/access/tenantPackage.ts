import { longText, refs, text } from '../../language/fields/field.ts'
import { resource } from '../../language/resource.ts'

/**
 * 产品包: the menus that a tenant gets (specification §3, §5: the two required messages are its own). A menu brings
 * everything that is worked with from it (ADR 41).
 */
export const tenantPackage = resource('tenantPackage', {
  calls: ['blade-system/tenant-package'],
  title: ['租户产品包', 'Tenant packages'],
  name: 'packageName',
  scope: 'platform',
  fields: {
    packageName: text('产品包名称', 'Package', {
      length: 50,
      required: '请输入产品包名称',
      requiredEn: 'Please enter a package name',
      width: 200,
    }),
    menuId: refs('menu', '菜单', 'Menus', {
      required: '请选择菜单',
      requiredEn: 'Please choose menus',
      shows: 'menuName',
      tree: 'menuList',
      max: 1000,
      width: 320,
    }),
    menuName: longText('菜单名称', 'Menu names', { length: 20000, readOnly: 'always', width: 320 }),
    remark: longText('备注', 'Remark', { length: 255, width: 240 }),
  },
  operations: ['view', 'add', 'edit', 'delete'],
  readers: { auditor: 'view' },
  list: { columns: ['packageName', 'remark'], search: ['packageName'], sort: 'createTime' },
  frame: true,
  dialogWidth: 600,
  owner: 'platform',
  unique: [['packageName']],
  routes: { list: '/system/tenant-package' },
})
