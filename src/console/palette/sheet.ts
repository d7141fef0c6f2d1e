import type { AnyCommand, Category } from '../../../commands/command.ts'
import { all, always, type ContextKeys, is, type When } from '../../../commands/context.ts'
import { keyCondition, satisfiable } from '../../../commands/overlap.ts'
import type { Registry } from '../../../commands/registry.ts'
import { fold } from '../../../commands/search/fold.ts'
import { buildIndex, prepare, type SearchIndex, scoreItem } from '../../../commands/search/score.ts'
import { screensOf } from './sources.ts'

/** Line of the key sheet. */
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
  at: Pick<ContextKeys, 'screen' | 'resource' | 'queue' | 'view' | 'tree' | 'sections' | 'signedIn' | 'inbox'>,
): boolean => {
  const here: When[] = [
    is('screen', at.screen),
    is('resource', at.resource),
    is('queue', at.queue),
    is('view', at.view),
    is('tree', at.tree),
    is('sections', at.sections),
    is('signedIn', at.signedIn),
    is('inbox', at.inbox),
  ]
  return satisfiable(all(keyCondition(c), ...here))
}

/** The commands of a registry that have keys, and what each key pressed in the sheet would otherwise compute again. */
interface Keyed {
  readonly commands: readonly AnyCommand[]
  readonly index: SearchIndex
  /** By command: the screens where its keys work, empty = all of them; found when it is first shown. */
  readonly screens: Map<AnyCommand, readonly ContextKeys['screen'][]>
}

const keyedOf = new WeakMap<Registry, Keyed>()

function keyed(registry: Registry): Keyed {
  const known = keyedOf.get(registry)
  if (known) return known
  const commands = registry.commands.filter((c) => (c.keys?.length ?? 0) > 0)
  const made = { commands, index: buildIndex(commands), screens: new Map() }
  keyedOf.set(registry, made)
  return made
}

function screensAt({ screens }: Keyed, command: AnyCommand): readonly ContextKeys['screen'][] {
  const known = screens.get(command)
  if (known) return known
  const found = screensOf(keyCondition(command))
  const shown = found.length === screensOf(always).length ? [] : found
  screens.set(command, shown)
  return shown
}

/**
 * The key sheet, from the registry and nothing else. `at`: only what works on that page; null: everything there is.
 * `typed` finds by title in both languages, pinyin, or the key itself.
 */
export function sheet(registry: Registry, at: ContextKeys | null, typed: string): readonly SheetGroup[] {
  const of = keyed(registry)
  const text = fold(typed)
  const query = prepare(text)
  // the sheet may be longer than a page of the palette, so that lines are scored and not ranked
  const found = (c: AnyCommand, i: number): boolean =>
    text === '' ||
    (query !== null && scoreItem(of.index, i, query) > 0) ||
    (c.keys ?? []).some((k) => fold(k) === text || fold(k).replace('mod', 'ctrl') === text)
  const wanted = of.commands.filter((c, i) => found(c, i) && (!at || worksAt(c, at)))
  return ORDER.map((category) => ({
    category,
    lines: wanted
      .filter((c) => c.category === category)
      .map((command) => ({ command, keys: command.keys ?? [], screens: screensAt(of, command) })),
  })).filter((g) => g.lines.length > 0)
}
