import { roles } from '../../model/roles/roles.ts'
import type { Language } from '../../model/values/label.ts'
import { OUTSIDE, PLAYING, SYSTEM_NAME, UNNAMED } from './actor.ts'

/** English of what history keeps in Chinese: the system, those outside the console, and built-in roles. */
const ENGLISH: ReadonlyMap<string, string> = new Map(
  [SYSTEM_NAME, UNNAMED, PLAYING, ...Object.values(OUTSIDE), ...roles.map(({ title }) => title)].map(([zh, en]) => [
    zh,
    en,
  ]),
)

/**
 * The name (`姓名（账号）`) or the roles (`角色,角色`, `沙箱代医生（角色）`) of a doer as history keeps them, for a reader of this language.
 * Names of people stay as they are.
 */
export function doerIn(text: string, language: Language): string {
  if (language === 'zh') return text
  // each role by itself, then the punctuation between them
  const parts = text.replace(/[^,（）]+/g, (part) => ENGLISH.get(part) ?? part)
  return ENGLISH.get(text) ?? parts.replaceAll('（', ' (').replaceAll('）', ')').replaceAll(',', ', ')
}
