import { post } from '../../../../model/administration/access/post.ts'
import { dept, menu } from '../../../../model/administration/access/role.ts'
import { apiScope, dataScope } from '../../../../model/administration/access/scopes.ts'
import { user } from '../../../../model/administration/access/user.ts'
import { region } from '../../../../model/administration/system/region.ts'
import { oss, sms } from '../../../../model/administration/system/storage.ts'
import { resources } from '../../../../model/business.ts'
import { SENSITIVE_WORDS } from '../../../../model/content/contentSafety.ts'
import { notice } from '../../../../model/desk/notice.ts'
import { type Choice, isChoice } from '../../../../model/language/fields/field.ts'
import type { Resource } from '../../../../model/language/resource.ts'
import type { Label } from '../../../../model/values/label.ts'
import { columnOf } from '../../../database/names.ts'

/** A business dictionary of the model: a code, its title, its entries in order. */
export interface Dictionary {
  readonly code: string
  readonly title: Label
  readonly entries: readonly { readonly key: string; readonly words: Label }[]
}

const entriesOf = (c: Choice): Dictionary['entries'] =>
  Object.entries(c.values).map(([key, [zh, en]]) => ({ key, words: [zh, en] }))

const choicesOf = (r: Resource): [string, Choice][] =>
  Object.entries(r.fields).filter((pair): pair is [string, Choice] => isChoice(pair[1]))

/** Modules that a quick reply may belong to: every resource that names one, and `public`. */
function replyModules(): Dictionary {
  const modules = new Map<string, Label>([['public', ['通用', 'Any module']]])
  for (const r of resources.values()) if (r.replies) modules.set(r.replies, r.title)
  return {
    code: 'quick_reply_module',
    title: ['快捷回复模块', 'Modules of quick replies'],
    entries: [...modules].map(([key, words]) => ({ key, words })),
  }
}

/** Words that medical content may not say, by the law of advertisement: examples, to be completed by the tenant. */
export const SENSITIVE = [
  '根治',
  '包治',
  '无效退款',
  '无副作用',
  '国家级',
  '最佳疗效',
  '特效药',
  '返利',
  '回扣',
] as const

const sensitiveWords: Dictionary = {
  code: SENSITIVE_WORDS,
  title: ['敏感词', 'Sensitive words'],
  entries: SENSITIVE.map((word, n) => ({
    key: String(n + 1),
    words: [word, word],
  })),
}

/** Joins two words whose end and beginning overlap: 对象存储 and 存储类型 become 对象存储类型. */
function overlapped(first: string, then: string): string {
  let shared = Math.min(first.length, then.length)
  while (!first.endsWith(then.slice(0, shared))) shared -= 1
  return first + then.slice(shared)
}

/**
 * A dictionary for every choice field of the model: its code is the field in snake case, prefixed by the resource where
 * fields of one name mean different things. Stock screens and reports read them; the console reads the model.
 */
export function dictionaries(of: Iterable<Resource> = resources.values()): Dictionary[] {
  const byField = new Map<string, { resource: Resource; choice: Choice }[]>()
  for (const r of of) {
    if (r.variantOf) continue
    for (const [name, choice] of choicesOf(r))
      byField.set(name, [...(byField.get(name) ?? []), { resource: r, choice }])
  }
  const found: (Dictionary & { readonly of: Label | null })[] = []
  for (const [name, uses] of byField) {
    const meanings = new Set(uses.map((u) => JSON.stringify(entriesOf(u.choice))))
    if (meanings.size === 1) {
      const { choice } = uses[0] as (typeof uses)[number]
      const titles = (at: 0 | 1, between: string) => [...new Set(uses.map((u) => u.resource.title[at]))].join(between)
      const of: Label = [titles(0, '、'), titles(1, ', ')]
      found.push({ code: columnOf(name), title: choice.label, entries: entriesOf(choice), of })
    } else {
      for (const { resource, choice } of uses)
        found.push({
          code: `${columnOf(resource.id)}_${columnOf(name)}`,
          title: [overlapped(resource.title[0], choice.label[0]), `${resource.title[1]}: ${choice.label[1]}`],
          entries: entriesOf(choice),
          of: null,
        })
    }
  }
  // fields of different names may be called alike: then the resources tell them apart
  const times = (zh: string) => found.filter((d) => d.title[0] === zh).length
  const described = found.map(({ of, ...d }): Dictionary => {
    const {
      title: [zh, en],
    } = d
    return of && times(zh) > 1 ? { ...d, title: [`${zh}（${of[0]}）`, `${en} (${of[1]})`] } : d
  })
  return [...described, replyModules(), sensitiveWords]
}

/** A dictionary of the system from a closed set of the model. */
const ofField = (code: string, title: Label, f: unknown): Dictionary => ({
  code,
  title,
  entries: entriesOf(f as Choice),
})

/**
 * Words of the system itself that stock screens ask for by fixed codes (wire conventions §8): those of fields of the
 * model, and the few that no field has.
 */
export const systemDictionaries: readonly Dictionary[] = [
  ofField('sex', ['性别', 'Sex'], user.fields.sex),
  ofField('org_category', ['机构类型', 'Kinds of departments'], dept.fields.deptCategory),
  ofField('menu_category', ['菜单类型', 'Kinds of menus'], menu.fields.category),
  ofField('post_category', ['岗位类型', 'Kinds of posts'], post.fields.category),
  ofField('data_scope_type', ['数据权限类型', 'Kinds of row scopes'], dataScope.fields.scopeType),
  ofField('api_scope_type', ['接口权限类型', 'Kinds of interfaces'], apiScope.fields.scopeType),
  ofField('notice', ['通知类型', 'Kinds of notices'], notice.fields.category),
  ofField('region', ['行政区划等级', 'Levels of regions'], region.fields.regionLevel),
  ofField('oss', ['对象存储类型', 'Kinds of storage'], oss.fields.category),
  ofField('sms', ['短信类型', 'Kinds of short messages'], sms.fields.category),
  {
    code: 'yes_no',
    title: ['是否', 'Yes or no'],
    entries: [
      { key: '1', words: ['否', 'No'] },
      { key: '2', words: ['是', 'Yes'] },
    ],
  },
  {
    code: 'button_func',
    title: ['按钮功能', 'Places of buttons'],
    entries: [
      { key: '1', words: ['工具栏', 'Toolbar'] },
      { key: '2', words: ['操作栏', 'Row'] },
      { key: '3', words: ['工具操作栏', 'Toolbar and row'] },
    ],
  },
  { code: 'flow', title: ['流程类型', 'Kinds of processes'], entries: [{ key: '1', words: ['请假流程', 'Leave'] }] },
]
