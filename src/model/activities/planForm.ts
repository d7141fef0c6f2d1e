import { type Form, part } from '../kernel/form.ts'
import type { plan } from './plan.ts'

/** What a kind of plan is asked besides what all are, by the heading it stands under. */
interface Own<Name extends string> {
  readonly what?: readonly Name[]
  readonly when?: readonly Name[]
  readonly how?: readonly Name[]
  /** How many, beside the planned number. */
  readonly many?: readonly Name[]
  readonly rest?: readonly Name[]
}

/**
 * The form of a plan in the order in which one plans: what, for whom, when, where and how, for how much. The same for
 * every kind in each of its sets (cash, points, demonstration).
 */
export const planForm = <const Name extends string = never>({
  what = [],
  when = [],
  how = [],
  many = [],
  rest = [],
}: Own<Name> = {}): Form<Name | Extract<keyof typeof plan, string>> => ({
  parts: [
    part(['活动内容', 'What'], ['name', ...what, ...(how.length > 0 ? [] : (['format'] as const)), 'purpose']),
    part(
      ['企业与负责人', 'For whom'],
      ['entrustedCompanyId', 'baseEmployeeId', 'baseProductId', 'activityServiceProjectId'],
    ),
    part(['时间', 'When'], ['invitationStartDate', 'invitationEndDate', ...when]),
    ...(how.length > 0 ? [part(['形式', 'Where and how'], [...how, 'format'] as const)] : []),
    part(['数量与预算', 'Budget'], ['payType', 'planSearchNum', ...many, 'unitFee', 'unitPoint', 'budgetAmount']),
    part(['其他', 'Further'], [...rest, 'remark']),
  ],
  where: { unitFee: { payType: 2 }, unitPoint: { payType: 1 } },
})
