import { quickReply, quickReplyList } from '../../../model/content/quickReply.ts'
import { oneOf } from '../../../model/kernel/condition.ts'
import { handle } from '../../records/handle.ts'

/** What fits every module. */
const PUBLIC = 'public'

/** Most reasons that are offered. */
const MOST = 200

/** Reasons of a module and those that fit every module, in their own order, the module's first. */
export const quickReplyCalls = [
  handle(quickReplyList, async ({ query, reader }) => {
    const rows = await reader.rows(quickReply, {
      where: [oneOf('moduleCode', [query.moduleCode, PUBLIC])],
      limit: MOST,
    })
    const isPublic = (row: (typeof rows)[number]) => Number(row.moduleCode === PUBLIC)
    return rows.sort((a, b) => isPublic(a) - isPublic(b))
  }),
]
