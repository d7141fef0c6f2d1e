import type { Language } from '../../src/model/values/label.ts'
import type { Catalogue, CatalogueMenu } from '../../src/model/wire/catalogue.ts'
import type { AnyCommand } from '../command.ts'
import { inside } from './places.ts'
import { theirs, titled, wordIn } from './title.ts'

/** Where a queue's view is worked. */
export const queueRoute = (queue: string, view: string): string => `/desk/queues/${queue}?view=${view}`

/** Every screen of the menu tree, whatever its depth, once. */
export function* leaves(menus: readonly CatalogueMenu[]): Generator<CatalogueMenu> {
  for (const menu of menus) {
    if (menu.children.length > 0) yield* leaves(menu.children)
    else if (menu.path.startsWith('/')) yield menu
  }
}

/** By its code the titles of the menus that an entry is in, from the top. */
function above(menus: readonly CatalogueMenu[], titles: readonly string[] = []): [string, readonly string[]][] {
  return menus.flatMap((m) =>
    m.children.length > 0 ? above(m.children, [...titles, m.title]) : [[m.path, titles] as [string, readonly string[]]],
  )
}

/** Entries that are called alike say where they stand; the others have no need to. */
function withPlaces(commands: readonly AnyCommand[], places: ReadonlyMap<string, string>): AnyCommand[] {
  const times = new Map<string, number>()
  for (const c of commands) times.set(c.title, (times.get(c.title) ?? 0) + 1)
  const where = (c: AnyCommand) => ((times.get(c.title) ?? 0) > 1 ? places.get(c.id) : undefined)
  return commands.map((c) => (c.place && where(c) ? { ...c, place: { ...c.place, where: where(c) } } : c))
}

/** Commands of the granted menu routes and of the queue views that are this person's work. */
export function navigation(catalogue: Catalogue, language: Language): AnyCommand[] {
  const commands: AnyCommand[] = []
  const idle = new Set(catalogue.resources.filter((r) => r.idle).map((r) => r.id))
  const seen = new Set<string>()
  const places = new Map<string, string>()
  const go = (
    id: string,
    route: string,
    icon: string,
    title: ReturnType<typeof titled>,
    key: string | undefined,
    resource: string,
    aside = false,
  ) => {
    if (seen.has(id)) return
    seen.add(id)
    commands.push({
      id,
      ...title,
      category: 'navigation',
      icon,
      when: inside,
      selection: 'none',
      keys: key ? [key] : undefined,
      ...(idle.has(resource) ? { note: wordIn('notInForce', language) } : {}),
      place: { route, resource, aside },
      run: (host) => host.shell.open(route, aside),
    })
  }
  for (const q of catalogue.queues) {
    for (const [at, v] of q.views.entries()) {
      const key = at === 0 ? q.go : undefined
      places.set(`queue.${q.code}.${v.code}`, [wordIn('toDo', language), theirs(q, language)[language]].join(' › '))
      go(
        `queue.${q.code}.${v.code}`,
        queueRoute(q.code, v.code),
        q.icon,
        titled(theirs(v, language), language),
        key,
        v.resource,
      )
    }
  }
  const parents = new Map(above(catalogue.topMenus))
  for (const m of leaves(catalogue.topMenus)) {
    places.set(`nav.${m.path}`, (parents.get(m.path) ?? []).join(' › '))
    go(`nav.${m.path}`, m.path, m.icon, titled(theirs(m, language), language), m.go, m.resource, m.newWindow)
  }
  return withPlaces(commands, places)
}
