import { proxy, ref } from 'valtio'
import { wallClock } from '../../../model/values/dates.ts'
import { setWarning } from '../../api/client.ts'
import { ApiError } from '../../api/error.ts'

/** `warn` stays on the screen until the user closes it. */
export type MessageTone = 'good' | 'bad' | 'info' | 'warn'

/** A text of somebody else (the server), or how the product says it in the language of the moment. */
export type ToastText = string | (() => string)

const inWords = (text: ToastText): string => (typeof text === 'function' ? text() : text)

/** Action offered by a message: a button with its word. */
export interface MessageAction {
  readonly label: ToastText
  readonly run: () => void
}

/** Something the product said. All of them can be read again in the message log. */
export interface Message {
  readonly id: number
  readonly tone: MessageTone
  text: string
  /** How it is said, for another language. */
  readonly source: ToastText
  /** Wall-clock time of the first and number of equal messages in a row. */
  readonly at: string
  times: number
  /** When it was said last, ms. */
  time: number
  /** Still on the screen. */
  shown: boolean
  readonly action?: MessageAction
}

const KEPT = 100
/** Equal messages within this time count as one, ms. */
const SAME = 4000
/** How long a message stays, ms; what is not named stays until it is dismissed. */
const STAYS: Readonly<Partial<Record<MessageTone, number>>> = { good: 3500, info: 5000, bad: 8000 }

/** Messages within this time are said at once, ms. */
const AT_ONCE = 1500
/**
 * Order of messages shown at the same time: the gravest first. Messages that stay wait behind those that vanish by
 * themselves.
 */
const RANK: Readonly<Record<MessageTone, number>> = { warn: 0, good: 1, info: 2, bad: 3 }

/**
 * The message shown in front: the newest, unless a graver one came at the same time. Earlier messages return after it,
 * as long as they stay. `list`: newest first. Pure.
 */
export function frontOf<M extends Pick<Message, 'tone' | 'time' | 'shown'>>(list: readonly M[]): M | undefined {
  const waiting = list.filter((m) => m.shown)
  const passing = waiting.filter((m) => m.tone !== 'warn')
  const latest = Math.max(...passing.map((m) => m.time))
  return passing.length > 0
    ? passing.filter((m) => m.time > latest - AT_ONCE).reduce((best, m) => (RANK[m.tone] > RANK[best.tone] ? m : best))
    : waiting[0]
}

/** Newest first. */
export const messages = proxy<{ list: Message[]; open: boolean }>({ list: [], open: false })

let next = 1
const timers = new Map<number, ReturnType<typeof setTimeout>>()

const stay = (message: { id: number; tone: MessageTone }) => {
  clearTimeout(timers.get(message.id))
  const ms = STAYS[message.tone]
  if (ms === undefined) return
  timers.set(
    message.id,
    setTimeout(() => dismiss(message.id), ms),
  )
}

/** Says all messages again: the language is another one, or its words have arrived. */
export function showTranslated(): void {
  for (const m of messages.list) {
    const text = inWords(m.source)
    if (m.text !== text) m.text = text
  }
}

/** The word of what a message offers. */
export const wordOf = (action: MessageAction): string => inWords(action.label)

/** Returns the id by which it can be dismissed. */
function say(tone: MessageTone, source: ToastText, action?: MessageAction): number {
  const text = inWords(source)
  if (!text) return 0
  const now = Date.now()
  const same = messages.list.find((m) => m.text === text && m.tone === tone && now - m.time < SAME)
  if (same) {
    same.times++
    same.shown = true
    same.time = now
    stay(same)
    return same.id
  }
  const message: Message = {
    id: next++,
    tone,
    text,
    source,
    at: wallClock(now),
    times: 1,
    time: now,
    shown: true,
    ...(action ? { action: ref(action) } : {}),
  }
  messages.list.unshift(message)
  for (const gone of messages.list.splice(KEPT)) {
    clearTimeout(timers.get(gone.id))
    timers.delete(gone.id)
  }
  stay(message)
  return message.id
}

/**
 * Restores messages of the previous page behind those of this one. Only messages that must be closed by hand are shown
 * again. Their texts keep their language.
 */
export function restore(kept: readonly Pick<Message, 'tone' | 'text' | 'at' | 'times' | 'time' | 'shown'>[]): void {
  const before = kept.map((m): Message => ({ ...m, id: next++, source: m.text, shown: m.shown && m.tone === 'warn' }))
  messages.list = [...messages.list, ...before].slice(0, KEPT)
}

/** Takes a message off the screen; it stays in the log. */
export function dismiss(id: number): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  const message = messages.list.find((m) => m.id === id)
  if (message) message.shown = false
}

/** Removes all messages before another person uses this desk. */
export function forgetMessages(): void {
  for (const timer of timers.values()) clearTimeout(timer)
  timers.clear()
  messages.list = []
  messages.open = false
}

/** Keeps a message on the screen while the user reads it. */
export const hold = (id: number): void => {
  clearTimeout(timers.get(id))
}
export const release = (id: number): void => {
  const message = messages.list.find((m) => m.id === id)
  if (message?.shown) stay(message)
}

export const toast = {
  good: (source: ToastText, action?: MessageAction) => say('good', source, action),
  bad: (source: ToastText) => say('bad', source),
  info: (source: ToastText, action?: MessageAction) => say('info', source, action),
  /** Something that must be seen: stays, and offers what to do about it. */
  warn: (source: ToastText, action?: MessageAction) => say('warn', source, action),
  /**
   * Shows a failure once: a lost network is shown by the status bar and one message, a duplicate click by its warning,
   * a cancelled read not at all, nor what an ended or locked session is refused.
   */
  error(error: unknown): void {
    if (error instanceof ApiError) {
      if (error.cancelled || error.code === -1 || error.code === 401 || error.code === 423) return
      say('bad', error.message)
    } else {
      say('bad', error instanceof Error ? error.message : String(error))
    }
  },
}

// Refused duplicates are said like everything else.
setWarning(toast.info)
