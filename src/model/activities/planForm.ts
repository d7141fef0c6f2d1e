import { type Form, part } from '../language/form.ts'
import { factsUnder } from '../language/section.ts'
import type { Label } from '../values/label.ts'
import type { plan } from './plan.ts'

/** The headings that the form of a plan and its page have. */
const HEADINGS = {
  what: ['活动内容', 'What'],
  whom: ['企业与负责人', 'For whom'],
  when: ['时间', 'When'],
  how: ['形式', 'Where and how'],
  budget: ['数量与预算', 'Budget'],
  rest: ['其他', 'Further'],
} as const satisfies Readonly<Record<string, Label>>

/** Fields that only this kind of plan asks for, by heading of the form. */
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
    part(HEADINGS.what, ['name', ...what, ...(how.length > 0 ? [] : (['format'] as const)), 'purpose']),
    part(HEADINGS.whom, ['entrustedCompanyId', 'baseEmployeeId', 'baseProductId', 'activityServiceProjectId']),
    part(HEADINGS.when, ['invitationStartDate', 'invitationEndDate', ...when, 'releaseTime']),
    ...(how.length > 0 ? [part(HEADINGS.how, [...how, 'format'] as const)] : []),
    part(HEADINGS.budget, ['payType', 'planSearchNum', ...many, 'unitFee', 'unitPoint', 'budgetOrderId']),
    part(HEADINGS.rest, [...rest, 'remark']),
  ],
  where: { unitFee: { payType: 2 }, unitPoint: { payType: 1 } },
  product: { budgetAmount: ['planSearchNum', 'unitFee'] },
})

/** Facts that only this kind of plan shows besides its form: how it stands, and how its review went. */
interface Shown<Name extends string> extends Own<Name> {
  readonly state?: readonly Name[]
  readonly review?: readonly Name[]
}

/** The page of a plan in the order of its form, under the same headings; how it stands comes first. */
export const planFacts = <const Name extends string = never>({
  state = [],
  what = [],
  when = [],
  how = [],
  many = [],
  review = [],
  rest = [],
}: Shown<Name> = {}) =>
  factsUnder<Name | Extract<keyof typeof plan, string>>(
    ['code', 'name', 'planStatus', 'planEndedMark', ...state, 'releaseTime'],
    [
      part(HEADINGS.what, [...what, ...(how.length > 0 ? [] : (['format'] as const)), 'purpose']),
      part(HEADINGS.whom, [
        'entrustedCompanyName',
        'baseEmployeeName',
        'baseEmployeeNumber',
        'baseDepartmentName',
        'baseProductName',
        'baseProductLine',
        'activityServiceProjectName',
      ]),
      part(HEADINGS.when, ['invitationStartDate', 'invitationEndDate', ...when]),
      ...(how.length > 0 ? [part(HEADINGS.how, [...how, 'format'] as const)] : []),
      part(HEADINGS.budget, [
        'payType',
        'planSearchNum',
        'finishNum',
        ...many,
        'unitFee',
        'unitPoint',
        'budgetAmount',
        'releasedAmount',
        'budgetOrderCode',
      ]),
      ...(review.length > 0 ? [part(['审核与验收', 'Review'], review)] : []),
      part(HEADINGS.rest, [...rest, 'remark']),
    ],
  )
