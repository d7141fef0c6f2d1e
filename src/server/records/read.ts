import { changeRequest } from '../../model/desk/changeRequest.ts'
import { keyOf } from '../../model/language/address.ts'
import type { Condition } from '../../model/language/conditions/condition.ts'
import { MADE } from '../../model/language/decidable.ts'
import { CHANGE_WAITS, mayWait, REVIEWERS, type WaitingChange } from '../../model/language/derived/dualControl.ts'
import { PARTS_PER_RECORD_MAX } from '../../model/language/derived/parts.ts'
import { isEmpty, isId } from '../../model/language/derived/validate.ts'
import type { Field } from '../../model/language/fields/field.ts'
import { partyNames } from '../../model/language/owner.ts'
import { statesOf } from '../../model/language/states.ts'
import { wallClock } from '../../model/values/dates.ts'
import { label } from '../../model/values/label.ts'
import type { Page, WireRow } from '../../model/wire/wire.ts'
import type { RequestContext } from '../core/context/context.ts'
import { AppError, everyOne, forbidden, notFound } from '../core/errors.ts'
import { textParam, wholeParam } from '../core/params.ts'
import { maySee, withheld } from '../core/permissions.ts'
import { resolveNames } from '../lists/resolve.ts'
import { checkConditions, filterOf, parseConditions } from '../lists/sql/conditions.ts'
import { detailQuery, listQuery, parseSort, type Query, windowQuery } from '../lists/sql/query.ts'
import { reachIn } from '../lists/sql/reach.ts'
import { readTotal } from '../lists/totals.ts'
import { REMOVAL } from '../writing/save/changeRequests.ts'
import { partsShown } from '../writing/save/partsShown.ts'
import { type AnyResource, tableName } from '../writing/unitOfWork/rows.ts'
import { unmasked, wireRow } from '../writing/unitOfWork/wire.ts'
import { noteLooks } from './looks.ts'
import { type Pending, reviewersOf } from './reviewers.ts'

const { requestStatus } = statesOf(changeRequest)

type Params = Readonly<Record<string, unknown>>
type Found = Record<string, unknown>

/** Most rows of a page (wire: page limit). */
const PAGE = 500

/** 403 for who may not see records of the resource at all. */
export function seeing(request: RequestContext, r: AnyResource): void {
  if (!maySee(request.actor, r)) throw forbidden()
}

/** A positive whole number of a parameter, the fallback when none is sent, 400 when it is something else. */
export function countIn(params: Params, name: string, fallback: number, most: number, least = 1): number {
  const n = wholeParam(params, name, least)
  return n === null ? fallback : Math.min(n, most)
}

/** Ids of a parameter as a condition: `ids=1,2` narrows a list to those rows. */
const idsCondition = (r: AnyResource, params: Params): Condition[] => {
  const sent = Array.isArray(params.ids) ? params.ids.join(',') : typeof params.ids === 'string' ? params.ids : ''
  return sent.trim() !== '' && filterOf(r, 'id') ? [{ field: 'id', op: 'in', value: sent }] : []
}

/** The query that parameters ask for: unknown filters are ignored, unknown sorts refused, row scope added. */
export function queryFrom(request: RequestContext, r: AnyResource, params: Params, strict = false): Query {
  const sort = parseSort(r, params)
  const ids = idsCondition(r, params)
  for (const c of ids) {
    if (!c.value.split(',').every((id) => isId(id.trim())))
      throw new AppError(400, ['编号无效', 'An id is not valid'], { ids: '无效' })
  }
  // together once more: ids count as values like all others
  const now = request.context.now()
  const conditions = checkConditions(
    request.actor,
    r,
    [...parseConditions(request.actor, r, params, { strict, now }), ...ids],
    now,
  )
  return { resource: r, reach: reachIn(request.context, request.actor), conditions, ...(sort ? { sort } : {}) }
}

/** A page: `current` from 1, `size` at most 500; the total is exact up to 100,000. */
export async function page(request: RequestContext, r: AnyResource): Promise<Page> {
  seeing(request, r)
  return pageOf(request, queryFrom(request, r, request.params))
}

/** The page of a query that the parameters of a request name. */
export async function pageOf(request: RequestContext, query: Query): Promise<Page> {
  const r = query.resource
  const [size = 10, current = 1] = everyOne([
    () => countIn(request.params, 'size', 10, PAGE),
    () => countIn(request.params, 'current', 1, 2_000_000_000),
  ])
  const q = await resolveNames(request.context.db, query)
  const rows = await request.context.db.scoped<Found>(
    { tenantId: request.actor.tenantId },
    listQuery(q, { current, size }),
  )
  const here = (current - 1) * size + rows.length
  // A page that is not full is the last one: its own place says the total.
  const total = rows.length > 0 && rows.length < size ? here : (await readTotal(request.context.db, q)).total
  return {
    records: rows.map((row) => wireRow(request.actor, r, row)),
    total,
    size,
    current,
    pages: Math.ceil(total / size),
  }
}

/**
 * Record with its parts, by id or by a field that is unique (`settlementOrderId` of a platform fee). Personal data in
 * full where permitted.
 */
export async function detail(request: RequestContext, r: AnyResource): Promise<WireRow> {
  const row = await detailAlone(request, r)
  const parts = await partsShown(request.actor, r, (of, { by, part }) => {
    const conditions: Condition[] = [{ field: by, op: 'equal', value: row.id }]
    const query: Query = {
      resource: of,
      reach: reachIn(request.context, request.actor),
      conditions,
      sort: `+${part.order}`,
    }
    return request.context.db.scoped<Found>(
      { tenantId: request.actor.tenantId },
      windowQuery(query, { skip: 0, limit: 2 * PARTS_PER_RECORD_MAX }),
    )
  })
  return { ...row, ...parts }
}

/** Reviewers of a pending request, in the language of the reader; "" for people of companies: it is none of theirs. */
async function whoMay({ context, actor }: RequestContext, pending: Pending): Promise<string> {
  if (partyNames.some((party) => actor[party] !== null)) return ''
  return label(await reviewersOf(context, actor, pending), actor.language)
}

/** The change of a record that waits for a second person; null where none does. Names of fields, never their values. */
async function changeWaiting(request: RequestContext, r: AnyResource, id: string): Promise<WaitingChange | null> {
  if (!mayWait(r, 'edit') && !mayWait(r, 'delete')) return null
  const [found] = await request.context.db.scoped<{
    code: string
    requester_name: string | null
    create_time: Date
    request_type: number
    requester_id: string
    changes: readonly { readonly field: string }[] | null
  }>(
    { tenantId: request.actor.tenantId },
    {
      text: `select code, requester_name, requester_id, create_time, request_type, changes from ${tableName(changeRequest)}
             where tenant_id = $1 and biz_type = $2 and biz_id = $3 and request_status = 0 and is_deleted = 0 limit 1`,
      values: [request.actor.tenantId, r.id, id],
    },
  )
  if (!found) return null
  const hidden = withheld(request.actor, r)
  const named = found.request_type === REMOVAL ? [] : (found.changes ?? []).map((c) => c.field)
  return {
    code: found.code,
    by: found.requester_name ?? '',
    at: wallClock(found.create_time),
    fields: named.filter((name) => !hidden.includes(name)),
    reviewers: await whoMay(request, { requesterId: String(found.requester_id), bizType: r.id, bizId: id }),
  }
}

/** Notes who reads the personal data of a record in full, where it has any. */
export async function readInFull({ context, actor }: RequestContext, r: AnyResource, row: Found): Promise<void> {
  const shown = Object.entries<Field>(r.fields).some(([name, f]) => f.facts.masked && !isEmpty(row[name]))
  if (shown) await noteLooks(context, actor, r, 'unmask', [String(row.id)])
}

async function detailAlone(request: RequestContext, r: AnyResource): Promise<WireRow> {
  seeing(request, r)
  const scope = { tenantId: request.actor.tenantId }
  const by = keyOf(r.detailBy)
  const named = by ? textParam(request.params, by.name).trim() : ''
  const id = (by?.field === 'id' && named) || textParam(request.params, 'id').trim()
  const unmask = unmasked(request.actor, r)
  if (id !== '') {
    if (!isId(id)) throw notFound()
    const [row] = await request.context.db.scoped<Found>(
      scope,
      detailQuery(r, reachIn(request.context, request.actor), id),
    )
    if (!row) throw notFound()
    if (unmask) await readInFull(request, r, row)
    const waits = await changeWaiting(request, r, id)
    return {
      ...wireRow(request.actor, r, row, unmask),
      ...(MADE in row ? { [MADE]: row[MADE] } : {}),
      ...(waits ? { [CHANGE_WAITS]: waits } : {}),
      ...(r.id === changeRequest.id && row.requestStatus === requestStatus.pending
        ? {
            [REVIEWERS]: await whoMay(request, {
              requesterId: String(row.requesterId),
              bizType: String(row.bizType),
              bizId: String(row.bizId),
            }),
          }
        : {}),
    }
  }
  const alone =
    named !== '' && by
      ? by.field
      : (r.unique ?? [])
          .flatMap((u) => (u.length === 1 ? [String(u[0])] : []))
          .find((name) => !isEmpty(request.params[name]) && filterOf(r, name))
  const missing = by?.name ?? 'id'
  if (!alone)
    throw new AppError(400, [`缺少必要的请求参数: ${missing}`, `Parameter ${missing} is missing`], {
      [missing]: '缺少必要的请求参数',
    })
  const q: Query = {
    resource: r,
    reach: reachIn(request.context, request.actor),
    conditions: parseConditions(request.actor, r, { [`${alone}_equal`]: named !== '' ? named : request.params[alone] }),
  }
  const [row] = await request.context.db.scoped<Found>(scope, windowQuery(q, { skip: 0, limit: 1 }))
  if (!row) throw notFound()
  if (unmask) await readInFull(request, r, row)
  return wireRow(request.actor, r, row, unmask)
}
