import { preferences } from '../state/preferences.ts'

/** A text behind the name of what it is about, in the punctuation of the page's language: `通过：须填写原因`, `Approve: fill in a reason`. */
export const labelled = (name: string, text: string): string =>
  preferences.language === 'zh' ? `${name}：${text}` : `${name}: ${text}`

/** Names one behind the other, in the punctuation of the page's language. */
export const listed = (names: readonly string[]): string => names.join(preferences.language === 'zh' ? '、' : ', ')
