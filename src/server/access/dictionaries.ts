import { resources } from '../../model/all.ts'
import { type Choice, isChoice } from '../../model/kernel/field.ts'
import type { Label } from '../../model/kernel/label.ts'
import type { Resource } from '../../model/kernel/resource.ts'
import { columnOf } from '../store/names.ts'

/** A business dictionary of the model: a code, its title, its entries in order. */
export interface Dictionary {
  readonly code: string
  readonly title: string
  readonly entries: readonly { readonly key: string; readonly value: string }[]
}

const entriesOf = (c: Choice): Dictionary['entries'] =>
  Object.entries(c.values as Readonly<Record<string, readonly [string, ...unknown[]]>>).map(([key, [value]]) => ({
    key,
    value,
  }))

const choicesOf = (r: Resource): [string, Choice][] =>
  Object.entries(r.fields).filter((pair): pair is [string, Choice] => isChoice(pair[1]))

/** Modules that a quick reply may belong to: every resource that names one, and `public`. */
function replyModules(): Dictionary {
  const modules = new Map<string, Label>([['public', ['通用', 'Any module']]])
  for (const r of resources.values()) if (r.replies) modules.set(r.replies, r.title)
  return {
    code: 'quick_reply_module',
    title: '快捷回复模块',
    entries: [...modules].map(([key, [value]]) => ({ key, value })),
  }
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
  const found: (Dictionary & { readonly of: string })[] = []
  for (const [name, uses] of byField) {
    const meanings = new Set(uses.map((u) => JSON.stringify(entriesOf(u.choice))))
    if (meanings.size === 1) {
      const { choice } = uses[0] as (typeof uses)[number]
      const of = [...new Set(uses.map((u) => u.resource.title[0]))].join('、')
      found.push({ code: columnOf(name), title: choice.label[0], entries: entriesOf(choice), of })
    } else {
      for (const { resource, choice } of uses)
        found.push({
          code: `${columnOf(resource.id)}_${columnOf(name)}`,
          title: `${resource.title[0]}${choice.label[0]}`,
          entries: entriesOf(choice),
          of: '',
        })
    }
  }
  // fields of different names may be called alike: then the families tell them apart
  const times = (title: string) => found.filter((d) => d.title === title).length
  const told = found.map(({ of, ...d }) => (of && times(d.title) > 1 ? { ...d, title: `${d.title}（${of}）` } : d))
  return [...told, replyModules()]
}
