import { type Density, type ListSetup, withDensity, withNumbers, withShown } from '../../fields/listSetup.ts'
import { commandsFor } from '../../host/host.ts'
import { t } from '../../i18n/index.ts'
import { type MenuEntry, openMenu } from '../../ui/menu.ts'
import { leftOut } from '../leftOut.ts'
import { sortState, type Way } from '../sorting.ts'
import type { ListColumns } from '../useColumns.ts'
import { commandEntry } from './commandEntry.ts'

type At = HTMLElement | { readonly x: number; readonly y: number }

/**
 * Every column of a list with a tick to show or hide it; the menu stays open while they are ticked. `seen`: the names of
 * those there is room for; one that is ticked without room is kept from now on, and the list scrolls.
 */
function ticks(list: ListColumns, seen: ReadonlySet<string>): MenuEntry[] {
  let { setup } = list
  const shown = (name: string) => setup.shown.includes(name) || (seen.has(name) && !setup.hidden.includes(name))
  return list.all
    .filter((c) => !c.stuck || c.pinned)
    .map(({ name, title }) => ({
      id: `show.${name}`,
      label: title,
      stays: () => shown(name),
      run: () => {
        const now = shown(name)
        setup = withShown(setup, name, !now, list.isExtra(name) || (!now && !seen.has(name)))
        list.change(() => setup)
      },
    }))
}

/** Numbers and height of the rows, which are kept with the columns. */
function rowEntries(list: ListColumns): MenuEntry[] {
  let { setup } = list
  const entry = (id: string, key: string, is: () => boolean, to: (now: ListSetup) => ListSetup): MenuEntry => ({
    id,
    label: t(key),
    stays: is,
    run: () => {
      setup = to(setup)
      list.change(() => setup)
    },
  })
  const density = (name: Density | null) =>
    entry(
      `density.${name}`,
      `table.density.${name ?? 'normal'}`,
      () => (setup.density ?? null) === name,
      (s) => withDensity(s, name),
    )
  return [
    entry(
      'numbers',
      'table.numbers',
      () => setup.numbers ?? list.numbered,
      (s) => withNumbers(s, !(s.numbers ?? list.numbered), list.numbered),
    ),
    ...([`compact`, null, 'roomy'] as const).map(density),
  ]
}

/** Which columns a list shows, and which it has no room for. `seen`: the names of those there is room for. */
export function openColumnMenu(list: ListColumns, seen: ReadonlySet<string>, at: At): void {
  const note = leftOut(list.shown.filter((c) => !seen.has(c.name)))
  openMenu({
    label: t('table.columns'),
    at,
    ...(note && { head: { title: t('table.columns'), note } }),
    entries: [
      ...ticks(list, seen),
      'line',
      ...rowEntries(list),
      'line',
      ...commandsFor({ ids: ['grid.column.reset'] }).map(commandEntry),
    ],
  })
}

/** Commands of a single column, equal to those of the column under the cursor. */
const OF_ONE = ['left', 'right', 'pin', 'hide'].map((what) => `grid.column.${what}`)

/** The menu of a header: its order, its place, and which columns there are. */
export function openHeadMenu(
  list: ListColumns,
  name: string,
  at: At,
  sort: string,
  onSort: ((name: string, way?: Way) => void) | undefined,
): void {
  const column = list.shown.find((c) => c.name === name)
  if (!column) return
  const orders = column.sorts && onSort ? (['ascending', 'descending'] as const) : []
  openMenu({
    label: column.title,
    at,
    entries: [
      ...orders.map((way) => ({
        id: way,
        label: t(`table.${way}`, { name: column.title }),
        checked: sortState(sort, name) === way,
        run: () => onSort?.(name, way),
      })),
      ...(orders.length > 0 ? (['line'] as const) : []),
      ...commandsFor({
        ids: [...(column.stuck && !column.pinned ? [] : OF_ONE), 'grid.group', 'grid.columns', 'grid.column.reset'],
      }).map(commandEntry),
    ],
  })
}
