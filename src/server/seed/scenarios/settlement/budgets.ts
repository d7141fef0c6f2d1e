import { budgetOrder } from '../../../../model/activities/budgetOrder.ts'
import { yuan } from '../../../../model/values/money.ts'
import { atTime, plusDays, workdayAfter } from '../../values/times.ts'
import type { Budget, Planner } from '../activities/book.ts'
import type { Character, Stage } from '../stage/stage.ts'

const HUNDRED_THOUSAND = 10_000_000n

/** Author of a company's budgets. */
const writerOf = ({ company }: Planner): Character => ({
  account: '',
  name: company.contactName ?? '',
  role: 'companyAdmin',
  company: company.id,
})

/** Moment at which the budget that plans are planned in is written, of the nth company. */
const writtenAt = (since: string, n: number): string => atTime(workdayAfter(since), 10, n)

/** Ids and codes of the budgets that plans are planned in, one a company, before there are plans. */
export async function budgetsOf(
  stage: Stage,
  planners: readonly Planner[],
  since: string,
): Promise<Map<string, Budget>> {
  const budgets = new Map<string, Budget>()
  for (const [n, planner] of planners.entries()) {
    const id = stage.idAt(atTime(since, 10))
    const code = await stage.codeAt(budgetOrder, writtenAt(since, n), writerOf(planner))
    budgets.set(planner.company.id, { id, code, planned: 0n, accepted: 0n })
  }
  return budgets
}

/** Steps of a budget after it was written, and the number of them that each further budget has taken. */
const STEPS = ['submit', 'audit', 'close'] as const
const FURTHER = [
  { name: '下半年学术预算', steps: 0, passed: true },
  { name: '专项调研预算', steps: 1, passed: true },
  { name: '市场推广预算', steps: 2, passed: false },
  { name: '上年度学术预算', steps: 3, passed: true },
] as const

/** Budget of a company, as the company writes it, and the decision on it. */
async function notice(
  stage: Stage,
  planner: Planner,
  finance: Character,
  more: { at: string; name: string; amount: bigint; steps: number; passed: boolean; budget?: Budget },
): Promise<void> {
  const { company, products } = planner
  const own = writerOf(planner)
  const [product] = products
  const start = more.at.slice(0, 10)
  const row = await stage.existing(budgetOrder, more.at, own, {
    ...(more.budget ? { id: more.budget.id } : {}),
    code: more.budget?.code ?? (await stage.codeAt(budgetOrder, more.at, own)),
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
    await notice(stage, planner, finance, {
      at: writtenAt(since, n),
      name: '年度学术预算',
      amount,
      steps: 2,
      passed: true,
      budget,
    })
    const further = FURTHER[n % FURTHER.length] as (typeof FURTHER)[number]
    await notice(stage, planner, finance, {
      ...further,
      at: atTime(workdayAfter(plusDays(stage.today, -40 + n)), 11, n),
      amount: BigInt(3 + (n % 5)) * HUNDRED_THOUSAND,
    })
  }
}
