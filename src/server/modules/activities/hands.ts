import { doctorLink, PURPOSE, SENT_VIA } from '../../../model/doctorSide/doctorLink.ts'
import type { Label } from '../../../model/kernel/label.ts'
import { handsOn, oneHandProblem } from '../../decisions/oneHand.ts'
import type { UnitOfWork } from '../../writes/unitOfWork.ts'

// Who had something in hand that is reviewed or accepted, besides who made its record (INV-41).

/** Purposes of links by which a doctor hands in. */
export const HANDED_IN_BY: readonly number[] = [PURPOSE.report, PURPOSE.correction]
/** Ways in which whoever makes a link is told it; a message goes to the doctor alone. */
const TOLD: readonly number[] = [SENT_VIA.picture, SENT_VIA.copy]

/** Users who had it in one way, and what they are answered. */
export interface Hands {
  readonly of: readonly unknown[]
  readonly why: Label
}

/**
 * Who made a link of one of these records and was told it: whoever bears a link acts as the doctor. `about`: by what the links are
 * found, ids that many decided together differ in; `until`: the wall clock at which it was handed in; a later link had no part in it.
 */
export async function whoHeldLinks(
  work: UnitOfWork,
  about: { readonly doctorId: string } | { readonly bizId: string },
  ids: readonly unknown[],
  purposes: readonly number[],
  until: unknown,
): Promise<unknown[]> {
  const found = await work.rows(doctorLink, { ...about, purpose: purposes as never, sentVia: TOLD as never })
  return found
    .filter((link) => ids.includes(link.bizId) && (!until || link.createTime <= String(until)))
    .map((link) => link.createUser)
}

/**
 * Why this person decides nothing: it was in their hand, or in that of an account that they had in hand (oneHand.ts). Nobody is
 * asked while separation of duties is off.
 */
export async function handsProblem(work: UnitOfWork, all: readonly Hands[]): Promise<Label | null> {
  if ((await work.param('sod.enabled')) === 'false') return null
  const own = all.find(({ of }) => of.map(String).includes(work.actor.userId))
  if (own) return own.why
  const makers = new Set(all.flatMap(({ of }) => of.flatMap((id) => (id ? [String(id)] : []))))
  return makers.size > 0 ? oneHandProblem(work, await handsOn(work), makers) : null
}
