import { buildRegistry } from '../../../../commands/catalog/build.ts'
import type { AnyCommand, Category } from '../../../../commands/command.ts'
import { always } from '../../../../commands/context.ts'
import { FIXED, type Keymap } from '../../../../commands/keys/keymap.ts'
import { FAMILY, familiesOf } from '../../../../commands/keys/keymapFamilies.ts'
import { parseKeys } from '../../../../commands/keys/parse.ts'
import { keyCondition } from '../../../../commands/overlap.ts'
import type { Registry } from '../../../../commands/registry.ts'
import { fold } from '../../../../commands/search/fold.ts'
import { buildIndex, prepare, type Searchable, scoreItem } from '../../../../commands/search/score.ts'
import type { Language } from '../../../model/values/label.ts'
import type { Catalogue, CatalogueResource } from '../../../model/wire/catalogue.ts'
import { capital } from '../../palette/rows.ts'
import { screensOf } from '../../palette/sources.ts'

type Say = (key: string, options?: Record<string, unknown>) => string

/** Line of the table of keys: a command, or a family of commands that are bound together. */
export interface KeymapLine extends Searchable {
  readonly category: Category
  /** Beside the title: what a family consists of, where a menu stands. */
  readonly note: string
  /** The command itself; of a family its first one, by which it is checked. */
  readonly command: AnyCommand
  readonly keys: readonly string[]
  /** Keys without the person's own. */
  readonly declared: readonly string[]
  /** The person bound something here. */
  readonly changed: boolean
  /** Keys that cannot be taken away. */
  readonly fixed: readonly string[]
}

/** Order of the groups: what a day is made of first. */
const ORDER: readonly Category[] = [
  'decision',
  'queue',
  'table',
  'selection',
  'record',
  'navigation',
  'search',
  'help',
  'tabs',
  'appearance',
  'session',
]

/** Titles of a family that are named. */
const NAMED = 4

/** Commands as they are declared, with letters as the preset has them: what families and resets go by. */
export interface Declared {
  /** Keys of the preset, without the person's own. */
  readonly base: Registry
  /** Families by command id. */
  readonly families: ReadonlyMap<string, string>
}

export function declaredOf(catalogue: Catalogue | null, language: Language, keymap: Keymap): Declared {
  const own = { ...keymap, bindings: {} }
  // families are known by the letters that mouse first and the switch take away
  const preset = keymap.preset === 'mouse' ? 'default' : keymap.preset
  const lettered = buildRegistry(catalogue, language, { preset, characters: true, bindings: {} })
  return { base: buildRegistry(catalogue, language, own), families: familiesOf(lettered.commands) }
}

/** Returns whether a command has a line: not the doubles that buttons and queues need, nor what never has keys. */
const isListed = (c: AnyCommand): boolean =>
  !(c.category === 'decision' && /\.primary$/.test(c.id)) && !(c.hidden && (c.keys?.length ?? 0) === 0)

function familyTitle(family: string, t: Say): string {
  const name = family.slice(FAMILY.length)
  return name.length === 1 ? t('keys.familyTitle', { key: name }) : t(`keys.family${capital(name)}`)
}

/** Lines of the families with more than one command. */
function familyLines(registry: Registry, { base, families }: Declared, { bindings }: Keymap, t: Say): KeymapLine[] {
  const members = new Map<string, AnyCommand[]>()
  for (const c of registry.commands) {
    const family = families.get(c.id)
    if (family) members.set(family, [...(members.get(family) ?? []), c])
  }
  return [...members].flatMap(([id, of]) => {
    const first = of.find((c) => !Object.hasOwn(bindings, c.id)) ?? of[0]
    if (!first || of.length < 2) return []
    const titles = [...new Set(of.map((c) => c.title))]
    const named = titles.slice(0, NAMED).join(t('keys.comma'))
    return [
      {
        id,
        title: familyTitle(id, t),
        alias: id,
        pinyin: of.flatMap((c) => c.pinyin ?? []).slice(0, NAMED),
        words: titles.slice(0, NAMED),
        note: t('keys.familyOf', { count: of.length, titles: titles.length > NAMED ? `${named}…` : named }),
        category: first.category,
        command: first,
        keys: first.keys ?? [],
        declared: base.get(first.id)?.keys ?? [],
        changed: Object.hasOwn(bindings, id),
        fixed: [],
      },
    ]
  })
}

/** A sort of records whose name stands beside the decisions about it: 通过 stands beside many. */
type Named = Pick<CatalogueResource, 'id' | 'title' | 'alias' | 'pinyin'>

const namesOf = (r: Named | undefined): readonly string[] => (r ? [r.title, r.alias, ...r.pinyin] : [])

/** The lines of the table, by group; families before the commands of their group. Pure. */
export function linesOf(
  registry: Registry,
  declared: Declared,
  keymap: Keymap,
  t: Say,
  resources: readonly Named[] = [],
): readonly KeymapLine[] {
  const titles = new Map(resources.map((r) => [r.id, r]))
  const ofResource = (c: AnyCommand) =>
    c.category === 'decision' ? titles.get(c.id.slice(0, c.id.indexOf('.'))) : undefined
  const commands = registry.commands.filter(isListed).map(
    (c): KeymapLine => ({
      id: c.id,
      title: c.title,
      alias: c.alias,
      pinyin: c.pinyin,
      words: [...(c.words ?? []), ...namesOf(ofResource(c))],
      note: ofResource(c)?.title ?? c.place?.where ?? '',
      category: c.category,
      command: c,
      keys: c.keys ?? [],
      declared: declared.base.get(c.id)?.keys ?? [],
      changed: Object.hasOwn(keymap.bindings, c.id),
      fixed: FIXED[c.id] ?? [],
    }),
  )
  const lines = [...familyLines(registry, declared, keymap, t), ...commands]
  return ORDER.flatMap((category) => lines.filter((line) => line.category === category))
}

/** Query of a person: a text, or keys. */
export interface Wanted {
  readonly text: string
  /** Strokes that the keys begin with; none: any. */
  readonly strokes: readonly string[]
  readonly onlyChanged: boolean
  /** Ids of commands that conflict, where those alone are wanted. */
  readonly only: ReadonlySet<string> | null
}

/** Lines that answer what is looked for, in their order. Pure. */
export function found(
  lines: readonly KeymapLine[],
  { text, strokes, onlyChanged, only }: Wanted,
): readonly KeymapLine[] {
  const typed = fold(text)
  const query = prepare(typed)
  const index = typed ? buildIndex(lines) : null
  const begins = (keys: string) => {
    const own = parseKeys(keys)
    return strokes.every((s, n) => own[n] === s)
  }
  return lines.filter(
    (line, n) =>
      (!onlyChanged || line.changed) &&
      (!only || only.has(line.id)) &&
      (strokes.length === 0 || line.keys.some(begins)) &&
      (index === null || (query !== null && scoreItem(index, n, query) > 0) || fold(line.id).includes(typed)),
  )
}

const places = new WeakMap<AnyCommand, string>()
const everyScreen = screensOf(always).length

/** Screens where the keys of a command work, as a text; known once it was shown. */
export function placesOf(command: AnyCommand, t: Say): string {
  const known = places.get(command)
  if (known !== undefined) return known
  const screens = screensOf(keyCondition(command))
  const text =
    screens.length >= everyScreen - 1
      ? t('keys.everywhere')
      : screens.map((s) => t(`palette.on${capital(s)}`)).join(t('keys.comma'))
  places.set(command, text)
  return text
}
