import { customPinyin, pinyin } from 'pinyin-pro'

// Readings of finance terms that the library's dictionary lacks.
customPinyin({
  调账: 'tiao zhang',
  长款: 'chang kuan',
  重新: 'chong xin',
  重复: 'chong fu',
  重发: 'chong fa',
  行号: 'hang hao',
  开户行: 'kai hu hang',
  会计: 'kuai ji',
  结算单: 'jie suan dan',
})

/**
 * Characters that people may read either way when they type a menu's name. Later readings are offered beside the first.
 */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  重: ['chong', 'zhong'],
  调: ['tiao', 'diao'],
  长: ['chang', 'zhang'],
  行: ['hang', 'xing'],
  会: ['hui', 'kuai'],
  率: ['lv', 'lu'],
  单: ['dan', 'shan'],
  参: ['can', 'shen'],
}

/** Characters of names of places, firms and people that are read otherwise there than when they stand alone. */
const IN_NAMES: Readonly<Record<string, string>> = {
  厦: 'xia',
  都: 'du',
  六: 'lu',
  曾: 'zeng',
  解: 'xie',
  乐: 'yue',
  朝: 'zhao',
  藏: 'zang',
  仇: 'qiu',
  区: 'ou',
  查: 'zha',
  朴: 'piao',
  盖: 'ge',
  尉: 'yu',
  覃: 'tan',
  柏: 'bo',
  校: 'jiao',
  种: 'chong',
  传: 'zhuan',
  降: 'xiang',
  弹: 'tan',
  埔: 'bu',
  蚌: 'beng',
  泊: 'po',
  泌: 'bi',
  漯: 'ta',
  便: 'pian',
  圈: 'juan',
  石: 'dan',
  血: 'xie',
  卡: 'qia',
  折: 'she',
  省: 'xing',
  兴: 'xing',
  应: 'ying',
  率: 'lu',
}

const MOST = 4
const known = new Map<string, readonly string[]>()

/**
 * Readings of a Chinese text: full syllables joined by spaces, the likely one first, at most four. Latin words stay as
 * they are, in lower case. Computed once a text; the library never reaches the browser.
 */
export function readings(text: string): readonly string[] {
  const kept = known.get(text)
  if (kept) return kept
  const characters = [...text]
  const likely = pinyin(text, { toneType: 'none', type: 'array', v: true }).map((s) => s.toLowerCase())
  let found: string[][] = [[]]
  for (const [at, syllable] of likely.entries()) {
    const others = (ALSO[characters[at] ?? ''] ?? []).filter((s) => s !== syllable)
    const branches = [syllable, ...others]
    const grown = branches.flatMap((s) => found.map((f) => [...f, s]))
    found = grown.length <= MOST ? grown : found.map((f) => [...f, syllable])
  }
  const texts = [...new Set(found.map((syllables) => joined(characters, syllables)))]
  known.set(text, texts)
  return texts
}

/** Syllables with spaces between them; runs of Latin letters and digits stay one word. */
function joined(characters: readonly string[], syllables: readonly string[]): string {
  let text = ''
  for (const [at, s] of syllables.entries()) {
    const latin = /^[\x20-\x7e]$/.test(characters[at] ?? '')
    const before = /^[\x21-\x7e]$/.test(characters[at - 1] ?? '')
    text += latin && before ? s : ` ${s}`
  }
  return text.replace(/\s+/g, ' ').trim()
}

/** Every Chinese character that the library can read. */
const CHARACTERS = Array.from({ length: 0xa000 - 0x4e00 }, (_, n) => String.fromCodePoint(0x4e00 + n))

/** How a character may be read, the likely way first: what the database makes the readings of names from. */
export function syllablesOf(character: string): readonly string[] {
  const [likely = character] = pinyin(character, { toneType: 'none', type: 'array', v: true })
  if (likely === character) return []
  const inNames = IN_NAMES[character]
  return [...new Set([likely, ...(ALSO[character] ?? []), ...(inNames ? [inNames] : [])])]
}

/** Characters by syllable: `first` where it is the likely one, `other` where it is another. In alphabetic order. */
export function charactersBySyllable(): { syllable: string; first: string; other: string }[] {
  const found = new Map<string, { first: string; other: string }>()
  for (const character of CHARACTERS)
    for (const [n, syllable] of syllablesOf(character).entries()) {
      const entry = found.get(syllable) ?? { first: '', other: '' }
      entry[n === 0 ? 'first' : 'other'] += character
      found.set(syllable, entry)
    }
  return [...found]
    .map(([syllable, characters]) => ({ syllable, ...characters }))
    .sort((a, b) => (a.syllable < b.syllable ? -1 : 1))
}
