/** Characters that people may read either way when they type a name: later readings are offered beside the first. */
export const ALSO: Readonly<Record<string, readonly string[]>> = {
  重: ['chong', 'zhong'],
  调: ['tiao', 'diao'],
  长: ['chang', 'zhang'],
  行: ['hang', 'xing'],
  会: ['hui', 'kuai'],
  率: ['lv', 'lu'],
  单: ['dan', 'shan'],
  参: ['can', 'shen'],
  角: ['jue', 'jiao'],
}

/** The most readings of one text. */
const READINGS_PER_TEXT_MAX = 4

/**
 * Readings of a text whose characters are likely read so: full syllables joined by spaces, the likely reading first, at
 * most four. Latin words stay one word. Pure.
 */
export function spelled(characters: readonly string[], likely: readonly string[]): readonly string[] {
  let found: string[][] = [[]]
  for (const [at, syllable] of likely.entries()) {
    const others = (ALSO[characters[at] ?? ''] ?? []).filter((s) => s !== syllable)
    const branches = [syllable, ...others]
    const grown = branches.flatMap((s) => found.map((f) => [...f, s]))
    found = grown.length <= READINGS_PER_TEXT_MAX ? grown : found.map((f) => [...f, syllable])
  }
  return [...new Set(found.map((syllables) => joined(characters, syllables)))]
}

/** Syllables with spaces between them; runs of Latin letters and digits stay one word, punctuation is not read. */
function joined(characters: readonly string[], syllables: readonly string[]): string {
  let text = ''
  for (const [at, s] of syllables.entries()) {
    if (!/[\p{L}\p{N}]/u.test(characters[at] ?? '')) {
      text += ' '
      continue
    }
    const latin = /^[\x20-\x7e]$/.test(characters[at] ?? '')
    const before = /^[\x21-\x7e]$/.test(characters[at - 1] ?? '')
    text += latin && before ? s : ` ${s}`
  }
  return text.replace(/\s+/g, ' ').trim()
}

/** The same reader for texts that may be Latin, which are read as they are: they have no readings. */
export const unlessLatin =
  (readings: (text: string) => readonly string[]): ((text: string) => readonly string[]) =>
  (text) =>
    /^[\x20-\x7e]*$/.test(text) ? [] : readings(text)

/** Speller of texts, one for many, in place of their readings. */
export interface Speller {
  /** Syllables with the characters read so: `jie结接 suan算`. A character that is not there is read as itself. */
  readonly syllables: string
  /** Readings of the texts that are read in another way. */
  readonly exceptions: Readonly<Record<string, readonly string[]>>
}

/**
 * The function that spells texts as a speller says. Pure.
 */
export function spellWith({ syllables, exceptions }: Speller): (text: string) => readonly string[] {
  const read = new Map<string, string>()
  for (const group of syllables.split(' ')) {
    const syllable = /^[a-z]*/.exec(group)?.[0] ?? ''
    for (const character of group.slice(syllable.length)) read.set(character, syllable)
  }
  return (text) => {
    if (Object.hasOwn(exceptions, text)) return exceptions[text] as readonly string[]
    const characters = [...text]
    return spelled(
      characters,
      characters.map((c) => read.get(c) ?? c.toLowerCase()),
    )
  }
}

/**
 * The speller of texts, from how each of their characters is likely read and how each text is to be read. Whatever it
 * would spell otherwise is an exception. Pure.
 */
export function spellerOf(
  texts: readonly string[],
  likely: (text: string) => readonly string[],
  readings: (text: string) => readonly string[],
): Speller {
  const counts = new Map<string, Map<string, number>>()
  for (const text of new Set(texts)) {
    const syllables = likely(text)
    for (const [at, character] of [...text].entries()) {
      const syllable = syllables[at] ?? ''
      if (!/^[a-z]+$/.test(syllable) || /^[\x20-\x7e]$/.test(character)) continue
      const of = counts.get(character) ?? new Map<string, number>()
      counts.set(character, of.set(syllable, (of.get(syllable) ?? 0) + 1))
    }
  }
  const groups = new Map<string, string>()
  for (const [character, of] of counts) {
    const [first] = [...of].sort(([, a], [, b]) => b - a)
    if (first) groups.set(first[0], (groups.get(first[0]) ?? '') + character)
  }
  const syllables = [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([syllable, characters]) => syllable + characters)
    .join(' ')
  const plain = spellWith({ syllables, exceptions: {} })
  const odd = [...new Set(texts)].filter((text) => plain(text).join('|') !== readings(text).join('|'))
  return { syllables, exceptions: Object.fromEntries(odd.map((text) => [text, readings(text)])) }
}
