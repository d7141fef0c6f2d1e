import * as collections from '../../../../model/activities/collections.ts'
import * as doctors from '../../../../model/activities/doctors.ts'
import { meetingDoctor } from '../../../../model/activities/doctors.ts'
import { demoLecture, lecture } from '../../../../model/activities/meetings/lecture.ts'
import { demoMeeting, meeting } from '../../../../model/activities/meetings/meeting.ts'
import { knowledgeCreationDoctor } from '../../../../model/activities/works.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { orderEntrusted } from '../../../../model/orders/orderEntrusted.ts'
import { fen, sum, yuan } from '../../../../model/values/money.ts'
import type { AnyResource, Row } from '../../../core/records.ts'
import { takeLocks } from '../../../deciding/locking.ts'
import { kinds, type PlanKind } from '../../../domains/activities/kinds.ts'
import { locksOfPlan } from '../../../domains/activities/planEnds.ts'
import { endedWith } from '../../../domains/activities/planSteps.ts'
import { atTime, plusDays } from '../../values/times.ts'
import { type Character, type Stage, SYSTEM } from '../stage/stage.ts'
import { type Book, type Budget, type Part, type PlanDraft, type PlanType, type Prepared, planIn } from './book.ts'
import { addMeetingRecords, meetingFacts, wasHeld } from './meetings.ts'

const { agreementStatus: agreementStates, approvalStatus } = statesOf(knowledgeCreationDoctor)
const { labourStatus } = statesOf(meetingDoctor)
const { planStatus } = statesOf(lecture)

/** The resource of each kind of plan, of its demonstration, and of the doctors invited to it. */
const RESOURCE_OF_TYPE: Readonly<Record<PlanType, readonly [own: AnyResource, demo: AnyResource | null]>> = {
  1: [meeting, demoMeeting],
  2: [lecture, demoLecture],
  3: [collections.caseCollection, collections.demoCaseCollection],
  4: [collections.clinicalResearch, collections.demoClinicalResearch],
  5: [collections.medicationFeedback, collections.demoMedicationFeedback],
  6: [collections.professionalReview, collections.demoProfessionalReview],
  7: [collections.patientEducation, null],
  8: [collections.knowledgeCreation, null],
}
const DOCTORS: Readonly<Partial<Record<PlanType, readonly [resource: AnyResource, parent: string]>>> = {
  1: [doctors.meetingDoctor, 'meetingId'],
  2: [doctors.lectureDoctor, 'lectureId'],
  3: [doctors.caseCollectionDoctor, 'caseCollectionId'],
  4: [doctors.clinicalResearchDoctor, 'clinicalResearchId'],
  5: [doctors.medicationFeedbackDoctor, 'medicationFeedbackId'],
  6: [doctors.professionalReviewDoctor, 'professionalReviewId'],
  8: [knowledgeCreationDoctor, 'planId'],
}

const PURPOSES = ['提升诊疗规范化水平', '收集真实世界数据', '促进学术交流', '提高患者依从性']
const FORMATS = ['线上', '线下', '线上线下结合']

/** When a plan was made, and its first and last day. */
function daysOf(stage: Stage, draft: PlanDraft): { made: string; first: string; last: string } {
  const { today } = stage
  const moments = [...draft.parts.values()].flatMap((p) => p.accepted.map((a) => a.at.slice(0, 10)))
  const earliest = [...moments, plusDays(today, -40 - (draft.nth % 60))].sort()[0] as string
  if (draft.state === 'planning')
    return { made: plusDays(today, -2 - (draft.nth % 8)), first: plusDays(today, 10), last: plusDays(today, 100) }
  if (draft.state === 'ended') {
    const latest = moments.sort().at(-1)
    const last = latest ? plusDays(latest, 5 + (draft.nth % 20)) : plusDays(today, -10 - (draft.nth % 50))
    const first = latest ? plusDays(earliest, -10) : plusDays(last, -120)
    return { made: plusDays(first, -10), first, last }
  }
  return { made: plusDays(earliest, -14), first: plusDays(earliest, -10), last: plusDays(today, 60 + (draft.nth % 60)) }
}

/** The template that what is submitted for a plan is filled in by; none for most kinds. */
const templateOf = ({ type, nth }: PlanDraft, prepared: Prepared) =>
  type === 3 || type === 5
    ? prepared.caseTemplates[nth % 4]
    : type === 4
      ? prepared.researchTemplates[nth % 4]
      : undefined

/** Fields of each kind of plan besides those of all. */
function ownFacts(stage: Stage, draft: PlanDraft, prepared: Prepared): Readonly<Record<string, unknown>> {
  const { type, nth, planner } = draft
  const one = templateOf(draft, prepared)
  const template = { templateId: one?.id, templateName: one?.name }
  if (type === 1) return meetingFacts(stage, draft)
  if (type === 2)
    return {
      lectureType: ((nth % 4) + 1) as 1 | 2 | 3 | 4,
      duration: 1200 + (nth % 9) * 300,
      startTime: atTime(plusDays(stage.today, draft.state === 'planning' ? 20 : -30 - (nth % 40)), 19),
      endTime: atTime(plusDays(stage.today, draft.state === 'planning' ? 20 : -30 - (nth % 40)), 20, 30),
      playCount: draft.state === 'planning' ? 0 : (nth * 37) % 900,
      approvalStatus: draft.state === 'planning' ? approvalStatus.pending : ([1, 1, 1, 2, 0] as const)[nth % 5],
    }
  if (type === 3) return { ...template, perDoctorMax: 20 }
  if (type === 4) {
    const project = prepared.researchProjects.find((p) => p.entrustedCompanyId === planner.company.id)
    return {
      ...template,
      perDoctorMax: 20,
      clinicalResearchProjectId: project?.id,
      clinicalResearchProjectName: project?.name,
    }
  }
  if (type === 6) {
    const articles = [0, 1, 2].map((i) => prepared.articles[(nth + i) % prepared.articles.length])
    return {
      resourceIds: articles.flatMap((a) => (a ? [a.id] : [])),
      resourceTitles: articles.map((a) => a?.title ?? '').join('、'),
      perDoctorMax: 10,
    }
  }
  return type === 8 ? {} : { perDoctorMax: 20 }
}

/** The plan columns that whatever belongs to a plan copies. */
export const ofPlan = (draft: PlanDraft) => {
  const employee = draft.planner.employees[draft.nth % Math.max(1, draft.planner.employees.length)]
  const { company } = draft.planner
  return {
    // plans paid in money were planned in money
    payType:
      draft.points || (draft.nth % 3 === 2 && ![...draft.parts.values()].some((p) => p.accepted.length > 0))
        ? (1 as const)
        : (2 as const),
    entrustedCompanyId: company.id,
    entrustedCompanyName: company.name,
    socialCreditCode: company.socialCreditCode,
    baseEmployeeId: employee?.id,
    baseEmployeeNumber: employee?.employeeNumber,
    baseEmployeeName: employee?.name,
    baseDepartment: employee?.deptId,
    baseDepartmentName: employee?.deptName,
  }
}

/** Product of a plan, as the plan and its documents name it. */
export const productOf = ({ nth, planner }: PlanDraft) => {
  const product = planner.products[nth % Math.max(1, planner.products.length)]
  return {
    baseProductId: product?.id,
    baseProductName: product?.productName,
    baseProductLine: product?.productLine,
  }
}

/** The doctors of a plan, with agreements that fit what they delivered. */
async function inviteAll(stage: Stage, draft: PlanDraft, who: Character, made: string): Promise<void> {
  const found = DOCTORS[draft.type]
  if (!found || (draft.demo && draft.type !== 1)) return
  const [own, parent] = found
  const resource: AnyResource = draft.demo ? doctors.demoMeetingDoctor : own
  for (const [n, part] of [...draft.parts.values()].entries()) {
    const { doctor, accepted, others } = part
    const works = accepted.length + others.length
    // an article is its author's part in the plan: it comes with what they handed in
    if (draft.type === 8 && works > 0) continue
    const agreementStatus = works > 0 ? 1 : draft.mark === 3 ? 2 : ([0, 2, 0, 3, 1] as const)[(draft.nth + n) % 5]
    const row = await stage.existing(resource, atTime(made, 14, n % 60, draft.nth % 60), who, {
      [parent]: draft.id,
      doctorId: doctor.id,
      doctorName: doctor.doctorName,
      phone: doctor.phone,
      idCardNumber: doctor.idCardNumber,
      hospitalName: doctor.hospitalName,
      departmentName: doctor.departmentName,
      duty: doctor.title,
      ...(draft.type === 8
        ? { title: draft.name, planName: draft.name, entrustedCompanyName: draft.planner.company.name }
        : {}),
      doctorLevel: ((n % 3) + 1) as 1 | 2 | 3,
      planSearchNum: Math.max(1, works),
      finishNum: accepted.length,
      doctorFee: accepted[0]?.fee ?? '800.00',
      agreementStatus,
      signTime: agreementStatus === agreementStates.agreed ? atTime(plusDays(made, 2), 10, n % 60) : null,
      ...(draft.type === 1
        ? {
            roleType: ((n % 3) + 1) as 1 | 2 | 3,
            topic: `${draft.name}专题${n + 1}`,
            attended: accepted.length > 0 || (agreementStatus === agreementStates.agreed && wasHeld(draft)) ? 1 : 0,
            labourStatus: accepted.length > 0 ? labourStatus.performed : labourStatus.none,
          }
        : {}),
      ...(draft.type === 2 ? { topic: `${draft.name}第${n + 1}讲` } : {}),
    } as never)
    part.id = (row as { id: string }).id
  }
}

const amountOf = (parts: Iterable<Part>): string => sum([...parts].flatMap((p) => p.accepted.map((a) => a.worth)))

/** How a plan ends by itself, by its mark; people stop it else. */
const ENDS = { 1: 'complete', 2: 'expire', 3: 'refuse', 5: 'push' } as const

/** A plan ends, and its company order with it; what was not accepted of its budget is free again. */
function endsAt(stage: Stage, { id, mark }: PlanDraft, resource: AnyResource, at: string): void {
  const kind = kinds.get(resource.id) as PlanKind
  stage.agenda.at(at, () =>
    stage.as(SYSTEM).work(async (work) => {
      const [plan] = await work.lock(resource, [id])
      const locks = await locksOfPlan(work, plan as Row)
      await takeLocks(work, new Map(Object.entries(locks).map(([of, ids]) => [of, new Set(ids)])))
      // people stopped it: it was written so
      if (mark === null || mark === 4) await endedWith(work, kind, id)
      else await work.step(resource, id, ENDS[mark])
    }),
  )
}

/** Writes every plan of the book with its doctors and its company order. */
export async function bearPlans(
  stage: Stage,
  book: Book,
  { prepared, budgets }: { prepared: Prepared; budgets: ReadonlyMap<string, Budget> },
  who: Character,
): Promise<void> {
  for (const draft of book.drafts) {
    const { type, nth, planner, state, mark, parts } = draft
    const { made, first, last } = daysOf(stage, draft)
    const project = prepared.projects.get(type)
    const accepted = [...parts.values()].reduce((n, p) => n + p.accepted.length, 0)
    const open = [...parts.values()].reduce((n, p) => n + p.others.length, 0)
    const planSearchNum = mark === 1 ? accepted || parts.size || 1 : accepted + open + 5 + (nth % 20)
    const value = amountOf(parts.values())
    const budgetAmount = yuan(fen(value) + BigInt(planSearchNum - accepted) * fen(project?.unitFee ?? '0.00'))
    const [own, demoed] = RESOURCE_OF_TYPE[type]
    const resource: AnyResource | null = draft.demo ? demoed : own
    if (!resource) continue
    const at = atTime(made, 9 + (nth % 8), (nth * 7) % 60, nth % 60)
    // some are planned without a budget
    const budget = draft.demo || nth % 5 === 4 ? undefined : budgets.get(planner.company.id)
    if (budget) planIn(budget, budgetAmount, state === 'planning' ? '0.00' : value)
    const row = await stage.existingWithCode(resource, at, who, {
      name: draft.name,
      planType: type,
      ...ofPlan(draft),
      ...productOf(draft),
      activityServiceProjectId: project?.id,
      activityServiceProjectName: project?.name,
      budgetOrderId: budget?.id,
      budgetOrderCode: budget?.code,
      invitationStartDate: first,
      invitationEndDate: last,
      planSearchNum,
      finishNum: accepted,
      unitFee: project?.unitFee,
      unitPoint: project?.unitPoint,
      budgetAmount,
      releaseTime: state === 'planning' ? null : atTime(first, 9),
      // those that end by themselves do so on their last day
      ...(mark === 4
        ? { planStatus: planStatus.ended, planEndedMark: mark }
        : { planStatus: state === 'planning' ? planStatus.planning : planStatus.inProgress }),
      purpose: PURPOSES[nth % PURPOSES.length],
      format: FORMATS[nth % FORMATS.length],
      ...ownFacts(stage, draft, prepared),
    } as never)
    draft.id = row.id
    draft.code = String(row.code ?? '')
    draft.templateId = templateOf(draft, prepared)?.id ?? null
    await inviteAll(stage, draft, who, made)
    if (type === 1 && !draft.demo) await addMeetingRecords(stage, draft, who)
    if (type === 6) draft.article = prepared.articles[nth % prepared.articles.length] ?? null
    if (draft.demo) continue
    if (state === 'planning') continue
    const order = await stage.existingWithCode(orderEntrusted, atTime(first, 9, 5, nth % 60), who, {
      planId: draft.id,
      planType: type,
      planName: draft.name,
      ...ofPlan(draft),
      budgetAmount,
      acceptedAmount: value,
      doctorCount: parts.size,
      startTime: atTime(first, 9),
    })
    draft.orderId = order.id
    if (state === 'ended') endsAt(stage, draft, resource, atTime(last, 18, nth % 60))
  }
}
