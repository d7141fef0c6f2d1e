import { cmbBank } from '../../../model/funds/cmbBank.ts'
import type { CallName, InOf } from '../../../model/kernel/port.ts'
import { intent } from '../../../model/system/intent.ts'
import type { Back } from '../../writes/unitOfWork.ts'
import { atTime, plusDays } from '../times.ts'
import { type Stage, SYSTEM } from './stage.ts'

/** When the bank is asked again about what it has not ended: the next morning, so that the demo stays as it is on its day. */
export const askedTomorrow = (stage: Stage): string => atTime(plusDays(stage.today, 1), 9, 5)

/**
 * The bank was asked for something at a moment and gave no answer: the request waits for a person, who sends it again. What
 * is on its way in the demo has a way out like everything else (INV-50).
 */
export async function askedInVain<C extends CallName<typeof cmbBank>>(
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
    const [asked] = await work.rows(intent, { port: cmbBank.id, requestKey: key })
    if (!asked) throw new Error(`the bank was not asked for ${key}`)
    await work.step(intent, asked.id, 'send')
    await work.step(intent, asked.id, 'handOver', { remark: 'UNAVAILABLE: 银行多次未应答' })
  })
}
