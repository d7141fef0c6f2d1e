import type { AnyCommand } from './command.ts'
import { all, any, atLeast, BLANK, type ContextKey, type ContextKeys, is, not, type When } from './context.ts'

type Value = string | number | boolean

const SCREENS: readonly ContextKeys['screen'][] = [
  'signIn',
  'home',
  'queueHub',
  'steps',
  'inbox',
  'queue',
  'table',
  'detail',
  'form',
  'other',
]
const FOCUS: readonly ContextKeys['focus'][] = ['grid', 'detail', 'input', 'widget', 'page']
/** A text no condition names: represents every resource, queue or view that is not mentioned. */
const OTHER = '\u0000other'

const implies = (a: When, b: When): When => any(not(a), b)

/** Facts true of every context of the console; contexts against it do not count as overlaps. */
const FACTS: readonly When[] = [
  implies(is('palette', true), atLeast('layers', 1)),
  implies(is('inbox', true), atLeast('layers', 1)),
  implies(not(is('queue', '')), is('screen', 'queue')),
  implies(not(is('view', '')), is('screen', 'queue')),
  implies(is('screen', 'signIn'), is('signedIn', false)),
  implies(is('tree', true), is('screen', 'table')),
  implies(is('evidence', true), any(is('screen', 'queue'), is('screen', 'table'), is('screen', 'detail'))),
  implies(is('claimed', true), any(is('screen', 'queue'), is('screen', 'detail'))),
  implies(is('allSelected', true), any(is('screen', 'queue'), is('screen', 'table'))),
]

/** The context keys a condition looks at. */
export function mentions(when: When, found = new Set<ContextKey>()): Set<ContextKey> {
  if ('all' in when) for (const w of when.all) mentions(w, found)
  else if ('any' in when) for (const w of when.any) mentions(w, found)
  else if ('not' in when) mentions(when.not, found)
  else found.add(when.key)
  return found
}

/**
 * Returns whether a condition itself names the open layers in which it holds. Other commands do nothing while a layer
 * is open.
 */
export const namesLayers = (when: When): boolean => {
  const keys = mentions(when)
  return keys.has('layers') || keys.has('palette')
}

function collect(when: When, values: Map<ContextKey, Set<Value>>): void {
  if ('all' in when) for (const w of when.all) collect(w, values)
  else if ('any' in when) for (const w of when.any) collect(w, values)
  else if ('not' in when) collect(when.not, values)
  else {
    const set = values.get(when.key) ?? new Set<Value>()
    if ('is' in when) set.add(when.is)
    else for (const n of [when.atLeast, when.atLeast - 1]) set.add(n)
    values.set(when.key, set)
  }
}

/** Values worth trying for a key: all of a closed set; of an open one those mentioned and one that is not. */
function domain(key: ContextKey, mentioned: ReadonlySet<Value>): readonly Value[] {
  if (key === 'screen') return SCREENS
  if (key === 'focus') return FOCUS
  const blank = BLANK[key]
  if (typeof blank === 'boolean') return [false, true]
  if (typeof blank === 'number') {
    const numbers = new Set<number>([0, 1])
    for (const v of mentioned) if (Number(v) >= 0) numbers.add(Number(v))
    return [...numbers, Math.max(...numbers) + 1]
  }
  return [...new Set<Value>(['', OTHER, ...mentioned])]
}

/** The values a condition allows a key at all, undefined = no restriction known. Cheap and on the safe side. */
function allowed(when: When, key: ContextKey): ReadonlySet<Value> | undefined {
  if ('all' in when) {
    let found: ReadonlySet<Value> | undefined
    for (const w of when.all) {
      const one = allowed(w, key)
      if (one) found = found ? new Set([...found].filter((v) => one.has(v))) : one
    }
    return found
  }
  if ('any' in when) {
    const union = new Set<Value>()
    for (const w of when.any) {
      const one = allowed(w, key)
      if (!one) return undefined
      for (const v of one) union.add(v)
    }
    return when.any.length > 0 ? union : undefined
  }
  if ('not' in when) return undefined
  return when.key === key && 'is' in when ? new Set([when.is]) : undefined
}

const QUICK: readonly ContextKey[] = ['resource', 'screen', 'queue', 'view', 'signedIn']

/**
 * Is there a context the console can be in where the condition holds? Exact: tries the values that can make a
 * difference.
 */
export function satisfiable(when: When): boolean {
  for (const key of QUICK) if (allowed(when, key)?.size === 0) return false
  const values = new Map<ContextKey, Set<Value>>()
  collect(when, values)
  const facts = FACTS.filter((f) => [...mentions(f)].some((k) => values.has(k)))
  for (const f of facts) collect(f, values)
  const whole = all(when, ...facts)
  const keys = [...values.keys()]
  const options = keys.map((k) => domain(k, values.get(k) ?? new Set()))
  const chosen = new Map<ContextKey, Value>()
  const search = (at: number): boolean => {
    const known = partly(whole, chosen)
    const key = keys[at]
    if (known !== undefined || !key) return known === true
    for (const v of options[at] ?? []) {
      chosen.set(key, v)
      if (search(at + 1)) return true
    }
    chosen.delete(key)
    return false
  }
  return search(0)
}

/** Certain value of a condition while only some keys are chosen; undefined = it depends. */
function partly(when: When, chosen: ReadonlyMap<ContextKey, Value>): boolean | undefined {
  if ('all' in when) {
    let certain: boolean | undefined = true
    for (const w of when.all) {
      const one = partly(w, chosen)
      if (one === false) return false
      if (one === undefined) certain = undefined
    }
    return certain
  }
  if ('any' in when) {
    let certain: boolean | undefined = false
    for (const w of when.any) {
      const one = partly(w, chosen)
      if (one === true) return true
      if (one === undefined) certain = undefined
    }
    return certain
  }
  if ('not' in when) {
    const one = partly(when.not, chosen)
    return one === undefined ? undefined : !one
  }
  const value = chosen.get(when.key)
  if (value === undefined) return undefined
  return 'is' in when ? value === when.is : Number(value) >= when.atLeast
}

/** Returns whether both conditions can hold at once. */
export const overlap = (a: When, b: When): boolean => satisfiable(all(a, b))

/** Where a command's keys work: its `when`, its `keysWhen`, and what the resolver adds (layers, typing). */
export const keyCondition = (c: Pick<AnyCommand, 'when' | 'keysWhen' | 'global'>): When => {
  const own = c.keysWhen ? all(c.when, c.keysWhen) : c.when
  const parts: When[] = [own]
  if (!namesLayers(own)) parts.push(is('layers', 0))
  if (!c.global) parts.push(not(is('focus', 'input')), not(is('focus', 'widget')))
  return all(...parts)
}

type From = AnyCommand['from']

/** True when no row can be in both sets of states. */
export function statesExclude(a: From, b: From): boolean {
  if (!a || !b) return false
  return Object.entries(a).some(([field, want]) => {
    const other = b[field]
    if (other === undefined) return false
    const left = [want].flat()
    const right = [other].flat()
    return !left.some((v) => right.includes(v))
  })
}
