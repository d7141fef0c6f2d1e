import { inSentence, type Label, type Language, one, otherNames, stepWith } from '../../src/model/values/label.ts'
import type { Findable } from '../../src/model/wire/catalogue.ts'
import type { AnyCommand } from '../command.ts'
import { joinReadings } from '../search/pinyin.ts'
import { WORDS, type Word } from './words.ts'

/** A title in both languages with its readings. */
export interface Title {
  readonly zh: string
  readonly en: string
  readonly pinyin: readonly string[]
  /** Other names, with the full pinyin of Chinese ones. */
  readonly words?: readonly string[]
}

/** Search texts of commands besides their titles. */
interface Spoken {
  readonly names: Readonly<Partial<Record<Word, string>>>
  /** Full pinyin by Chinese text, syllables with blanks between. */
  readonly readings: ReadonlyMap<string, readonly string[]>
}

let spoken: Spoken = { names: {}, readings: new Map() }

/** Puts other names and readings in force for titles made from now on: they are loaded later than the titles. */
export const teach = (names: Spoken): void => {
  spoken = names
}

const readingsOf = (text: string): readonly string[] => spoken.readings.get(text) ?? []

/** A title of the commands' own. */
export const own = (word: Word): Title => ({
  zh: WORDS[word][0],
  en: WORDS[word][1],
  pinyin: readingsOf(WORDS[word][0]),
  words: otherNames(spoken.names[word], readingsOf),
})

/** A title that is found by these texts of the model, too. */
export const withNames = (t: Title, names: readonly Label[]): Title => ({
  ...t,
  words: [...(t.words ?? []), ...names.flatMap(([zh, en]) => [zh, en.toLowerCase(), ...readingsOf(zh)])],
})

/** A title of the catalogue, which says it in the person's language first. */
export const theirs = (f: Findable, language: Language): Title =>
  language === 'zh'
    ? { zh: f.title, en: f.alias, pinyin: f.pinyin, words: f.words }
    : { zh: f.alias, en: f.title, pinyin: f.pinyin, words: f.words }

/** The title of one record of what has this title. */
export const single = (t: Title): Title => ({ ...t, en: one(t.en) })

/** Titles joined: 新增 + 结算单 → 新增结算单 / Add settlement order. Chinese needs no gaps. */
export const join = (...parts: readonly Title[]): Title => ({
  zh: parts.map((p) => p.zh).join(''),
  en: parts.map((p, at) => (at === 0 ? p.en : inSentence(p.en))).join(' '),
  pinyin: joinReadings(...parts.map((p) => p.pinyin)),
  words: parts.flatMap((p) => p.words ?? []),
})

/** A step that makes a record, named with what it makes (`stepWith`), and found by `also`, too. */
export const named = (step: Title, what: Title, also: Title): Title => ({
  zh: stepWith(step.zh, what.zh),
  en: stepWith(step.en, what.en),
  pinyin: step.zh.includes(what.zh) ? step.pinyin : joinReadings(step.pinyin, what.pinyin),
  words: [also.zh, also.en, ...also.pinyin, ...(also.words ?? [])],
})

/** Properties that a command takes from its title. */
export const titled = (t: Title, language: Language): Pick<AnyCommand, 'title' | 'alias' | 'pinyin' | 'words'> => ({
  ...(language === 'zh' ? { title: t.zh, alias: t.en } : { title: t.en, alias: t.zh }),
  pinyin: t.pinyin,
  words: t.words ?? [],
})

/** Text of a command in the person's language. */
export const wordIn = (word: Word, language: Language): string => WORDS[word][language === 'en' ? 1 : 0]
