import { type Field, type Fields, isChoice } from '../../model/language/fields/field.ts'
import { type Flag, flagsOf } from '../../model/language/flag.ts'
import { sortsOf } from '../../model/language/listing.ts'
import { fieldOf, type Resource } from '../../model/language/resource.ts'
import { type Language, label } from '../../model/values/label.ts'
import { partyOf } from '../../model/wire/columns.ts'
import type { Badge, WireRow } from '../../model/wire/wire.ts'
import type { DictWords } from '../data/dictionary.ts'
import { t } from '../i18n/index.ts'
import { ageText, hasAge } from './age.ts'
import { alignOf, badgeOf, cellText, copied, priorityOf, rowText, type Widths, widthsOf } from './cell.ts'
import { asDeclared, type ListSetup } from './listSetup.ts'
import { type Narrow, narrowOf } from './narrow.ts'
import { textWidth } from './textWidth.ts'

/** Column of a list: its widths, its place on narrow screens and the text of a cell. */
export interface Column extends Widths {
  /** Comfortable width between `least` and `width`: less important columns shrink first. */
  readonly fair: number
  readonly name: string
  readonly title: string
  /** A shorter title, for where the whole one does not fit. */
  readonly brief: string
  /** How early a list without room leaves it out: 3 first, 0 never. */
  readonly rank: 0 | 1 | 2 | 3
  /** Columns kept on a narrow screen: name, owner and amount. */
  readonly core: boolean
  readonly right: boolean
  /** The list may be ordered by it. */
  readonly sorts: boolean
  /** Stays while the others scroll sideways. */
  readonly stuck: boolean
  /** Says which record a row is. */
  readonly leads: boolean
  /** Kept in front because the user wants it so. */
  readonly pinned: boolean
  text(row: WireRow): string
  /** Colour of what it shows, null for plain text. */
  badge(row: WireRow): Pick<Badge, 'tone'> | null
  /** How its text becomes shorter where it does not fit; undefined: cut off at the end. */
  readonly narrow?: Narrow | undefined
  /** Copied text. */
  copy(row: WireRow): string
  /** Hint of the cell; "" for none. */
  hint(row: WireRow): string
}

/** Source of columns. */
export interface Listed extends Pick<Resource, 'fields' | 'owner'> {
  readonly name: string
  readonly list: {
    readonly columns: readonly string[]
    readonly sorts?: readonly string[]
    readonly sort: string
    readonly amount?: string | undefined
    readonly direction?: string | undefined
    readonly party?: string | undefined
    readonly numbered?: boolean | undefined
  }
  readonly fields: Fields
  readonly concerns?: Resource['concerns']
  readonly flags?: readonly Flag[]
}

/** How columns are shown: the reader's language, words of dictionaries, and what this list does otherwise. */
export interface Showing {
  readonly language: Language
  readonly words?: DictWords | undefined
  /** The server's day. */
  readonly today?: string
  /** The field shown as the time since: what a queue is ordered by. */
  readonly age?: string
  /** User's setup of this list. */
  readonly setup?: ListSetup
}

/** Width of the column with the tick boxes. */
export const TICK = 34
/** The column of what the resource points out (`flags`); no field has this name. */
export const FLAGS = '$flags'
/** The column of the places of rows; no field has this name. */
export const NUMBER = '$number'
const NUMBER_WIDTHS: Widths = { width: 46, least: 40, most: 56 }
const FLAG_WIDTHS: Widths = { width: 92, least: 68, most: 120 }
const AGE_WIDTHS: Widths = { width: 72, least: 62, most: 72 }
/** Px besides the text of a cell. */
export const CELL_SPACE = 16
/** Px of a title besides its letters, with and without the arrow of the order. */
const TITLE_SPACE = { sorts: 32, fixed: 19 } as const
/** Longest title that a column is not narrower than, px: short titles are read whole, long ones are cut off. */
const TITLE = 64
/** Px of a choice's marker besides its letters, its greatest minimum width, and its width where there is room. */
const MARKED = 30
const WORDS = 120
const WHOLE_WORDS = 190
/** Minimum width in px of the owner column, so that company names stay distinguishable. */
const PARTY = 96
/** Which record and whose, px: ten characters, as most names have, are read whole. */
const WHOLE_NAME = 146
/** Codes of several days may differ in their middle alone: what a record is called is read whole, px. */
const WHOLE_CODE = 136
/** Width that the code of a document is declared with, px. */
const CODE_WIDTH = 170
/** Px in which a code is read whole: one that is declared wider than a document's is longer. */
const wholeCode = ({ width }: Widths): number => (width > CODE_WIDTH ? width : WHOLE_CODE)
/** Minimum width in px of an amount column, so that amounts below ten million are not cut. */
const WORTH = 92

/** Minimum width in px of a column that is not core on a narrow screen, unless it needs less. */
const LEGIBLE = 120

const nothing = () => ''

type Drawn = Omit<Column, keyof Widths | 'fair' | 'rank' | 'core'>

const flagText = (of: Listed, row: WireRow, language: Language): string => {
  let text = ''
  for (const f of flagsOf(of, row)) text += `${text ? ' ' : ''}${label(f.label, language)}`
  return text
}

const pins = ({ setup }: Showing, name: string): boolean => setup?.pinned?.includes(name) ?? false

/** The place of a row in its list, which the grid knows (`shownOf`). */
const numberColumn = (): Drawn => ({
  name: NUMBER,
  title: t('table.number'),
  brief: '#',
  right: true,
  sorts: false,
  stuck: true,
  leads: false,
  pinned: false,
  text: nothing,
  badge: () => null,
  copy: nothing,
  hint: nothing,
})

const flagColumn = (of: Listed, how: Showing): Drawn => ({
  name: FLAGS,
  title: t('table.flags'),
  brief: t('table.flags'),
  right: false,
  sorts: false,
  stuck: pins(how, FLAGS),
  leads: false,
  pinned: pins(how, FLAGS),
  text: (row) => flagText(of, row, how.language),
  badge: (row) => flagsOf(of, row)[0] ?? null,
  copy: (row) => flagText(of, row, how.language),
  hint: nothing,
})

const isAge = (field: Field, name: string, how: Showing): boolean => name === how.age && hasAge(field)

function fieldColumn(of: Listed, name: string, field: Field, how: Showing): Drawn {
  const { language, words, today = '' } = how
  const title = label(field.label, language)
  const leads = name === of.name
  const pinned = !leads && pins(how, name)
  const place = { name, sorts: sortsOf(of).includes(name), stuck: leads || pinned, leads, pinned }
  if (isAge(field, name, how)) {
    const when = (row: WireRow) => cellText(field, row[name], language)
    return {
      ...place,
      title: t('table.age'),
      brief: t('table.age'),
      right: true,
      text: (row) => ageText(when(row), today, language),
      badge: () => null,
      copy: when,
      hint: (row) => `${title} ${when(row)}`,
    }
  }
  return {
    ...place,
    title,
    brief: label(field.facts.short ?? field.label, language),
    right: alignOf(field) === 'right',
    text: (row) => rowText(of, name, row, language, words),
    narrow: narrowOf(field),
    copy: (row) => copied(field, row[name], rowText(of, name, row, language, words)),
    badge: (row) => badgeOf(field, row[name]),
    hint: nothing,
  }
}

/** Px in which the words of a choice are read whole, with the mark of their tone; 0 for other fields. */
const wordsWidth = (field: Field | undefined, language: Language): number =>
  field && isChoice(field)
    ? Math.min(
        WHOLE_WORDS,
        Math.max(...Object.values(field.values).map((v) => textWidth(label([v[0], v[1]], language)))) + MARKED,
      )
    : 0

/**
 * Widths of a column under its title, if that is short, and with what it shows: neither is cut off. `words`: px in which
 * the words of a choice are read whole, which long ones give up before the column is left out.
 */
function titled({ width, least, most }: Widths, { brief, sorts }: Drawn, own: number, words: number): Widths {
  const title = Math.min(TITLE, textWidth(brief) + (sorts ? TITLE_SPACE.sorts : TITLE_SPACE.fixed))
  const needs = Math.max(least, title, own, Math.min(WORDS, words))
  const whole = Math.max(needs, words)
  return { width: Math.max(width, whole), least: needs, most: Math.max(most, whole) }
}

/**
 * All columns of a list, the record's name first and stuck, the others as the user ordered them, else as declared.
 * Names that are no field are left out.
 */
export function columnsOf(of: Listed, names: readonly string[], how: Showing): Column[] {
  const { setup = asDeclared } = how
  const party = partyOf(of, names)
  const core = new Set([of.name, of.list.amount, of.list.direction, party])
  const always = new Set([...core, how.age, FLAGS, ...setup.shown])
  const columns = names.flatMap((name): Column[] => {
    const field = fieldOf(of, name)
    if (!field && name !== FLAGS && name !== NUMBER) return []
    const drawn = field ? fieldColumn(of, name, field, how) : name === NUMBER ? numberColumn() : flagColumn(of, how)
    const widths =
      name === NUMBER ? NUMBER_WIDTHS : !field ? FLAG_WIDTHS : isAge(field, name, how) ? AGE_WIDTHS : widthsOf(field)
    const set = setup.widths[name]
    const read = name === party ? PARTY : name === of.list.amount ? WORTH : 0
    const fits =
      set === undefined
        ? titled(widths, drawn, Math.min(widths.width, read), wordsWidth(field, how.language))
        : { width: set, least: set, most: set }
    return [
      {
        ...drawn,
        ...fits,
        fair:
          name === party || name === of.name
            ? Math.max(
                fits.least,
                Math.min(fits.width, name === of.name && drawn.narrow ? wholeCode(widths) : WHOLE_NAME),
              )
            : fits.least,
        rank: !field || always.has(name) ? 0 : priorityOf(field),
        core: core.has(name),
      },
    ]
  })
  const place = new Map(setup.order.map((name, at) => [name, at]))
  const at = (c: Column, i: number): number => {
    if (c.name === NUMBER) return -3
    if (c.leads) return -2
    return c.pinned ? -1 : (place.get(c.name) ?? place.size + i)
  }
  return columns
    .map((c, i) => ({ c, at: at(c, i) }))
    .sort((a, b) => a.at - b.at)
    .map(({ c }) => c)
}

/** Column facts that `fitted` needs. */
export type Fittable = Widths & Pick<Column, 'fair' | 'rank' | 'core'>

const total = (columns: readonly Fittable[], of: keyof Widths | 'fair'): number =>
  columns.reduce((n, c) => n + c[of], 0)

/** Brings the sum of widths to `goal`, each column moving in proportion to the way it has to go to its bound. */
function towards<C extends Fittable>(columns: readonly C[], goal: number, bound: 'least' | 'fair' | 'most'): C[] {
  const way = total(columns, bound) - total(columns, 'width')
  const need = goal - total(columns, 'width')
  if (way === 0 || need === 0) return [...columns]
  let gone = 0
  let done = 0
  return columns.map((c) => {
    gone += c[bound] - c.width
    // rounded on the sum, so that no pixel is lost or given twice
    const step = Math.round((need * gone) / way) - done
    done += step
    return { ...c, width: c.width + step }
  })
}

/**
 * Layout of columns that do not fit. `scrolls`: keeps them all. `drops`: leaves out the highest rank first, of one rank
 * the rightmost. `narrow`: what is core fills the screen, with what is most important besides where that leaves room;
 * the others follow to the right.
 */
export type Fit = 'scrolls' | 'drops' | 'narrow'

/**
 * Columns in front on a narrow screen of so many px: what is core, and what else fits beside it, the lowest rank first.
 * Pure.
 */
function inFront<C extends Fittable>(columns: readonly C[], room: number): ReadonlySet<C> {
  const front = new Set(columns.filter((c) => c.core))
  let left = room - total([...front], 'fair')
  for (const c of columns.filter((c) => !c.core).sort((a, b) => a.rank - b.rank)) {
    const need = Math.max(c.fair, Math.min(c.width, LEGIBLE))
    if (need > left) continue
    front.add(c)
    left -= need
  }
  return front
}

/**
 * Columns at the widths they get in so many px. They give up width before any is left out, and share what is over.
 * Without a known width (0) they are as they would like to be. Pure.
 */
export function fitted<C extends Fittable>(columns: readonly C[], room: number, how: Fit = 'scrolls'): C[] {
  if (room <= 0) return [...columns]
  if (how === 'narrow') {
    const front = inFront(columns, room)
    return [
      ...fitted(
        columns.filter((c) => front.has(c)),
        room,
      ),
      ...columns.filter((c) => !front.has(c)),
    ]
  }
  let kept = [...columns]
  while (how === 'drops') {
    const worst = Math.max(0, ...kept.map((c) => c.rank))
    // a full owner column is worth more than columns of rank 2 and 3
    if (worst === 0 || total(kept, worst > 1 ? 'fair' : 'least') <= room) break
    const at = kept.findLastIndex((c) => c.rank === worst)
    kept = kept.filter((_, i) => i !== at)
  }
  const wanted = total(kept, 'width')
  if (wanted > room && total(kept, 'fair') <= room) return towards(kept, room, 'fair')
  if (wanted > room) {
    const fair = kept.map((c) => ({ ...c, width: c.fair }))
    return towards(fair, Math.max(room, total(kept, 'least')), 'least')
  }
  return towards(kept, Math.min(room, total(kept, 'most')), 'most')
}
