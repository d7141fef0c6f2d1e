import { folded } from '../../src/model/values/folding.ts'

/** Text as it is compared, word by word: folded, lower case, one space between words. */
export const fold = (text: string): string => text.trim().split(/\s+/).map(folded).join(' ').toLowerCase()

/**
 * Scope of a palette query. The first character says it; input methods type it full-width or as Chinese punctuation.
 */
export type Scope = 'all' | 'commands' | 'menus' | 'records' | 'people' | 'help'

const SCOPES: Readonly<Record<string, Scope>> = {
  '>': 'commands',
  '＞': 'commands',
  '》': 'commands',
  '/': 'menus',
  '／': 'menus',
  '、': 'menus',
  '#': 'records',
  '＃': 'records',
  '@': 'people',
  '＠': 'people',
  '?': 'help',
  '？': 'help',
}

/** The plain prefix of each scope, for help and for opening the palette there. */
export const PREFIX: Readonly<Record<Exclude<Scope, 'all'>, string>> = {
  commands: '>',
  menus: '/',
  records: '#',
  people: '@',
  help: '?',
}

/** Splits what was typed into its scope and the rest. */
export function scopeOf(typed: string): { readonly scope: Scope; readonly query: string } {
  const text = typed.trimStart()
  const scope = SCOPES[text.slice(0, 1)]
  return scope ? { scope, query: text.slice(1) } : { scope: 'all', query: text }
}

/** Longest query that is searched for, characters: longer text is pasted by accident and must not block the palette. */
export const QUERY_CHARACTERS_MAX = 64
