import type { Field, Fields } from '../../model/kernel/field.ts'
import { type Language, label } from '../../model/kernel/label.ts'
import { sortsOf } from '../../model/kernel/listing.ts'
import { fieldOf } from '../../model/kernel/resource.ts'
import { alignOf, widthOf } from '../fields/cell.ts'

/** A column of a grid. */
export interface Column {
  readonly name: string
  readonly field: Field
  readonly title: string
  readonly width: number
  readonly right: boolean
  /** The list may be ordered by it. */
  readonly sorts: boolean
  /** Stays while the others scroll sideways. */
  readonly stuck: boolean
}

/** What columns are made from. */
export interface Listed {
  readonly id: string
  readonly name: string
  readonly fields: Fields
  readonly list: { readonly columns: readonly string[]; readonly sorts?: readonly string[]; readonly sort: string }
}

/** Width of the column with the tick boxes. */
export const TICK = 34
const LEAST = 48

/** Columns of a resource, the record's name first and stuck. `names` default to the list's own. */
export function columnsOf(
  of: Listed,
  language: Language,
  names: readonly string[] = of.list.columns,
  widths: Readonly<Record<string, number>> = {},
): Column[] {
  const ordered = [...names.filter((n) => n === of.name), ...names.filter((n) => n !== of.name)]
  const sorts = new Set(sortsOf(of))
  return ordered.flatMap((name): Column[] => {
    const field = fieldOf(of, name)
    if (!field) return []
    return [
      {
        name,
        field,
        title: label(field.label, language),
        width: Math.max(LEAST, widths[name] ?? widthOf(field)),
        right: alignOf(field) === 'right',
        sorts: sorts.has(name),
        stuck: name === of.name,
      },
    ]
  })
}

const KEY = 'rounds.columns'

/** Widths the person dragged, by column; kept in this browser. */
export function widthsOf(resource: string): Record<string, number> {
  try {
    const all = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, Record<string, number>>
    const mine = all[resource] ?? {}
    return Object.fromEntries(Object.entries(mine).filter(([, w]) => typeof w === 'number' && w >= LEAST && w <= 1200))
  } catch {
    return {}
  }
}

/** Stores the widths of a resource's columns in this browser. */
export function keepWidths(resource: string, widths: Readonly<Record<string, number>>): void {
  try {
    const all = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, unknown>
    localStorage.setItem(KEY, JSON.stringify({ ...all, [resource]: widths }))
  } catch {
    // Not kept, still in force on this screen.
  }
}

/** `+field` ascending, `field` descending: the next state of a header that is clicked. */
export const turned = (sort: string, name: string): string =>
  sort === name ? `+${name}` : sort === `+${name}` ? name : name

/** Returns the direction in which a list is ordered by a field, for `aria-sort`. */
export const sortState = (sort: string, name: string): 'ascending' | 'descending' | 'none' =>
  sort === `+${name}` ? 'ascending' : sort === name ? 'descending' : 'none'
