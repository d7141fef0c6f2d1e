import type { SheetRow } from '../../model/language/fields/imports.ts'
import type { Actor } from '../core/actor.ts'
import type { ServerContext } from '../core/context.ts'
import { AppError } from '../core/errors.ts'
import type { Prepared } from './transitions.ts'

declare module '../core/domains.ts' {
  interface ServerDomains {
    /** Reads the rows of an uploaded workbook: the store of files stands above decisions. */
    readonly readSheet: (context: ServerContext, actor: Actor, attachId: string) => Promise<readonly SheetRow[]>
  }
}

/**
 * A prepared decision with the rows of the workbook that it asks for (`Transition.sheet`), read before its transaction
 * begins; any other one as it is. Why a file cannot be read (400) takes its place: it is told once the record is there, and
 * in a state in which it matters.
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
