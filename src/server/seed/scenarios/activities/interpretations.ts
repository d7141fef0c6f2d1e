import { activityPlan } from '../../../../model/activities/activityPlan.ts'
import { caseCollectionReport } from '../../../../model/activities/reports/reports.ts'
import { caseInterpretationDoctor } from '../../../../model/activities/works.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { atTime, plusDays, workdayBefore } from '../../values/times.ts'
import type { Doctor } from '../people/parties.ts'
import { type Character, liveRows, type Stage } from '../stage/stage.ts'
import type { Book } from './book.ts'
import { ofPlan } from './plans.ts'

const { payType: payTypes } = statesOf(activityPlan)
const { agreementStatus, approvalStatus, confirmStatus, submitStatus } = statesOf(caseInterpretationDoctor)

interface Outcome {
  readonly agreementStatus: 0 | 1 | 2 | 3
  readonly submitStatus: 0 | 1
  readonly approvalStatus: 0 | 1 | 2
  readonly confirmStatus: 0 | 2
  /** The company accepts it then. */
  readonly accepted?: true
}

/** How an invitation to interpret a case went: unsigned, refused, void; or signed and handed in, in some state of review. */
const OUTCOMES: readonly Outcome[] = [
  {
    agreementStatus: agreementStatus.agreed,
    submitStatus: submitStatus.handedIn,
    approvalStatus: approvalStatus.pending,
    confirmStatus: confirmStatus.pending,
  },
  {
    agreementStatus: agreementStatus.pending,
    submitStatus: submitStatus.none,
    approvalStatus: approvalStatus.pending,
    confirmStatus: confirmStatus.pending,
  },
  {
    agreementStatus: agreementStatus.agreed,
    submitStatus: submitStatus.handedIn,
    approvalStatus: approvalStatus.approved,
    confirmStatus: confirmStatus.pending,
  },
  {
    agreementStatus: agreementStatus.refused,
    submitStatus: submitStatus.none,
    approvalStatus: approvalStatus.pending,
    confirmStatus: confirmStatus.pending,
  },
  {
    agreementStatus: agreementStatus.agreed,
    submitStatus: submitStatus.handedIn,
    approvalStatus: approvalStatus.approved,
    confirmStatus: confirmStatus.pending,
    accepted: true,
  },
  {
    agreementStatus: agreementStatus.agreed,
    submitStatus: submitStatus.handedIn,
    approvalStatus: approvalStatus.rejected,
    confirmStatus: confirmStatus.pending,
  },
  {
    agreementStatus: agreementStatus.voided,
    submitStatus: submitStatus.none,
    approvalStatus: approvalStatus.pending,
    confirmStatus: confirmStatus.pending,
  },
  {
    agreementStatus: agreementStatus.agreed,
    submitStatus: submitStatus.handedIn,
    approvalStatus: approvalStatus.approved,
    confirmStatus: confirmStatus.rejected,
  },
]

/** Doctors who are invited to interpret one case. */
const EACH = 4
const FEE = '600.00'

/**
 * Accepted cases of running collections are interpreted by other doctors; the company accepts one of eight by the rules, which
 * make its order.
 */
export async function addInterpretations(
  stage: Stage,
  book: Book,
  {
    doctors,
    operations,
    client,
  }: Readonly<{ doctors: readonly Doctor[]; operations: Character }> & {
    readonly client: (companyId: string) => Character
  },
): Promise<void> {
  const day = workdayBefore(plusDays(stage.today, -2))
  let n = 0
  for (const draft of book.drafts) {
    if (draft.type !== 3 || draft.demo || draft.state !== 'running' || ofPlan(draft).payType === payTypes.points)
      continue
    const [report] = liveRows(stage, caseCollectionReport, { caseCollectionId: draft.id }).filter(
      (one) => one.confirmStatus === confirmStatus.accepted,
    )
    if (!report) continue
    const others = doctors.filter((d) => d.id !== report.doctorId)
    for (let k = 0; k < EACH; k += 1) {
      const doctor = others[(draft.nth * 5 + k * 3) % others.length]
      const { accepted, ...state } = OUTCOMES[n % OUTCOMES.length] as Outcome
      if (!doctor) continue
      const at = atTime(day, 9 + (n % 6), (n * 7) % 60, n % 60)
      const made = await stage.existing(caseInterpretationDoctor, at, operations, {
        caseCollectionId: draft.id,
        planName: draft.name,
        entrustedCompanyName: draft.planner.company.name,
        caseReportId: report.id,
        caseReportCode: report.codeNumber,
        doctorId: doctor.id,
        doctorName: doctor.doctorName,
        phone: doctor.phone,
        idCardNumber: doctor.idCardNumber,
        hospitalName: doctor.hospitalName,
        departmentName: doctor.departmentName,
        duty: doctor.title,
        doctorFee: FEE,
        ...state,
        ...(state.submitStatus === submitStatus.handedIn
          ? { codeNumber: `${draft.code}-J${String(k + 1).padStart(5, '0')}`, submitType: 2, submitTime: at }
          : {}),
        ...(state.approvalStatus === approvalStatus.rejected ? { approvalRemark: '解读过于简略，请补充依据' } : {}),
        ...(state.confirmStatus === confirmStatus.rejected ? { confirmResult: '与病例不符' } : {}),
      } as never)
      const later = atTime(day, 16, (n * 7) % 60, n % 60)
      if (accepted)
        await stage.decided(caseInterpretationDoctor, later, client(draft.planner.company.id), made.id, 'confirm.pass')
      n += 1
    }
  }
}
