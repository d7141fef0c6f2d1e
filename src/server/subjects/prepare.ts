import { dictBiz } from '../../model/system/dictBiz.ts'
import type { Work } from '../decisions/work.ts'

/** What a resource adds to the values of a save before they are written: numbers its own rules fill in. */
export type Prepare = (
  values: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>> | null,
  work: Work,
) => Promise<Record<string, unknown>>

/** By resource; most have none. */
export const prepares: Readonly<Record<string, Prepare>> = {
  /** A dictionary's own row has the key −1; its entries carry its code (domain: dict-biz). */
  dictBiz: async (values, before, work) => {
    const parentId = (values.parentId !== undefined ? values.parentId : (before?.parentId ?? null)) as string | null
    const parent = await work.row(dictBiz, parentId)
    return parent ? { code: parent.code } : { dictKey: '-1' }
  },
}
