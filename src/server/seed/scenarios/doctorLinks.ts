import { createHash } from 'node:crypto'
import { caseCollection } from '../../../model/activities/collections.ts'
import { doctorLink, LINK, PURPOSE, SENT_VIA } from '../../../model/activities/doctorSide/doctorLink.ts'
import { caseCollectionDoctor } from '../../../model/activities/doctors.ts'
import { atTime, plusDays, plusSeconds } from '../times.ts'
import { type Character, liveRows, type Stage } from './stage.ts'

/** How links stand today, in turn. */
const FATES = [LINK.reached, LINK.open, LINK.ended, LINK.dead] as const
const LINKS = 16

/** A hash of which nobody knows the token: a link of the demo is looked at in its list and opened by nobody. Pure. */
const hashOf = (n: number): string =>
  createHash('sha256').update(`link ${n}`).digest('hex').split('').reverse().join('')

/** Links that doctors of case collections were sent, in each state. Runs when all else has been played. */
export async function tellLinks(stage: Stage, operations: Character): Promise<void> {
  const invited = liveRows(stage, caseCollectionDoctor).filter((d) => d.agreementStatus === 1)
  const plans = liveRows(stage, caseCollection)
  for (const [n, part] of invited.slice(-LINKS).entries()) {
    const plan = plans.find((one) => one.id === part.caseCollectionId)
    const status = FATES[n % FATES.length] ?? LINK.open
    const at = atTime(plusDays(stage.today, -2), 9, 10 + n)
    const over = status === LINK.ended || status === LINK.dead
    await stage.born(doctorLink, at, operations, {
      purpose: status === LINK.reached ? PURPOSE.invitation : PURPOSE.report,
      title: String(plan?.name ?? part.doctorName),
      doctorId: part.doctorId,
      doctorName: part.doctorName,
      bizType: caseCollectionDoctor.id,
      bizId: part.id,
      entrustedCompanyId: plan?.entrustedCompanyId,
      entrustedCompanyName: plan?.entrustedCompanyName,
      baseEmployeeId: plan?.baseEmployeeId,
      sentVia: n % 3 === 0 ? SENT_VIA.picture : SENT_VIA.message,
      linkStatus: status,
      expireTime: plusSeconds(at, 7 * 86_400),
      firstUsedTime: status === LINK.ended ? null : plusSeconds(at, 1800),
      lastUsedTime: status === LINK.ended ? null : plusSeconds(at, 1860),
      useCount: status === LINK.ended ? 0 : 2,
      revokedTime: over || status === LINK.reached ? plusSeconds(at, 1900) : null,
      wrongTries: status === LINK.dead ? 5 : 0,
      tokenHash: hashOf(n),
    })
  }
}
