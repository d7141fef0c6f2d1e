import { type Speller, spellWith } from '../values/readings.ts'
import type { Catalogue, CatalogueMenu, Findable } from './catalogue.ts'

/**
 * The form of the catalogue on the wire. Another number is another form: what is kept of an older one is dropped, and a
 * page built for another one is loaded anew. To be raised with whatever an open page would read wrongly; a test holds
 * the form that belongs to the number.
 */
export const CATALOGUE_FORM = 15

/** A part of the catalogue without what its titles are found by besides themselves. */
type Titled<T> = T extends readonly (infer One)[]
  ? readonly Titled<One>[]
  : T extends object
    ? { readonly [K in keyof T as K extends 'pinyin' | 'words' ? never : K]: Titled<T[K]> }
    : T

/**
 * Search texts of the titles of a catalogue besides the titles themselves: spellings in place of readings, and other
 * names. Sent apart, for only who looks for something needs it.
 */
export interface WireNames {
  /** Of the catalogue whose titles they are. */
  readonly etag: string
  readonly speller: Speller
  /** Other names of menus that have some, by code. */
  readonly menus: Readonly<Record<string, readonly string[]>>
  /** Other names of views, by `queue.view`. */
  readonly views: Readonly<Record<string, readonly string[]>>
}

/** The catalogue on the wire: `catalogueToWire` makes it, and `catalogueFromWire` the catalogue of it. */
export type WireCatalogue = Titled<Catalogue> & {
  readonly form: number
  /** Where they have been asked for: without them titles have neither readings nor other names. */
  readonly names?: WireNames
}

const titled = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(titled)
  if (typeof value !== 'object' || value === null) return value
  const { pinyin: _, words: _w, ...rest } = value as Record<string, unknown>
  return Object.fromEntries(Object.entries(rest).map(([name, one]) => [name, titled(one)]))
}

/** The catalogue as it is sent, without what its titles are found by. Pure. */
export const catalogueToWire = (c: Catalogue): WireCatalogue => ({
  form: CATALOGUE_FORM,
  ...(titled(c) as Titled<Catalogue>),
})

/** The menus of a tree, each before those below it. */
const allMenus = (menus: readonly CatalogueMenu[]): CatalogueMenu[] =>
  menus.flatMap((menu) => [menu, ...allMenus(menu.children)])

const viewName = (queue: { readonly code: string }, view: { readonly code: string }): string =>
  `${queue.code}.${view.code}`

/** Search texts of the titles of a catalogue in wire form. `speller` spells these texts. Pure but for it. */
export function namesToWire(c: Catalogue, speller: (texts: readonly string[]) => Speller): WireNames {
  const menus = allMenus(c.topMenus)
  const views = c.queues.flatMap((queue) => queue.views.map((view) => [viewName(queue, view), view] as const))
  const found: readonly Findable[] = [
    ...menus,
    ...c.resources.flatMap((r) => [r, ...(r.created ? [r.created] : []), ...r.decisions]),
    ...c.queues,
    ...views.map(([, view]) => view),
  ]
  const named = (all: readonly (readonly [string, Findable])[]) =>
    Object.fromEntries(all.flatMap(([name, { words }]) => (words ? [[name, words]] : [])))
  return {
    etag: c.etag,
    speller: speller(found.map((of) => (c.language === 'zh' ? of.title : of.alias))),
    menus: named(menus.map((menu) => [menu.code, menu])),
    views: named(views),
  }
}

/** The catalogue that was sent. Pure. */
export function catalogueFromWire({ form: _, names, ...c }: WireCatalogue): Catalogue {
  const spell = names ? spellWith(names.speller) : () => []
  const found = <T extends Titled<Findable>>(of: T, words?: readonly string[]) => ({
    ...of,
    pinyin: spell(c.language === 'zh' ? of.title : of.alias),
    ...(words && { words }),
  })
  const menuOf = (menu: Titled<CatalogueMenu>): CatalogueMenu => ({
    ...found(menu, names?.menus[menu.code]),
    children: menu.children.map(menuOf),
  })
  return {
    ...c,
    topMenus: c.topMenus.map(menuOf),
    resources: c.resources.map(({ created, ...r }) => ({
      ...found(r),
      ...(created && { created: found(created) }),
      decisions: r.decisions.map((d) => found(d)),
    })),
    queues: c.queues.map((queue) => ({
      ...found(queue),
      views: queue.views.map((view) => found(view, names?.views[viewName(queue, view)])),
    })),
  }
}
