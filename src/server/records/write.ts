import { HEADER } from '../../model/wire/wire.ts'
import type { RequestContext } from '../core/context/context.ts'
import type { Tx } from '../core/database.ts'
import { systemStep } from '../deciding/decideIn.ts'
import { type AnswerValidity, keyOf, once } from '../deciding/idempotency.ts'
import { refusedByDatabase } from '../writing/save/unkept.ts'
import type { AnyResource } from '../writing/unitOfWork/rows.ts'
import { SqlUnitOfWork } from '../writing/unitOfWork/sqlUnitOfWork.ts'
import type { UnitOfWork } from '../writing/unitOfWork/unitOfWork.ts'

/** A double click of a client without keys, seconds. */
export const DOUBLE = 2

/** The idempotency key that came with a request; null when none did. */
export const keySent = (request: RequestContext): string | null => keyOf(request.http.headers[HEADER.idempotency])

/**
 * Write call in one transaction, at most once for its key. `body`: the values that decide the effect; the same key with
 * different values is 422. A value that is taken is 400, named by a field of `r`, and so is one that the database
 * refuses.
 */
export async function write<T>(
  request: RequestContext,
  r: AnyResource | null,
  body: unknown,
  effect: (work: UnitOfWork, tx: Tx) => Promise<T>,
  key: string | null,
  validity?: (work: UnitOfWork) => AnswerValidity<T>,
): Promise<T> {
  try {
    return await request.context.db.transaction({ tenantId: request.actor.tenantId }, (tx) => {
      const work = new SqlUnitOfWork(request.context, request.actor, tx, systemStep)
      return once(tx, request.actor, key, body, () => effect(work, tx), { validity: validity?.(work) })
    })
  } catch (e) {
    throw refusedByDatabase(request.context.domains, r, e, request.actor.language) ?? e
  }
}
