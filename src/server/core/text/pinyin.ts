import { customPinyin, pinyin } from 'pinyin-pro'
import { folded } from '../../../model/values/folding.ts'
import { ALSO, type Speller, spelled, spellerOf } from '../../../model/values/readings.ts'

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

interface Spelling {
  /** How each character is likely read in the text, in lower case. */
  readonly likely: readonly string[]
  readonly readings: readonly string[]
}
const known = new Map<string, Spelling>()
/** Texts whose reading is cached: those of the model and the most recent others. */
const KNOWN = 10_000

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
  嚣: 'xiao',
  万: 'mo',
  俟: 'qi',
  员: 'yun',
  隗: 'kui',
  秘: 'bi',
  繁: 'po',
  黑: 'he',
  祭: 'zhai',
  翟: 'di',
  洗: 'xian',
  郗: 'chi',
  谌: 'shen',
  莘: 'xin',
  牟: 'mou',
  澹: 'tan',
  晟: 'cheng',
  炅: 'gui',
  宓: 'fu',
  莞: 'guan',
  歙: 'she',
  鄄: 'juan',
  佴: 'nai',
}

/** Characters that the library cannot read, or of which it knows nothing but the picture. */
const UNREAD: Readonly<Record<string, string>> = { 䶮: 'yan', 𠮷: 'ji', 〇: 'ling' }

/** Characters of the national standard of 2013 that stand beyond the two blocks below: they are of names and places. */
const BEYOND =
  '𠮷〇𠙶𠳐𡎚𡐓𣗋𣲗𣲘𣸣𤧛𤩽𤫉𥔲𥕢𥖨𥻗𦈡𦒍𦙶𦝼𦭜𦰡𧿹𨐈𨙸𨚕𨟠𨭉𨱇𨱏𨱑𨱔𨺙𩽾𩾃𩾌𪟝𪣻𪤗𪨰𪨶𪩘𪾢𫄧𫄨𫄷𫄸𫇭𫌀𫍣𫍯𫍲𫍽𫐄𫐐𫐓𫑡𫓧𫓯𫓶𫓹𫔍𫔎𫔶𫖮𫖯𫖳𫗧𫗴𫘜𫘝𫘦𫘧𫘨𫘪𫘬𫚕𫚖𫚭𫛭𫞩𫟅𫟦𫟹𫟼𫠆𫠊𫠜𫢸𫫇𫭟𫭢𫭼𫮃𫰛𫵷𫶇𫷷𫸩𬀩𬀪𬂩𬃊𬇕𬇙𬇹𬉼𬊈𬊤𬌗𬍛𬍡𬍤𬒈𬒍𬒔𬒗𬕂𬘓𬘘𬘡𬘩𬘫𬘬𬘭𬘯𬙂𬙊𬙋𬜬𬜯𬞟𬟁𬟽𬣙𬣞𬣡𬣳𬤇𬤊𬤝𬨂𬨎𬩽𬪩𬬩𬬭𬬮𬬱𬬸𬬹𬬻𬬿𬭁𬭊𬭎𬭚𬭛𬭤𬭩𬭬𬭭𬭯𬭳𬭶𬭸𬭼𬮱𬮿𬯀𬯎𬱖𬱟𬳵𬳶𬳽𬳿𬴂𬴃𬴊𬶋𬶍𬶏𬶐𬶟𬶠𬶨𬶭𬶮𬷕𬸘𬸚𬸣𬸦𬸪𬹼𬺈𬺓'

/** Computed once a text; the library never reaches the browser. */
function spellingOf(text: string): Spelling {
  const kept = known.get(text)
  if (kept) return kept
  const likely = pinyin(text, { toneType: 'none', type: 'array', v: true }).map((s) => s.toLowerCase())
  const found = { likely, readings: spelled([...text], likely) }
  if (known.size >= KNOWN) known.clear()
  known.set(text, found)
  return found
}

/**
 * Readings of a Chinese text: full syllables joined by spaces, the likely one first, at most four. Latin words stay as
 * they are, in lower case.
 */
export const readings = (text: string): readonly string[] => spellingOf(text).readings

/** Every Chinese character that names are read by: the unified ones, extension A, and rare ones of the standard. */
const CHARACTERS = [
  ...Array.from({ length: 0x4dc0 - 0x3400 }, (_, n) => String.fromCodePoint(0x3400 + n)),
  ...Array.from({ length: 0xa000 - 0x4e00 }, (_, n) => String.fromCodePoint(0x4e00 + n)),
  ...BEYOND,
]

/** How a character may be read, the likely way first: what the database makes the readings of names from. */
export function syllablesOf(character: string): readonly string[] {
  const [read = character] = pinyin(character, { toneType: 'none', type: 'array', v: true })
  const likely = UNREAD[character] ?? read
  if (likely === character) return []
  const [surname = likely] = pinyin(character, { mode: 'surname', toneType: 'none', type: 'array', v: true })
  const inNames = IN_NAMES[character]
  return [...new Set([likely, ...(ALSO[character] ?? []), surname, ...(inNames ? [inNames] : [])])]
}

const sounds = new Map<string, string>()

/**
 * How the Chinese characters of a text may be read, an entry each, alternatives joined by `/`: as the database reads
 * names. By character, so that what is kept does not grow with the texts.
 */
export const soundsOf = (text: string): string =>
  (text.match(/\p{Script=Han}/gu) ?? [])
    .map((character) => {
      let sound = sounds.get(character)
      if (sound === undefined) {
        sound = syllablesOf(folded(character)).join('/')
        sounds.set(character, sound)
      }
      return sound
    })
    .join(' ')

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

/** Speller of these texts, equal to `readings`. */
export const spellerFor = (texts: readonly string[]): Speller =>
  spellerOf(
    texts,
    (text) => spellingOf(text).likely,
    (text) => spellingOf(text).readings,
  )
