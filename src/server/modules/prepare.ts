import type { changeRequest } from '../../model/desk/changeRequest.ts'
import type { Label } from '../../model/kernel/label.ts'
import type { RowOf } from '../../model/kernel/resource.ts'
import { dictBiz } from '../../model/system/dictBiz.ts'
import { guardParam, paramRemovalProblem } from '../access/guardedParams.ts'
import type { Row } from '../decisions/rows.ts'
import type { UnitOfWork } from '../decisions/unitOfWork.ts'

/** Why records of a resource may not be deleted, null when they may. */
export type RemovalProblem = (rows: readonly Row[], work: UnitOfWork) => Label | null

/**
 * How a save ends: `write` writes; `ask` only checks what a second person will be asked for; with a request, that
 * person agreed and it is written.
 */
export type SaveMode = 'write' | 'ask' | Pick<RowOf<typeof changeRequest>, 'code' | 'requesterName'>

/**
 * What a resource adds to the values of a save before they are written: numbers its own rules fill in. Refuses by
 * throwing.
 */
export type Prepare = (
  values: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>> | null,
  work: UnitOfWork,
  mode: SaveMode,
) => Promise<Record<string, unknown>>

/** By resource; most have none. */
export const prepares: Readonly<Record<string, Prepare>> = {
  /** A dictionary's own row has the key −1; its entries carry its code (domain: dict-biz). */
  dictBiz: async (values, before, work) => {
    const parentId = (values.parentId !== undefined ? values.parentId : (before?.parentId ?? null)) as string | null
    const parent = await work.row(dictBiz, parentId)
    return parent ? { code: parent.code } : { dictKey: '-1' }
  },
  param: guardParam,
}

/** Resources whose `prepares` write the history of their edits themselves. */
export const ownHistory: ReadonlySet<string> = new Set(['param'])

/** By resource; most have none. */
export const removalProblems: Readonly<Record<string, RemovalProblem>> = { param: paramRemovalProblem }
