import { calls, lifecycles, resources, transitionsOf } from '../../../../model/business.ts'
import { type Address, addressOf, keyOf, pathsOf } from '../../../../model/language/address.ts'
import { type AnyCall, commandName, commandsOn, parametersOf } from '../../../../model/language/domain/call.ts'
import type { Fields } from '../../../../model/language/fields/field.ts'
import { isByPeople, type Transition } from '../../../../model/language/lifecycle.ts'
import { madeInWords, makerCode, makersOf } from '../../../../model/language/makers.ts'
import type { Decision, QueueView } from '../../../../model/language/queue.ts'
import type { Resource } from '../../../../model/language/resource.ts'
import { type Label, type Language, label } from '../../../../model/values/label.ts'
import type { CatalogueDecision, Findable, States } from '../../../../model/wire/catalogue.ts'
import type { ServerDomains } from '../../../core/domains.ts'
import { closedWhy, NOT_OPEN } from '../../../core/open.ts'
import { readings } from '../../../core/text/pinyin.ts'
import { hasMakers } from '../../../database/schema/makers.ts'

/** A title as it is shown and found: in both languages, by pinyin. */
export const findable = (text: Label, language: Language): Findable => ({
  title: label(text, language),
  alias: label(text, language === 'zh' ? 'en' : 'zh'),
  pinyin: readings(text[0]),
})

/** Questions of a decision: whether anything, and whether they have to say it. */
const questionOf = (ask: Fields = {}) => ({
  asks: Object.keys(ask).length > 0,
  mustAsk: Object.values(ask).some((f) => f.facts.required !== undefined),
})

/** The parameter by which records are named by their ids. One that holds values of another field is not for them. */
const byOf = (key: Address['key']): string => {
  const named = keyOf(key)
  return named?.field === 'id' ? named.name : ''
}

/** Note for people who may not take a transition because they made the record; empty where everybody may. */
function notByMakers(r: Resource, t: Transition, language: Language): Pick<CatalogueDecision, 'makers'> {
  const l = lifecycles.get(r.id)
  if (!l || !hasMakers(r)) return {}
  const words = makersOf(l, t).map((m) => [
    makerCode(m),
    label(
      madeInWords(m, r, l, (id) => resources.get(id)),
      language,
    ),
  ])
  return words.length > 0 ? { makers: Object.fromEntries(words) } : {}
}

/** Transition that takes a decision back, where it is open and the user may take it: nothing else is promised. */
function undoOf(domains: ServerDomains, r: Resource, { undo }: Transition, may: (code: string) => boolean): string {
  const code = undo === undefined ? undefined : transitionsOf(r.id)[undo]?.permission
  return undo !== undefined && code !== undefined && may(code) && closedWhy(domains, r.id, undo) === null ? undo : ''
}

function transitionOf(
  domains: ServerDomains,
  r: Resource,
  id: string,
  t: Transition,
  may: (code: string) => boolean,
  language: Language,
): CatalogueDecision {
  const { method, paths, key } = addressOf(t.call ?? '')
  return {
    kind: 'transition',
    id,
    ...findable(t.label, language),
    from: t.from as States,
    method,
    path: pathsOf(r.calls, paths)[0] ?? '',
    by: byOf(key),
    match: { ...t.match, ...t.matchIf },
    select: t.select ?? 'one',
    ...questionOf(t.ask),
    undo: undoOf(domains, r, t, may),
    takesBack: t.takesBack ?? [],
    ...notByMakers(r, t, language),
    money: t.money ?? false,
    danger: t.danger ?? false,
    result: t.result ?? 'other',
    key: t.key ?? '',
    closed: label(closedWhy(domains, r.id, id) ?? ['', ''], language),
  }
}

function commandOf(
  domains: ServerDomains,
  c: AnyCall,
  may: (code: string) => boolean,
  language: Language,
): CatalogueDecision {
  const { key, result, danger, money, undo, takesBack } = c.command ?? {}
  const nameOf = (id: string) => commandName({ id, on: c.on })
  const back = calls.find((one) => one.id === undo)
  const open = back?.permission !== undefined && may(back.permission) && domains.handlers.has(back.id)
  return {
    kind: 'call',
    id: commandName(c),
    ...findable(c.title, language),
    from: (c.from ?? {}) as States,
    method: c.method,
    path: c.paths[0] ?? '',
    by: byOf(c.key),
    match: {},
    select: c.select ?? 'one',
    ...questionOf(parametersOf(c)),
    undo: back && open ? nameOf(back.id) : '',
    takesBack: (takesBack ?? []).map(nameOf),
    money: money ?? false,
    danger: danger ?? false,
    result: result ?? 'other',
    key: key ?? '',
    closed: domains.handlers.has(c.id) ? '' : label(NOT_OPEN, language),
  }
}

/** Decisions of this person on records of a resource: its transitions, then the calls that are commands. */
export const decisionsOf = (
  domains: ServerDomains,
  r: Resource,
  may: (code: string) => boolean,
  language: Language,
): CatalogueDecision[] => [
  // transitions that create their record are no decision on a row: offered as such, they would run on the row in hand
  ...Object.entries(transitionsOf(r.id))
    .filter(([, t]) => isByPeople(t) && t.from !== 'new' && t.permission !== undefined && may(t.permission))
    .map(([id, t]) => transitionOf(domains, r, id, t, may, language)),
  ...commandsOn(calls, r.id)
    .filter((c) => c.permission !== undefined && may(c.permission))
    .map((c) => commandOf(domains, c, may, language)),
]

/** Returns the command name of a view's decision, null where the user may not take it. */
export function decisionOf(v: QueueView, d: Decision, may: (code: string) => boolean): string | null {
  const c = typeof d === 'string' ? undefined : commandsOn(calls, v.resource).find((one) => one.id === d.call)
  const code = typeof d === 'string' ? transitionsOf(v.resource)[d]?.permission : c?.permission
  if (code === undefined || !may(code)) return null
  return typeof d === 'string' ? d : commandName({ id: d.call, on: c?.on })
}
