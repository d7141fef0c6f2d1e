import type { Language } from '../../model/kernel/label.ts'
import { roles } from '../../model/roles.ts'
import { OUTSIDE, PLAYING, SYSTEM_NAME, UNNAMED } from './actor.ts'

/** English of what history keeps in Chinese: the system, those outside the console, and built-in roles. */
const ENGLISH: ReadonlyMap<string, string> = new Map(
  [SYSTEM_NAME, UNNAMED, PLAYING, ...Object.values(OUTSIDE), ...roles.map(({ title }) => title)].map(([zh, en]) => [
    zh,
    en,
  ]),
)

/** The name or the roles of whoever took a step, for a reader of this language; names of people stay as they are. */
export function doerIn(text: string, language: Language): string {
  if (language === 'zh') return text
  const parts = text.replace(/[^,（）]+/g, (part) => ENGLISH.get(part) ?? part)
  return ENGLISH.get(text) ?? parts.replaceAll('（', ' (').replaceAll('）', ')').replaceAll(',', ', ')
}
