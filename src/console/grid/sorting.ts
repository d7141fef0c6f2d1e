import type { RefObject } from 'react'
import type { GridPort, Ordering } from '../../../commands/command.ts'
import { sortsOf } from '../../model/language/listing.ts'
import { fieldOf, type Resource } from '../../model/language/resource.ts'
import { type Language, label } from '../../model/values/label.ts'
import { keyName } from '../host/host.ts'
import { languageNow, t } from '../i18n/index.ts'
import { listed } from '../i18n/labelled.ts'
import { openMenu } from '../ui/menu.ts'
import type { GridHandle } from './Grid.tsx'

/** Which way a list is ordered. */
export type Way = 'ascending' | 'descending'

/** The order by a field, as addresses and the model spell it: `+field` ascending, `field` descending. */
export const ordered = (name: string, way: Way): string => (way === 'ascending' ? `+${name}` : name)

/** The next state of a header that is clicked. */
export const turned = (sort: string, name: string): string =>
  sort === name ? `+${name}` : sort === `+${name}` ? name : name

/** Returns the direction in which a list is ordered by a field, for `aria-sort`. */
export const sortState = (sort: string, name: string): Way | 'none' =>
  sort === `+${name}` ? 'ascending' : sort === name ? 'descending' : 'none'

/** A list that may be ordered, and how it is. */
export interface Sorting {
  readonly of: Resource
  readonly sort: string
  /** Orders it otherwise. */
  apply(sort: string): void
}

/** How a list may be ordered: every declared field either way. */
const orderingsOf = ({ of, sort }: Sorting, language: Language): Ordering[] =>
  sortsOf(of).flatMap((name) => {
    const field = fieldOf(of, name)
    if (!field) return []
    return (['descending', 'ascending'] as const).map((way) => ({
      sort: ordered(name, way),
      title: t(`table.${way}`, { name: label(field.label, language) }),
      now: sortState(sort, name) === way,
    }))
  })

/** The orders of a list as a menu. */
export const openOrderMenu = (list: Sorting, at: HTMLElement): void =>
  openMenu({
    label: t('table.order'),
    at,
    entries: orderingsOf(list, languageNow()).map(({ sort, title, now }) => ({
      id: sort,
      label: title,
      checked: now,
      run: () => list.apply(sort),
    })),
  })

/** Ordering commands of a list. */
export const sortPort = (
  list: () => Sorting,
  grid: RefObject<GridHandle | null>,
): Pick<GridPort, 'orders' | 'order' | 'chooseOrder' | 'sortColumn'> => ({
  orders: () => orderingsOf(list(), languageNow()),
  order: (sort) => {
    const found = orderingsOf(list(), languageNow()).find((o) => o.sort === sort)
    if (!found) return { is: 'nothing', why: t('table.orderFixed') }
    list().apply(sort)
    return { is: 'done', say: t('table.ordered', { order: found.title }) }
  },
  sortColumn: () => {
    const column = grid.current?.column()
    if (!column) return { is: 'nothing', why: t('table.noColumn', { keys: keyName('grid.columnAfter') }) }
    const { of, sort, apply } = list()
    if (!sortsOf(of).includes(column.name)) {
      const known = sortsOf(of).flatMap((name) => {
        const field = fieldOf(of, name)
        return field ? [label(field.label, languageNow())] : []
      })
      return { is: 'nothing', why: t('table.cannotSort', { title: column.title, known: listed(known) }) }
    }
    const next = turned(sort, column.name)
    apply(next)
    const way = sortState(next, column.name)
    return { is: 'done', say: t('table.ordered', { order: t(`table.${way}`, { name: column.title }) }) }
  },
  chooseOrder: () => {
    const head = grid.current?.head()
    if (head) openOrderMenu(list(), head)
    return { is: 'done' }
  },
})
