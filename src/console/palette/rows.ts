import type { AnyCommand } from '../../../commands/command.ts'
import { matchOf, type Span, soundsOfReadings } from '../../../commands/search/match.ts'
import type { Searchable } from '../../../commands/search/score.ts'
import type { Catalogue } from '../../model/wire/catalogue.ts'
import type { Found } from '../../model/wire/wire.ts'
import { leavesOf } from '../data/catalogue.ts'
import { recordName } from '../data/recent.ts'
import { titleOf } from '../forms/subject.ts'
import { commandHost, commandState } from '../host/host.ts'
import { t } from '../i18n/index.ts'
import { shownMatch } from './sources.ts'

/** Subject of a row. */
export type Subject =
  | { readonly is: 'command'; readonly command: AnyCommand }
  | { readonly is: 'record'; readonly found: Found; readonly route: string }
  /** Goes on in the scope of this prefix. */
  | { readonly is: 'scope'; readonly prefix: string }
  /** Action on another row. */
  | { readonly is: 'action'; run(): unknown }

/** Row of the palette. */
export interface RowFacts {
  /** The item's value, whatever the language: a command's id, `open.<resource>.<id>`, `scope.<prefix>` … */
  readonly id: string
  readonly title: string
  readonly icon: string
  /** Parts of the title that answer what was typed. */
  readonly spans: readonly Span[]
  /** Beside the title: another name or the number it was found by. */
  readonly also: string
  readonly alsoSpans: readonly Span[]
  /** At the right: the kind of thing. */
  readonly note: string
  /** How much is to do there, "" where nothing is counted. */
  readonly count: string
  /** Key as written in the command, "" for none. */
  readonly keys: string
  readonly danger: boolean
  /** Why it cannot be chosen, "" when it can. */
  readonly why: string
  /** Answer typed behind the name of its command, "" for none. */
  readonly text: string
  readonly subject: Subject
}

/** Rows under a heading, "" for none. */
export interface RowGroup {
  readonly id: string
  readonly title: string
  readonly rows: readonly RowFacts[]
}

const PLAIN = {
  spans: [],
  also: '',
  alsoSpans: [],
  note: '',
  count: '',
  keys: '',
  danger: false,
  why: '',
  text: '',
} as const

/** The end of a word's name among texts: `queueHub` → `QueueHub` of `onQueueHub`. */
export const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

/** A row with what it does not say left empty. */
export const rowOf = (facts: Pick<RowFacts, 'id' | 'title' | 'icon' | 'subject'> & Partial<RowFacts>): RowFacts => ({
  ...PLAIN,
  ...facts,
})

/** Where a title, or else another of its names, answers what was typed. */
export function marksOf(of: Searchable, typed: string): Pick<RowFacts, 'spans' | 'also' | 'alsoSpans'> {
  const none = { spans: [], also: '', alsoSpans: [] }
  if (!typed.trim()) return none
  const found = matchOf(of.title, soundsOfReadings(of.title, of.pinyin ?? []), typed)
  if (found) return { ...none, spans: found.spans }
  for (const name of [of.alias, ...(of.words ?? [])]) {
    // In English the readings are those of the Chinese name.
    const sounds = name === of.alias ? soundsOfReadings(name, of.pinyin ?? []) : []
    const other = name && matchOf(name, sounds, typed)
    if (other) return { spans: [], also: name, alsoSpans: other.spans }
  }
  return none
}

/** Name of the record that a command works on, where it is a single record. */
function aboutOf(c: AnyCommand): string {
  if (c.selection === 'none' || (c.category !== 'decision' && c.category !== 'record')) return ''
  const { context, row, rows } = commandHost('palette')
  return row && (c.selection === 'one' || rows.length === 1) ? titleOf(context.resource, row) : ''
}

/** The row of a command. */
export const commandRow = (c: AnyCommand, typed: string, more: Partial<RowFacts> = {}): RowFacts => {
  const marks = marksOf(c, typed)
  return rowOf({
    id: c.id,
    title: c.title,
    icon: c.icon,
    ...marks,
    // the matched text stands first: marks are counted from there
    also: [marks.also || aboutOf(c), c.place?.where, c.note].filter(Boolean).join(' · '),
    note: t(`palette.${c.category}`),
    keys: commandState(c.id, 'palette').key,
    danger: c.danger ?? false,
    why: commandState(c.id, 'palette').why,
    subject: { is: 'command', command: c },
    ...more,
  })
}

/** Ids of rows of records begin so. */
export const RECORD = 'open.'

const kinds = new WeakMap<Catalogue, ReadonlyMap<string, { readonly title: string; readonly icon: string }>>()

/** Title and icon of records of a resource: the icon of the menu that lists them. */
function kindOf(resource: string, catalogue: Catalogue | null): { readonly title: string; readonly icon: string } {
  const plain = { title: resource, icon: 'clipboard-list' }
  if (!catalogue) return plain
  let known = kinds.get(catalogue)
  if (!known) {
    const icons = new Map([...leavesOf(catalogue.topMenus)].map((m) => [m.resource, m.icon]))
    known = new Map(
      catalogue.resources.map((r) => [r.id, { title: r.title, icon: icons.get(r.id) ?? 'clipboard-list' }]),
    )
    kinds.set(catalogue, known)
  }
  return known.get(resource) ?? plain
}

/** The row of a record that was found. */
export function recordRow(found: Found, route: string, catalogue: Catalogue | null, typed: string): RowFacts {
  const { title, icon } = kindOf(found.resource, catalogue)
  const match = shownMatch(found, typed)
  return rowOf({
    id: `${RECORD}${recordName(found)}`,
    title: found.title,
    icon,
    spans: match.title?.spans ?? [],
    also: found.note,
    alsoSpans: match.note?.spans ?? [],
    note: title,
    subject: { is: 'record', found, route },
  })
}
