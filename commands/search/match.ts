import { folded as same } from '../../src/model/values/folding.ts'
import { QUERY_CHARACTERS_MAX } from './fold.ts'
import { KIND } from './score.ts'

/** Part of a text, [from, to). */
export type Span = readonly [from: number, to: number]

/** How each character of a text may be read; none for one that is read as it stands. */
export type Sounds = readonly (readonly string[])[]

/** How a text answers what was typed: the kind of match (`KIND`) and the parts that answer it, in order. */
export interface Match {
  readonly kind: number
  readonly spans: readonly Span[]
}

const HAN = /[\u3400-\u9fff]/
/** Characters that the server sends readings for. */
const SOUNDING = /\p{Script=Han}/u

/** Compared character by character, so that places in the folded text are places in the text. */
function folded(text: string): string {
  let found = ''
  for (const c of text) {
    const one = /\s/.test(c) ? ' ' : same(c).toLowerCase()
    found += one.length === c.length ? one : c
  }
  return found
}

/** Sounds from what the server sends: one entry for each Chinese character in order, alternatives joined by `/`. */
export function soundsOf(text: string, pinyin: string): Sounds {
  const entries = pinyin.split(' ')
  let next = 0
  return [...text].flatMap((c): readonly (readonly string[])[] => {
    const own = SOUNDING.test(c) ? (entries[next++] ?? '').split('/').filter(Boolean) : []
    return [own, ...Array.from({ length: c.length - 1 }, () => [])]
  })
}

/** Sounds from whole readings (`jie suan dan`), which Latin words are part of; none where they do not fit the text. */
export function soundsOfReadings(text: string, readings: readonly string[]): Sounds {
  const sounds: string[][] = Array.from({ length: text.length }, () => [])
  const low = folded(text)
  for (const reading of readings) {
    const words = folded(reading).split(' ')
    let next = 0
    for (let at = 0; at < low.length; at++) {
      const word = words[next] ?? ''
      if (HAN.test(low[at] as string)) {
        if (!sounds[at]?.includes(word)) sounds[at]?.push(word)
        next++
      } else if (word && low.startsWith(word, at)) {
        at += word.length - 1
        next++
      }
    }
    // The reading belongs to another text: no part of this one may be underlined.
    if (next !== words.length) return low.split('').map(() => [])
  }
  return sounds
}

/** The end of what the query spells from character `at` on, each giving itself or as much of a sound as `most`; else −1. */
function speltTo(text: string, sounds: Sounds, query: string, at: number, most: number): number {
  const dead = new Set<number>()
  const from = (i: number, q: number): number => {
    if (q === query.length) return i
    if (i >= text.length || dead.has(i * (QUERY_CHARACTERS_MAX + 1) + q)) return -1
    if (q > 0 && text[i] === ' ') return from(i + 1, q)
    const taken = text[i] === query[q] ? from(i + 1, q + 1) : -1
    if (taken >= 0) return taken
    for (const sound of sounds[i] ?? []) {
      let length = 0
      while (length < Math.min(sound.length, most) && sound[length] === query[q + length]) length++
      for (; length > 0; length--) {
        const end = from(i + 1, q + length)
        if (end >= 0) return end
      }
    }
    dead.add(i * (QUERY_CHARACTERS_MAX + 1) + q)
    return -1
  }
  return from(at, 0)
}

/** Match of a piece of the query: literally, else as it is spelt; null where it is neither. */
function piece(text: string, sounds: Sounds, query: string): { kind: number; span: Span } | null {
  const at = text.indexOf(query)
  if (at >= 0) {
    const kind = at > 0 ? KIND.contiguous : query.length === text.length ? KIND.title : KIND.prefix
    return { kind, span: [at, at + query.length] }
  }
  const letters = query.replaceAll(' ', '')
  // As initials if it can be: `sh` is 审核 rather than the beginning of 审.
  for (const [kind, most] of [[KIND.initials, 1] as const, [KIND.pinyin, QUERY_CHARACTERS_MAX] as const])
    for (let i = 0; i < text.length; i++) {
      const to = speltTo(text, sounds, letters, i, most)
      if (to >= 0) return { kind, span: [i, to] }
    }
  return null
}

/** Characters of the query in order, wherever they stand; the first where a word begins. */
function scattered(text: string, query: string): readonly Span[] | null {
  const spans: [number, number][] = []
  let at = -1
  for (const c of query) {
    do at = text.indexOf(c, at + 1)
    while (at > 0 && spans.length === 0 && /[a-z0-9]/.test(text[at - 1] as string) && /[a-z0-9]/.test(c))
    if (at < 0) return null
    const last = spans.at(-1)
    if (last && last[1] === at) last[1]++
    else spans.push([at, at + 1])
  }
  return spans
}

/** Spans in order, those that touch as one. */
function joined(spans: readonly Span[]): readonly Span[] {
  const found: [number, number][] = []
  for (const [from, to] of [...spans].sort((a, b) => a[0] - b[0])) {
    const last = found.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else found.push([from, to])
  }
  return found
}

/**
 * Match of a typed query with a text, by its characters and by its reading; null without one. The match decides both
 * rank and underlining, in palette rows of every kind and in records.
 */
export function matchOf(text: string, sounds: Sounds, typed: string): Match | null {
  const query = folded(typed.slice(0, QUERY_CHARACTERS_MAX)).replace(/\s+/g, ' ').trim()
  if (!query) return null
  const low = folded(text)
  const whole = piece(low, sounds, query)
  if (whole) return { kind: whole.kind, spans: [whole.span] }
  const words = query.split(' ')
  if (words.length > 1) {
    const parts = words.map((word) => piece(low, sounds, word))
    if (parts.every((p) => p !== null))
      return { kind: Math.min(...parts.map((p) => p.kind)), spans: joined(parts.map((p) => p.span)) }
    return null
  }
  const spans = query.length > 1 ? scattered(low, query) : null
  return spans && { kind: KIND.fuzzy, spans }
}
