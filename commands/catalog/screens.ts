import type { Catalogue, Findable } from '../../src/model/wire/catalogue.ts'
import type { Place } from '../search/nearest.ts'
import { leaves, queueRoute } from './navigation.ts'

/** A screen with an address of its own. */
export interface ScreenPlace extends Place {
  readonly title: string
  readonly icon: string
}

const placeOf = (f: Findable, path: string, icon: string): ScreenPlace => ({
  path,
  icon,
  title: f.title,
  names: [f.title, f.alias, ...f.pinyin],
})

/** Every screen this person may open: menus, views of queues, lists; each address once. */
export function screensOf(catalogue: Catalogue): ScreenPlace[] {
  const all = [
    ...[...leaves(catalogue.topMenus)].map((m) => placeOf(m, m.path, m.icon)),
    ...catalogue.queues.flatMap((q) => q.views.map((v) => placeOf(v, queueRoute(q.code, v.code), q.icon))),
    ...catalogue.resources.flatMap((r) =>
      r.routes.list && r.operations.includes('view') ? [placeOf(r, r.routes.list, 'list')] : [],
    ),
  ]
  const seen = new Set<string>()
  return all.filter(({ path }) => !seen.has(path) && seen.add(path))
}
