import { queues, resources } from '../../model/business.ts'
import { isEmpty, isId } from '../../model/language/derived/validate.ts'
import { originsOf } from '../../model/origins/origins.ts'
import type { RoundsId } from '../../model/roundsCalls.ts'
import { label } from '../../model/values/label.ts'
import type { BatchOrder } from '../../model/wire/batchWire.ts'
import { columnNames, listColumns } from '../../model/wire/columns.ts'
import { HEADER, type QueueCount, type Total, type WireOrigin } from '../../model/wire/wire.ts'
import type { Handler, RequestContext } from '../core/context/context.ts'
import type { Ahead, Prepare } from '../core/context/handlers.ts'
import { JsonText, WithMessage } from '../core/envelope.ts'
import { AppError } from '../core/errors.ts'
import { textParam } from '../core/params.ts'
import { may, maySee } from '../core/permissions.ts'
import { batchState, cancelBatch, resumeBatch, startBatch } from '../deciding/batch/batch.ts'
import { previewBatch } from '../deciding/batch/batchPreview.ts'
import { select } from '../deciding/batch/selection.ts'
import { keyOf } from '../deciding/idempotency.ts'
import { idsIn } from '../deciding/keyed.ts'
import type { Query } from '../lists/sql/query.ts'
import { reachIn } from '../lists/sql/reach.ts'
import { rowsTable, type TableRow } from '../lists/sql/table.ts'
import { readTotal, readTotals, totalAhead } from '../lists/totals.ts'
import { readWindow, type Slicing, type Window, windowAhead } from '../lists/windows.ts'
import { waits } from '../writing/save/changeRequests.ts'
import { move } from '../writing/save/move.ts'
import type { AnyResource } from '../writing/unitOfWork/rows.ts'
import { columnsIn } from './columns.ts'
import { groupsOf } from './groups.ts'
import { heldOf } from './held.ts'
import { placeAt } from './place.ts'
import { countIn, queryFrom, seeing } from './read.ts'
import { minutesToday, recentDecisions } from './recent.ts'
import { recordHistory } from './recordHistory.ts'
import { findAgain, search } from './search.ts'
import { treeTable } from './tree.ts'
import { valueCounts } from './valueCounts.ts'
import { keySent, write } from './write.ts'

/** The resource a Rounds call names; unknown ones are 400, unseen ones 403. */
function requestedResource(request: RequestContext): AnyResource {
  const r = resources.get(textParam(request.params, 'resource'))
  if (!r) throw new AppError(400, ['未知的数据类型', 'There is no such kind of record'], { resource: '未知' })
  seeing(request, r)
  return r
}

const idIn = (request: RequestContext): string => textParam(request.params, 'id')

/** Rows by id, in the order asked; missing ones are left out. */
function rowsAhead(request: RequestContext): Ahead {
  const r = requestedResource(request)
  const ids = idsIn(request.params, undefined).filter(isId)
  if (ids.length > 500) throw new AppError(400, ['一次最多500条', 'At most 500 records at a time'], { ids: '> 500' })
  const { statement, json } = rowsTable(
    r,
    reachIn(request.context, request.actor),
    ids,
    columnsIn(request, r, columnNames),
  )
  return { statement, answer: ([row]) => new JsonText(`{${json(row as TableRow | undefined)}}`) }
}

/** Query of a window. */
function windowIn(request: RequestContext): { readonly q: Query; readonly slice: Slicing } {
  const r = requestedResource(request)
  const offset = isEmpty(request.params.offset) ? null : countIn(request.params, 'offset', 0, 2_000_000_000, 0)
  const around = textParam(request.params, 'around').trim() || null
  if (around !== null && !isId(around))
    throw new AppError(400, ['记录编号无效', 'The record id is not valid'], { around: '无效' })
  const size = countIn(request.params, 'size', 100, 500)
  return {
    q: queryFrom(request, r, request.params),
    slice: { columns: columnsIn(request, r, listColumns), offset, size, around },
  }
}

/** Query of a total. */
const totalIn = (request: RequestContext): Query => queryFrom(request, requestedResource(request), request.params)

const sliceText = ({ table, offset, position }: Window): JsonText =>
  new JsonText(`{${table},"offset":${offset}${position === undefined ? '' : `,"position":${position}`}}`)

function windowAheadOf(request: RequestContext): Ahead | null {
  const { q, slice } = windowIn(request)
  const ahead = windowAhead(request.context.db, q, slice)
  if (!ahead) return null
  return {
    statement: ahead.table.statement,
    answer: ([row]) => {
      const window = ahead.answer(row as TableRow | undefined)
      return window ? sliceText(window) : undefined
    },
  }
}

/** How records of a resource come about, and who makes them. */
const origins = (request: RequestContext): WireOrigin[] =>
  originsOf(requestedResource(request)).map(({ how, roles }) => ({
    how: label(how, request.actor.language),
    roles: roles.map((role) => label(role, request.actor.language)),
  }))

/** Counts of each view of each queue this person works. */
async function queueCounts(request: RequestContext): Promise<QueueCount[]> {
  const wanted = isEmpty(request.params.queue)
    ? [...queues.values()]
    : [...queues.values()].filter((q) => q.code === request.params.queue)
  const views = wanted.flatMap((queue) =>
    queue.views.flatMap((view) => {
      const r = resources.get(view.resource)
      return r && maySee(request.actor, r) && may(request.actor, view.permission) ? [{ queue, view, r }] : []
    }),
  )
  const totals = await readTotals(
    request.context.db,
    views.map(({ view, r }) => ({
      resource: r,
      reach: reachIn(request.context, request.actor),
      conditions: view.where,
    })),
  )
  return views.map(({ queue, view }, n) => ({ queue: queue.code, view: view.code, ...(totals[n] as Total) }))
}

/** The order of a batch. */
const orderIn = (p: RequestContext['params']): BatchOrder => ({
  resource: textParam(p, 'resource'),
  transition: textParam(p, 'transition'),
  ...(isEmpty(p.rows) ? {} : { rows: p.rows as NonNullable<BatchOrder['rows']> }),
  ...(isEmpty(p.selection) ? {} : { selection: textParam(p, 'selection') }),
  ...(isEmpty(p.takesBack) ? {} : { takesBack: textParam(p, 'takesBack') }),
  ...(isEmpty(p.except) ? {} : { except: p.except as NonNullable<BatchOrder['except']> }),
  ...(isEmpty(p.typedAmount) ? {} : { typedAmount: textParam(p, 'typedAmount') }),
  ...(isEmpty(p.oneTimeCode) ? {} : { oneTimeCode: textParam(p, 'oneTimeCode') }),
  ...(p.ask && typeof p.ask === 'object' ? { ask: p.ask as Record<string, unknown> } : {}),
})

/** Handlers of the product's own calls that work on records. */
export const roundsHandlers = {
  'rounds.window': async (request) => {
    const { q, slice } = windowIn(request)
    return sliceText(await readWindow(request.context.db, q, slice))
  },
  'rounds.total': (request) => readTotal(request.context.db, totalIn(request)),
  'rounds.rows': async (request) => {
    const { statement, answer } = rowsAhead(request)
    return answer(await request.context.db.scoped({ tenantId: request.actor.tenantId }, statement))
  },
  'rounds.tree': (request) => treeTable(request, requestedResource(request)),
  'rounds.move': async (request) => {
    const r = requestedResource(request)
    const { resource: _, ...sent } = request.params
    const moved = await write(request, r, { move: r.id, sent }, (work) => move(work, r, sent), keySent(request))
    return moved.changeRequest ? new WithMessage(moved, waits([moved.changeRequest])) : moved
  },
  'rounds.selection': (request) =>
    select(request.context, request.actor, {
      resource: request.params.resource,
      conditions: request.params.conditions,
      sort: request.params.sort,
    }),
  'rounds.batch': (request) =>
    startBatch(
      request.context,
      request.actor,
      orderIn(request.params),
      keyOf(request.http.headers[HEADER.idempotency]),
      request.http.ip,
    ),
  'rounds.batchPreview': (request) => previewBatch(request.context, request.actor, orderIn(request.params)),
  'rounds.batchState': (request) => batchState(request.context, request.actor, idIn(request)),
  'rounds.batchCancel': (request) => cancelBatch(request.context, request.actor, idIn(request)),
  'rounds.batchResume': (request) => resumeBatch(request.context, request.actor, idIn(request)),
  'rounds.history': (request) => recordHistory(request),
  'rounds.held': (request) => heldOf(request, requestedResource(request)),
  'rounds.decisions': ({ context, actor, params }) =>
    recentDecisions(context, actor, isEmpty(params.today) ? undefined : minutesToday(context)),
  'rounds.search': (request) =>
    isEmpty(request.params.records)
      ? search(request, textParam(request.params, 'q'), countIn(request.params, 'limit', 20, 20))
      : findAgain(request, textParam(request.params, 'records')),
  'rounds.valueCounts': (request) => valueCounts(request, requestedResource(request)),
  'rounds.groups': (request) => groupsOf(request, requestedResource(request)),
  'rounds.queueCounts': queueCounts,
  'rounds.origins': async (request) => origins(request),
  'rounds.place': async (request) => placeAt(request),
} as const satisfies Partial<Record<RoundsId, Handler>>

/** First reads of calls that only read, each prepared before it is known who asks. */
export const roundsAhead: Readonly<Partial<Record<RoundsId, Prepare>>> = {
  'rounds.window': windowAheadOf,
  'rounds.total': (request) => totalAhead(request.context.db, totalIn(request)),
  'rounds.rows': rowsAhead,
}
