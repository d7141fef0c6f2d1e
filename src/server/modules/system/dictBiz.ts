import { is } from '../../../model/kernel/condition.ts'
import { dictBiz, dictTree } from '../../../model/system/dictBiz.ts'
import { handle } from '../../records/handle.ts'
import { nest } from '../../records/tree.ts'
import type { Prepare } from '../../writes/hooks.ts'
import { wireRow } from '../../writes/wire.ts'

/** A dictionary's own row has the key −1; its entries carry its code (domain: dict-biz). */
export const prepareDictionary: Prepare = async (values, before, work) => {
  const parentId = (values.parentId !== undefined ? values.parentId : (before?.parentId ?? null)) as string | null
  const parent = await work.row(dictBiz, parentId)
  return parent ? { code: parent.code } : { dictKey: '-1' }
}

/** A dictionary with its entries below it, by its code. */
export const dictCalls = [
  handle(dictTree, async ({ query, reader, actor }) => {
    const rows = await reader.rows(dictBiz, { where: [is('code', query.code)] })
    return nest(
      rows.map((row) => wireRow(actor, dictBiz, row)),
      'dictValue',
    )
  }),
]
