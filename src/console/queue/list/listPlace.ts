import type { QueryClient } from '@tanstack/react-query'
import type { Condition } from '../../../model/language/conditions/condition.ts'
import { flagFields } from '../../../model/language/flag.ts'
import type { Resource } from '../../../model/language/resource.ts'
import type { Catalogue, CatalogueQueueView } from '../../../model/wire/catalogue.ts'
import { listColumns } from '../../../model/wire/columns.ts'
import { type Behind, listKey } from '../../data/behind.ts'
import { queueIn } from '../../data/catalogue.ts'
import { session } from '../../data/session.ts'
import { decisionOf } from '../../decisions/named.ts'
import { combine } from '../../filter/filterParams.ts'
import type { ListQuery } from '../../lists/rows/listQuery.ts'
import { QueueModel } from './queueModel.ts'
import { type QueueSession, workOf } from './queueSession.ts'

/** A list as somebody sees it: a view of a queue or a table, filtered and ordered. */
export interface ListPlace {
  readonly query: ListQuery
  /** Conditions of membership, besides the person's filter. */
  readonly where: readonly Condition[]
  readonly work: QueueSession
  /** Key of the list; its rows read differently in another language. */
  readonly key: string
  /** The same in every language. */
  readonly stand: string
}

interface ListRequest {
  readonly of: Resource
  readonly conditions: readonly Condition[]
  readonly sort: string
  readonly language: string
}

/** The list of a queue's view. `columns`: fields that it shows. */
export function queuePlace(
  queue: string,
  view: CatalogueQueueView,
  columns: readonly string[],
  request: ListRequest,
): ListPlace {
  const { of, conditions, sort, language } = request
  const stand = listKey({ resource: of.id, queue, view: view.code, conditions, sort })
  return {
    query: {
      resource: of.id,
      columns: listColumns(of, [...columns, ...of.list.columns, ...flagFields(of), ...view.where.map((c) => c.field)]),
      conditions: combine(view.where, conditions),
      sort,
    },
    where: view.where,
    work: workOf(queue),
    stand,
    key: `${language} ${stand} ${JSON.stringify(view.where)}`,
  }
}

/** The list behind a page; null where this person has it no more. */
export function placeBehind(
  behind: Behind,
  of: Resource,
  catalogue: Catalogue | null,
  language: string,
): ListPlace | null {
  const { conditions, sort } = behind
  const request = { of, conditions, sort, language }
  if (behind.queue) {
    const view = queueIn(catalogue, behind.queue)?.views.find((v) => v.code === behind.view && v.resource === of.id)
    return view ? queuePlace(behind.queue, view, of.list.columns, request) : null
  }
  const stand = listKey(behind)
  return {
    query: { resource: of.id, columns: listColumns(of), conditions, sort },
    where: [],
    work: workOf(`list.${of.id}`),
    stand,
    key: `${language} ${stand}`,
  }
}

/** The rows of a list with a cursor, decisions and what others do. */
export const modelOf = (place: ListPlace, client: QueryClient): QueueModel =>
  new QueueModel(
    place.query,
    place.where,
    client,
    session.userId,
    (name) => decisionOf(place.query.resource, name)?.title ?? name,
    place.work,
  )
