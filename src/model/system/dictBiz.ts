import { call } from '../kernel/call.ts'
import { flag, integer, longText, text, tree } from '../kernel/field.ts'
import { resource } from '../kernel/resource.ts'

/** 业务字典: a parent row (dictKey "-1") and children that share its code. */
export const dictBiz = resource('dictBiz', {
  calls: ['blade-system/dict-biz'],
  title: ['业务字典', 'Business dictionaries'],
  name: 'dictValue',
  open: true,
  fields: {
    parentId: tree('dictBiz', '上级字典', 'Parent', { help: ['请选择上级字典', 'Leave empty for a new dictionary'] }),
    code: text('字典编号', 'Code', {
      search: 'code',
      length: 64,
      required: '请输入字典编号',
      requiredEn: 'Please enter a dictionary code',
      width: 180,
    }),
    dictKey: text('字典键值', 'Key', { length: 64, width: 100 }),
    dictValue: text('字典名称', 'Name', {
      required: '请输入字典名称',
      requiredEn: 'Please enter a dictionary name',
      width: 180,
    }),
    sort: integer('字典排序', 'Order', {
      required: '请输入字典排序',
      requiredEn: 'Please enter the order',
      width: 80,
      initial: 0,
    }),
    isSealed: flag('封存', 'Sealed', {
      required: '请选择封存',
      requiredEn: 'Please say whether it is sealed',
      initial: 0,
      width: 70,
    }),
    remark: longText('备注', 'Remark', { length: 255, width: 200 }),
  },
  operations: ['view', 'add', 'edit', 'delete'],
  list: {
    columns: ['code', 'dictKey', 'dictValue', 'sort', 'isSealed', 'remark'],
    search: ['code', 'dictValue', 'isSealed', 'parentId'],
    sort: '+sort',
  },
  tree: { key: 'id', parent: 'parentId' },
  frame: true,
  // open: the words of every form and list, the same for everybody
  owner: 'open',
  unique: [['code', 'dictKey']],
  routes: { list: '/dict-vertical/index' },
})

const code = { code: text('字典编号', 'Code', { length: 64, required: '请输入字典编号' }) }

export const dictCalls = [
  call('dictBiz.dictionary', {
    method: 'GET',
    paths: ['blade-system/dict-biz/dictionary'],
    title: ['字典', 'Dictionary'],
    open: 'session',
    safe: true,
    answer: 'list',
    query: code,
  }),
  call('dictBiz.tree', {
    method: 'GET',
    paths: ['blade-system/dict-biz/tree'],
    title: ['字典树', 'Dictionary tree'],
    open: 'session',
    safe: true,
    answer: 'list',
    query: code,
  }),
  call('dictBiz.parentList', {
    method: 'GET',
    paths: ['blade-system/dict-biz/parent-list'],
    title: ['父级字典', 'Dictionaries'],
    permission: 'dictBiz_view',
    safe: true,
    answer: 'page',
  }),
  call('dictBiz.childList', {
    method: 'GET',
    paths: ['blade-system/dict-biz/child-list'],
    title: ['子级字典', 'Entries'],
    permission: 'dictBiz_view',
    safe: true,
    answer: 'list',
    query: { parentId: text('上级字典', 'Parent', { length: 19 }) },
  }),
] as const
