import { caseCollection } from '../../src/model/activities/collections.ts'
import { caseCollectionDoctor } from '../../src/model/activities/doctors.ts'
import { activityServiceProject } from '../../src/model/activities/projects.ts'
import { orderEntrusted } from '../../src/model/orders/orderEntrusted.ts'
import { entrustedThirdRel } from '../../src/model/people/entrustedThirdRel.ts'
import { caseCollectionReport } from '../../src/model/reports/reports.ts'
import { budgetOrder } from '../../src/model/settlement/budgetOrder.ts'
import { param } from '../../src/model/system/param.ts'
import type { Database } from '../../src/server/core/database.ts'
import type { UnitOfWork } from '../../src/server/writes/unitOfWork.ts'
import { load, type World, world } from '../server/decisions/fixture.ts'

/** Reports of one activity that wait for acceptance, by ids. */
export interface Waiting {
  readonly planId: string
  readonly orderId: string
  readonly budgetId: string
  readonly reports: readonly string[]
}

const FEE = '100.00'
const LARGE = '999999999.00'

/** One running activity of the world's company, reviewed reports of it, and the company's order and budget that count them. */
async function activity(w: World, work: UnitOfWork, project: string, n: number, count: number): Promise<Waiting> {
  const own = { entrustedCompanyId: w.companyId, entrustedCompanyName: '杭州康泰医药有限公司' }
  const budget = await work.insert(budgetOrder, {
    ...{ ...own, code: `BB${n}`, name: `预算${n}`, periodStart: '2024-01-01', periodEnd: '2024-12-31', budgetAmount: LARGE, plannedAmount: LARGE, budgetStatus: 2 },
  } as never)
  const plan = await work.insert(caseCollection, {
    ...{ ...own, code: `HB${n}`, name: `病例征集${n}`, baseEmployeeId: w.employeeId, planStatus: 1, planType: 3, demo: 0 },
    ...{ activityServiceProjectId: project, planSearchNum: 1_000_000, unitFee: FEE, payType: 2 },
    ...{ invitationStartDate: '2024-06-01', invitationEndDate: '2024-07-31' },
    ...{ budgetOrderId: (budget as { id: string }).id, budgetAmount: LARGE },
  } as never)
  const { id: planId } = plan as { id: string }
  const order = await work.insert(orderEntrusted, { ...own, code: `EB${n}`, baseEmployeeId: w.employeeId, planId, planName: `病例征集${n}` } as never)
  const parts = w.doctors.map((doctorId) => ({
    ...{ caseCollectionId: planId, doctorId, doctorName: '医生', agreementStatus: 1 },
    ...{ planSearchNum: 1_000_000, doctorFee: FEE },
  }))
  await work.insertAll(caseCollectionDoctor, parts as never)
  const reports = await work.insertAll(
    caseCollectionReport,
    Array.from({ length: count }, (_, k) => ({
      ...{ ...own, caseCollectionId: planId, planName: `病例征集${n}`, codeNumber: `HB${n}-${k}`, demo: 0 },
      ...{ baseEmployeeId: w.employeeId, doctorId: w.doctors[k % w.doctors.length], doctorName: '医生', feeAmount: FEE },
      ...{ approvalStatus: 1, confirmStatus: 0 },
    })) as never,
  )
  return {
    planId,
    orderId: (order as { id: string }).id,
    budgetId: (budget as { id: string }).id,
    reports: (reports as unknown as readonly { id: string }[]).map((r) => r.id),
  }
}

let ground: { readonly w: World; readonly project: string } | undefined

/** The first of a tenant: what activities of its company need besides, and people of the platform may accept. */
export async function reportsToAccept(
  tenantId: string,
  db: Database,
  of: { readonly activities: number; readonly count: number },
): Promise<readonly Waiting[]> {
  const w = await world('bench', tenantId, db)
  const project = await load(w.context, tenantId, async (work) => {
    await work.insert(param, { paramKey: 'accept.onBehalf', paramName: '代验收', paramValue: 'true' } as never)
    await work.insert(entrustedThirdRel, {
      ...{ entrustedId: w.companyId, thirdPlatformId: w.partnerId, thirdPlatformName: '州一财税', thirdType: 1 },
      ...{ taxItemCodes: '3040407', startDate: '2024-01-01', auditStatus: 1 },
    } as never)
    return work.insert(activityServiceProject, {
      ...{ code: 'FB1', name: '病例服务', projectType: 3, taxItemCode: '3040407', unitFee: FEE, enableStatus: 1 },
    } as never)
  })
  ground = { w, project: (project as { id: string }).id }
  return activitiesOf(tenantId, db, { from: 0, ...of })
}

/** Activities with reports that wait for acceptance, each with `count` of them; numbered `from`. */
export async function activitiesOf(
  tenantId: string,
  db: Database,
  { from, activities, count }: { readonly from: number; readonly activities: number; readonly count: number },
): Promise<readonly Waiting[]> {
  if (!ground) throw new Error('there is no company')
  const { w, project } = ground
  const all: Waiting[] = []
  for (let n = from; n < from + activities; n++)
    all.push(await load(w.context, tenantId, (work) => activity(w, work, project, n, count)))
  await db.owner((tx) => tx.query('analyze'))
  return all
}
