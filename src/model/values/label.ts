/**
 * A text of the model in both languages of the product: `[Chinese, English]`. The console's own texts are in i18next;
 * what the model declares has its texts in the model.
 */
export type Label = readonly [zh: string, en: string]

/** The languages a person can choose. Chinese is the default (specification §9). */
export type Language = 'zh' | 'en'

/** The text of a label in one language. */
export const label = (text: Label, language: Language): string => text[language === 'en' ? 1 : 0]

const ENDINGS: readonly (readonly [plural: RegExp, one: string])[] = [
  [/(ss|tus|is)$/, '$1'],
  [/ies$/, 'y'],
  [/(ss|x|ch|sh)es$/, '$1'],
  [/s$/, ''],
]

/**
 * Singular of the title of a resource: `Meetings` → `Meeting`, `Tax items and rates` → `Tax item and rate`, `Columns of
 * a model` → `Column of a model`. What is no plural stays (`Content`, Chinese). Pure.
 */
export function one(title: string): string {
  const [head = '', ...rest] = title.split(/(?= (?:of|by|to) )/)
  const single = (word: string): string => {
    const [plural, ending] = ENDINGS.find(([like]) => like.test(word)) ?? []
    return plural ? word.replace(plural, ending as string) : word
  }
  return [head.replace(/[a-z]+(?=$| and )/g, single), ...rest].join('')
}

/** `Client companies` → `client companies` inside a sentence; abbreviations and Chinese stay. Pure. */
export const inSentence = (text: string): string =>
  /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text

/** A step with what it makes, unless its own words say that: 代录成果 · 病例提交, but 加入黑名单. Pure. */
export const stepWith = (step: string, what: string): string =>
  step.toLowerCase().includes(what.toLowerCase()) ? step : `${step} · ${inSentence(what)}`

/** Texts one behind the other as a language writes them: `, ` between the members of a list, `; ` between statements. */
export const joined = (texts: readonly string[], language: Language, mark: ', ' | '; ' = ', '): string =>
  texts.join(language === 'en' ? mark : mark === ', ' ? '、' : '；')

/** Labels as one list in both languages, each text once. Pure. */
export const joinedLabels = (labels: readonly Label[]): Label => [
  joined([...new Set(labels.map(([zh]) => zh))], 'zh'),
  joined([...new Set(labels.map(([, en]) => en))], 'en'),
]

/**
 * Search names from a list separated by `, `: each as written, with its reading (`readings`: full pinyin, syllables
 * separated by blanks) without blanks, and its initials where there are three or more. Pure.
 */
export const otherNames = (names: string | undefined, readings: (text: string) => readonly string[]): string[] =>
  (names ?? '')
    .split(', ')
    .filter(Boolean)
    .flatMap((name) => [...new Set([name, ...readings(name).flatMap(typedAs)])])

/** How a reading is typed: in full, or by its initials. */
const typedAs = (reading: string): string[] => [
  reading.replaceAll(' ', ''),
  ...(/ .* /.test(reading) ? [reading.replace(/\B.| /g, '')] : []),
]
