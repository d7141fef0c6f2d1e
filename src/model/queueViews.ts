import { queues, resources } from './business.ts'
import type { Queue, QueueView } from './language/queue.ts'
import type { Resource } from './language/resource.ts'

/** Whether a permission code is held. */
export type May = (code: string) => boolean

/** Whether the records of a resource may be seen. */
export const sees = (r: Resource, may: May): boolean => r.open === true || may(`${r.id}_view`)

/** The views of a queue whose records may be seen and whose work is held: those that are somebody's work. */
export const viewsFor = (q: Queue, may: May): QueueView[] =>
  q.views.filter((v) => {
    const r = resources.get(v.resource)
    return r !== undefined && sees(r, may) && may(v.permission)
  })

/** The views of all queues over the records of a resource that are somebody's work. */
export const viewsOn = (resource: string, may: May): QueueView[] =>
  [...queues.values()].flatMap((q) => viewsFor(q, may).filter((view) => view.resource === resource))

/**
 * Whether this person has a list of the resource that shows who made a record: its own list, or a queue that is their
 * work. Nobody else is told makers by name.
 */
export const showsMaker = (r: Resource, may: May): boolean =>
  [
    r.list.columns,
    ...[...queues.values()].flatMap((q) => (viewsFor(q, may).length > 0 ? [q.columns?.[r.id]] : [])),
  ].some((columns) => columns?.includes('createUser'))

/** Whether any view of any queue is somebody's work. */
export const worksQueues = (may: May): boolean => [...queues.values()].some((q) => viewsFor(q, may).length > 0)
