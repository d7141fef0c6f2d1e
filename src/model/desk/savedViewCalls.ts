import { answer } from '../language/domain/answer.ts'
import { call } from '../language/domain/call.ts'
import { integer, json, text } from '../language/fields/field.ts'
import {
  SAVED_VIEWS,
  type SavedView,
  VIEW_LIST_CHARACTERS_MAX,
  VIEW_NAME_CHARACTERS_MAX,
  VIEW_SEARCH_CHARACTERS_MAX,
  type ViewDefaults,
  type ViewRole,
} from '../wire/savedView.ts'

// A session is all they ask for: everybody has views of their own. Sharing asks for `SHARE_PERMISSION` in the handler, and what a
// list shows is decided by the list. No resource: who sees a view goes by its owner, the roles it is shared with and the list it is
// of together, which no owner of the language says; generic lists, searches and exports would show more.
const own = { open: 'session' } as const

/** `rounds/saved-views`: views of the caller, and those shared with them. */
export const readSavedViews = call('savedView.read', {
  ...own,
  method: 'GET',
  paths: [SAVED_VIEWS.read],
  title: ['视图', 'Saved views'],
  safe: true,
  answer: answer.typed<readonly SavedView[]>('list'),
})

/** Saves a view of the caller's own, new or changed. */
export const saveSavedView = call('savedView.save', {
  ...own,
  method: 'POST',
  paths: [SAVED_VIEWS.save],
  title: ['保存视图', 'Save a view'],
  body: {
    id: text('视图编号', 'View id', { length: 19 }),
    version: integer('版本', 'Version', { initial: 0 }),
    list: text('列表', 'List', { length: VIEW_LIST_CHARACTERS_MAX, required: '请输入列表地址' }),
    name: text('名称', 'Name', { length: VIEW_NAME_CHARACTERS_MAX, required: '请输入视图名称' }),
    search: text('条件与排序', 'Conditions and order', { length: VIEW_SEARCH_CHARACTERS_MAX }),
    columns: json('列', 'Columns'),
    icon: text('图标', 'Icon', { length: 40 }),
    key: text('快捷键', 'Key', { length: 10 }),
    roles: json('共享角色', 'Shared with roles'),
    standing: integer('默认', 'Default', { initial: 0 }),
  },
  safe: false,
  answer: answer.typed<SavedView>('one'),
})

/** Removes a view of the caller's own. */
export const removeSavedView = call('savedView.remove', {
  ...own,
  method: 'POST',
  paths: [SAVED_VIEWS.remove],
  title: ['删除视图', 'Delete a view'],
  body: {
    id: text('视图编号', 'View id', { length: 19, required: '请选择视图' }),
    version: integer('版本', 'Version', { required: '请输入版本' }),
  },
  safe: false,
  answer: answer.nothing,
})

/** Roles of the tenant that the caller may share a view with. */
export const readViewRoles = call('savedView.roles', {
  ...own,
  method: 'GET',
  paths: [SAVED_VIEWS.roles],
  title: ['可共享的角色', 'Roles to share with'],
  safe: true,
  answer: answer.typed<readonly ViewRole[]>('list'),
})

/** Default views of a list by role, and the shared views that they could be. */
export const readViewDefaults = call('savedView.defaults', {
  ...own,
  method: 'GET',
  paths: [SAVED_VIEWS.defaults],
  title: ['角色的默认视图', 'Default views of roles'],
  query: { list: text('列表', 'List', { length: VIEW_LIST_CHARACTERS_MAX, required: '请输入列表地址' }) },
  safe: true,
  answer: answer.typed<ViewDefaults>('one'),
})

/** Sets what a list opens with for roles, or for everybody. */
export const setViewDefaults = call('savedView.setDefaults', {
  ...own,
  method: 'POST',
  paths: [SAVED_VIEWS.setDefaults],
  title: ['设置角色的默认视图', 'Set default views of roles'],
  body: {
    list: text('列表', 'List', { length: VIEW_LIST_CHARACTERS_MAX, required: '请输入列表地址' }),
    changes: json('更改', 'Changes'),
  },
  safe: false,
  answer: answer.typed<ViewDefaults>('one'),
})

export const savedViewCalls = [
  readSavedViews,
  saveSavedView,
  removeSavedView,
  readViewRoles,
  readViewDefaults,
  setViewDefaults,
] as const
