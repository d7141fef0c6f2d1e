/**
 * Folding of texts that people cannot distinguish, for comparison only: search, filters, references of imports,
 * uniqueness and payers use it; shown texts stay as typed. `rounds_folded` of
 * server/database/migrations/0000_bootstrap.sql is the same function in SQL, compared by
 * tests/contract/store/folding.test.ts.
 */

/** Dots between the parts of a name as input methods and PDFs write them, and dashes that no keyboard has. */
const DOTS = '•‧∙⋅・●᛫⸱ꞏ'
const DASHES = '‐‒–−'
/** Radicals that PDFs write for characters and that Unicode does not fold, with the characters, one by one. */
const RADICALS =
  '⺁⺇⺌⺎⺏⺒⺓⺛⺝⺟⺠⺩⺬⺰⺱⺳⺶⺷⺹⺺⺼⺽⺾⺿⻁⻂⻃⻄⻅⻆⻇⻈⻉⻋⻌⻍⻎⻏⻐⻑⻒⻓⻔⻕⻖⻗⻘⻙⻚⻛⻜⻝⻟⻠⻡⻢⻣⻤⻥⻦⻧⻨⻩⻫⻬⻭⻮⻯⻰⻱⻲⺅⺉⺋⺕⺖⺘⺙⺡⺣⺥⺧⺨⺫⺭⺮⺯⺊⺜⺞⺤⺈⺍⺗⺢⺵⺲⺸⺻⻀⻊⻞⻪'
const OF_RADICALS =
  '厂几小尢尣巳幺旡月母民王示纟罒罓羊羊耂肀月臼艹艹虎衤覀西见角角讠贝车辶辶辶阝钅長镸长门阝阝雨青韦页风飞食飠饣首马骨鬼鱼鸟卤麦黄斉齐歯齿竜龙龜亀亻刂㔾彐忄扌攵氵灬爫牛犭罒礻竹糹卜日歺爫刀小心氺网罒羊聿艹足食黾'
/** Characters that nobody sees, and blanks that are no compatibility forms of the plain one. */
const HIDDEN =
  '\u0085\u1680\u180e\u2028\u2029\u00ad\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff'

/** Replacements of single characters after compatibility forms are folded; characters beyond `to` are left out. */
export const FOLDED = {
  from: `${DOTS}${DASHES}${RADICALS}${HIDDEN}`,
  to: `${'·'.repeat(DOTS.length)}${'-'.repeat(DASHES.length)}${OF_RADICALS}`,
} as const

const BECOMES = new Map([...FOLDED.from].map((c, n) => [c, FOLDED.to.charAt(n)]))
const ANY = new RegExp(`[${FOLDED.from}]`, 'g')
/** A text that folding changes in letter case alone. */
const PLAIN = /^[\x21-\x7e]*$/

/**
 * A text with compatibility forms (full width, Kangxi radicals, ligatures) and look-alikes as one, without blanks and
 * characters that nobody sees; letter case stays. Pure.
 */
export const unified = (text: string): string =>
  PLAIN.test(text)
    ? text
    : text
        .normalize('NFKC')
        .replace(ANY, (c) => BECOMES.get(c) ?? '')
        .replace(/[ \t\n\v\f\r]/g, '')

/** A text as it is compared: unified, its ASCII letters small. Pure. */
export const folded = (text: string): string => unified(text).replace(/[A-Z]/g, (c) => c.toLowerCase())
