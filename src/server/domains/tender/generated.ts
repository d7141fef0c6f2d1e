import type { Lifecycle } from '../../../model/language/lifecycle.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import { askDocument } from '../../documents/documents.ts'
import type { AnyResource } from '../../writing/unitOfWork/rows.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'

/** Adds an agreement as its step, and asks for its file, which is sent to be signed. */
export async function generated<R extends AnyResource>(
  work: UnitOfWork,
  of: R,
  lifecycle: Lifecycle,
  values: Partial<RowOf<R>>,
): Promise<void> {
  const transition = lifecycle.transitions.generateProtocol
  if (!transition) throw new Error(`${of.id} is not generated`)
  const made = await work.insert(
    of,
    { ...values, protocolCode: await work.code(of) },
    {
      action: 'generateProtocol',
      decision: { transition, lifecycle, remark: null, bySystem: false },
    },
  )
  await askDocument(work, of, 'fileUrl', made.id)
}
