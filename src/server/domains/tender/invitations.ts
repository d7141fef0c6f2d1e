import { activityPlan } from '../../../model/activities/activityPlan.ts'
import { PURPOSE } from '../../../model/activities/doctorSide/doctorLink.ts'
import { caseCollectionReport } from '../../../model/activities/reports/reports.ts'
import { calls } from '../../../model/business.ts'
import type { AnyCall, Call } from '../../../model/language/domain/call.ts'
import type { Fields } from '../../../model/language/fields/field.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import { statesOf } from '../../../model/language/states.ts'
import { authenticationDoctor } from '../../../model/people/authenticationDoctor.ts'
import { tenderDoctorProtocols, tenderDoctorProtocolsLifecycle } from '../../../model/tender/protocols.ts'
import type { Label } from '../../../model/values/label.ts'
import { AppError, notFound } from '../../core/errors.ts'
import { type DeclaredHandler, handle } from '../../records/handle.ts'
import type { Hooks, Prepare } from '../../writing/hooks.ts'
import type { AnyRule, Rules } from '../../writing/rules.ts'
import { refuseNotAdmitted } from '../../writing/save/admitted.ts'
import { stepEach } from '../../writing/unitOfWork/caused.ts'
import type { AnyResource, Row } from '../../writing/unitOfWork/rows.ts'
import type { UnitOfWork, Where } from '../../writing/unitOfWork/unitOfWork.ts'
import { sendLink } from '../activities/doctorSide/linkCalls.ts'
import { refuseDoctorFee } from '../activities/feeLimits.ts'
import { isShown, kindOfPlan } from '../activities/kinds.ts'
import { allottedHooks, refuseMore } from '../activities/plan.ts'
import { COUNTING, followDoctors } from '../activities/planBudget.ts'
import { locksOfPlan } from '../activities/planEnds.ts'
import { listedAmong } from '../people/blacklist.ts'
import { allot } from './allotments.ts'
import { generated } from './generated.ts'
import { type Inviting, inviting, isOfCase, isWork } from './inviting.ts'

const { payType: payTypes } = statesOf(activityPlan)
const { approvalStatus, confirmStatus } = statesOf(caseCollectionReport)
const { agreementStatus } = statesOf(tenderDoctorProtocols)

// Doctors are invited to activities, each by an agreement for that one (3.2), and taken off again.

const ENDED = 2
const SIGNED = 1
const BEING_SIGNED = 1
const SINGLE = 2
const _REFUSED = 2

type Protocol = RowOf<typeof tenderDoctorProtocols>

/** A call that writes, of whichever kind of activity. */
type Writing = Call<Fields, Fields, Fields, unknown, AnyResource, false>

/** Why a doctor is not invited to an activity. */
async function inviteProblem(work: UnitOfWork, kind: Inviting, plan: Row, entry: Entry): Promise<Label | null> {
  const { doctors } = kind
  const { doctorId } = entry
  const doctor = await work.row(authenticationDoctor, doctorId)
  const name = doctor?.doctorName ?? doctorId
  if (plan.planStatus === ENDED) return ['活动已结束，不能邀请医生', 'The activity has ended: nobody is invited to it']
  if ((await listedAmong(work, [doctorId], plan.entrustedCompanyId as string | null)).has(doctorId))
    return [`医生 ${name} 在黑名单中，不能邀请`, `Doctor ${name} is blacklisted: not invited`]
  const ofCase = isOfCase(kind)
  const among: Where = ofCase
    ? { caseReportId: entry.caseReportId ?? '', agreementStatus: COUNTING }
    : { [doctors.plan]: plan.id }
  if (await work.any(doctors.of, { ...among, doctorId }))
    return ofCase
      ? [`医生 ${name} 已受邀解读该病例`, `Doctor ${name} is invited to interpret this case already`]
      : [`医生 ${name} 已在该活动中`, `Doctor ${name} is in the activity already`]
  if (!isShown(plan) && doctor?.protocolStatus !== SIGNED)
    return [`医生 ${name} 未签署框架协议`, `Doctor ${name} has not signed the frame agreement`]
  return ofCase ? caseProblem(work, plan, entry) : null
}

/** Why a case is not interpreted: it is of another activity, not accepted, or the doctor's own. */
async function caseProblem(work: UnitOfWork, plan: Row, entry: Entry): Promise<Label | null> {
  const report = await work.row(caseCollectionReport, entry.caseReportId ?? null)
  if (!report || report.caseCollectionId !== plan.id) return ['病例不属于该活动', 'The case is of another activity']
  if (report.approvalStatus !== approvalStatus.approved || report.confirmStatus !== confirmStatus.accepted)
    return [
      `病例 ${report.codeNumber ?? ''} 尚未验收，不能邀请解读`,
      `Case ${report.codeNumber ?? ''} is not accepted yet: nobody interprets it`,
    ]
  return report.doctorId === entry.doctorId
    ? ['不能邀请提交该病例的医生解读', 'Whoever handed in the case does not interpret it']
    : null
}

/** Invited doctor, as the request names them. */
type Entry = {
  readonly doctorId: string
  readonly planSearchNum?: number | null
  readonly doctorFee?: string | null
  /** Of an interpretation: the case. */
  readonly caseReportId?: string | null
  /** Of an article: what it is called. */
  readonly title?: string | null
}

/** Personal fields of a part, copied from its doctor. */
const personOf = (doctor: RowOf<typeof authenticationDoctor> | null) => ({
  doctorId: doctor?.id,
  doctorName: doctor?.doctorName,
  phone: doctor?.phone,
  idCardNumber: doctor?.idCardNumber,
  hospitalName: doctor?.hospitalName,
  departmentName: doctor?.departmentName,
})

/** Part of a doctor who is invited to a locked activity. @throws AppError 400 with why they cannot be */
async function partValues(work: UnitOfWork, kind: Inviting, plan: Row, entry: Entry): Promise<Record<string, unknown>> {
  if (!isShown(plan))
    await refuseNotAdmitted(work, plan.entrustedCompanyId, kind.doctors.plan, [
      '为其活动邀请医生',
      'nobody is invited to its activities',
    ])
  const problem = await inviteProblem(work, kind, plan, entry)
  if (problem) throw new AppError(400, problem, { doctorId: problem[0] })
  const many = entry.planSearchNum ?? 1
  if (kind.shared) await refuseMore(work, kind.parts, plan, many)
  const doctor = await work.row(authenticationDoctor, entry.doctorId)
  const points = plan.payType === payTypes.points
  const doctorFee = points ? '0.00' : (entry.doctorFee ?? String(plan.unitFee ?? '0.00'))
  await refuseDoctorFee(work, plan, doctor?.doctorName, doctorFee)
  return {
    ...personOf(doctor),
    duty: doctor?.duty,
    planSearchNum: many,
    doctorFee,
    doctorPoint: points ? Number(plan.unitPoint ?? 0) : 0,
    ...(isShown(plan) ? { demo: 1 } : {}),
    ...(kind.doctors.of.fields.title ? { title: entry.title || String(plan.name) } : {}),
  }
}

/** The agreement that a doctor has for their part, which is drawn and sent to be signed. */
async function agreementFor(work: UnitOfWork, kind: Inviting, plan: Row, part: Row): Promise<void> {
  if (isShown(plan)) return
  const doctor = await work.row(authenticationDoctor, String(part.doctorId))
  await generated(work, tenderDoctorProtocols, tenderDoctorProtocolsLifecycle, {
    ...personOf(doctor),
    title: `${String(plan.name)}${isOfCase(kind) ? '病例解读' : '学术服务'}协议`.slice(0, 200),
    protocolType: SINGLE,
    entrustedCompanyId: plan.entrustedCompanyId as string,
    entrustedCompanyName: plan.entrustedCompanyName as string,
    planId: plan.id,
    planName: String(plan.name),
    feeStandard: String(part.doctorFee ?? '0.00'),
    startDate: plan.invitationStartDate as string | null,
    endDate: plan.invitationEndDate as string | null,
    partId: part.id,
  })
  await sendLink(work, PURPOSE.invitation, kind.doctors.of.id, part.id)
}

/** Adds a doctor to a locked activity, with the agreement for it. */
async function invite(work: UnitOfWork, kind: Inviting, plan: Row, entry: Entry): Promise<void> {
  const { doctors } = kind
  const values = await partValues(work, kind, plan, entry)
  const named = isWork(kind) ? await namesOf(work, kind, plan, entry) : {}
  const part = await work.insert(doctors.of, { [doctors.plan]: plan.id, ...values, ...named } as never)
  // nobody is sent anything to sign for a demonstration
  if (isShown(plan)) await work.step(doctors.of, part.id, 'agree')
  await agreementFor(work, kind, plan, part)
}

/** Names that a work copies from its activity and its case; whoever invites through its form has them from there. */
async function namesOf(
  work: UnitOfWork,
  kind: Inviting,
  plan: Row,
  { caseReportId }: Entry,
): Promise<Record<string, unknown>> {
  const named = { planName: plan.name, entrustedCompanyName: plan.entrustedCompanyName }
  if (!isOfCase(kind)) return named
  const report = await work.row(caseCollectionReport, caseReportId ?? null)
  return { ...named, caseReportId, caseReportCode: report?.codeNumber }
}

/**
 * Invites to activities of a kind, as its doctors or another of those it invites (`invited`), all or none. `entries` name
 * the activity, too.
 * @throws AppError 400 with who is not invited and why
 */
export async function inviteAll(
  work: UnitOfWork,
  planId: string,
  entries: readonly Readonly<Record<string, unknown>>[],
  invited?: string,
): Promise<void> {
  const kind = inviting.find(({ of, doctors }) => of.id === planId && (!invited || doctors.of.id === invited))
  if (!kind) throw new Error(`${planId} invites nobody`)
  if (entries.length === 0) throw new AppError(400, ['请选择医生', 'Please choose doctors'])
  const ids = [...new Set(entries.map((e) => String(e[kind.doctors.plan])))]
  const plans = new Map((await work.lock(kind.of, ids)).map((plan) => [plan.id, plan]))
  for (const entry of entries) {
    const plan = plans.get(String(entry[kind.doctors.plan]))
    if (plan) await invite(work, kind, plan, entry as Entry)
  }
  for (const id of ids) await followDoctors(work, kind, id)
}

/** `saveList`: doctors are invited. */
const saveList = (call: Writing, kind: Inviting): DeclaredHandler =>
  handle(call, async ({ entries, work }) => {
    await inviteAll(work, kind.of.id, entries, kind.doctors.of.id)
    return null
  })

/** The kind of an activity that invites doctors, by the number that plans have of it. */
export const invitingKind = (planType: unknown): Inviting | undefined =>
  inviting.find((kind) => kind.of === kindOfPlan(planType)?.of)

/** `savePlanSearchNum`: how much of an activity a doctor is allotted. */
const savePlanSearchNum = (call: Writing, kind: Inviting): DeclaredHandler =>
  handle(call, async ({ rows, body, work }) => {
    const [row] = rows
    if (row) await allot(work, kind, row, Number((body as { readonly planSearchNum?: number }).planSearchNum))
    return null
  })

/** `inviteDoctors`: the same of one activity, to which each is invited alike. */
const inviteDoctors = (call: Writing, kind: Inviting): DeclaredHandler =>
  handle(call, async ({ rows, body, work }) => {
    const [plan] = rows
    const { doctorIds, ...each } = body as Pick<Entry, 'planSearchNum' | 'doctorFee'> & {
      readonly doctorIds: readonly string[]
    }
    const entries = [...new Set(doctorIds)].map((doctorId) => ({ ...each, doctorId, [kind.doctors.plan]: plan?.id }))
    await inviteAll(work, kind.of.id, entries)
    return null
  })

/** The calls by which doctors are invited, of every kind of activity. */
export const invitationHandlers: readonly DeclaredHandler[] = inviting.flatMap((kind) => {
  const named = (id: string) => calls.find((c) => c.id === id) as (AnyCall & Writing) | undefined
  const { id } = kind.doctors.of
  const [several, allot] = [named(`${id}.saveList`), named(`${id}.savePlanSearchNum`)]
  // works are invited for one by one, through their own form
  const together = isWork(kind) ? undefined : named(`${kind.of.id}.inviteDoctors`)
  return [
    ...(several ? [saveList(several, kind)] : []),
    ...(allot ? [savePlanSearchNum(allot, kind)] : []),
    ...(together ? [inviteDoctors(together, kind)] : []),
  ]
})

/** Agreements for a doctor's part that are not signed yet, those that were written by hand for the activity among them. */
async function openProtocols(work: UnitOfWork, { doctors }: Inviting, part: Row): Promise<Protocol[]> {
  const all = await work.rows(tenderDoctorProtocols, {
    planId: String(part[doctors.plan]),
    doctorId: String(part.doctorId),
    protocolType: SINGLE,
    agreementStatus: agreementStatus.pending,
  })
  return all.filter((p) => !p.partId || p.partId === part.id)
}

/** The rule of an invitation through the form of the part: the same as of several at once. */
function inviteRule(kind: Inviting): AnyRule {
  const { of, doctors } = kind
  const planOf = async (draft: Row, work: UnitOfWork) => (await work.lock(of, [String(draft[doctors.plan])]))[0]
  return {
    effect: async (part: Row, _ask, work) => {
      const plan = await planOf(part, work)
      if (!plan) throw notFound()
      await agreementFor(work, kind, plan, part)
      return undefined
    },
  }
}

/** Rules of the doctors of a kind: their agreement, and taking one off who has not signed. */
function doctorRules(kind: Inviting): Rules {
  const { plan: by } = kind.doctors
  const planOf = async (row: Row, work: UnitOfWork) => (await work.row(kind.of, String(row[by]))) as Row | null
  return {
    ...(isWork(kind) ? { invite: inviteRule(kind) } : {}),
    agree: { set: (_row: Row, _ask, work) => ({ signTime: work.time }) },
    refuse: 'none',
    void: 'none',
    deleteDoctor: {
      lock: async (row: Row, work) => {
        const plan = await planOf(row, work)
        const open = await openProtocols(work, kind, row)
        return {
          ...(plan ? { [kind.of.id]: [plan.id], ...(await locksOfPlan(work, plan)) } : {}),
          [tenderDoctorProtocols.id]: open.map((p) => p.id),
        }
      },
      guard: async (row: Row, _ask, work) => {
        const plan = await planOf(row, work)
        if (plan?.planStatus === ENDED) return ['活动已结束，不能移除医生', 'The activity has ended: its doctors stay']
        const open = await openProtocols(work, kind, row)
        const signing = open.find((p) => p.signStatus === BEING_SIGNED)
        return signing
          ? [
              `协议 ${signing.protocolCode ?? ''} 正在签署，签署结束后再移除`,
              `Agreement ${signing.protocolCode ?? ''} is being signed: take the doctor off when that has ended`,
            ]
          : null
      },
      effect: async (row: Row, _ask, work) => {
        const open = await openProtocols(work, kind, row)
        const voidReason = '医生已移出活动'
        await stepEach(
          work,
          tenderDoctorProtocols,
          tenderDoctorProtocolsLifecycle,
          'void',
          open.map(({ id }) => ({ id, voidReason })),
          voidReason,
        )
        await followDoctors(work, kind, String(row[by]))
        return undefined
      },
    },
  }
}

/** Rules of invited doctors, by resource. */
export const invitationRules: ReadonlyMap<string, Rules> = new Map(
  inviting.map((kind) => [kind.doctors.of.id, doctorRules(kind)]),
)

/** Values of a work that is invited through its form, equal to those of a list of invitations. */
const workInvited =
  (kind: Inviting): Prepare =>
  async (values, before, work) => {
    if (before) return {}
    const [plan] = await work.lock(kind.of, [String(values[kind.doctors.plan] ?? '')])
    return plan ? partValues(work, kind, plan, values as Entry) : {}
  }

/** Hooks of invited doctors, by resource: their activity is locked before them. */
export const invitationHooks: ReadonlyMap<string, Hooks> = new Map(
  inviting.map((kind) => {
    const { first, prepare } = allottedHooks(kind.of.id, kind.parts, kind.doctors)
    const added = isWork(kind) ? workInvited(kind) : kind.shared ? prepare : undefined
    return [kind.doctors.of.id, { ...(first ? { first } : {}), ...(added ? { prepare: added } : {}) }]
  }),
)
