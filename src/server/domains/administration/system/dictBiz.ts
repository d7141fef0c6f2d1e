import { dict, dictBiz, dictBizTree, dictTree } from '../../../../model/administration/system/dictBiz.ts'
import { is } from '../../../../model/language/conditions/condition.ts'
import { handle } from '../../../records/handle.ts'
import { nest } from '../../../records/tree.ts'
import type { Prepare } from '../../../writing/hooks.ts'
import { wireRow } from '../../../writing/unitOfWork/wire.ts'

type Dictionary = typeof dict | typeof dictBiz

/** A dictionary's own row has the key −1; its entries carry its code (domain: dict, dict-biz). */
export const prepareDictionary =
  (of: Dictionary): Prepare =>
  async (values, before, work) => {
    const parentId = (values.parentId !== undefined ? values.parentId : (before?.parentId ?? null)) as string | null
    const parent = await work.row(of as typeof dictBiz, parentId)
    return parent ? { code: parent.code } : { dictKey: '-1' }
  }

const treeOf = (call: typeof dictTree | typeof dictBizTree, of: Dictionary) =>
  handle(call as typeof dictTree, async ({ query, reader, actor }) => {
    const rows = await reader.rows(of as typeof dictBiz, { where: [is('code', query.code)] })
    return nest(
      rows.map((row) => wireRow(actor, of, row)),
      'dictValue',
    )
  })

/** A dictionary with its entries below it, by its code. */
export const dictCalls = [treeOf(dictTree, dict), treeOf(dictBizTree, dictBiz)]
