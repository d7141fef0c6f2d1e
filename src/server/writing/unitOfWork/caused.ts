import { isInState, type Lifecycle, type Transition } from '../../../model/language/lifecycle.ts'
import type { AnyResource } from './rows.ts'
import type { Patch, UnitOfWork } from './unitOfWork.ts'

/**
 * Takes a transition of locked records that other records cause, in one statement, each with values of its own besides
 * its new state. `UnitOfWork.step` is for transitions whose rules have further effects.
 */
export async function stepEach<R extends AnyResource>(
  work: UnitOfWork,
  of: R,
  lifecycle: Lifecycle,
  name: string,
  patches: readonly Patch<R>[],
  remark: string | null = null,
): Promise<void> {
  const transition = lifecycle.transitions[name] as Transition
  for (const { id } of patches) {
    const row = await work.row(of, id)
    if (!row || !isInState(transition.from as Readonly<Record<string, unknown>>, row))
      throw new Error(`${of.id}/${id} cannot take ${name} from its state`)
  }
  await work.updateAll(of, patches.map((p) => ({ ...p, ...(transition.to as object) })) as readonly Patch<R>[], {
    action: name,
    decision: { transition, lifecycle, remark, bySystem: transition.by === 'system' },
  })
}
