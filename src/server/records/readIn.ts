import type { Actor } from '../core/actor.ts'
import type { ServerContext } from '../core/context/context.ts'
import { ReadingUnitOfWork } from '../writing/unitOfWork/readingUnitOfWork.ts'
import type { UnitOfWork } from '../writing/unitOfWork/unitOfWork.ts'

/**
 * Reads with the functions of rules, in a unit of work that writes nothing. It reaches the whole tenant: the caller
 * restricts the result to the person's reach.
 */
export const readIn = <T>(context: ServerContext, actor: Actor, read: (work: UnitOfWork) => Promise<T>): Promise<T> =>
  context.db.transaction({ tenantId: actor.tenantId }, (tx) => read(new ReadingUnitOfWork(context, actor, tx)))
