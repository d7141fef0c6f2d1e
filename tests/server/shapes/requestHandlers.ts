import { is } from '../../../src/model/language/conditions/condition.ts'
import { handle } from '../../../src/server/records/handle.ts'
import { addCalls } from '../domains.ts'
import {
  checkUrlDup,
  discard,
  mark,
  payQuery,
  saveList,
  shapeApply,
  shapeItem,
  shapeReport,
  unmark,
} from './requests.ts'

// Handlers of the calls of requests.ts, inferred from them. Apart from it: what is declared comes before the server.
addCalls([
  handle(checkUrlDup, async ({ rows, reader }) => {
    const [row] = rows
    const same = await reader.rows(shapeReport, { where: [is('url', String(row?.url))] })
    const dup: 0 | 1 = same.length > 1 ? 1 : 0
    return { dup, others: same.length - 1, phone: row?.phone ?? null, secret: 'stays here' }
  }),
  handle(saveList, ({ entries, work }) => work.insertAll(shapeItem, entries)),
  handle(payQuery, async ({ rows, body, work }) => {
    const changed = await work.updateAll(
      shapeItem,
      rows.map((row) => ({ id: row.id, amount: body.amount })),
    )
    return changed.map((row) => row.serial)
  }),
  handle(mark, async ({ rows, query, work }) => {
    const changed = await work.updateAll(
      shapeApply,
      rows.map((row) => ({ id: row.id, marked: 1, note: query.note })),
    )
    return changed.map((row) => row.name)
  }),
  handle(unmark, async ({ rows, work }) => {
    for (const row of rows) await work.update(shapeApply, row.id, { marked: 0 })
  }),
  handle(discard, async ({ rows, work }) => {
    for (const row of rows) await work.update(shapeApply, row.id, { applyStatus: 6 })
  }),
])
