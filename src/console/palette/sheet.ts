import type { AnyCommand, Category } from '../../../commands/command.ts'
import { all, always, type ContextKeys, is, type When } from '../../../commands/context.ts'
import { keyCondition, satisfiable } from '../../../commands/overlap.ts'
import type { Registry } from '../../../commands/registry.ts'
import { fold } from '../../../commands/search/fold.ts'
import { rank } from '../../../commands/search/rank.ts'
import { buildIndex } from '../../../commands/search/score.ts'
import { screensOf } from './sources.ts'

/** One line of the key sheet. */
export interface SheetLine {
  readonly command: AnyCommand
  readonly keys: readonly string[]
  /** Screens where the keys work; empty = everywhere. */
  readonly screens: readonly ContextKeys['screen'][]
}

export interface SheetGroup {
  readonly category: Category
  readonly lines: readonly SheetLine[]
}

/** The order of the sheet: what a day is made of first. */
const ORDER: readonly Category[] = [
  'decision',
  'queue',
  'table',
  'selection',
  'navigation',
  'record',
  'search',
  'help',
  'tabs',
  'appearance',
  'session',
]
/** Returns whether the keys of a command can work on this page, with any row and focus. */
const worksAt = (
  c: AnyCommand,
  at: Pick<ContextKeys, 'screen' | 'resource' | 'queue' | 'view' | 'tree' | 'sections' | 'signedIn'>,
): boolean => {
  const here: When[] = [
    is('screen', at.screen),
    is('resource', at.resource),
    is('queue', at.queue),
    is('view', at.view),
    is('tree', at.tree),
    is('sections', at.sections),
    is('signedIn', at.signedIn),
  ]
  return satisfiable(all(keyCondition(c), ...here))
}

/** The screens where the keys of a command work; empty = all of them. */
const keyedOn = (c: AnyCommand): readonly ContextKeys['screen'][] => {
  const found = screensOf(keyCondition(c))
  return found.length === screensOf(always).length ? [] : found
}

/**
 * The key sheet, from the registry and nothing else. `at`: only what works on that page; null: everything there is.
 * `typed` finds by title in both languages, pinyin, or the key itself.
 */
export function sheet(registry: Registry, at: ContextKeys | null, typed: string): readonly SheetGroup[] {
  const bound = registry.commands.filter((c) => (c.keys?.length ?? 0) > 0 && (!at || worksAt(c, at)))
  const text = fold(typed)
  let wanted = bound
  if (text) {
    // The sheet may be longer than a page of the palette: each line is asked for itself.
    const found = new Set(bound.filter((c) => rank(buildIndex([c]), text).total > 0).map((c) => c.id))
    wanted = bound.filter(
      (c) => found.has(c.id) || c.keys?.some((k) => fold(k) === text || fold(k).replace('mod', 'ctrl') === text),
    )
  }
  return ORDER.map((category) => ({
    category,
    lines: wanted
      .filter((c) => c.category === category)
      .map((command) => ({ command, keys: command.keys ?? [], screens: keyedOn(command) })),
  })).filter((g) => g.lines.length > 0)
}
