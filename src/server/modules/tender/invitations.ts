import { invited } from '../../../model/activities/invited.ts'
import { calls } from '../../../model/all.ts'
import type { AnyCall, Call } from '../../../model/kernel/call.ts'
import type { Fields } from '../../../model/kernel/field.ts'
import type { Label } from '../../../model/kernel/label.ts'
import type { RowOf } from '../../../model/kernel/resource.ts'
import { authenticationDoctor } from '../../../model/people/authenticationDoctor.ts'
import { tenderDoctorProtocols, tenderDoctorProtocolsLifecycle } from '../../../model/tender/protocols.ts'
import { AppError } from '../../core/errors.ts'
import { type DeclaredHandler, handle } from '../../records/handle.ts'
import { stepEach } from '../../writes/caused.ts'
import type { Hooks } from '../../writes/hooks.ts'
import type { AnyResource, Row } from '../../writes/rows.ts'
import type { Rules } from '../../writes/rules.ts'
import type { UnitOfWork } from '../../writes/unitOfWork.ts'
import { type Belonging, isShown, kindOfPlan, kinds, type PlanKind } from '../activities/kinds.ts'
import { allottedHooks, refuseMore } from '../activities/plan.ts'
import { followDoctors } from '../activities/planBudget.ts'
import { locksOfPlan } from '../activities/planEnds.ts'
import { generated } from './generated.ts'

// Doctors are invited to activities, each by an agreement for that one (3.2), and taken off again.

const POINTS = 1
const ENDED = 2
const SIGNED = 1
const BEING_SIGNED = 1
const SINGLE = 2
const REFUSED = 2

type Protocol = RowOf<typeof tenderDoctorProtocols>

/** A kind of activity that invites doctors. */
type Inviting = PlanKind & { readonly doctors: Belonging }

const inviting: readonly Inviting[] = invited.flatMap(([, , plan]) => {
  const kind = kinds.get(plan)
  return kind?.doctors ? [kind as Inviting] : []
})

/** A call that writes, of whichever kind of activity. */
type Writing = Call<Fields, Fields, Fields, unknown, AnyResource, false>

/** Why a doctor is not invited to an activity. */
async function inviteProblem(
  work: UnitOfWork,
  { doctors }: Inviting,
  plan: Row,
  doctorId: string,
): Promise<Label | null> {
  const doctor = await work.row(authenticationDoctor, doctorId)
  const name = doctor?.doctorName ?? doctorId
  if (plan.planStatus === ENDED) return ['活动已结束，不能邀请医生', 'The activity has ended: nobody is invited to it']
  if (doctor?.blackStatus === 1)
    return [`医生 ${name} 在黑名单中，不能邀请`, `Doctor ${name} is blacklisted: not invited`]
  if (await work.any(doctors.of, { [doctors.plan]: plan.id, doctorId }))
    return [`医生 ${name} 已在该活动中`, `Doctor ${name} is in the activity already`]
  if (!isShown(plan) && doctor?.protocolStatus !== SIGNED)
    return [`医生 ${name} 未签署框架协议`, `Doctor ${name} has not signed the frame agreement`]
  return null
}

/** One who is invited, as it is asked for. */
interface Entry {
  readonly doctorId: string
  readonly planSearchNum: number | null
  readonly doctorFee: string | null
}

/** Adds a doctor to a locked activity, with the agreement for it, which is drawn and sent to be signed. */
async function invite(work: UnitOfWork, kind: Inviting, plan: Row, entry: Entry): Promise<void> {
  const { doctors } = kind
  const problem = await inviteProblem(work, kind, plan, entry.doctorId)
  if (problem) throw new AppError(400, problem, { doctorId: problem[0] })
  const many = entry.planSearchNum ?? 1
  if (kind.shared) await refuseMore(work, doctors, plan, many)
  const doctor = await work.row(authenticationDoctor, entry.doctorId)
  const person = {
    doctorId: entry.doctorId,
    doctorName: doctor?.doctorName,
    phone: doctor?.phone,
    idCardNumber: doctor?.idCardNumber,
    hospitalName: doctor?.hospitalName,
    departmentName: doctor?.departmentName,
  }
  const points = plan.payType === POINTS
  const doctorFee = points ? '0.00' : (entry.doctorFee ?? String(plan.unitFee ?? '0.00'))
  await work.insert(doctors.of, {
    [doctors.plan]: plan.id,
    ...person,
    duty: doctor?.duty,
    planSearchNum: many,
    doctorFee,
    doctorPoint: points ? Number(plan.unitPoint ?? 0) : 0,
    // nobody signs for a demonstration
    ...(isShown(plan) ? { agreementStatus: SIGNED, demo: 1 } : {}),
  } as never)
  if (isShown(plan)) return
  await generated(work, tenderDoctorProtocols, tenderDoctorProtocolsLifecycle, {
    ...person,
    title: `${String(plan.name)}学术服务协议`.slice(0, 200),
    protocolType: SINGLE,
    entrustedCompanyId: plan.entrustedCompanyId as string,
    entrustedCompanyName: plan.entrustedCompanyName as string,
    planId: plan.id,
    planName: String(plan.name),
    feeStandard: doctorFee,
    startDate: plan.invitationStartDate as string | null,
    endDate: plan.invitationEndDate as string | null,
  })
}

/**
 * Invites doctors to activities of a kind, all or none. `entries` name the activity, too.
 * @throws AppError 400 with who is not invited and why
 */
export async function inviteAll(
  work: UnitOfWork,
  planId: string,
  entries: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  const kind = inviting.find(({ of }) => of.id === planId)
  if (!kind) throw new Error(`${planId} invites nobody`)
  if (entries.length === 0) throw new AppError(400, ['请选择医生', 'Please choose doctors'])
  const ids = [...new Set(entries.map((e) => String(e[kind.doctors.plan])))]
  const plans = new Map((await work.lock(kind.of, ids)).map((plan) => [plan.id, plan]))
  for (const entry of entries) {
    const plan = plans.get(String(entry[kind.doctors.plan]))
    if (plan) await invite(work, kind, plan, entry as unknown as Entry)
  }
  for (const id of ids) await followDoctors(work, kind, id)
}

/** `saveList`: doctors are invited. */
const saveList = (call: Writing, kind: Inviting): DeclaredHandler =>
  handle(call, async ({ entries, work }) => {
    await inviteAll(work, kind.of.id, entries)
    return null
  })

/** The kind of an activity that invites doctors, by the number that plans have of it. */
export const invitingKind = (planType: unknown): Inviting | undefined =>
  inviting.find((kind) => kind === kindOfPlan(planType))

/** `savePlanSearchNum`: how much of an activity a doctor is allotted. */
const savePlanSearchNum = (call: Writing, kind: Inviting): DeclaredHandler =>
  handle(call, async ({ rows, body, work }) => {
    const [row] = rows as unknown as readonly Row[]
    const many = Number((body as { readonly planSearchNum?: number }).planSearchNum)
    if (!row) return null
    const plan = (await work.row(kind.of, String(row[kind.doctors.plan]))) as Row | null
    if (!plan || plan.planStatus === ENDED)
      throw new AppError(409, ['活动已结束，不能再分配', 'The activity has ended: nothing is allotted any more'])
    if (![0, 1].includes(Number(row.agreementStatus)))
      throw new AppError(409, ['医生已拒绝或协议已作废，不能分配', 'The doctor refused, or the agreement is void'])
    if (many < Number(row.finishNum ?? 0))
      throw new AppError(400, [
        `医生已完成 ${Number(row.finishNum)} 份，不能少于此数`,
        `The doctor has done ${Number(row.finishNum)}: allot no less`,
      ])
    if (kind.shared) await refuseMore(work, kind.doctors, plan, many, row.id)
    await work.update(kind.doctors.of, row.id, { planSearchNum: many } as never)
    return null
  })

/** `inviteDoctors`: the same of one activity, to which each is invited alike. */
const inviteDoctors = (call: Writing, kind: Inviting): DeclaredHandler =>
  handle(call, async ({ rows, body, work }) => {
    const [plan] = rows as unknown as readonly Row[]
    const { doctorIds, ...each } = body as Pick<Entry, 'planSearchNum' | 'doctorFee'> & {
      readonly doctorIds: readonly string[]
    }
    const entries = [...new Set(doctorIds)].map((doctorId) => ({ ...each, doctorId, [kind.doctors.plan]: plan?.id }))
    await inviteAll(work, kind.of.id, entries)
    return null
  })

/** The calls by which doctors are invited, of every kind of activity. */
export const invitationHandlers: readonly DeclaredHandler[] = inviting.flatMap((kind) => {
  const named = (id: string) => calls.find((c) => c.id === id) as AnyCall as Writing
  const { id } = kind.doctors.of
  return [
    saveList(named(`${id}.saveList`), kind),
    savePlanSearchNum(named(`${id}.savePlanSearchNum`), kind),
    inviteDoctors(named(`${kind.of.id}.inviteDoctors`), kind),
  ]
})

/** Agreements for an activity that a doctor has not signed yet. */
const openProtocols = (work: UnitOfWork, planId: string, doctorId: string): Promise<Protocol[]> =>
  work.rows(tenderDoctorProtocols, { planId, doctorId, protocolType: SINGLE, agreementStatus: 0 })

/** Rules of the doctors of a kind: their agreement, and taking one off who has not signed. */
function doctorRules(kind: Inviting): Rules {
  const { plan: by } = kind.doctors
  const planOf = async (row: Row, work: UnitOfWork) => (await work.row(kind.of, String(row[by]))) as Row | null
  return {
    agree: { set: (_row: Row, _ask, work) => ({ signTime: work.time }) },
    refuse: 'none',
    void: 'none',
    deleteDoctor: {
      lock: async (row: Row, work) => {
        const plan = await planOf(row, work)
        const open = await openProtocols(work, String(row[by]), String(row.doctorId))
        return {
          ...(plan ? { [kind.of.id]: [plan.id], ...(await locksOfPlan(work, plan)) } : {}),
          [tenderDoctorProtocols.id]: open.map((p) => p.id),
        }
      },
      guard: async (row: Row, _ask, work) => {
        const plan = await planOf(row, work)
        if (plan?.planStatus === ENDED) return ['活动已结束，不能移除医生', 'The activity has ended: its doctors stay']
        const open = await openProtocols(work, String(row[by]), String(row.doctorId))
        const signing = open.find((p) => p.signStatus === BEING_SIGNED)
        return signing
          ? [
              `协议 ${signing.protocolCode ?? ''} 正在签署，签署结束后再移除`,
              `Agreement ${signing.protocolCode ?? ''} is being signed: take the doctor off when that has ended`,
            ]
          : null
      },
      effect: async (row: Row, _ask, work) => {
        const open = await openProtocols(work, String(row[by]), String(row.doctorId))
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

/** Rules of invited doctors, by family. */
export const invitationRules: ReadonlyMap<string, Rules> = new Map(
  inviting.map((kind) => [kind.doctors.of.id, doctorRules(kind)]),
)

/** Hooks of invited doctors, by family: their activity is locked before them. */
export const invitationHooks: ReadonlyMap<string, Hooks> = new Map(
  inviting.map((kind) => {
    const { first, prepare } = allottedHooks(kind.of.id, kind.doctors)
    return [kind.doctors.of.id, { ...(first ? { first } : {}), ...(kind.shared && prepare ? { prepare } : {}) }]
  }),
)

/** The part in an activity that an agreement is about; null of a frame agreement, and where the doctor was taken off. */
async function partOf(work: UnitOfWork, p: Protocol): Promise<{ kind: Inviting; plan: Row; part: Row } | null> {
  if (p.protocolType !== SINGLE || !p.planId || !p.doctorId) return null
  for (const kind of inviting) {
    const part = (await work.any(kind.doctors.of, {
      [kind.doctors.plan]: p.planId,
      doctorId: p.doctorId,
    })) as Row | null
    const plan = part ? ((await work.row(kind.of, p.planId)) as Row | null) : null
    if (part && plan && kind === kindOfPlan(plan.planType)) return { kind, plan, part }
  }
  return null
}

/** Everything that an answer to an invitation writes besides the agreement, by resource. */
export async function locksOfAnswer(work: UnitOfWork, p: Protocol): Promise<Record<string, string[]>> {
  const found = await partOf(work, p)
  if (!found) return {}
  const { kind, plan, part } = found
  return {
    [kind.of.id]: [plan.id],
    [kind.doctors.of.id]: [part.id],
    ...(await locksOfPlan(work, plan)),
  }
}

/**
 * The agreement for an activity was signed, refused or made void: its doctor's part follows. An activity that all of its
 * doctors refuse ends (3.3). Everything is locked (`locksOfAnswer`).
 */
export async function tellPart(work: UnitOfWork, p: Protocol, step: 'agree' | 'refuse' | 'void'): Promise<void> {
  const found = await partOf(work, p)
  if (!found || (step !== 'void' && found.part.agreementStatus !== 0)) return
  if (step === 'void' && ![0, 1].includes(Number(found.part.agreementStatus))) return
  const { kind, plan, part } = found
  await work.step(kind.doctors.of as AnyResource, part.id, step)
  if (step === 'agree') return
  await followDoctors(work, kind, plan.id)
  const others = (await work.rows(kind.doctors.of, { [kind.doctors.plan]: plan.id })) as unknown as Row[]
  const all = step === 'refuse' && others.every((d) => d.agreementStatus === REFUSED)
  if (all && plan.planStatus !== ENDED) await work.step(kind.of, plan.id, 'refuse')
}
