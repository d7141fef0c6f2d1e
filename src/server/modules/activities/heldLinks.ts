import { doctorLink, PURPOSE, SENT_VIA } from '../../../model/doctorSide/doctorLink.ts'
import type { UnitOfWork } from '../../writes/unitOfWork.ts'

// Whoever bears a link acts as its doctor: who made one is a maker of what came by it (INV-41).

/** Purposes of links by which a doctor hands in. */
export const HANDED_IN_BY: readonly number[] = [PURPOSE.report, PURPOSE.correction]
/** Ways in which whoever makes a link is told it; a message goes to the doctor alone. */
const TOLD: readonly number[] = [SENT_VIA.picture, SENT_VIA.copy]

/**
 * Who made a link of one of these records and was told it. `about`: by what the links are
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
