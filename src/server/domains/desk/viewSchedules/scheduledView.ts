import { queues } from '../../../../model/business.ts'
import { type Condition, conditionKey } from '../../../../model/language/conditions/condition.ts'
import { matchRoute } from '../../../../model/values/matchRoute.ts'
import { isColumn } from '../../../../model/wire/columns.ts'
import { namesShown, type ViewColumns } from '../../../../model/wire/savedView.ts'
import type { StopReason } from '../../../../model/wire/viewSchedule.ts'
import type { Actor } from '../../../core/actor.ts'
import { readerRoles } from '../../../core/permissions.ts'
import { mayExport } from '../../../exchange/export/making.ts'
import { checkConditions, parseConditions } from '../../../lists/sql/conditions.ts'
import { parseSort } from '../../../lists/sql/query.ts'
import type { AnyResource } from '../../../writing/unitOfWork/rows.ts'
import { listAt, mayShare, type ViewedList } from '../savedViewChecks.ts'
import { READABLE, type Reads } from '../savedViewStore.ts'

/** Saved view as far as an export needs it. */
export interface StoredView {
  readonly id: string
  readonly name: string
  readonly list: string
  readonly search: string
  readonly columns: ViewColumns
}

/** A view that a person may read and export now, with its list. */
export interface Exportable {
  readonly view: StoredView
  readonly list: ViewedList
}

/** The view, where this person may read it and export its list now; else why not. */
export async function exportable(
  reads: Reads,
  actor: Actor,
  viewId: string,
): Promise<Exportable | Exclude<StopReason, 'account'>> {
  const [found] = await reads.query<StoredView & { readonly readable: boolean }>(
    `select v.id, v.name, v.list, v.search, v.columns, ${READABLE} as readable from "saved_view" v
        where v.tenant_id = $1 and v.id = $5`,
    [actor.tenantId, actor.userId, readerRoles(actor), mayShare(actor), viewId],
  )
  if (!found) return 'viewGone'
  if (!found.readable) return 'notShared'
  const list = listAt(actor, found.list)
  if (!list) return 'list'
  return mayExport(actor, list.of) ? { view: { ...found, id: String(found.id) }, list } : 'noExport'
}

/** Fields that a view shows: those of its list (of a queue the queue's own for the resource), and what people had shown besides. */
function columnsOf(of: AnyResource, { list, columns }: StoredView): readonly string[] {
  const code = matchRoute('/desk/queues/:code', list.split('?', 1)[0] ?? '')?.code
  const all = of.list.columns as readonly string[]
  const own = (code === undefined ? undefined : queues.get(code)?.columns?.[of.id]) ?? all
  const more = columns.shown.filter((name) => all.includes(name) && !own.includes(name))
  return namesShown(of, [...own, ...more], columns).filter((name) => name !== 'id' && isColumn(of, name))
}

/** Order of the list of a view, where the view keeps none: of a queue its view's own, else that of the resource. */
function ownSort(address: string): string | undefined {
  const [path = '', search = ''] = address.split('?', 2)
  const code = matchRoute('/desk/queues/:code', path)?.code
  const named = new URLSearchParams(search).get('view')
  return code === undefined ? undefined : queues.get(code)?.views.find((v) => v.code === named)?.sort
}

/**
 * Conditions, order and columns of an export of a view, for this person at this moment: the conditions of the list and the view's
 * own, days that follow the calendar with their dates of now.
 * @throws AppError 400 where a condition, or the order, is none of the list any more
 */
export function wantedOf(
  actor: Actor,
  { view, list }: Exportable,
  now: Date,
): {
  readonly conditions: readonly Condition[]
  readonly sort: string | undefined
  readonly columns: readonly string[]
} {
  const { sort, group: _, ...params } = Object.fromEntries(new URLSearchParams(view.search))
  const own = parseConditions(actor, list.of, params, { strict: true, now })
  const always = checkConditions(actor, list.of, list.always, now)
  const same = (c: Condition) => always.some((a) => conditionKey(a) === conditionKey(c) && a.value === c.value)
  return {
    conditions: [...always, ...own.filter((c) => !same(c))],
    sort: parseSort(list.of, { sort: sort ?? ownSort(view.list) ?? '' }),
    columns: columnsOf(list.of, view),
  }
}
