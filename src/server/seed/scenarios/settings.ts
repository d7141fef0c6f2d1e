import { ports } from '../../../model/all.ts'
import { quickReply } from '../../../model/content/quickReply.ts'
import { portParam } from '../../../model/kernel/port.ts'
import { param } from '../../../model/system/param.ts'
import { declaredParamOf, paramFacts } from '../../../model/system/params.ts'
import { atTime } from '../times.ts'
import type { Character, Stage } from './stage.ts'

/** Ready reasons: module, what they fit (0 any, 1 approval, 2 rejection), text. */
const REPLIES: readonly (readonly [module: 'settlementOrder' | 'public', fits: 0 | 1 | 2, text: string])[] = [
  ['settlementOrder', 2, '医生明细缺少验收材料，请补充后重新提交'],
  ['settlementOrder', 2, '税额与测算不一致，请重新核对'],
  ['settlementOrder', 2, '平台服务费费率与合同不符'],
  ['settlementOrder', 2, '存在重复结算的医生订单，请核实'],
  ['settlementOrder', 2, '结算周期与活动验收时间不一致'],
  ['settlementOrder', 2, '医生身份或银行账户信息有误'],
  ['settlementOrder', 1, '金额核对无误，同意'],
  ['settlementOrder', 1, '材料齐全，同意结算'],
  ['public', 2, '资料不完整，请补充'],
  ['public', 2, '信息有误，请修改后重新提交'],
  ['public', 2, '请联系运营人员沟通后再提交'],
  ['public', 1, '同意'],
  ['public', 0, '已知悉，按规定处理'],
]

/** Parameters of the demo beside those every tenant has. */
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

/** Quick replies of settlement orders and of every module. */
export async function addReplies(stage: Stage, since: string, who: Character): Promise<void> {
  for (const [i, [moduleCode, resultType, content]] of REPLIES.entries())
    await stage.born(quickReply, atTime(since, 11, 0, i), who, { moduleCode, resultType, content, sort: i + 1 })
}

/** Parameters that the tenant does not have yet. */
export async function addParams(
  stage: Stage,
  since: string,
  who: Character,
  there: ReadonlySet<string>,
): Promise<void> {
  for (const [i, [paramKey, paramValue]] of PARAMS.filter(([key]) => !there.has(key)).entries()) {
    const declared = declaredParamOf(paramKey)
    if (!declared) throw new Error(`no parameter ${paramKey}`)
    await stage.born(param, atTime(since, 11, 1, i), who, {
      paramKey,
      paramName: declared.title[0],
      paramValue,
      ...paramFacts(declared, paramValue),
    })
  }
}
