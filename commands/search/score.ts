import { fold, QUERY_CHARACTERS_MAX } from './fold.ts'
import { matchInitials, matchPinyin, type Reading, readReading } from './pinyin.ts'

/** Anything that can be looked for: commands, menus, queue views. */
export interface Searchable {
  readonly id: string
  readonly title: string
  /** Title in the other language. */
  readonly alias: string
  /** Readings of the Chinese title: syllables joined by spaces. */
  readonly pinyin?: readonly string[]
  /** Other names people ask for it by, in any language, with the full pinyin of Chinese ones. */
  readonly words?: readonly string[]
}

/**
 * Kinds of match, best first, 1,000 apart: within one kind position and length give 0–499 and use gives 0–499 more, so
 * nothing ever crosses from one kind to another.
 */
export const KIND = {
  title: 10000,
  alias: 9000,
  word: 8000,
  prefix: 7000,
  contiguous: 6000,
  initials: 5000,
  pinyin: 4000,
  fuzzy: 3000,
} as const

/**
 * Everything about the texts that a query needs, computed once. Columns rather than objects: the loop allocates
 * nothing.
 */
export interface SearchIndex {
  readonly items: readonly Searchable[]
  readonly titles: readonly string[]
  readonly aliases: readonly string[]
  readonly readings: readonly (readonly Reading[])[]
  /** Folded; most items have none. */
  readonly words: readonly (readonly string[])[]
  /** Which characters occur: letters and digits exactly (`latin`), others hashed to 32 bits (`other`). */
  readonly titleLatin: Int32Array
  readonly titleOther: Int32Array
  readonly aliasLatin: Int32Array
  readonly aliasOther: Int32Array
  readonly pinyinLatin: Int32Array
  readonly initialsLatin: Int32Array
  /** Of all texts together: turns most items away at once. */
  readonly anyLatin: Int32Array
  readonly anyOther: Int32Array
  /** Place of each item in an order that does not depend on how the list was given: breaks ties. */
  readonly place: Int32Array
}

/** Bits of letters a–z and digits (two digits share one bit from 6 on); 0 for anything else. */
const latinBit = (code: number): number =>
  code >= 97 && code <= 122 ? 1 << (code - 97) : code >= 48 && code <= 57 ? 1 << (26 + ((code - 48) % 6)) : 0
const otherBit = (code: number): number => 1 << (Math.imul(code, 0x9e3779b1) >>> 27)

export function latinMask(text: string): number {
  let mask = 0
  for (let i = 0; i < text.length; i++) mask |= latinBit(text.charCodeAt(i))
  return mask
}

export function otherMask(text: string): number {
  let mask = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code !== 32 && latinBit(code) === 0) mask |= otherBit(code)
  }
  return mask
}

/** Mask of the characters in any of some texts. */
const masked = (texts: readonly string[] = [], mask: (text: string) => number): number =>
  texts.reduce((m, text) => m | mask(text), 0)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Prepares a list for searching: about 10 µs an item. */
export function buildIndex(items: readonly Searchable[]): SearchIndex {
  const n = items.length
  const titles = items.map((x) => fold(x.title))
  const aliases = items.map((x) => fold(x.alias))
  const words = items.map((x) => (x.words ?? []).map(fold))
  const readings = items.map((x) => (x.pinyin ?? []).map((text) => readReading(fold(text))))
  const column = (of: (at: number) => number): Int32Array => Int32Array.from({ length: n }, (_, at) => of(at))
  const sorted = Array.from({ length: n }, (_, at) => at).sort(
    (a, b) => compare(titles[a] ?? '', titles[b] ?? '') || compare(items[a]?.id ?? '', items[b]?.id ?? ''),
  )
  const place = new Int32Array(n)
  for (const [at, item] of sorted.entries()) place[item] = at
  const titleLatin = column((at) => latinMask(titles[at] ?? ''))
  const titleOther = column((at) => otherMask(titles[at] ?? ''))
  const aliasLatin = column((at) => latinMask(aliases[at] ?? ''))
  const aliasOther = column((at) => otherMask(aliases[at] ?? ''))
  const pinyinLatin = column((at) => (readings[at] ?? []).reduce((m, r) => m | latinMask(r.full), 0))
  return {
    items,
    titles,
    aliases,
    readings,
    words,
    titleLatin,
    titleOther,
    aliasLatin,
    aliasOther,
    pinyinLatin,
    initialsLatin: column((at) => (readings[at] ?? []).reduce((m, r) => m | latinMask(r.initials), 0)),
    anyLatin: column(
      (at) => (titleLatin[at] ?? 0) | (aliasLatin[at] ?? 0) | (pinyinLatin[at] ?? 0) | masked(words[at], latinMask),
    ),
    anyOther: column((at) => (titleOther[at] ?? 0) | (aliasOther[at] ?? 0) | masked(words[at], otherMask)),
    place,
  }
}

/** A piece of the query without spaces, prepared. */
export interface Token {
  readonly text: string
  readonly latin: number
  readonly other: number
  /** May be pinyin: letters only. */
  readonly letters: boolean
}

export interface Query {
  /** The whole, folded. */
  readonly whole: Token
  /** Its words: all must be found. */
  readonly tokens: readonly Token[]
}

const token = (text: string): Token => ({
  text,
  latin: latinMask(text),
  other: otherMask(text),
  letters: /^[a-z]+$/.test(text),
})

/** Prepares what was typed; null when nothing was. */
export function prepare(typed: string): Query | null {
  const text = fold(typed.slice(0, QUERY_CHARACTERS_MAX))
  return text ? { whole: token(text), tokens: text.split(' ').map(token) } : null
}

const isWordStart = (text: string, at: number): boolean => {
  if (at === 0) return true
  const before = text.charCodeAt(at - 1)
  return latinBit(before) === 0 || latinBit(text.charCodeAt(at)) === 0
}

/**
 * Position and length within a kind: earlier and shorter is better; what the person's own language says counts double.
 */
const detail = (at: number, length: number, own: boolean, wordStart: boolean): number =>
  (own ? 250 : 0) + (wordStart ? 120 : 0) + Math.max(0, 64 - at) + Math.max(0, 64 - length)

/**
 * All characters of the query in order, the first at the beginning of a word: how far they spread, −1 when not there.
 */
function spread(text: string, query: string): number {
  let at = text.indexOf(query[0] as string)
  while (at >= 0 && !isWordStart(text, at)) at = text.indexOf(query[0] as string, at + 1)
  if (at < 0) return -1
  const begin = at
  for (let n = 1; n < query.length; n++) {
    at = text.indexOf(query[n] as string, at + 1)
    if (at < 0) return -1
  }
  return at - begin + 1
}

/** How well a text contains the query literally: as prefix or contiguous; 0 when it does not. */
function scoreText(text: string, query: string, own: boolean): number {
  const at = text.indexOf(query)
  if (at < 0) return 0
  if (at === 0) return KIND.prefix + detail(0, text.length, own, true)
  return KIND.contiguous + detail(at, text.length, own, isWordStart(text, at))
}

/** How well the other names of an item say the query: one of them whole, or the beginning of one; 0 when none does. */
function scoreWords(words: readonly string[], query: string): number {
  let best = 0
  for (let n = 0; n < words.length; n++) {
    const word = words[n] as string
    if (word === query) return KIND.word
    if (query.length > 1 && word.startsWith(query)) best = KIND.contiguous + detail(0, word.length, false, true)
  }
  return best
}

/**
 * How well item `i` answers one token; 0 = not at all. Masks first: most items are turned away without touching a text.
 */
export function scoreToken(index: SearchIndex, i: number, q: Token): number {
  const { text, latin, other } = q
  const inTitle =
    ((index.titleLatin[i] as number) & latin) === latin && ((index.titleOther[i] as number) & other) === other
  const inAlias =
    ((index.aliasLatin[i] as number) & latin) === latin && ((index.aliasOther[i] as number) & other) === other
  let best = 0
  if (inTitle) best = scoreText(index.titles[i] as string, text, true)
  if (inAlias && best < KIND.prefix) {
    const score = scoreText(index.aliases[i] as string, text, false)
    if (score > best) best = score
  }
  const spelled = best < KIND.prefix ? scoreWords(index.words[i] as readonly string[], text) : 0
  if (spelled > best) best = spelled
  if (best > 0) return best
  if (q.letters && ((index.pinyinLatin[i] as number) & latin) === latin) {
    const readings = index.readings[i] as readonly Reading[]
    const initials = ((index.initialsLatin[i] as number) & latin) === latin
    for (let n = 0; n < readings.length; n++) {
      const r = readings[n] as Reading
      let score = 0
      const at = initials ? matchInitials(r, text) : -1
      if (at >= 0) score = KIND.initials + detail(at, r.syllables.length, false, at === 0)
      else {
        const from = matchPinyin(r, text)
        if (from >= 0) score = KIND.pinyin + detail(from, r.syllables.length, false, from === 0)
      }
      if (score > best) best = score
    }
    if (best > 0) return best
  }
  if (text.length < 2) return 0
  if (inTitle) {
    const wide = spread(index.titles[i] as string, text)
    if (wide > 0) best = KIND.fuzzy + Math.max(1, 400 - wide * 4)
  }
  if (inAlias) {
    const wide = spread(index.aliases[i] as string, text)
    if (wide > 0) best = Math.max(best, KIND.fuzzy + Math.max(1, 200 - wide * 4))
  }
  return best
}

/** How well item `i` answers the query; 0 = not at all. */
export function scoreItem(index: SearchIndex, i: number, query: Query): number {
  const { whole, tokens } = query
  if (
    ((index.anyLatin[i] as number) & whole.latin) !== whole.latin ||
    ((index.anyOther[i] as number) & whole.other) !== whole.other
  )
    return 0
  if (index.titles[i] === whole.text) return KIND.title
  if (index.aliases[i] === whole.text) return KIND.alias
  if ((index.words[i] as readonly string[]).includes(whole.text)) return KIND.word
  if (tokens.length === 1) return scoreToken(index, i, whole)
  let worst: number = KIND.title
  for (let n = 0; n < tokens.length; n++) {
    const score = scoreToken(index, i, tokens[n] as Token)
    if (score === 0) return 0
    if (score < worst) worst = score
  }
  // The words in one piece beat the same words scattered.
  if ((index.titles[i] as string).includes(whole.text)) return scoreText(index.titles[i] as string, whole.text, true)
  if ((index.aliases[i] as string).includes(whole.text)) return scoreText(index.aliases[i] as string, whole.text, false)
  return worst
}
