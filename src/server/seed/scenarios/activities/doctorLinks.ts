import { createHash } from 'node:crypto'
import { caseCollection } from '../../../../model/activities/collections.ts'
import { doctorLink, PURPOSE, SENT_VIA } from '../../../../model/activities/doctorSide/doctorLink.ts'
import { caseCollectionDoctor } from '../../../../model/activities/doctors.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { atTime, plusDays, plusSeconds } from '../../values/times.ts'
import { type Character, liveRows, type Stage } from '../stage/stage.ts'

const { agreementStatus } = statesOf(caseCollectionDoctor)

const { linkStatus } = statesOf(doctorLink)

/** How links stand today, in turn. */
const OUTCOMES = [linkStatus.reached, linkStatus.open, linkStatus.ended, linkStatus.locked] as const
const LINKS = 16

/** A hash of which nobody knows the token: a link of the demo is looked at in its list and opened by nobody. Pure. */
const hashOf = (n: number): string =>
  createHash('sha256').update(`link ${n}`).digest('hex').split('').reverse().join('')

/** Links that doctors of case collections were sent, in each state. Runs when all else has been played. */
export async function addLinks(stage: Stage, operations: Character): Promise<void> {
  const invited = liveRows(stage, caseCollectionDoctor).filter((d) => d.agreementStatus === agreementStatus.agreed)
  const plans = liveRows(stage, caseCollection)
  for (const [n, part] of invited.slice(-LINKS).entries()) {
    const plan = plans.find((one) => one.id === part.caseCollectionId)
    const status = OUTCOMES[n % OUTCOMES.length] ?? linkStatus.open
    const at = atTime(plusDays(stage.today, -2), 9, 10 + n)
    const over = status === linkStatus.ended || status === linkStatus.locked
    await stage.existing(doctorLink, at, operations, {
      purpose: status === linkStatus.reached ? PURPOSE.invitation : PURPOSE.report,
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
      firstUsedTime: status === linkStatus.ended ? null : plusSeconds(at, 1800),
      lastUsedTime: status === linkStatus.ended ? null : plusSeconds(at, 1860),
      useCount: status === linkStatus.ended ? 0 : 2,
      revokedTime: over || status === linkStatus.reached ? plusSeconds(at, 1900) : null,
      wrongTries: status === linkStatus.locked ? 5 : 0,
      tokenHash: hashOf(n),
    })
  }
}
