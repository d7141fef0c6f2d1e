import type { AnyResource, Row } from '../unitOfWork/rows.ts'
import type { Where } from '../unitOfWork/unitOfWork.ts'
import { InTurnUnitOfWork } from './inTurnUnitOfWork.ts'

/**
 * Unit of work whose decisions run side by side and are discarded: their queries are combined, and their answers are
 * known when the decisions are taken in turn (`of`). It locks nothing and has no effect outside of the process.
 */
export class Rehearsal extends InTurnUnitOfWork {
  constructor(of: InTurnUnitOfWork) {
    const [context, ...more] = of.made
    // the same moment: questions about today are the same
    super({ ...context, now: () => of.now }, ...more, of)
  }

  protected override take(of: AnyResource): Promise<Row[]> {
    throw new Error(`a rehearsal locks ${of.id}`)
  }

  protected override keep(of: AnyResource, ids: readonly string[]): Promise<Row[]> {
    const where: Where = { id: ids }
    return this.find(of, where)
  }

  override async unnamed(): Promise<void> {}

  override async code(): Promise<string> {
    return ''
  }

  override async carryOut(): Promise<void> {}

  override async queueJob(): Promise<boolean> {
    return true
  }

  override async keepPayload(): Promise<void> {}

  override async keepChange(): Promise<void> {}

  override async alert(): Promise<void> {}

  override async flush(): Promise<void> {
    throw new Error('a rehearsal writes nothing')
  }
}
