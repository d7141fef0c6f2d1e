import { budgetOrder } from '../../../src/model/activities/budgetOrder.ts'
import { caseCollection } from '../../../src/model/activities/collections.ts'
import { caseCollectionDoctor } from '../../../src/model/activities/doctors.ts'
import { activityServiceProject } from '../../../src/model/activities/projects.ts'
import { caseCollectionReport } from '../../../src/model/activities/reports/reports.ts'
import { param } from '../../../src/model/administration/system/param.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { orderEntrusted } from '../../../src/model/orders/orderEntrusted.ts'
import { entrustedThirdRel } from '../../../src/model/people/entrustedThirdRel.ts'
import type { UnitOfWork } from '../../../src/server/writing/unitOfWork/unitOfWork.ts'
import { load, type World } from './fixture.ts'

const { agreementStatus } = statesOf(caseCollectionDoctor)
const { approvalStatus, confirmStatus } = statesOf(caseCollectionReport)
const { auditStatus } = statesOf(entrustedThirdRel)
const { budgetStatus } = statesOf(budgetOrder)
const { payType, planStatus } = statesOf(caseCollection)

/** Reports of one activity that wait for acceptance, by ids. */
export interface Waiting {
  readonly planId: string
  readonly orderId: string
  readonly budgetId: string
  readonly reports: readonly string[]
}

const FEE = '100.00'
const LARGE = '999999999.00'
const MANY = 1_000_000

/** How many an activity plans, and each of its doctors is allotted: as many as there can be unless said. */
export interface Planned {
  readonly planned?: number
  readonly allotted?: number
}

/** One running activity of the world's company, reviewed reports of it, and the company's order and budget that count them. */
async function activity(
  w: World,
  work: UnitOfWork,
  { project, n, count, planned = MANY, allotted = MANY }: Planned & { project: string; n: number; count: number },
): Promise<Waiting> {
  const own = { entrustedCompanyId: w.companyId, entrustedCompanyName: '杭州康泰医药有限公司' }
  const budget = await work.insert(budgetOrder, {
    ...{
      ...own,
      code: `BB${n}`,
      name: `预算${n}`,
      periodStart: '2024-01-01',
      periodEnd: '2024-12-31',
      budgetAmount: LARGE,
      plannedAmount: LARGE,
      budgetStatus: budgetStatus.active,
    },
  } as never)
  const plan = await work.insert(caseCollection, {
    ...{
      ...own,
      code: `HB${n}`,
      name: `病例征集${n}`,
      baseEmployeeId: w.employeeId,
      planStatus: planStatus.inProgress,
      planType: 3,
      demo: 0,
    },
    ...{ activityServiceProjectId: project, planSearchNum: planned, unitFee: FEE, payType: payType.money },
    ...{ invitationStartDate: '2024-06-01', invitationEndDate: '2024-07-31' },
    ...{ budgetOrderId: (budget as { id: string }).id, budgetAmount: LARGE },
  } as never)
  const { id: planId } = plan as { id: string }
  const order = await work.insert(orderEntrusted, {
    ...own,
    code: `EB${n}`,
    baseEmployeeId: w.employeeId,
    planId,
    planName: `病例征集${n}`,
  } as never)
  const parts = w.doctors.map((doctorId) => ({
    ...{ caseCollectionId: planId, doctorId, doctorName: '医生', agreementStatus: agreementStatus.agreed },
    ...{ planSearchNum: allotted, doctorFee: FEE },
  }))
  await work.insertAll(caseCollectionDoctor, parts as never)
  const reports = await work.insertAll(
    caseCollectionReport,
    Array.from({ length: count }, (_, k) => ({
      ...{ ...own, caseCollectionId: planId, planName: `病例征集${n}`, codeNumber: `HB${n}-${k}`, demo: 0 },
      ...{
        baseEmployeeId: w.employeeId,
        doctorId: w.doctors[k % w.doctors.length],
        doctorName: '医生',
        feeAmount: FEE,
      },
      ...{ approvalStatus: approvalStatus.approved, confirmStatus: confirmStatus.pending },
    })) as never,
  )
  return {
    planId,
    orderId: (order as { id: string }).id,
    budgetId: (budget as { id: string }).id,
    reports: (reports as unknown as readonly { id: string }[]).map((r) => r.id),
  }
}

/** What activities of the world's company need before they are accepted by people of the platform; the service project. */
export const acceptable = (w: World): Promise<string> =>
  load(w.context, w.tenantId, async (work) => {
    await work.insert(param, { paramKey: 'accept.onBehalf', paramName: '代验收', paramValue: 'true' } as never)
    await work.insert(entrustedThirdRel, {
      ...{ entrustedId: w.companyId, thirdPlatformId: w.partnerId, thirdPlatformName: '州一财税', thirdType: 1 },
      ...{ taxItemCodes: '3040407', startDate: '2024-01-01', auditStatus: auditStatus.approved },
    } as never)
    const project = await work.insert(activityServiceProject, {
      ...{ code: 'FB1', name: '病例服务', projectType: 3, taxItemCode: '3040407', unitFee: FEE, enableStatus: 1 },
    } as never)
    return (project as { id: string }).id
  })

/** Activities with reports that wait for acceptance, each with `count` of them; numbered `from`. */
export async function reviewed(
  w: World,
  project: string,
  { from = 0, activities, count, ...more }: Planned & { from?: number; activities: number; count: number },
): Promise<readonly Waiting[]> {
  const all: Waiting[] = []
  for (let n = from; n < from + activities; n++)
    all.push(await load(w.context, w.tenantId, (work) => activity(w, work, { project, n, count, ...more })))
  return all
}
