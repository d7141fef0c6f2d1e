import type { RowOf } from '../../../../model/language/resource.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { authenticationDoctor } from '../../../../model/people/authenticationDoctor.ts'
import { entrustedCompany } from '../../../../model/people/entrustedCompany.ts'
import { settlementOrderDoctor } from '../../../../model/settlement/settlementLines.ts'
import { settlementOrderDoctorPoint } from '../../../../model/settlement/settlementOrderPoint.ts'
import type { Settlement } from '../../../domains/settlement/settlement.ts'
import { accountOf } from '../../../ports/esign/sandbox.ts'
import { atTime, plusDays, plusSeconds, workdayBefore } from '../../values/times.ts'
import { type Character, liveRows, nowOf, type Stage, SYSTEM } from '../stage/stage.ts'
import type { Company, Doctor } from './parties.ts'

const { esignStatus } = statesOf(entrustedCompany)
const { esignProgress } = statesOf(authenticationDoctor)
const { fileStatus, signStatus } = statesOf(settlementOrderDoctor)

/**
 * Where a party's electronic signature stands: not registered, registered, stopped later, or registered with a seal that
 * was refused.
 */
type Outcome = 'none' | 'registered' | 'stopped' | 'refused'

/** Of the companies at work: three were stopped, three had no seal made. */
export const companyOutcome = (nth: number): Outcome =>
  nth % 12 >= 3 && nth % 12 < 6 ? 'stopped' : nth % 12 >= 6 && nth % 12 < 9 ? 'refused' : 'registered'

/** Of the doctors: those who are not certified have no account. */
export const doctorOutcome = (nth: number): Outcome =>
  nth % 20 > 16 ? 'none' : nth % 20 === 16 ? 'stopped' : nth % 100 === 15 ? 'refused' : 'registered'

type Party = typeof entrustedCompany | typeof authenticationDoctor

/** Takes the steps of a party up to where it stands: operations ask, the partner answers a moment later. */
export async function signing(
  stage: Stage,
  of: Party,
  at: string,
  operations: Character,
  party: Company | Doctor,
  outcome: Outcome,
): Promise<void> {
  if (outcome === 'none') return
  let second = 0
  const step = (who: Character, name: string, more: Readonly<Record<string, unknown>> = {}) => {
    second += 2
    return stage.stepped(of, plusSeconds(at, second), who, party.id, name, more)
  }
  const idNo = 'socialCreditCode' in party ? party.socialCreditCode : (party.idCardNumber ?? '')
  await step(operations, 'esign.register')
  await step(SYSTEM, 'esign.registered', { esignAccountId: accountOf(idNo) })
  if (outcome === 'registered') return
  await step(operations, outcome === 'stopped' ? 'esign.stop' : 'esign.seal')
  if (outcome === 'stopped') await step(SYSTEM, 'esign.stopped')
  else await step(SYSTEM, 'esign.fail', { esignMsg: '签章账号已冻结 (ACCOUNT_FROZEN)' })
}

/** Operations ask for seals, lately: the partner has not answered yet. Runs when all else has been played. */
export async function addSeals(
  stage: Stage,
  operations: Character,
  { companies, doctors }: { readonly companies: readonly Company[]; readonly doctors: readonly Doctor[] },
): Promise<void> {
  const at = atTime(workdayBefore(plusDays(stage.today, -1)), 19, 50)
  const parties: readonly (Company | Doctor)[] = [
    ...companies
      .filter((c) => c.esignStatus === esignStatus.registered && c.esignProgress === esignProgress.none)
      .slice(-3),
    ...doctors
      .filter((d) => d.esignStatus === esignStatus.registered && d.esignProgress === esignProgress.none)
      .slice(-3),
  ]
  for (const [n, party] of parties.entries())
    stage.agenda.at(plusSeconds(at, n), async () => {
      const resource = 'socialCreditCode' in party ? entrustedCompany.id : authenticationDoctor.id
      await stage.as(operations).decide({ resource, transition: 'esign.seal', id: party.id, ask: {} })
    })
  await stage.run()
}

export type Confirmations = Settlement['doctors']
/** Confirmations of doctors, in money and in points. */
export const CONFIRMED: readonly Confirmations[] = [settlementOrderDoctor, settlementOrderDoctorPoint]
type Confirmation = RowOf<Confirmations>

/** Confirmations that end in each way, and those that are being signed. */
const EACH = 3

/** Generated, and not sent to be signed: those of doctors who can sign, and the others. */
function generated(
  stage: Stage,
  of: Confirmations,
): { readonly able: Confirmation[]; readonly unable: Confirmation[] } {
  const rows = liveRows(stage, of).filter(
    (row) => row.fileStatus === fileStatus.generated && row.signStatus === signStatus.none,
  )
  const isAble = (row: Confirmation) =>
    nowOf(stage, authenticationDoctor, row.doctorId).esignStatus === esignStatus.registered
  return { able: rows.filter(isAble), unable: rows.filter((row) => !isAble(row)) }
}

/** The confirmations that the partner has not been told of yet when the demo ends. */
export const toBeSigned = (stage: Stage, of: Confirmations): Confirmation[] => generated(stage, of).able.slice(-EACH)

/** How signing ended: the last step, and what it said. */
const ENDINGS = [
  ['refuse', '签署人已拒签'],
  ['flow.expire', '签署已过期'],
  ['flow.fail', '签章账号已冻结 (ACCOUNT_FROZEN)'],
] as const

/**
 * Results of generated confirmations: sent to be signed and signed, some refused, over, or not taken; the last ones are
 * on their way. Those of doctors without an account say so. Runs when all else has been played.
 */
export async function addConfirmations(stage: Stage): Promise<void> {
  const at = atTime(workdayBefore(plusDays(stage.today, -1)), 22)
  for (const resource of CONFIRMED) {
    const { able, unable } = generated(stage, resource)
    const under = toBeSigned(stage, resource)
    for (const [n, row] of able.slice(0, able.length - under.length).entries()) {
      const [step, signMsg] = ENDINGS[Math.floor(n / EACH)] ?? (['sign', null] as const)
      await stage.stepped(resource, plusSeconds(at, n), SYSTEM, row.id, 'flow.send')
      await stage.stepped(resource, plusSeconds(at, n + 60), SYSTEM, row.id, step, { signMsg })
    }
    for (const row of under)
      await stage.as(SYSTEM).work(async (work) => {
        await work.lock(resource, [row.id])
        await work.step(resource, row.id, 'flow.send')
      })
    await stage.as(SYSTEM).load(async (work) => {
      await work.lock(
        resource,
        unable.map((row) => row.id),
      )
      for (const { id } of unable) await work.update(resource, id, { signMsg: '医生未注册电子签章，未发起签署' })
    })
  }
}
