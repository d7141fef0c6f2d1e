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
