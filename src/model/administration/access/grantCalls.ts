import { answer } from '../../language/domain/answer.ts'
import { call } from '../../language/domain/call.ts'
import { flag, image, longText, refs, text } from '../../language/fields/field.ts'
import type { Label } from '../../values/label.ts'
import { role } from './role.ts'

/** Trees of what may be granted and what is (wire conventions §6), and the grants themselves. */

const read = (id: string, path: string, title: Label, permission: string, query = {}) =>
  call(id, {
    method: 'GET',
    paths: [`blade-system/${path}`],
    title,
    permission,
    safe: true,
    query,
    answer: answer.typed<unknown>('one'),
  })

export const grantTree = read('menu.grantTree', 'menu/grant-tree', ['可授权菜单', 'What may be granted'], 'role_view')
export const grantTopTree = read(
  'menu.grantTopTree',
  'menu/grant-top-tree',
  ['顶部菜单可选菜单', 'What top menus may hold'],
  'topmenu_view',
)
export const topTreeKeys = read(
  'menu.topTreeKeys',
  'menu/top-tree-keys',
  ['顶部菜单已选菜单', 'What top menus hold'],
  'topmenu_view',
  { topMenuIds: text('顶部菜单', 'Top menus', { length: 2000 }) },
)
export const roleTreeKeys = read(
  'menu.roleTreeKeys',
  'menu/role-tree-keys',
  ['角色已授权菜单', 'What roles were granted'],
  'role_view',
  { roleIds: text('角色', 'Roles', { length: 2000 }) },
)

/** Roles and departments a user may switch between: one's own, or another's for who may see users. */
const selecting = (of: 'role' | 'dept', title: Label) =>
  call(`${of}.select`, {
    method: 'GET',
    paths: [`blade-system/${of}/select`],
    title,
    // a session: everybody may ask for their own; the handler asks for user_view where it is another's
    open: 'session',
    safe: true,
    query: { userId: text('用户', 'User', { length: 19 }) },
    answer: answer.list(of),
  })
export const roleSelect = selecting('role', ['可切换角色', 'Roles of a user'])
export const deptSelect = selecting('dept', ['可切换部门', 'Departments of a user'])

const ids = (zh: string, en: string) => longText(zh, en, { length: 20000 })

const closedCall = (id: string, paths: readonly string[], title: Label, permission: string, query = {}) =>
  call(id, {
    method: 'POST',
    paths,
    title,
    permission,
    roles: [],
    safe: false,
    extra: 'ignored',
    query,
    answer: answer.nothing,
  })

const ofUser = (path: string) => [`blade-system/user/${path}`, `blade-user/${path}`]
const userIds = { userIds: ids('用户', 'Users') }

/** Administration calls that are closed for now: they change permissions and need rules of their own. */
export const administrationCalls = [
  closedCall('topmenu.grant', ['blade-system/topmenu/grant'], ['菜单配置', 'Choose menus'], 'topmenu_grant'),
  closedCall(
    'user.updatePlatform',
    ofUser('update-platform'),
    ['修改用户平台', 'Edit the kind of a user'],
    'user_submit',
  ),
  closedCall(
    'user.approveGuest',
    ofUser('approve-guest'),
    ['审批注册', 'Decide a registration'],
    'user_approveGuest',
    userIds,
  ),
  closedCall(
    'tenant.datasource',
    ['blade-system/tenant/datasource'],
    ['数据源配置', 'Set the data source'],
    'tenant_setting',
  ),
] as const

/**
 * `role/grant`: the menus and buttons that roles hold from now on. Scopes of data and of calls are refused by name, because no
 * list, search, selection, batch or export goes by them yet: a grant that limits nobody would be trusted.
 */
export const grantMenus = call('role.grant', {
  method: 'POST',
  paths: ['blade-system/role/grant'],
  title: ['权限设置', 'Set permissions'],
  permission: 'role_grant',
  roles: [],
  on: role,
  select: 'many',
  key: 'roleIds',
  safe: false,
  extra: 'ignored',
  body: {
    menuIds: refs('menu', '菜单和按钮', 'Menus and buttons', {
      required: '请选择菜单',
      requiredEn: 'Please choose menus',
      max: 5000,
      tree: 'tree',
      itself: { field: 'path', words: ['显示菜单', 'Show the menu'] },
      help: [
        '保存后，角色只拥有此处勾选的菜单和按钮',
        'Once saved, the role holds what is ticked here and nothing else',
      ],
    }),
    dataScopeIds: refs('dataScope', '数据权限', 'Data scopes', { max: 5000 }),
    apiScopeIds: refs('apiScope', '接口权限', 'API scopes', { max: 5000 }),
  },
  answer: answer.nothing,
  command: {
    ask: ['menuIds'],
    present: { menuIds: { read: roleTreeKeys, by: 'roleIds', at: 'menu' } },
  },
})

/** `package-detail?tenantId`: the package of a tenant. */
export const packageDetail = call('tenant.packageDetail', {
  method: 'GET',
  paths: ['blade-system/tenant/package-detail'],
  title: ['租户的产品包', 'Package of a tenant'],
  permission: 'tenant_view',
  safe: true,
  query: { tenantId: text('租户', 'Tenant', { length: 12 }) },
  answer: answer.typed<unknown>('one'),
})

/** `register-guest`: somebody asks for an account, to be approved (3.25). */
export const registerGuest = call('user.registerGuest', {
  method: 'POST',
  paths: ofUser('register-guest'),
  title: ['注册申请', 'Ask for an account'],
  // Session of a social login without an account; no other caller gets one from it.
  open: 'session',
  safe: false,
  extra: 'ignored',
  query: {
    tenantId: text('租户编号', 'Tenant', { length: 12 }),
    name: text('姓名', 'Name', { length: 50 }),
    account: text('账号', 'Account', { length: 50 }),
    password: text('密码', 'Password', { length: 500 }),
    oauthId: text('第三方标识', 'Third-party id', { length: 64 }),
  },
  answer: answer.nothing,
})

/** `update-info`: everybody's own profile. */
export const updateInfo = call('user.updateInfo', {
  method: 'POST',
  paths: ofUser('update-info'),
  title: ['修改个人信息', 'Edit my profile'],
  // a session: one's own record and no other
  open: 'session',
  safe: false,
  extra: 'ignored',
  body: {
    realName: text('姓名', 'Name', { length: 50 }),
    name: text('昵称', 'Nickname', { length: 50 }),
    email: text('邮箱', 'Email', { length: 100 }),
    phone: text('手机号', 'Mobile', { length: 32 }),
    avatar: image('头像', 'Avatar', { upload: 'avatar' }),
    noAvatar: flag('移除头像', 'Remove the avatar', {}),
  },
  answer: answer.nothing,
})

/** Picture of whoever is signed in: an image has no token header, so the console fetches it. */
export const ownAvatar = call('user.ownAvatar', {
  method: 'GET',
  paths: ofUser('avatar'),
  title: ['我的头像', 'My avatar'],
  // a session: one's own and no other
  open: 'session',
  safe: true,
  answer: answer.download,
})
