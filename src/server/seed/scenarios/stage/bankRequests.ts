import { intent } from '../../../../model/administration/system/intent.ts'
import { cmbBank } from '../../../../model/funds/cmbBank.ts'
import type { CallName, InOf } from '../../../../model/language/domain/port.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { entrustedCompany } from '../../../../model/people/entrustedCompany.ts'
import { type AnyResource, lockName } from '../../../writing/unitOfWork/rows.ts'
import type { Back } from '../../../writing/unitOfWork/unitOfWork.ts'
import { atTime, plusDays } from '../../values/times.ts'
import { type Stage, SYSTEM } from './stage.ts'

const { intentStatus } = statesOf(intent)

/** Time of the next query to the bank: the next morning, so that the demo does not change on its day. */
export const nextQueryTomorrow = (stage: Stage): string => atTime(plusDays(stage.today, 1), 9, 5)

/**
 * The bank was asked for something at a moment and gave no answer: the request waits for a person, who sends it again. What
 * is on its way in the demo has a way out like everything else (INV-50).
 */
export async function addUnanswered<C extends CallName<typeof cmbBank>>(
  stage: Stage,
  at: string,
  call: C,
  payload: InOf<typeof cmbBank, C>,
  key: string,
  back: Back,
): Promise<void> {
  stage.idAt(at)
  await stage.as(SYSTEM).work(async (work) => {
    await work.intend(cmbBank, call, payload, key, back)
    const [request] = await work.rows(intent, { port: cmbBank.id, requestKey: key })
    if (!request) throw new Error(`the bank was not asked for ${key}`)
    await work.step(intent, request.id, 'send')
    await work.step(intent, request.id, 'handOver', { remark: 'UNAVAILABLE: 银行多次未应答' })
  })
}

/** Bank's answer to a company's application for a unit: which one, that it opens none, or nothing yet. */
type UnitAnswer = { readonly unitNo: string; readonly bankAccount: string } | 'refused' | 'none'

/**
 * The bank answers a request for the unit of a company, or of the platform (`of` its unit). One without an answer waits for a
 * person, who sends it again.
 */
export async function unitAnswered(
  stage: Stage,
  at: string,
  bizId: string,
  answer: UnitAnswer,
  of: AnyResource = entrustedCompany,
): Promise<void> {
  stage.idAt(at)
  await stage.as(SYSTEM).work(async (work) => {
    const [request] = await work.rows(intent, { portCall: 'unitOpen', bizId, intentStatus: intentStatus.pending })
    if (!request) throw new Error(`the bank was not asked for a unit of ${bizId}`)
    const written = [
      [of, bizId],
      [intent, request.id],
    ] as const
    for (const [resource, id] of written.toSorted(([a], [b]) => (lockName(a) < lockName(b) ? -1 : 1)))
      await work.lock(resource, [id])
    await work.step(intent, request.id, 'send')
    if (answer === 'none') await work.step(intent, request.id, 'handOver', { remark: 'UNAVAILABLE: 银行多次未应答' })
    else if (answer === 'refused')
      await work.step(intent, request.id, 'refuse', { remark: 'REJECTED: 银行未核实该企业 (UNKNOWN_HOLDER)' })
    else await work.step(intent, request.id, 'succeed', { answer: answer })
  })
}
