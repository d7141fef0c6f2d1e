import { queueRoute } from '../../../commands/catalog/navigation.ts'
import type { Catalogue } from '../../model/wire/catalogue.ts'
import { SAVED, type SavedView } from '../../model/wire/savedView.ts'

/** Saved views of one view of a queue, in the order of `views`: each is worked as a queue of its own. Pure. */
export const viewsOfQueue = (views: readonly SavedView[], queue: string, view: string): readonly SavedView[] =>
  views.filter((v) => v.list === queueRoute(queue, view))

/** Saved views of queues that the catalogue has, and the others. Pure. */
export function byQueues(
  catalogue: Pick<Catalogue, 'queues'> | null,
  views: readonly SavedView[],
): { readonly ofQueues: readonly SavedView[]; readonly others: readonly SavedView[] } {
  const lists = new Set((catalogue?.queues ?? []).flatMap((q) => q.views.map((v) => queueRoute(q.code, v.code))))
  return { ofQueues: views.filter((v) => lists.has(v.list)), others: views.filter((v) => !lists.has(v.list)) }
}

/** The saved view that an address shows; undefined where it names none, or one that is not of its list. Pure. */
export function viewAt(views: readonly SavedView[], pathname: string, search: string): SavedView | undefined {
  const id = new URLSearchParams(search).get(SAVED)
  return views.find((v) => v.id === id && v.list.split('?', 1)[0] === pathname)
}
