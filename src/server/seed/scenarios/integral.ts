import { integralRule } from '../../../model/funds/integral.ts'
import type { RowOf } from '../../../model/kernel/resource.ts'
import { atTime, plusDays } from '../times.ts'
import type { Company } from './parties.ts'
import type { Character, Stage } from './stage.ts'

/** Rules of exchange: one for all companies, some of their own, an old one. */
export async function addExchangeRules(
  stage: Stage,
  since: string,
  who: Character,
  companies: readonly Company[],
): Promise<void> {
  const rule = (n: number, values: Partial<RowOf<typeof integralRule>>) =>
    stage.born(integralRule, atTime(plusDays(since, 4), 9, n), who, { pointsPerYuan: 10, enableStatus: 1, ...values })
  await rule(0, { ruleName: '通用兑换规则', effectiveFrom: since })
  await rule(1, { ruleName: '通用兑换规则（旧）', pointsPerYuan: 8, enableStatus: 0, effectiveTo: since })
  for (const [i, c] of companies.slice(0, 4).entries())
    await rule(2 + i, {
      ruleName: `${c.shortName ?? ''}专用兑换规则`,
      pointsPerYuan: 10 + i,
      entrustedCompanyId: c.id,
      entrustedCompanyName: c.name,
      validMonths: i % 2 === 0 ? 24 : null,
      effectiveFrom: c.createTime.slice(0, 10),
    })
}
