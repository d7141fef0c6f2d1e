import { budgetOrder } from '../../../../model/activities/budgetOrder.ts'
import { fen, yuan } from '../../../../model/values/money.ts'
import { atTime, plusDays, workdayAfter } from '../../times.ts'
import type { Budget, Planner } from '../book.ts'
import type { Character, Stage } from '../stage.ts'

const HUNDRED_THOUSAND = 10_000_000n

/** Ids of the budgets that plans are planned in, one a company, before there are plans. */
export const budgetsOf = (stage: Stage, planners: readonly Planner[], since: string): Map<string, Budget> =>
  new Map(planners.map((p) => [p.company.id, { id: stage.idAt(atTime(since, 10)), planned: 0n, accepted: 0n }]))

/** The rounds that a budget goes after it was written, and how many of them each of the further ones has gone. */
const STEPS = ['submit', 'audit', 'close'] as const
const FURTHER = [
  { name: '下半年学术预算', steps: 0, passed: true },
  { name: '专项调研预算', steps: 1, passed: true },
  { name: '市场推广预算', steps: 2, passed: false },
  { name: '上年度学术预算', steps: 3, passed: true },
] as const

/** Budget of a company, as the company writes it, and the decision on it. */
async function tell(
  stage: Stage,
  { company, products }: Planner,
  finance: Character,
  more: { id?: string; at: string; name: string; amount: bigint; steps: number; passed: boolean; budget?: Budget },
): Promise<void> {
  const own: Character = { account: '', name: company.contactName ?? '', role: 'companyAdmin', company: company.id }
  const [product] = products
  const start = more.at.slice(0, 10)
  const row = await stage.bornWithCode(budgetOrder, more.at, own, {
    ...(more.budget ? { id: more.budget.id } : {}),
    name: `${company.name}${more.name}`,
    entrustedCompanyId: company.id,
    entrustedCompanyName: company.name,
    socialCreditCode: company.socialCreditCode,
    ...(more.budget || !product
      ? {}
      : {
          baseProductId: product.id,
          baseProductName: product.productName,
          baseProductLine: product.productLine,
        }),
    periodStart: start,
    periodEnd: plusDays(start, 540),
    budgetAmount: yuan(more.amount),
    plannedAmount: yuan(more.budget?.planned ?? 0n),
    acceptedAmount: yuan(more.budget?.accepted ?? 0n),
  })
  for (const [n, step] of STEPS.slice(0, more.steps).entries()) {
    const at = atTime(workdayAfter(plusDays(more.at, 1 + n * 3)), 10 + n, 20, 15)
    const transition = step === 'audit' ? (more.passed ? 'audit.pass' : 'audit.reject') : step
    const ask = step === 'audit' && !more.passed ? { remark: '预算明细不完整，请补充' } : {}
    stage.agenda.at(at, async () => {
      await stage.as(step === 'audit' ? finance : own).decide({ resource: 'budgetOrder', transition, id: row.id, ask })
    })
  }
}

/** Every company's budget that its plans are in, and one more somewhere on its way. */
export async function addBudgets(
  stage: Stage,
  planners: readonly Planner[],
  finance: Character,
  { budgets, since }: { budgets: ReadonlyMap<string, Budget>; since: string },
): Promise<void> {
  for (const [n, planner] of planners.entries()) {
    const budget = budgets.get(planner.company.id)
    if (!budget) continue
    const amount = ((budget.planned * 11n) / (10n * HUNDRED_THOUSAND) + 1n) * HUNDRED_THOUSAND
    await tell(stage, planner, finance, {
      at: atTime(workdayAfter(since), 10, n),
      name: '年度学术预算',
      amount,
      steps: 2,
      passed: true,
      budget,
    })
    const further = FURTHER[n % FURTHER.length] as (typeof FURTHER)[number]
    await tell(stage, planner, finance, {
      ...further,
      at: atTime(workdayAfter(plusDays(stage.today, -40 + n)), 11, n),
      amount: BigInt(3 + (n % 5)) * HUNDRED_THOUSAND,
    })
  }
}

/** Adds a plan to the budget of its company. */
export function planIn(budget: Budget, budgetAmount: string, accepted: string): void {
  budget.planned += fen(budgetAmount)
  budget.accepted += fen(accepted)
}
