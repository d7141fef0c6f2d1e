import { queues, resources } from '../../model/all.ts'
import { isEmpty, isId } from '../../model/kernel/validate.ts'
import { type BatchOrder, HEADER, type QueueCount, ROUNDS, type Slice, type WireRow } from '../../model/kernel/wire.ts'
import { batchState, cancelBatch, resumeBatch, startBatch } from '../decisions/batch.ts'
import { idsIn } from '../decisions/byCall.ts'
import { keyOf } from '../decisions/idempotency.ts'
import type { AnyResource } from '../decisions/rows.ts'
import { may, maySee } from '../decisions/scope.ts'
import { select } from '../decisions/selection.ts'
import type { Ask } from '../http/house.ts'
import { textParam } from '../http/params.ts'
import type { HouseCall } from '../http/parts.ts'
import { Refusal } from '../http/refusal.ts'
import { rowsQuery } from '../store/sql/query.ts'
import { readTotal, readWindow } from '../store/windows.ts'
import { countIn, queryFrom, seeing } from './read.ts'
import { search } from './search.ts'
import { wireRow } from './wire.ts'

/** The resource a call of the house names; unknown ones are 400, unseen ones 403. */
function asked(ask: Ask): AnyResource {
  const r = resources.get(textParam(ask.params, 'resource'))
  if (!r) throw new Refusal(400, ['未知的数据类型', 'There is no such kind of record'], { resource: '未知' })
  seeing(ask, r)
  return r
}

const idIn = (ask: Ask): string => textParam(ask.params, 'id')

/** Rows by id, in the order asked; missing ones are left out. */
async function rows(ask: Ask): Promise<WireRow[]> {
  const r = asked(ask)
  const ids = idsIn(ask.params, undefined).filter(isId)
  if (ids.length > 500) throw new Refusal(400, ['一次最多500条', 'At most 500 records at a time'], { ids: '> 500' })
  if (ids.length === 0) return []
  const found = await ask.house.db.scoped<Record<string, unknown>>({ tenantId: ask.actor.tenantId }, rowsQuery(r, ask.actor, ids))
  const byId = new Map(found.map((row) => [String(row.id), row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [wireRow(ask.actor, r, row)] : []
  })
}

/** What is to do in each view of each queue this person works. */
async function queueCounts(ask: Ask): Promise<QueueCount[]> {
  const wanted = isEmpty(ask.params.queue) ? [...queues.values()] : [...queues.values()].filter((q) => q.code === ask.params.queue)
  const views = wanted.flatMap((queue) => {
    const r = resources.get(queue.resource)
    return r && maySee(ask.actor, r) ? queue.views.filter((v) => may(ask.actor, v.permission)).map((view) => ({ queue, view, r })) : []
  })
  return Promise.all(
    views.map(async ({ queue, view, r }) => {
      const conditions = Object.entries(view.where).map(([field, value]) => ({ field, op: 'equal' as const, value: String(value) }))
      return { queue: queue.code, view: view.code, ...(await readTotal(ask.house.db, { resource: r, reach: ask.actor, conditions })) }
    }),
  )
}

const get = (handler: HouseCall['handler']): HouseCall => ({ method: 'GET', handler })
const post = (handler: HouseCall['handler']): HouseCall => ({ method: 'POST', handler })

/** The house's own calls that work on records, by path below /api. */
export const roundsHandlers: Readonly<Record<string, HouseCall>> = {
  [ROUNDS.window]: get(async (ask): Promise<Slice> => {
    const r = asked(ask)
    const offset = isEmpty(ask.params.offset) ? null : countIn(ask.params, 'offset', 0, 2_000_000_000, 0)
    const around = textParam(ask.params, 'around').trim() || null
    if (around !== null && !isId(around)) throw new Refusal(400, ['记录编号无效', 'The record id is not valid'], { around: '无效' })
    const size = countIn(ask.params, 'size', 100, 500)
    const { rows, ...place } = await readWindow(ask.house.db, queryFrom(ask, r, ask.params), { offset, size, around })
    return { records: rows.map((row) => wireRow(ask.actor, r, row)), ...place }
  }),
  [ROUNDS.total]: get((ask) => readTotal(ask.house.db, queryFrom(ask, asked(ask), ask.params))),
  [ROUNDS.rows]: get(rows),
  [ROUNDS.selection]: post((ask) => select(ask.house, ask.actor, { resource: ask.params.resource, conditions: ask.params.conditions })),
  [ROUNDS.batch]: post((ask) => {
    const p = ask.params
    const order: BatchOrder = {
      resource: textParam(p, 'resource'),
      transition: textParam(p, 'transition'),
      ...(isEmpty(p.rows) ? {} : { rows: p.rows as NonNullable<BatchOrder['rows']> }),
      ...(isEmpty(p.selection) ? {} : { selection: textParam(p, 'selection') }),
      ...(p.ask && typeof p.ask === 'object' ? { ask: p.ask as Record<string, unknown> } : {}),
    }
    return startBatch(ask.house, ask.actor, order, keyOf(ask.request.headers[HEADER.idempotency]))
  }),
  [ROUNDS.batchState]: get((ask) => batchState(ask.house, ask.actor, idIn(ask))),
  [ROUNDS.batchCancel]: post((ask) => cancelBatch(ask.house, ask.actor, idIn(ask))),
  [ROUNDS.batchResume]: post((ask) => resumeBatch(ask.house, ask.actor, idIn(ask))),
  [ROUNDS.search]: get((ask) => search(ask, textParam(ask.params, 'q'), countIn(ask.params, 'limit', 20, 20))),
  [ROUNDS.queueCounts]: get(queueCounts),
}
