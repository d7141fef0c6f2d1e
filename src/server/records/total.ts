import type { Total } from '../../model/kernel/wire.ts'
import type { House } from '../http/house.ts'
import { EXACT, estimateQuery, type Query, totalQuery } from '../store/sql/query.ts'

interface Plan {
  readonly 'QUERY PLAN': readonly { readonly Plan: { readonly 'Plan Rows': number } }[] | string
}

/** How many rows a filter finds: counted up to 100,000, beyond that what the planner expects (never less). */
export async function totalOf(house: House, q: Query): Promise<Total> {
  const scope = { tenantId: q.reach.tenantId }
  const [counted] = await house.db.scoped<{ n: number }>(scope, totalQuery(q))
  const n = Number(counted?.n ?? 0)
  if (n <= EXACT) return { total: n, exact: true }
  const [explained] = await house.db.scoped<Plan>(scope, estimateQuery(q))
  const told = explained?.['QUERY PLAN']
  const plan = typeof told === 'string' ? (JSON.parse(told) as { Plan: { 'Plan Rows': number } }[]) : told
  return { total: Math.max(n, Math.round(plan?.[0]?.Plan['Plan Rows'] ?? 0)), exact: false }
}
