import { integralRule } from '../../../model/funds/integral.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import { entrustedCompany } from '../../../model/people/entrustedCompany.ts'
import { isOn, overlap } from '../../../model/values/effectiveDays.ts'
import type { Label } from '../../../model/values/label.ts'
import { AppError } from '../../core/errors.ts'
import type { Prepare } from '../../writing/hooks.ts'
import { refuseFields } from '../../writing/save/sentFields.ts'
import { lockTenant } from '../../writing/unitOfWork/lockTenant.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'

// Points per yuan (R-points): for one company or, where it has no rule of its own, for all.

type Rule = RowOf<typeof integralRule>

const namesOf = (rules: readonly Rule[]): string => rules.map((r) => r.ruleName ?? r.id).join('、')

/**
 * The rule in force for a company on a day: its own, else the one for all companies.
 *
 * @throws AppError 409 where none is, or where several are.
 */
export async function exchangeRuleOn(work: UnitOfWork, companyId: string | null, day: string): Promise<Rule> {
  const effective = async (entrustedCompanyId: string | null) =>
    (await work.rows(integralRule, { enableStatus: 1, entrustedCompanyId })).filter((rule) => isOn(rule, day))
  const own = companyId ? await effective(companyId) : []
  const [rule, ...others] = own.length > 0 ? own : await effective(null)
  if (rule && others.length === 0) return rule
  const company = (await work.row(entrustedCompany, companyId))?.name ?? ''
  throw new AppError(
    409,
    rule
      ? [
          `企业 ${company} 在 ${day} 有多条生效的积分兑换规则（${namesOf([rule, ...others])}），请停用多余的规则`,
          `Several exchange rules are in force for ${company} on ${day} (${namesOf([rule, ...others])}): disable all but one`,
        ]
      : [
          `企业 ${company} 在 ${day} 没有生效的积分兑换规则，请先在积分兑换规则中新增或启用一条`,
          `No exchange rule is in force for ${company} on ${day}: add or enable one under exchange rules first`,
        ],
  )
}

const ENABLED_BY_TWO = (name: string): Label => [
  `此期间已有通用规则“${name}”：请先以停用状态新增，再申请启用`,
  `The rule “${name}” for all companies is in force then: add this one disabled, then ask for it to be enabled`,
]

/** At most one rule of a company (or of all) is in force on a day: saves wait for one another. Rules that are off are not asked. */
export const exchangeRuleWritten: Prepare = async (values, before, work) => {
  const now = { enableStatus: integralRule.fields.enableStatus.facts.initial, ...before, ...values } as Partial<Rule>
  if (now.enableStatus !== 1) return {}
  await lockTenant(work)
  const own = { enableStatus: 1, entrustedCompanyId: now.entrustedCompanyId || null }
  const other = (await work.rows(integralRule, own)).find(
    (rule) => rule.id !== before?.id && overlap(rule, now as Rule),
  )
  const message: Label = [
    `与规则“${other?.ruleName}”的生效日期重叠，同一企业同一天只能有一条生效的规则`,
    `Its days overlap with those of “${other?.ruleName}”: one rule of a company is in force on a day`,
  ]
  refuseFields(other ? [{ field: 'effectiveFrom', message }] : [], work.actor)
  // enabling is an edit that a second person agrees to: nobody replaces a rule in force alone
  const replaced =
    before || !own.entrustedCompanyId
      ? undefined
      : (await work.rows(integralRule, { enableStatus: 1, entrustedCompanyId: null })).find((rule) =>
          overlap(rule, now as Rule),
        )
  refuseFields(
    replaced ? [{ field: 'enableStatus', message: ENABLED_BY_TWO(String(replaced.ruleName)) }] : [],
    work.actor,
  )
  return {}
}
