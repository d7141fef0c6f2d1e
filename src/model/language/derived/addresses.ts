import { type Address, addressOf, keyOf, matchNames } from '../address.ts'
import type { AnyCall } from '../domain/call.ts'
import { choiceOf, choiceWords, type Field, type Fields, isChoice, isRef } from '../fields/field.ts'
import { type From, isByPeople, type Lifecycle, type Transition } from '../lifecycle.ts'
import { sortsOf } from '../listing.ts'
import { fieldOf, type Resource } from '../resource.ts'
import { fileRight, holdsFiles } from './fileRights.ts'

/** Last segments below a resource's own paths, or a whole path below /api. */
const PATH = /^\/?[A-Za-z][\w.-]*(\/[A-Za-z][\w.-]*)*$/

type Find = (id: string) => Resource | undefined

/** Returns whether a value of this field identifies at most one live record. */
const isUnique = (r: Resource, name: string): boolean =>
  (r.unique ?? []).some((set) => set.length === 1 && set[0] === name)

function keyProblems(r: Resource, address: Pick<Address, 'key' | 'entries'>): string[] {
  const found: string[] = []
  const key = keyOf(address.key)
  if (key && key.field !== 'id' && !key.latest && !isUnique(r, key.field))
    found.push(`names records by ${key.field}, which is not unique`)
  for (const name of Object.values(address.entries?.within ?? {}))
    if (!fieldOf(r, name)) found.push(`asks for the unknown ${name}`)
  return found
}

/**
 * Returns whether a status can be empty. A field with an initial value, a required one and one that lists sort by have
 * a column without nulls.
 */
const isEverEmpty = (r: Resource, name: string): boolean => {
  const f = fieldOf(r, name)
  return f?.facts.initial === undefined && f?.facts.required === undefined && !sortsOf(r).includes(name)
}

/** Returns problems of the states that transitions or calls name. */
export function stateProblems(r: Resource, from: From<Fields> | Readonly<Record<string, unknown>>): string[] {
  return Object.entries(from).flatMap(([name, value]) => {
    const f = fieldOf(r, name)
    if (!f || !isChoice(f)) return [`${name} is no choice of ${r.id}`]
    return [value].flat().flatMap((v) => {
      if (v === 'previous') return []
      if (v === null) return isEverEmpty(r, name) ? [] : [`${name} is never empty`]
      return choiceWords(f, v) && choiceOf(f, String(v)) === v ? [] : [`${name} has no state ${String(v)}`]
    })
  })
}

/** Returns whether a parameter distinguishes two transitions. A parameter that both may omit (`matchIf`) does not. */
const apart = (a: Transition, b: Transition): boolean =>
  matchNames([a, b]).some((p) => {
    if (a.match?.[p] === undefined && b.match?.[p] === undefined) return false
    const [x, y] = [a, b].map((t) => t.match?.[p] ?? t.matchIf?.[p])
    return x === undefined || y === undefined || String(x) !== String(y)
  })

/** Returns whether a record can be in a state in which both start. */
function together(a: Transition, b: Transition): boolean {
  const [x, y] = [a.from, b.from]
  if (x === 'new' || y === 'new') return x === y
  const other = y as Readonly<Record<string, unknown>>
  return Object.entries(x).every(
    ([name, v]) => other[name] === undefined || [v].flat().some((one) => [other[name]].flat().includes(one)),
  )
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** Returns problems of the calls and states of a lifecycle, an empty list when there are none. Pure. */
export function transitionProblems(r: Resource, l: Lifecycle): string[] {
  const found: string[] = []
  const carried = Object.entries<Transition>(l.transitions).filter(([, t]) => isByPeople(t) && t.call)
  for (const [id, t] of Object.entries<Transition>(l.transitions)) {
    const say = (what: string) => found.push(`${id} ${what}`)
    for (const side of [t.from, t.to])
      if (typeof side === 'object') for (const what of stateProblems(r, side)) say(what)
    for (const name of Object.keys(t.savedWith ?? {}))
      if (Object.hasOwn(r.fields, name)) say(`is asked for by a save with ${name}, which is a field`)
    if (!t.call) continue
    const address = addressOf(t.call)
    for (const path of address.paths) if (!PATH.test(path)) say(`is called at the odd path ${path}`)
    if (!['GET', 'POST'].includes(address.method)) say(`is called by ${address.method}`)
    for (const what of keyProblems(r, address)) say(what)
    if (address.entries && t.batch !== 'perRow') say("comes as a list of objects: batch has to be 'perRow'")
    const key = keyOf(address.key)?.name ?? 'id'
    for (const p of matchNames([t])) if (p === key || p === 'ids') say(`is told apart by ${p}, which names records`)
    for (const [, other] of carried) {
      if (other === t) continue
      const there = addressOf(other.call ?? '')
      if (there.method !== address.method || !there.paths.some((p) => address.paths.includes(p))) continue
      if (!same(there, address)) say('shares a path with a transition that has another method, path, key or entries')
      if (t.byDefault && other.byDefault) say('is not the only one meant without parameters')
      if (!apart(t, other) && together(t, other)) say('cannot be told apart from another transition of its call')
    }
  }
  return found
}

/** Problems of the file that a call hands out: it is another field's, or has another right there. */
function givesProblems(c: AnyCall, find: Find): string[] {
  if (c.gives === undefined) return []
  const [of = '', name = ''] = c.gives.split('.')
  const r = find(of)
  const f = r?.fields[name] as Field | undefined
  if (!r || !f || !holdsFiles(f)) return [`gives ${c.gives}, which holds no files`]
  const right = fileRight(r, f) ?? `${r.id}_view`
  return c.answer.shape === 'download' && c.permission === right
    ? []
    : [`gives ${c.gives}, which is opened by ${right}: a download with that permission`]
}

/** Returns problems of a declared call, an empty list when there are none. Pure. */
export function callProblems(c: AnyCall, find: Find): string[] {
  const found: string[] = []
  const say = (what: string) => found.push(what)
  if (Boolean(c.permission) === Boolean(c.open)) say('has to say its permission, or whom it is open to')
  for (const path of c.paths) if (path.startsWith('/') || !PATH.test(path)) say(`has the odd path ${path}`)
  const query: Fields = c.query ?? {}
  const body: Fields = c.body ?? {}
  for (const name of Object.keys(query)) if (Object.hasOwn(body, name)) say(`asks ${name} in query and body`)
  const parameters: [string, Field][] = [query, body, (c.entries?.fields ?? {}) as Fields].flatMap((f) =>
    Object.entries(f),
  )
  for (const [name, f] of parameters) {
    if (isRef(f) && !find(f.to)) say(`${name} refers to the unknown ${f.to}`)
    if (f.facts.readOnly === 'always') say(`${name} is only ever set by the server`)
  }
  if (c.answer.resource !== undefined && !find(c.answer.resource)) say(`answers the unknown ${c.answer.resource}`)
  for (const what of givesProblems(c, find)) say(what)
  if (!c.on) {
    if (c.key || c.from || c.select) say('has key, from or select without saying on which resource')
    return found
  }
  const r = c.on as Resource
  if (find(r.id) === undefined) say(`is about the unknown ${r.id}`)
  if (c.open === 'public') say('is about records and open to everybody')
  for (const what of [...keyProblems(r, { key: c.key }), ...stateProblems(r, c.from ?? {})]) say(what)
  const key = keyOf(c.key)?.name
  if (key && (Object.hasOwn(query, key) || Object.hasOwn(body, key))) say(`declares its key ${key} twice`)
  return found
}
