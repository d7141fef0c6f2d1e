import { SENSITIVE_WORDS } from '../../content/contentSafety.ts'
import { is, isNot } from '../../language/conditions/condition.ts'
import { answer } from '../../language/domain/answer.ts'
import { call } from '../../language/domain/call.ts'
import { flag, integer, longText, text, tree } from '../../language/fields/field.ts'
import { resource } from '../../language/resource.ts'
import { twin } from '../../language/twin.ts'
import type { Label } from '../../values/label.ts'

/** Key of a dictionary's own row. */
const PARENT = '-1'

/**
 * The dictionaries that are in force: whose entries a form offers, or a check goes by. The words of all other fields are the
 * product's own.
 */
export const READ_BY_FORMS: readonly string[] = ['quick_reply_module', SENSITIVE_WORDS]

const OWN_WORDS: Label = [
  '表单和列表使用程序内置的选项，修改字典不会改变它们',
  'forms and lists have words of their own: changing a dictionary changes none of them',
]

/** 业务字典: a parent row (dictKey "-1") and children that share its code. */
export const dictBiz = resource('dictBiz', {
  calls: ['blade-system/dict-biz'],
  title: ['业务字典', 'Business dictionaries'],
  notInForce: {
    instead: [
      `除 ${READ_BY_FORMS.join('、')} 外，${OWN_WORDS[0]}`,
      `but for ${READ_BY_FORMS.join(', ')}, ${OWN_WORDS[1]}`,
    ],
    where: READ_BY_FORMS.map((code) => isNot('code', code)),
  },
  name: 'dictValue',
  open: true,
  fields: {
    parentId: tree('dictBiz', '上级字典', 'Parent', { help: ['请选择上级字典', 'Leave empty for a new dictionary'] }),
    code: text('字典编号', 'Code', {
      search: 'code',
      length: 64,
      priority: 1,
      required: '请输入字典编号',
      requiredEn: 'Please enter a dictionary code',
      width: 280,
    }),
    dictKey: text('字典键值', 'Key', { length: 64, width: 100, none: PARENT }),
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
  readers: { auditor: 'view' },
  list: {
    columns: ['code', 'dictKey', 'dictValue', 'sort', 'isSealed', 'remark'],
    search: ['code', 'dictValue', 'isSealed', 'parentId'],
    filters: ['dictKey'],
    sort: '+sort',
    numbered: true,
  },
  tree: { key: 'id', parent: 'parentId', inherited: ['code'] },
  dialogWidth: 880,
  frame: true,
  lists: {
    // entries that may be chosen: sealed ones and the dictionary's own row are not among them
    dictionary: {
      title: ['字典', 'Dictionary'],
      by: { code: 'code' },
      where: [isNot('dictKey', PARENT), is('isSealed', 0)],
      answer: 'list',
    },
    parentList: {
      title: ['父级字典', 'Dictionaries'],
      paths: ['parent-list'],
      where: [is('dictKey', PARENT)],
      answer: 'page',
    },
    childList: {
      title: ['子级字典', 'Entries'],
      paths: ['child-list'],
      by: { parentId: 'parentId' },
      answer: 'list',
    },
  },
  // open: the words of every form and list, the same for everybody
  owner: 'open',
  unique: [['code', 'dictKey']],
  routes: { list: '/dict-vertical/index' },
})

/** 系统字典: the same for the words of the system itself. */
export const dict = twin(dictBiz, 'dict', {
  calls: ['blade-system/dict'],
  title: ['系统字典', 'System dictionaries'],
  readers: { auditor: 'view' },
  notInForce: { instead: OWN_WORDS },
  fields: {
    parentId: tree('dict', '上级字典', 'Parent', { help: ['请选择上级字典', 'Leave empty for a new dictionary'] }),
  },
  open: true,
  tree: { key: 'id', parent: 'parentId', inherited: ['code'] },
  dialogWidth: 880,
  frame: true,
  routes: { list: '/dict-horizontal/index' },
})

const treeOf = <const Id extends string>(id: Id, path: string) =>
  call(`${id}.tree`, {
    method: 'GET',
    paths: [`${path}/tree`],
    title: ['字典树', 'Dictionary tree'],
    // the words of every form, as the dictionaries themselves
    open: 'session',
    safe: true,
    replaces: `${id}.tree`,
    query: { code: text('字典编号', 'Code', { length: 64, required: '请输入字典编号' }) },
    answer: answer.typed<readonly object[]>('list'),
  })

/** `tree?code=`: a dictionary with its entries below it. */
export const dictBizTree = treeOf('dictBiz', 'blade-system/dict-biz')
export const dictTree = treeOf('dict', 'blade-system/dict')
