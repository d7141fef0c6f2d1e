import type { Condition } from '../language/condition.ts'
import { namesIn, otherNames } from '../values/label.ts'
import {
  absoluteFrom,
  type Column,
  mapTexts,
  numbersOf,
  type Packed,
  pack,
  packColumn,
  relativeTo,
  stepsOf,
  unpack,
  unpackColumn,
} from '../values/packing.ts'
import { type Speller, spellWith, unlessLatin } from '../values/readings.ts'
import type {
  Catalogue,
  CatalogueDecision,
  CatalogueMenu,
  CatalogueQueue,
  CatalogueQueueView,
  CatalogueResource,
  Findable,
} from './catalogue.ts'

/**
 * The form of the catalogue on the wire. Another number is another form: what is kept of an older one is dropped, and a
 * page built for another one is loaded anew. To be raised with whatever an open page would read wrongly; a test holds
 * the form that belongs to the number.
 */
export const CATALOGUE_FORM = 13

/**
 * Search texts of the titles of a catalogue besides the titles themselves: spellings instead of readings; other names
 * of menus and views, a text each; titles of decisions and of origins in the other language. Sent apart, for only who
 * looks for something needs it.
 */
export interface WireNames {
  /** Of the catalogue whose titles they are. */
  readonly etag: string
  readonly speller: Speller
  readonly menus: Column
  readonly views: Column
  readonly decisions: Column
  /** Of the steps that make records, by resource. */
  readonly created: Column
}

/**
 * The catalogue on the wire: its lists by column, each repeated value once, texts relative to their resource (`/svc/*`).
 * `packCatalogue` makes it and `unpackCatalogue` the catalogue of it.
 */
export interface WireCatalogue extends Pick<Catalogue, 'etag' | 'language' | 'user' | 'today'> {
  readonly form: number
  /** Where they have been asked for: without them titles have neither readings nor other names. */
  readonly names?: WireNames
  /** Menus in their order, each with its depth; titles and paths of leaves only where they differ from their resource. */
  readonly menus: Packed
  /** Resources, each with how many decisions of the list it has. */
  readonly resources: Packed
  readonly decisions: Packed
  /** Queues, each with how many views of the list it has. */
  readonly queues: Packed
  readonly views: Packed
  /**
   * Permissions on each resource besides operations and decisions (`codesOf`): codes without its id; `-code`: one of
   * those without its own.
   */
  readonly granted: Column
  /** Other codes that are granted. */
  readonly permissions: readonly string[]
}

/** Values of a decision's `asks` on the wire: it asks nothing, what may stay empty, or what has to be answered. */
const ASKS_NOTHING = 0
const MAY_ASK = 1
const MUST_ASK = 2

type Flat = Readonly<Record<string, unknown>>

/** A text with both titles, without what spells it. */
const bare = <T extends Findable>({ pinyin: _, ...rest }: T): Omit<T, 'pinyin'> => rest

/** The values of a record's properties, changed; their names are those of columns, which say all records. */
const eachValue = (value: unknown, change: (text: string) => string): unknown =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapTexts(one, change)]))
    : mapTexts(value, change)
const relative = (value: unknown, name: string): unknown => eachValue(value, relativeTo(name))
const absolute = (value: unknown, name: string): unknown => eachValue(value, absoluteFrom(name))

/** The path that most decisions have: named as they are, what tells those of one call apart left out. */
const usualPath = (call: string, id: string): string => `${call}/${id.split('.')[0]}`

/** The codes that a resource's operations and decisions mostly have: as they are named, one for those of one call. */
const codesOf = (r: Pick<CatalogueResource, 'operations'> & { decisions: readonly { id: string }[] }): string[] => [
  ...new Set([...r.operations, ...r.decisions.map((d) => d.id.split('.')[0] as string)]),
]

/** Both titles where they differ from those of what is named; where they are the same, none. */
const titlesBeside = (of: Findable, other: Findable | undefined): Partial<Pick<Findable, 'title' | 'alias'>> =>
  other?.title === of.title && other.alias === of.alias ? {} : { title: of.title, alias: of.alias }

/** Records with the places of their resources as steps: neighbours mostly name neighbours. */
const withPlaces = (records: readonly Flat[], change: (places: readonly unknown[]) => unknown[]): Flat[] => {
  const changed = change(records.map((r) => r.resource))
  return records.map((r, n) => ({ ...r, resource: changed[n] }))
}

/** A condition of a view without the names of its parts, and whole again. */
const shortened = ({ field, op, value }: Condition) => [field, op, value] as const
const lengthened = ([field, op, value]: ReturnType<typeof shortened>): Condition => ({ field, op, value })

interface Placed {
  readonly menu: CatalogueMenu
  readonly depth: number
}
const placed = (menus: readonly CatalogueMenu[], depth = 0): Placed[] =>
  menus.flatMap((menu) => [{ menu, depth }, ...placed(menu.children, depth + 1)])

/**
 * The catalogue as it is sent. `speller` makes what spells these Chinese titles. Pure but for it.
 */
export function packCatalogue(c: Catalogue, speller: (texts: readonly string[]) => Speller): Required<WireCatalogue> {
  const texts: string[] = []
  const noted = <T extends Findable>(of: T) => {
    texts.push(
      c.language === 'zh' ? of.title : of.alias,
      ...(of.words ?? []).filter((name) => /[^\x20-\x7e]/.test(name)),
    )
    return bare(of)
  }
  const places = new Map(c.resources.map((r, n) => [r.id, n]))
  const resourceOf = (id: string): CatalogueResource | undefined => c.resources[places.get(id) ?? -1]

  const menus = placed(c.topMenus).map(({ menu, depth }): Flat => {
    const { children: _, title: _t, alias: _a, words: _w, newWindow, path, resource, ...rest } = noted(menu)
    const r = resourceOf(resource)
    return {
      ...(relative(rest, resource) as object),
      ...(relative(titlesBeside(menu, r), resource) as object),
      ...(path === (r?.routes.list ?? '') ? {} : { path: relative(path, resource) }),
      resource: places.get(resource) ?? relative(resource, ''),
      ...(newWindow && { newWindow }),
      depth,
    }
  })
  const resources = c.resources.map((r): Flat => {
    const { id, title, alias, decisions, created, ...rest } = noted(r)
    return {
      id,
      ...(relative({ title, alias, ...rest }, id) as object),
      ...(created && { created: noted(created).title }),
      decisions: decisions.length,
    }
  })
  const createdNames = c.resources.map(({ created }) => created?.alias)
  const decisionNames: unknown[] = []
  const decisions = c.resources.flatMap((r) =>
    r.decisions.map((d): Flat => {
      const { path, asks, mustAsk, alias, ...rest } = noted(d)
      decisionNames.push(relativeTo(r.id)(alias))
      return {
        ...(relative(rest, r.id) as object),
        asks: mustAsk ? MUST_ASK : asks ? MAY_ASK : ASKS_NOTHING,
        ...(path === usualPath(r.call, d.id) ? {} : { path: relative(path, r.call) }),
      }
    }),
  )
  const queues = c.queues.map((q): Flat => {
    const { views, ...rest } = noted(q)
    const first = views[0]?.resource ?? ''
    return { ...(relative(rest, first) as object), views: views.length }
  })
  const views = c.queues.flatMap((q) =>
    q.views.map((v): Flat => {
      const { resource, title: _t, alias: _a, words: _w, where, ...rest } = noted(v)
      return {
        ...(relative({ ...rest, where: where.map(shortened) }, resource) as object),
        ...(relative(titlesBeside(v, q), resource) as object),
        resource: places.get(resource) ?? relative(resource, ''),
      }
    }),
  )
  const granted = c.resources.map(() => [] as string[])
  const others = c.permissions.filter((code) => {
    const at = code.indexOf('_')
    const place = places.get(code.slice(0, at))
    if (place !== undefined) granted[place]?.push(code.slice(at + 1))
    return place === undefined
  })
  const { etag, language, user, today } = c
  const spelling = speller(texts)
  const readings = unlessLatin(spellWith(spelling))
  const namesOf = (all: readonly { readonly words?: readonly string[] }[]): Column =>
    packColumn(all.map((of) => of.words && namesIn(of.words, readings)))
  return {
    ...{ form: CATALOGUE_FORM, etag, language, user, today },
    names: {
      etag,
      speller: spelling,
      menus: namesOf(placed(c.topMenus).map(({ menu }) => menu)),
      views: namesOf(c.queues.flatMap((q) => q.views)),
      decisions: packColumn(decisionNames),
      created: packColumn(createdNames),
    },
    menus: pack(withPlaces(menus, stepsOf)),
    resources: pack(resources),
    decisions: pack(decisions),
    queues: pack(queues),
    views: pack(withPlaces(views, stepsOf)),
    granted: packColumn(
      granted.map((codes, n) => {
        const usual = codesOf(c.resources[n] as CatalogueResource)
        const without = usual.filter((code) => !codes.includes(code)).map((code) => `-${code}`)
        return [...codes.filter((code) => !usual.includes(code)), ...without].join(' ')
      }),
    ),
    permissions: others,
  }
}

/** Takes items off the front of a list, so many each time. */
const taking = <T>(list: readonly T[]) => {
  let at = 0
  return (count: number): T[] => {
    at += count
    return list.slice(at - count, at)
  }
}

/** The catalogue that was sent, as `packCatalogue` was given it. Pure. */
export function unpackCatalogue(w: WireCatalogue): Catalogue {
  const spell = w.names ? spellWith(w.names.speller) : () => []
  const zh = w.language === 'zh'
  const found = <T extends Pick<Findable, 'title' | 'alias'>>(of: T): T & Findable => ({
    ...of,
    pinyin: spell(zh ? of.title : of.alias),
  })
  const readings = unlessLatin(spell)
  const spoken = (column: Column | undefined, rows: number): Pick<Findable, 'words'>[] =>
    unpackColumn(column ?? [], rows).map((words) =>
      typeof words === 'string' ? { words: otherNames(words, readings) } : {},
    )
  const nextDecisions = taking(unpack(w.decisions))
  const nextAliases = taking(unpackColumn(w.names?.decisions ?? [], w.decisions.rows))
  const withAliases = (count: number) => {
    const aliases = nextAliases(count)
    return nextDecisions(count).map((d, n) => [d, aliases[n]] as const)
  }
  const createdAliases = unpackColumn(w.names?.created ?? [], w.resources.rows) as readonly (string | undefined)[]
  const resources = unpack(w.resources).map((packed, n): CatalogueResource => {
    const { id, decisions, created, ...more } = packed as unknown as Omit<CatalogueResource, 'created'> & {
      decisions: number
      created?: string
    }
    const rest = absolute(more, id) as Omit<CatalogueResource, 'id' | 'pinyin' | 'decisions'>
    return {
      ...found({ id, ...rest }),
      // until it is sent, the title stands for the one in the other language
      ...(created && { created: found({ title: created, alias: createdAliases[n] ?? created }) }),
      decisions: withAliases(decisions).map(([d, alias]) => {
        const { path, asks, ...own } = d
        const said = absolute(own, id) as Omit<CatalogueDecision, 'pinyin' | 'alias' | 'path' | 'asks' | 'mustAsk'>
        const whole = {
          ...said,
          // until they are sent, the title stands for it
          alias: typeof alias === 'string' ? absoluteFrom(id)(alias) : said.title,
          asks: asks !== ASKS_NOTHING,
          mustAsk: asks === MUST_ASK,
          path: path === undefined ? usualPath(rest.call, said.id) : absolute(path, rest.call),
        }
        return found(whole as Omit<CatalogueDecision, 'pinyin'>)
      }),
    }
  })
  const resourceAt = (place: unknown): CatalogueResource | undefined => resources[place as number]
  const idAt = (place: unknown): string =>
    resourceAt(place)?.id ?? (typeof place === 'string' ? absoluteFrom('')(place) : '')

  const nextViews = taking(withPlaces(unpack(w.views), numbersOf))
  const nextNames = taking(spoken(w.names?.views, w.views.rows))
  const queues = unpack(w.queues).map((packed): CatalogueQueue => {
    const { views: count, ...more } = packed
    const own = nextViews(count as number)
    const names = nextNames(count as number)
    const q = found(absolute(more, idAt(own[0]?.resource)) as Omit<CatalogueQueue, 'pinyin' | 'views'>)
    const views = own.map(({ resource, ...rest }, n) => {
      const { title, alias } = q
      const id = idAt(resource)
      const { where, ...said } = absolute(rest, id) as { where: readonly ReturnType<typeof shortened>[] }
      const own = { ...said, ...names[n], where: where.map(lengthened) }
      return found({ title, alias, ...own, resource: id } as unknown as CatalogueQueueView)
    })
    return { ...q, views }
  })

  const topMenus: CatalogueMenu[] = []
  const above: CatalogueMenu[][] = [topMenus]
  const names = spoken(w.names?.menus, w.menus.rows)
  for (const [n, { depth, resource, ...more }] of withPlaces(unpack(w.menus), numbersOf).entries()) {
    const r = resourceAt(resource)
    const id = idAt(resource)
    const own = {
      ...(absolute(more, id) as Partial<CatalogueMenu>),
      ...names[n],
    }
    const { title = '', alias = '' } = r ?? {}
    const menu = found({
      title,
      alias,
      path: r?.routes.list ?? '',
      newWindow: false,
      ...own,
      resource: id,
      children: [],
    } as CatalogueMenu)
    above[depth as number]?.push(menu)
    above[(depth as number) + 1] = menu.children as CatalogueMenu[]
  }

  const granted = unpackColumn(w.granted, resources.length).flatMap((said, n) => {
    const r = resources[n] as CatalogueResource
    const { id } = r
    const codes = String(said).split(' ').filter(Boolean)
    const own = codesOf(r).filter((code) => !codes.includes(`-${code}`))
    return [...own, ...codes.filter((code) => !code.startsWith('-'))].map((code) => `${id}_${code}`)
  })
  const { etag, language, user, today } = w
  return {
    etag,
    language,
    user,
    today,
    topMenus,
    resources,
    queues,
    permissions: [...granted, ...w.permissions].sort(),
  }
}
