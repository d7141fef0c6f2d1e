import type { SheetRow } from '../../model/language/fields/imports.ts'
import type { Actor } from '../core/actor.ts'
import type { ServerContext } from '../core/context/context.ts'
import { AppError } from '../core/errors.ts'
import type { Prepared } from './transitions.ts'

declare module '../core/domains.ts' {
  interface ServerDomains {
    /** Reads the rows of an uploaded workbook: the store of files stands above decisions. */
    readonly readSheet: (context: ServerContext, actor: Actor, attachId: string) => Promise<readonly SheetRow[]>
  }
}

/**
 * Prepared decision with the rows of its workbook (`Transition.sheet`), read before the transaction begins; any other
 * decision unchanged. The refusal of an unreadable file (400) takes the place of its rows: it is raised after the
 * record was found in a state in which the file matters.
 */
export async function withSheet(context: ServerContext, actor: Actor, prepared: Prepared): Promise<Prepared> {
  const { sheet: name } = prepared.step.transition
  const file = name === undefined ? undefined : prepared.ask[name]
  if (typeof file !== 'string' || file === '') return prepared
  const sheet = await context.domains.readSheet(context, actor, file).catch((e: unknown) => {
    if (e instanceof AppError && e.code === 400) return e
    throw e
  })
  return { ...prepared, ask: { ...prepared.ask, sheet } }
}
