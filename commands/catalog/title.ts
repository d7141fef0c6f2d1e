import type { Findable } from '../../src/model/kernel/catalogue.ts'
import type { Language } from '../../src/model/kernel/label.ts'
import { joinReadings } from '../search/pinyin.ts'
import { READINGS } from '../search/readings.ts'
import { WORDS, type Word } from './words.ts'

/** A title in both languages with its readings. */
export interface Title {
  readonly zh: string
  readonly en: string
  readonly pinyin: readonly string[]
}

/** A title of the commands' own. */
export const own = (word: Word): Title => ({
  zh: WORDS[word][0],
  en: WORDS[word][1],
  pinyin: READINGS.get(WORDS[word][0]) ?? [],
})

/** A title of the catalogue, which says it in the person's language first. */
export const theirs = (f: Findable, language: Language): Title =>
  language === 'zh' ? { zh: f.title, en: f.alias, pinyin: f.pinyin } : { zh: f.alias, en: f.title, pinyin: f.pinyin }

/** Titles joined: 新增 + 结算单 → 新增结算单 / Add settlement order. Chinese needs no gaps. */
export const join = (...parts: readonly Title[]): Title => ({
  zh: parts.map((p) => p.zh).join(''),
  en: parts.map((p, at) => (at === 0 ? p.en : decapitalise(p.en))).join(' '),
  pinyin: joinReadings(...parts.map((p) => p.pinyin)),
})

/** `Client companies` → `client companies` inside a sentence; abbreviations stay. */
const decapitalise = (text: string): string =>
  /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text

/** What a command carries of its title. */
export const titled = (
  t: Title,
  language: Language,
): { readonly title: string; readonly alias: string; readonly pinyin: readonly string[] } =>
  language === 'zh' ? { title: t.zh, alias: t.en, pinyin: t.pinyin } : { title: t.en, alias: t.zh, pinyin: t.pinyin }

/** One of the commands' own sentences in the person's language. */
export const say = (word: Word, language: Language): string => WORDS[word][language === 'en' ? 1 : 0]
