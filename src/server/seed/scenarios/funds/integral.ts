import { integralRule } from '../../../../model/funds/integral.ts'
import type { RowOf } from '../../../../model/language/resource.ts'
import { atTime, plusDays } from '../../values/times.ts'
import type { Company } from '../people/parties.ts'
import type { Character, Stage } from '../stage/stage.ts'

/** Points of a yuan for everybody, and for the first companies, which have rules of their own. */
const [GENERAL, OWN] = [10, 4]

/** The place of a company of the demo: C0001 is the first one. */
const placeOf = ({ code }: Pick<Company, 'code'>): number => Number(code?.slice(1)) - 1

/** Points per yuan of a company, by the rules below. Pure. */
export const pointsPerYuanOf = (company: Pick<Company, 'code'>): number =>
  placeOf(company) < OWN ? GENERAL + placeOf(company) : GENERAL

/** Rules of exchange: one for all companies, some of their own, an old one. */
export async function addExchangeRules(
  stage: Stage,
  since: string,
  who: Character,
  companies: readonly Company[],
): Promise<void> {
  const rule = (n: number, values: Partial<RowOf<typeof integralRule>>) =>
    stage.existing(integralRule, atTime(plusDays(since, 4), 9, n), who, {
      pointsPerYuan: GENERAL,
      enableStatus: 1,
      ...values,
    })
  await rule(0, { ruleName: '通用兑换规则', effectiveFrom: since })
  await rule(1, { ruleName: '通用兑换规则（旧）', pointsPerYuan: 8, enableStatus: 0, effectiveTo: since })
  for (const [i, c] of companies.slice(0, OWN).entries())
    await rule(2 + i, {
      ruleName: `${c.shortName ?? ''}专用兑换规则`,
      pointsPerYuan: pointsPerYuanOf(c),
      entrustedCompanyId: c.id,
      entrustedCompanyName: c.name,
      validMonths: i % 2 === 0 ? 24 : null,
      effectiveFrom: c.createTime.slice(0, 10),
    })
}
