import { doctorLink, PURPOSE, SENT_VIA } from '../../../model/activities/doctorSide/doctorLink.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import { tenderDoctorProtocols } from '../../../model/tender/protocols.ts'
import type { Label } from '../../../model/values/label.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'

// Links stand for their doctor, whoever bears them: their makers are makers of what came by them (INV-41).

/** Purposes of links by which a doctor hands in. */
export const HANDED_IN_BY: readonly number[] = [PURPOSE.report, PURPOSE.correction]
/** Ways of sending by which the maker of a link sees it; a message goes to the doctor alone. */
const TOLD: readonly number[] = [SENT_VIA.picture, SENT_VIA.copy]

/**
 * Makers of links of these records who were told them. `about`: an id by which the links are found, so that of many records
 * decided together they are one question; `until`: the wall clock at which the record was handed in, later links had no part in it.
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
 * Users who answered agreements in their doctors' place (domain §6); doctors and partners' clients are among them, and decide nothing anyway.
 * `about`: the id by which agreements are read, the same for many records, so that a batch reads them once; `concerns` picks among these.
 */
export async function whoAnswered(
  work: UnitOfWork,
  about: { readonly doctorId: string } | { readonly planId: string },
  concerns: (protocol: RowOf<typeof tenderDoctorProtocols>) => boolean = () => true,
): Promise<string[]> {
  const protocols = await work.rows(tenderDoctorProtocols, about)
  const found = await Promise.all(
    protocols.filter(concerns).map(({ id }) => work.decidedBy(tenderDoctorProtocols, id, ['answer'])),
  )
  return found.flat()
}

/** The refusal to a person who answered an agreement in its doctor's place. */
export const ANSWERED: Label = [
  '您在沙箱中代医生答复过该活动的协议，须由他人审核与验收',
  'You answered the agreement in the place of the doctor: somebody else decides',
]
