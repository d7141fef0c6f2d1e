import type { SheetRow } from '../../model/kernel/imports.ts'
import type { Actor } from '../core/actor.ts'
import type { ServerContext } from '../core/context.ts'
import type { Prepared } from './transitions.ts'

type ReadSheet = (context: ServerContext, actor: Actor, attachId: string) => Promise<readonly SheetRow[]>

let tied: ReadSheet | null = null

/** Ties in how workbooks are read: the store of files stands above decisions. */
export function tieSheets(read: ReadSheet): void {
  tied = read
}

/**
 * A prepared decision with the rows of the workbook that it asks for (`Transition.sheet`), read before its transaction
 * begins; any other one as it is. @throws AppError 400 where the file is none that this person uploaded, or no workbook.
 */
export async function withSheet(context: ServerContext, actor: Actor, prepared: Prepared): Promise<Prepared> {
  const { sheet } = prepared.step.transition
  const file = sheet === undefined ? undefined : prepared.ask[sheet]
  if (typeof file !== 'string' || file === '') return prepared
  if (!tied) throw new Error('no reader of workbooks is tied in')
  return { ...prepared, ask: { ...prepared.ask, sheet: await tied(context, actor, file) } }
}
