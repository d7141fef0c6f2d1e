import { quickReply } from '../../model/content/quickReply.ts'
import { isEmpty, isId } from '../../model/kernel/validate.ts'
import type { Page, WireRow } from '../../model/kernel/wire.ts'
import { dictBiz } from '../../model/system/dictBiz.ts'
import type { Handler, RequestContext } from '../core/context.ts'
import { textParam } from '../core/params.ts'
import { exportHandlers } from '../records/export/handlers.ts'
import { attachmentHandlers } from '../records/files/handlers.ts'
import { countIn } from '../records/read.ts'
import { nest } from '../records/tree.ts'
import { tableName } from '../writes/rows.ts'
import { wireRow } from '../writes/wire.ts'

/** Live dictionary rows by a condition, in their own order. */
async function dictRows(request: RequestContext, condition: string, values: readonly unknown[]): Promise<WireRow[]> {
  const rows = await request.context.db.scoped<Record<string, unknown>>(
    { tenantId: request.actor.tenantId },
    {
      text: `select * from ${tableName(dictBiz)} where tenant_id = $1 and is_deleted = 0 and ${condition} order by sort, id`,
      values: [request.actor.tenantId, ...values],
    },
  )
  return rows.map((row) => wireRow(request.actor, dictBiz, row))
}

const idOr = (text: string, none: string): string => (isId(text) ? text : none)

/** Handlers of the declared calls of the modules, by call id. */
export const callHandlers: Readonly<Record<string, Handler>> = {
  ...attachmentHandlers,
  ...exportHandlers,

  /** Entries of a dictionary that may be chosen: sealed ones and the dictionary's own row are not among them. */
  'dictBiz.dictionary': (request) =>
    dictRows(request, `code = $2 and parent_id is not null and is_sealed = 0`, [textParam(request.params, 'code')]),
  'dictBiz.tree': async (request) => {
    const code = textParam(request.params, 'code')
    const all = isEmpty(code)
    return nest(await dictRows(request, all ? 'true' : 'code = $2', all ? [] : [code]), 'dictValue')
  },
  /** Dictionaries, paged and filtered like the generic list. */
  'dictBiz.parentList': async (request): Promise<Page> => {
    const parents = await dictRows(request, 'parent_id is null', [])
    const sought = (name: 'code' | 'dictValue') => textParam(request.params, name).trim().toLowerCase()
    const kept = parents.filter((row) =>
      (['code', 'dictValue'] as const).every((name) =>
        String(row[name] ?? '')
          .toLowerCase()
          .includes(sought(name)),
      ),
    )
    const size = countIn(request.params, 'size', 10, 500)
    const current = countIn(request.params, 'current', 1, 1_000_000)
    return {
      records: kept.slice((current - 1) * size, current * size),
      total: kept.length,
      size,
      current,
      pages: Math.ceil(kept.length / size),
    }
  },
  'dictBiz.childList': (request) =>
    dictRows(request, 'parent_id = $2', [idOr(textParam(request.params, 'parentId'), '0')]),

  /** Reasons of a module and those that fit every module, in their own order. */
  'quickReply.list': async (request) => {
    const rows = await request.context.db.scoped<Record<string, unknown>>(
      { tenantId: request.actor.tenantId },
      {
        text: `select * from ${tableName(quickReply)} where tenant_id = $1 and is_deleted = 0 and module_code in ($2, 'public')
               order by (module_code = 'public'), sort, id limit 200`,
        values: [request.actor.tenantId, textParam(request.params, 'moduleCode')],
      },
    )
    return rows.map((row) => wireRow(request.actor, quickReply, row))
  },
}
