import { param } from '../../../../model/administration/system/param.ts'
import { declaredParamOf, paramFacts } from '../../../../model/administration/system/params.ts'
import { ports } from '../../../../model/business.ts'
import { quickReply } from '../../../../model/content/quickReply.ts'
import { portParam } from '../../../../model/language/domain/port.ts'
import { replies } from '../../../domains/administration/access/outfit/replies.ts'
import { atTime } from '../../values/times.ts'
import type { Character, Stage } from '../stage/stage.ts'

/** Parameters that the demo sets itself; the others are as every tenant has them. */
const PARAMS: readonly (readonly [key: string, value: string])[] = [
  ['sandbox.enabled', 'true'],
  // no demo asks a partner
  ...[...ports.keys()].map((id) => [portParam(id), 'sandbox'] as const),
  ['pay.simulated.enabled', 'false'],
  ['pay.noApproval.limit', '50000.00'],
  ['cycle.confirmEarly', 'false'],
  ['accept.onBehalf', 'false'],
  ['tax.currentMonthAllowed', 'true'],
]

/** The quick replies that every tenant has. */
export async function addReplies(stage: Stage, since: string, who: Character): Promise<void> {
  for (const [i, row] of replies.rows.entries()) await stage.existing(quickReply, atTime(since, 11, 0, i), who, row)
}

/** Parameters that the demo sets. */
export async function addParams(stage: Stage, since: string, who: Character): Promise<void> {
  for (const [i, [paramKey, paramValue]] of PARAMS.entries()) {
    const declared = declaredParamOf(paramKey)
    if (!declared) throw new Error(`no parameter ${paramKey}`)
    await stage.existing(param, atTime(since, 11, 1, i), who, {
      paramKey,
      paramName: declared.title[0],
      paramValue,
      ...paramFacts(declared, paramValue),
    })
  }
}
