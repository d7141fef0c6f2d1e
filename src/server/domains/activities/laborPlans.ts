import { demoActivityPlan } from '../../../model/activities/activityPlan.ts'
import { createActivityLaborPlans } from '../../../model/activities/doctorCalls.ts'
import { authenticationDoctor } from '../../../model/people/authenticationDoctor.ts'
import { AppError } from '../../core/errors.ts'
import { handle } from '../../records/handle.ts'
import type { Row } from '../../writing/unitOfWork/rows.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { doctorFeeProblem } from './feeLimits.ts'
import { kinds } from './kinds.ts'

const RUNNING = 1
const CERTIFIED = 2
const AGREED = 1

/**
 * `demo/createActivityLaborPlans`: doctors and what they handed in, for an activity of the demonstration; no money comes of it
 * (INV-44).
 */
export async function makeLaborPlans(
  work: UnitOfWork,
  body: { readonly planId: string; readonly doctorCount: number; readonly fee: string },
): Promise<void> {
  const plan = (await work.row(demoActivityPlan, body.planId)) as Row | null
  const kind = [...kinds.values()].find(
    ({ of }) => of.variantOf?.where.planType === plan?.planType && of.variantOf?.where.demo === 1,
  )
  if (!plan || !kind) throw new AppError(400, ['请选择演示活动', 'Please choose a plan of the demonstration'])
  const [locked] = await work.lock(kind.of, [plan.id])
  if (locked?.planStatus !== RUNNING)
    throw new AppError(409, ['演示活动不在进行中', 'The plan of the demonstration is not running'])
  const outside = await doctorFeeProblem(work, locked, null, body.fee)
  if (outside) throw new AppError(400, outside, { fee: outside[0] })
  const count = Number(body.doctorCount)
  const doctors = (await work.rows(authenticationDoctor, { certStatus: CERTIFIED, blackStatus: 0 })).slice(0, count)
  if (doctors.length < count)
    throw new AppError(400, [`已认证医生仅 ${doctors.length} 名`, `There are ${doctors.length} certified doctors`], {
      doctorCount: `不能多于 ${doctors.length}`,
    })
  const persons = doctors.map((d) => ({
    doctorId: d.id,
    doctorName: d.doctorName,
    phone: d.phone,
    idCardNumber: d.idCardNumber,
    hospitalName: d.hospitalName,
    departmentName: d.departmentName,
  }))
  const { doctors: invited } = kind
  if (invited)
    await work.insertAll(
      invited.of,
      persons.map((p) => ({
        ...p,
        [invited.plan]: plan.id,
        doctorFee: body.fee,
        agreementStatus: AGREED,
        signTime: work.time,
        demo: 1,
      })) as never,
    )
  const [delivered] = kind.deliverables.filter(({ of }) => of.fields.collectData)
  if (delivered) {
    const there = (await work.rows(delivered.of, { [delivered.plan]: plan.id })).length
    await work.insertAll(
      delivered.of,
      persons.map((p, n) => ({
        ...p,
        [delivered.plan]: plan.id,
        planName: plan.name,
        code: plan.code,
        codeNumber: `${String(plan.code ?? '')}-${String(there + n + 1).padStart(5, '0')}`,
        payType: plan.payType,
        entrustedCompanyId: plan.entrustedCompanyId,
        entrustedCompanyName: plan.entrustedCompanyName,
        socialCreditCode: plan.socialCreditCode,
        baseEmployeeId: plan.baseEmployeeId,
        baseEmployeeName: plan.baseEmployeeName,
        submitTime: work.time,
        feeAmount: body.fee,
        demo: 1,
      })) as never,
    )
  }
}

/** The call of labour plans. */
export const laborCalls = [
  handle(createActivityLaborPlans, async ({ body, work }) => {
    await makeLaborPlans(work, body)
    return null as never
  }),
]
