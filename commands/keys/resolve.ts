import { isInState } from '../../src/model/language/lifecycle.ts'
import type { AnyCommand } from '../command.ts'
import { type ContextKeys, holds } from '../context.ts'
import { namesLayers } from '../overlap.ts'
import { parseKeys } from './parse.ts'
import { isBare, type Press, strokesOf } from './press.ts'

/** Safari ends a composition before the keydown that ended it: such a key comes within this many milliseconds. */
export const AFTER_COMPOSITION = 50

/** Part of a command that the resolver needs. */
export type Bound = Pick<
  AnyCommand,
  'id' | 'when' | 'keysWhen' | 'from' | 'global' | 'repeatable' | 'counted' | 'keys'
> &
  Partial<Pick<AnyCommand, 'category' | 'danger' | 'ownKeys'>>

export interface Binding {
  readonly command: Bound
  /** Canonical strokes. */
  readonly strokes: readonly string[]
  /** As written, for people. */
  readonly keys: string
  readonly namesLayers: boolean
}

/** All bindings by their first stroke, in the order of the registry. */
export type KeyTable = ReadonlyMap<string, readonly Binding[]>

export function keyTable(commands: readonly Bound[]): KeyTable {
  const table = new Map<string, Binding[]>()
  for (const command of commands) {
    for (const keys of command.keys ?? []) {
      const strokes = parseKeys(keys)
      const named = namesLayers(command.when) || (command.keysWhen !== undefined && namesLayers(command.keysWhen))
      const binding: Binding = { command, strokes, keys, namesLayers: named }
      const first = strokes[0] as string
      const list = table.get(first)
      if (list) list.push(binding)
      else table.set(first, [binding])
    }
  }
  return table
}

/**
 * Strokes pressed so far of a sequence; `otherwise` is a command whose whole key they are, due when nothing longer
 * follows. Of a number there are no strokes but its digits (`count`), and `otherwise` is what the last digit does alone.
 */
export interface Pending {
  readonly strokes: readonly string[]
  readonly count?: string
  readonly otherwise?: string
}

export interface Situation {
  readonly context: ContextKeys
  /** A row that is meant (ticked, under the cursor, on the detail page); distinguishes decisions that share a key. */
  readonly row: Readonly<Record<string, unknown>> | null
  /** Milliseconds since a composition ended. */
  readonly sinceComposition: number
  readonly pending: Pending | null
  readonly mac: boolean
  /** Digits before a move are its number; default true. */
  readonly counts?: boolean
}

/** Why a key does nothing; `shared`: several commands have it, one of them decides, and none is meant before the others. */
export type Why =
  | 'modifier'
  | 'prevented'
  | 'composing'
  | 'belongs'
  | 'cancelled'
  | 'unbound'
  | 'elsewhere'
  | 'typing'
  | 'layers'
  | 'repeat'
  | 'shared'

interface Always {
  /** Sequence state to keep. */
  readonly pending: Pending | null
  /** The key is used: the browser must not act on it too. */
  readonly consume: boolean
  /** A shorter command that was waiting for more and is now due: runs before anything else. */
  readonly due?: string
}
export type Resolution = Always &
  (
    | { readonly is: 'none'; readonly why: Why; readonly between?: readonly Binding[] }
    | { readonly is: 'more'; readonly next: readonly Binding[] }
    | { readonly is: 'found'; readonly command: string; readonly keys: string; readonly count?: number }
  )

const ACTIVATION: ReadonlySet<string> = new Set(['enter', 'space'])
const MOVEMENT: ReadonlySet<string> = new Set([
  'arrowup',
  'arrowdown',
  'arrowleft',
  'arrowright',
  'pageup',
  'pagedown',
  'home',
  'end',
])

const belongs = (press: Press, strokes: readonly string[]): boolean => {
  const key = strokes[0]?.split('+').pop() ?? ''
  if (press.owns === 'nothing' || press.ctrl || press.meta) return false
  if (ACTIVATION.has(key)) return press.owns === 'activation' || press.owns === 'both'
  return MOVEMENT.has(key) && (press.owns === 'movement' || press.owns === 'both')
}

/** `palette` is set before its dialog is there: what is typed meanwhile must not decide anything. */
const isCovered = ({ layers, palette }: ContextKeys): boolean => layers > 0 || palette
const isTyped = (press: Press, { focus }: ContextKeys): boolean =>
  press.editable || focus === 'input' || focus === 'widget'

/** Reason why a binding may not fire here; null when it may. The only place that decides it. */
export function refusal(binding: Binding, press: Press, { context }: Pick<Situation, 'context'>): Why | null {
  const { command } = binding
  if (isCovered(context) && !binding.namesLayers) return 'layers'
  if (isTyped(press, context) && !command.global) return 'typing'
  if (!holds(command.when, context) || (command.keysWhen && !holds(command.keysWhen, context))) return 'elsewhere'
  if (press.repeat && !command.repeatable) return 'repeat'
  return null
}

/** Returns whether strokes begin with others. Pure. */
export const startsWith = (strokes: readonly string[], prefix: readonly string[]): boolean =>
  prefix.every((s, at) => strokes[at] === s)

/** Id of a decision, whichever of its keys is meant. */
export const plainId = (id: string): string => id.replace(/\.primary$/, '')

/**
 * Of the commands that share a key here, those meant for the current row: one, or several where nothing tells which. The
 * one that the person bound is before declared ones; order does not choose where a decision or anything that destroys is
 * among them. Of others the first in the order of the registry is meant. None for this row: the first, which then says why not.
 */
function pick(bindings: readonly Binding[], row: Situation['row']): readonly Binding[] {
  const live = bindings.filter(({ command: { from } }) => !from || (row !== null && isInState(from, row)))
  if (live.length === 0) return bindings.slice(0, 1)
  const own = live.filter((b) => b.command.ownKeys)
  const meant = own.length > 0 ? own : live
  const alike = new Set(meant.map((b) => plainId(b.command.id))).size === 1
  const grave = ({ command }: Binding) => command.category === 'decision' || command.danger === true
  return !alike && meant.some(grave) ? meant : meant.slice(0, 1)
}

const none = (why: Why, pending: Pending | null = null, consume = false): Resolution => ({
  is: 'none',
  why,
  pending,
  consume,
})

/** Meaning of a key press. Pure: everything it depends on is passed in, what must be remembered is in the answer. */
export function resolve(table: KeyTable, press: Press, situation: Situation): Resolution {
  const { pending } = situation
  if (isBare(press)) return none('modifier', pending)
  if (press.prevented) return none('prevented')
  if (press.editable && (press.composing || situation.sinceComposition < AFTER_COMPOSITION)) return none('composing')
  const strokes = strokesOf(press, situation.mac)
  if (belongs(press, strokes)) return none('belongs')
  if (pending && press.repeat) return none('repeat', pending, true)

  const number = counting(table, press, situation, strokes)
  if (number) return number
  if (pending && pending.count === undefined) {
    const on = step(table, press, situation, strokes, pending.strokes)
    if (on) return on
    if (strokes[0] === 'escape') return none('cancelled', null, true)
    // The sequence failed: what waited is due, and this key begins anew.
    const anew = fresh(table, press, situation, strokes)
    return pending.otherwise ? { ...anew, due: pending.otherwise } : anew
  }
  return fresh(table, press, situation, strokes)
}

/** A number that a person means has no more digits. */
const DIGITS_MAX = 4

/**
 * A number before a move: `5j`, `12k`. A digit that does something by itself here (a section of the record) waits for a
 * move, and does it where none follows; in the record itself it does so at once, as there it cannot be a number. What
 * follows a number and is no move begins anew. Null where neither a digit is pressed nor a number is waiting.
 */
function counting(table: KeyTable, press: Press, situation: Situation, strokes: readonly string[]): Resolution | null {
  const { pending, context } = situation
  if (pending && pending.count === undefined) return null
  const digit = strokes.find((s) => /^\d$/.test(s)) ?? ''
  const before = pending?.count ?? ''
  if (digit && situation.counts !== false && (digit !== '0' || before) && isCountable(table, press, situation)) {
    const own = step(table, press, situation, [digit], [])
    if (own?.is !== 'more' && !(own && !before && context.focus === 'detail')) {
      const count = (before + digit).slice(0, DIGITS_MAX)
      const otherwise = own?.is === 'found' ? own.command : undefined
      return { is: 'more', pending: { strokes: [], count, otherwise }, next: [], consume: true }
    }
  }
  if (!pending) return null
  if (strokes[0] === 'escape') return none('cancelled', null, true)
  const found = step(table, press, situation, strokes, [])
  if (found?.is === 'found' && isCounted(table, found.command)) return { ...found, count: Number(before) }
  const anew = fresh(table, press, situation, strokes)
  return pending.otherwise ? { ...anew, due: pending.otherwise } : anew
}

/** Returns whether a command takes a number. */
const isCounted = (table: KeyTable, id: string): boolean =>
  some(table, ({ command }) => command.id === id && command.counted === true)

/** Returns whether anything here takes a number. */
const isCountable = (table: KeyTable, press: Press, situation: Situation): boolean =>
  some(table, (b) => b.command.counted === true && refusal(b, press, situation) === null)

const some = (table: KeyTable, is: (binding: Binding) => boolean): boolean =>
  [...table.values()].some((bindings) => bindings.some(is))

function fresh(table: KeyTable, press: Press, situation: Situation, strokes: readonly string[]): Resolution {
  const found = step(table, press, situation, strokes, [])
  if (found) return found
  const bound = strokes.flatMap((s) => table.get(s) ?? [])
  if (bound.length === 0)
    return none(isCovered(situation.context) ? 'layers' : isTyped(press, situation.context) ? 'typing' : 'unbound')
  const whys = bound.map((b) => refusal(b, press, situation))
  // A held key of a command that fires once: swallow it, or the page scrolls or the browser searches.
  if (whys.includes('repeat')) return none('repeat', null, true)
  return none(whys.find((w) => w === 'layers' || w === 'typing') ?? 'elsewhere')
}

/** Next stroke after a prefix; null when nothing that may fire here begins like this. */
function step(
  table: KeyTable,
  press: Press,
  situation: Situation,
  strokes: readonly string[],
  prefix: readonly string[],
): Resolution | null {
  for (const s of strokes) {
    const path = [...prefix, s]
    const candidates = (table.get(path[0] as string) ?? []).filter(
      (b) => startsWith(b.strokes, path) && refusal(b, press, situation) === null,
    )
    if (candidates.length === 0) continue
    const [whole, ...rivals] = pick(
      candidates.filter((b) => b.strokes.length === path.length),
      situation.row,
    )
    const longer = candidates.filter((b) => b.strokes.length > path.length)
    const otherwise = rivals.length > 0 ? undefined : whole?.command.id
    if (longer.length > 0) return { is: 'more', pending: { strokes: path, otherwise }, next: longer, consume: true }
    if (whole && rivals.length > 0)
      return { is: 'none', why: 'shared', pending: null, consume: true, between: [whole, ...rivals] }
    if (whole) return { is: 'found', command: whole.command.id, keys: whole.keys, pending: null, consume: true }
  }
  return null
}
