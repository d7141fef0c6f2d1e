import { type ListSetup, rowsIn } from '../listSetup.ts'

export type { ListSetup } from '../listSetup.ts'

import {
  NOTIFICATION_CHOICES,
  type NotificationChoice,
  type NotificationKindName,
  notificationKind,
} from '../notifications/notifications.ts'
import { type Frecency, heavierEntry, heaviest } from './book.ts'
import { isFields } from './same.ts'
import type { Shape } from './setting.ts'

/** Characters that no database keeps in a text: NUL, and half of a pair. */
const NOT_TEXT = /[\0\p{Cs}]/u

const isText = (x: unknown, length: number): x is string =>
  typeof x === 'string' && x !== '' && x.length <= length && !NOT_TEXT.test(x)

/** Word out of a few. */
export const word = <const T extends string>(fallback: T, ...words: readonly T[]): Shape<T> => ({
  fallback,
  check: (value) => words.find((one) => one === value) ?? null,
})

/** Yes or no. */
export const yesNo = (fallback: boolean): Shape<boolean> => ({
  fallback,
  check: (value) => (typeof value === 'boolean' ? value : null),
})

/** A whole number within bounds; 0: none was set. */
export const whole = (least: number, most: number): Shape<number> => ({
  fallback: 0,
  check: (value) =>
    Number.isInteger(value) && ((value as number) === 0 || ((value as number) >= least && (value as number) <= most))
      ? (value as number)
      : null,
})

/** A text of a pattern; "": none was set. */
export const patterned = <T extends string = string>(fallback: T, pattern: RegExp): Shape<T> => ({
  fallback,
  check: (value) => (typeof value === 'string' && (value === fallback || pattern.test(value)) ? (value as T) : null),
})

const textsIn = (value: unknown, most: number, length: number): string[] | null =>
  Array.isArray(value) &&
  value.length <= most &&
  value.every((x) => isText(x, length)) &&
  new Set(value).size === value.length
    ? [...value]
    : null

/** Different texts in an order. */
export const texts = (most: number, length: number): Shape<readonly string[]> => ({
  fallback: [],
  check: (value) => textsIn(value, most, length),
  trim: (value) => value.slice(-most),
})

/** Narrowest and widest a user makes a column, px. */
export const COLUMN_WIDTH_MIN_PX = 40
export const COLUMN_WIDTH_MAX_PX = 1200
/** Columns of a list that a setting names, and characters of a name. */
const COLUMNS_MAX = 300
const COLUMN_NAME_LENGTH_MAX = 100

const isWidth = (px: unknown): px is number =>
  Number.isFinite(px) && (px as number) >= COLUMN_WIDTH_MIN_PX && (px as number) <= COLUMN_WIDTH_MAX_PX

/** Returns the fields of an object where it has no others; null otherwise. */
const onlyFields = (value: unknown, ...names: readonly string[]): Readonly<Record<string, unknown>> | null =>
  isFields(value) && Object.keys(value).every((name) => names.includes(name)) ? value : null

/** Entries of an object whose names are short and whose values pass; null where one does not. */
function entriesOf<T>(
  value: unknown,
  most: number,
  length: number,
  of: (x: unknown) => T | null,
): Record<string, T> | null {
  if (!isFields(value)) return null
  const all = Object.entries(value)
  if (all.length > most) return null
  const found: [string, T][] = []
  for (const [name, x] of all) {
    const good = of(x)
    if (good === null || !isText(name, length) || name === '__proto__') return null
    found.push([name, good])
  }
  return Object.fromEntries(found)
}

/** Commands that a person bound keys of, keys of one, and characters of either. */
const BOUND_COMMANDS_MAX = 1_000
const KEYS_OF_COMMAND_MAX = 8
const COMMAND_ID_LENGTH_MAX = 100
const KEYS_LENGTH_MAX = 60

/** A person's own keys as they are kept: what keys mean is known to the console (commands/keys/keymap.ts). */
export interface KeptKeymap {
  readonly preset: string
  /** Single letters, digits and signs do something. */
  readonly characters: boolean
  /** Keys by the id of a command; an empty list takes all away. */
  readonly bindings: Readonly<Record<string, readonly string[]>>
}

/** Own keys. */
export const keymapShape: Shape<KeptKeymap> = {
  fallback: { preset: 'default', characters: true, bindings: {} },
  check: (value) => {
    const of = onlyFields(value, 'preset', 'characters', 'bindings')
    if (!of || !isText(of.preset, 20) || typeof of.characters !== 'boolean') return null
    const keys = (list: unknown) => textsIn(list, KEYS_OF_COMMAND_MAX, KEYS_LENGTH_MAX)
    const bindings = entriesOf(of.bindings, BOUND_COMMANDS_MAX, COMMAND_ID_LENGTH_MAX, keys)
    return bindings ? { preset: of.preset, characters: of.characters, bindings } : null
  },
}

/** Most macros of a person, and characters of a name and of the steps of one. */
export const MACROS_MAX = 50
export const MACRO_NAME_LENGTH_MAX = 40
export const MACRO_TEXT_LENGTH_MAX = 4_000

/** Steps under a name, as a person writes them: what they mean is known to the console (commands/macros). */
export interface KeptMacro {
  readonly name: string
  readonly text: string
}

function macroIn(value: unknown): KeptMacro | null {
  const of = onlyFields(value, 'name', 'text')
  return of && isText(of.name, MACRO_NAME_LENGTH_MAX) && isText(of.text, MACRO_TEXT_LENGTH_MAX)
    ? { name: of.name, text: of.text }
    : null
}

/** Macros of a person by id. Their keys are own keys, by the name of the command `macro.<id>`. */
export const macrosShape: Shape<Readonly<Record<string, KeptMacro>>> = {
  fallback: {},
  check: (value) => entriesOf(value, MACROS_MAX, 32, macroIn),
  trim: (macros) => Object.fromEntries(Object.entries(macros).slice(0, MACROS_MAX)),
}

/** Columns of a list. */
export const columnsShape: Shape<ListSetup> = {
  fallback: { order: [], hidden: [], shown: [], widths: {} },
  check: (value) => {
    const of = onlyFields(value, 'order', 'hidden', 'shown', 'widths', 'pinned', 'density', 'numbers')
    if (!of) return null
    const names = (list: unknown) => (list === undefined ? [] : textsIn(list, COLUMNS_MAX, COLUMN_NAME_LENGTH_MAX))
    const [order, hidden, shown] = [names(of.order), names(of.hidden), names(of.shown)]
    const widths = entriesOf(of.widths ?? {}, COLUMNS_MAX, COLUMN_NAME_LENGTH_MAX, (px) => (isWidth(px) ? px : null))
    const more = rowsIn(of, names(of.pinned))
    return order && hidden && shown && widths && more ? { order, hidden, shown, widths, ...more } : null
  },
}

/** Most held rows of a queue that are remembered, and characters of a name that are. */
export const HELD_ROWS_MAX = 500
export const HELD_TITLE_LENGTH_MAX = 60
/** Characters of a reason for a hold. */
export const HELD_REASON_LENGTH_MAX = 100

/**
 * A row on hold: what it is called, the view it was held in, and when; until when, if it comes back by itself (both epoch
 * milliseconds), and why, if that was written.
 */
export interface Held {
  readonly title: string
  readonly view: string
  readonly at: number
  readonly until?: number
  readonly reason?: string
}

/** Held rows by id. */
export type HeldRows = Readonly<Record<string, Held>>

function heldIn(value: unknown): Held | null {
  const of = onlyFields(value, 'title', 'view', 'at', 'until', 'reason')
  if (!of || typeof of.title !== 'string' || of.title.length > HELD_TITLE_LENGTH_MAX) return null
  if (typeof of.view !== 'string' || of.view.length > 100 || !Number.isFinite(of.at)) return null
  if (NOT_TEXT.test(of.title) || NOT_TEXT.test(of.view)) return null
  if (of.until !== undefined && !Number.isFinite(of.until)) return null
  if (of.reason !== undefined && !isText(of.reason, HELD_REASON_LENGTH_MAX)) return null
  return {
    ...{ title: of.title, view: of.view, at: of.at as number },
    ...(of.until === undefined ? {} : { until: of.until as number }),
    ...(of.reason === undefined ? {} : { reason: of.reason }),
  }
}

/** Returns whether a row is back: it was held until a moment that has passed. Pure. */
export const isBack = ({ until }: Held, now: number): boolean => until !== undefined && until <= now

/** Returns held rows in the order in which they were held. Pure. */
export const heldInOrder = (rows: HeldRows): [string, Held][] =>
  Object.entries(rows).sort(([a, x], [b, y]) => x.at - y.at || (a < b ? -1 : 1))

/** Rows of a queue on hold. */
export const heldShape: Shape<HeldRows> = {
  fallback: {},
  check: (value) => entriesOf(value, HELD_ROWS_MAX, 32, heldIn),
  trim: (rows) => Object.fromEntries(heldInOrder(rows).slice(-HELD_ROWS_MAX)),
}

const pairIn = (x: unknown): readonly [number, number] | null =>
  Array.isArray(x) && x.length === 2 && x.every((n) => Number.isFinite(n)) ? [x[0], x[1]] : null

/** Entries that are used, with how much and when. */
export const bookShape = (kept: number): Shape<Frecency> => ({
  fallback: {},
  check: (value) => entriesOf(value, kept, 200, pairIn),
  heavier: (mine, theirs) => {
    const [a, b] = [pairIn(mine), pairIn(theirs)]
    return a && b ? heavierEntry(a, b) : mine
  },
  trim: (book) => heaviest(book, kept),
})

/** Most open tabs, and characters of an address. */
export const OPEN_TABS_MAX = 24
const ADDRESS_LENGTH_MAX = 2_000

/** Parameters of an address that say which page it is; what was filtered by may be personal data and is kept nowhere in the clear. */
const KEPT_PARAMETERS: ReadonlySet<string> = new Set(['view', 'saved', 'open'])

/** Returns an address without what was filtered by. Pure. */
function bareAddress(to: string): string {
  const [path = '', search = ''] = to.split('?')
  const kept = [...new URLSearchParams(search)].filter(([name]) => KEPT_PARAMETERS.has(name))
  return kept.length > 0 ? `${path}?${new URLSearchParams(kept)}` : path
}

/** An open tab: its path and the address it shows. No title: names of records are fetched where they may be read. */
export interface KeptTab {
  readonly path: string
  readonly to: string
}

/** Open tabs in their order. */
export const tabsShape: Shape<readonly KeptTab[]> = {
  fallback: [],
  check: (value) => {
    if (!Array.isArray(value) || value.length > OPEN_TABS_MAX) return null
    const found = value.flatMap((x): KeptTab[] => {
      const of = onlyFields(x, 'path', 'to')
      const isAddress = (text: unknown): text is string => isText(text, ADDRESS_LENGTH_MAX) && text.startsWith('/')
      return of && isAddress(of.path) && isAddress(of.to) ? [{ path: of.path, to: bareAddress(of.to) }] : []
    })
    return found.length === value.length && new Set(found.map((t) => t.path)).size === found.length ? found : null
  },
}

/** Choices of notifications by kind: those that differ from the kind's own. */
export const notificationsShape: Shape<Readonly<Partial<Record<NotificationKindName, NotificationChoice>>>> = {
  fallback: {},
  check: (value) => {
    if (!isFields(value)) return null
    const all = Object.entries(value)
    return all.every(
      ([kind, choice]) => notificationKind(kind) !== null && NOTIFICATION_CHOICES.some((c) => c === choice),
    )
      ? (Object.fromEntries(all) as Partial<Record<NotificationKindName, NotificationChoice>>)
      : null
  },
}

/** Hours of the day (Asia/Shanghai, `HH:mm`) in which nothing pops up; the same twice: none. */
export interface QuietHours {
  readonly from: string
  readonly to: string
}

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/

/** Quiet hours. */
export const quietShape: Shape<QuietHours> = {
  fallback: { from: '00:00', to: '00:00' },
  check: (value) => {
    const of = onlyFields(value, 'from', 'to')
    if (typeof of?.from !== 'string' || typeof of.to !== 'string') return null
    return CLOCK.test(of.from) && CLOCK.test(of.to) ? { from: of.from, to: of.to } : null
  },
}

/** Returns whether a time (`HH:mm`) lies in quiet hours, which may go over midnight. Pure. */
export const isQuiet = ({ from, to }: QuietHours, at: string): boolean =>
  from <= to ? from <= at && at < to : from <= at || at < to
