import { quickReply, quickReplyList } from '../../../model/content/quickReply.ts'
import { oneOf } from '../../../model/language/conditions/condition.ts'
import { unlessLatin } from '../../../model/values/readings.ts'
import { readings } from '../../core/text/pinyin.ts'
import { handle } from '../../records/handle.ts'

/** Module code of replies that fit every module. */
const PUBLIC = 'public'

/** Most reasons that are offered. */
const REPLIES_MAX = 200

/** A reply is found by how its beginning is read: a long one is not typed to its end. */
const SPELT = 60

const spelt = unlessLatin((content) => readings([...content].slice(0, SPELT).join('')))

/** Reasons of a module and those that fit every module, in their own order, the module's first. */
export const quickReplyCalls = [
  handle(quickReplyList, async ({ query, reader }) => {
    const rows = await reader.rows(quickReply, {
      where: [oneOf('moduleCode', [query.moduleCode, PUBLIC])],
      limit: REPLIES_MAX,
    })
    const isPublic = (row: (typeof rows)[number]) => Number(row.moduleCode === PUBLIC)
    return rows
      .sort((a, b) => isPublic(a) - isPublic(b))
      .map((row) => ({ ...row, readings: spelt(row.content).join('|') }))
  }),
]
