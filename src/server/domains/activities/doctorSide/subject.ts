import { doctorLink, PURPOSE, type Purpose } from '../../../../model/activities/doctorSide/doctorLink.ts'
import type { LinkEnd } from '../../../../model/activities/doctorSide/doctorWire.ts'
import { invited } from '../../../../model/activities/invited.ts'
import { meeting } from '../../../../model/activities/meetings/meeting.ts'
import { resources, transitionsOf } from '../../../../model/business.ts'
import type { RowOf } from '../../../../model/language/resource.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { authenticationDoctor } from '../../../../model/people/authenticationDoctor.ts'
import { tenderDoctorProtocols } from '../../../../model/tender/protocols.ts'
import { instantOf, wallClock } from '../../../../model/values/dates.ts'
import type { Label } from '../../../../model/values/label.ts'
import type { AnyResource, Row } from '../../../writing/unitOfWork/rows.ts'
import type { UnitOfWork } from '../../../writing/unitOfWork/unitOfWork.ts'
import { ownStanding } from '../handedIn.ts'
import { type Delivering, delivering, isShown, kinds, type PlanKind } from '../kinds.ts'
import { attendWindow } from '../meetings.ts'

const { submitStatus } = statesOf(meeting)
const { agreementStatus } = statesOf(tenderDoctorProtocols)

const { linkStatus } = statesOf(doctorLink)

// Subject of a doctor's link (domain §13): one record, with the rows that say whether its purpose is still open.

export type Doctor = RowOf<typeof authenticationDoctor>
export type Protocol = RowOf<typeof tenderDoctorProtocols>

/** A doctor's part in an activity, what is handed in for it, and the agreement for it. */
export interface Part {
  readonly kind: PlanKind
  readonly plan: Row
  readonly row: Row
  readonly delivers: Delivering | null
  readonly protocol: Protocol | null
  /** How many of what the doctor handed in stand, and how many they may. */
  readonly done: number
  readonly most: number
}

export interface Subject {
  readonly purpose: Purpose
  readonly of: AnyResource
  readonly id: string
  readonly title: string
  readonly doctor: Doctor | null
  readonly company: { readonly id: string | null; readonly name: string | null; readonly employee: string | null }
  readonly part: Part | null
  /** A report that was refused, with its activity. */
  readonly report: { readonly d: Delivering; readonly row: Row; readonly plan: Row } | null
  readonly meeting: RowOf<typeof meeting> | null
}

/** Columns of a link that name its purpose and record. */
export interface About {
  readonly purpose: number | null
  readonly bizType: string | null
  readonly bizId: string | null
}

const ENDED = 2
const AGREED = 1
const [REJECTED, PASSED] = [2, 1]
const CANCELLED = 3
const FACE_PASSED = 1
const SINGLE = 2
const VOID = 3
const DAYS = 7 * 86_400_000
/** How long a face check may be begun after its link was opened first, ms. */
const FACE_OPEN = 30 * 60_000

const NONE = { doctor: null, part: null, report: null, meeting: null } as const

const ofCompany = (row: Readonly<Record<string, unknown>> | null) => ({
  id: (row?.entrustedCompanyId as string | null | undefined) ?? null,
  name: (row?.entrustedCompanyName as string | null | undefined) ?? null,
  employee: (row?.baseEmployeeId as string | null | undefined) ?? null,
})

/** Resources whose records a link of this purpose may be of. */
export function resourcesOf(purpose: Purpose): readonly string[] {
  if (purpose === PURPOSE.face || purpose === PURPOSE.income) return [authenticationDoctor.id]
  if (purpose === PURPOSE.signIn) return [meeting.id]
  if (purpose === PURPOSE.correction)
    return [...delivering.values()].filter(({ of }) => canHandIn(of)).map(({ of }) => of.id)
  const parts = invited.map(([doctors]) => doctors.id)
  return purpose === PURPOSE.invitation ? parts : parts.filter((id) => deliveredBy(id) !== null)
}

const canHandIn = (of: AnyResource): boolean =>
  of.fields.collectData !== undefined && transitionsOf(of.id).handIn !== undefined

const kindInviting = (doctorsId: string): PlanKind | undefined => {
  const found = invited.find(([doctors]) => doctors.id === doctorsId)
  return found && kinds.get(found[2])
}

/** Kind of deliverable of the doctors of this resource. */
function deliveredBy(doctorsId: string): Delivering | null {
  const kind = kindInviting(doctorsId)
  const own = kind?.deliverables.find(({ of }) => canHandIn(of))
  return kind && own ? { kind, of: own.of, plan: own.plan } : null
}

/** The activity that a doctor's part is in, with the agreement for it. */
async function partOf(work: UnitOfWork, doctorsId: string, id: string): Promise<Part | null> {
  const kind = kindInviting(doctorsId)
  if (!kind?.doctors) return null
  const row = (await work.row(kind.doctors.of, id)) as Row | null
  const plan = row && ((await work.row(kind.of, String(row[kind.doctors.plan]))) as Row | null)
  if (!row || !plan || isShown(plan)) return null
  const delivers = deliveredBy(doctorsId)
  const protocols = await work.rows(tenderDoctorProtocols, {
    planId: plan.id,
    doctorId: String(row.doctorId),
    protocolType: SINGLE,
    agreementStatus: { not: VOID },
  })
  const { own, most } = delivers ? await ownStanding(work, delivers, plan, row) : { own: 0, most: 0 }
  return { kind, plan, row, delivers, protocol: protocols.at(-1) ?? null, done: own, most }
}

/** Record of a link with the facts that decide about its use; null where it no longer exists. */
export async function subjectOf(work: UnitOfWork, about: About): Promise<Subject | null> {
  const purpose = about.purpose as Purpose
  const { bizType, bizId } = about
  const of = resources.get(bizType ?? '') as AnyResource | undefined
  if (!of || !bizId || !resourcesOf(purpose).includes(of.id)) return null
  const base = { purpose, of, id: bizId, ...NONE }
  if (of.id === authenticationDoctor.id) {
    const doctor = await work.row(authenticationDoctor, bizId)
    const title = purpose === PURPOSE.face ? '人脸核验' : '收入与完税'
    return doctor && { ...base, doctor, title, company: ofCompany(null) }
  }
  if (of.id === meeting.id) {
    const held = await work.row(meeting, bizId)
    return held && { ...base, meeting: held, title: held.name, company: ofCompany(held) }
  }
  if (purpose === PURPOSE.correction) {
    const d = delivering.get(of.id)
    const row = (await work.row(of, bizId)) as Row | null
    const plan = d && row ? ((await work.row(d.kind.of, String(row[d.plan]))) as Row | null) : null
    if (!d || !row || !plan || isShown(row)) return null
    const doctor = await work.row(authenticationDoctor, String(row.doctorId))
    const title = `${String(plan.name)} ${String(row.codeNumber ?? '')}`.trim()
    return doctor && { ...base, doctor, report: { d, row, plan }, title, company: ofCompany(plan) }
  }
  const part = await partOf(work, of.id, bizId)
  const doctor = part && (await work.row(authenticationDoctor, String(part.row.doctorId)))
  return part && doctor && { ...base, doctor, part, title: String(part.plan.name), company: ofCompany(part.plan) }
}

/** Why what a link is for is over by itself: done, or possible no more; null while it is open. */
export function endOf(subject: Subject, now: string): LinkEnd | null {
  const { purpose, doctor, part, report } = subject
  if (doctor?.blackStatus === 1) return 'over'
  if (purpose === PURPOSE.signIn) {
    const held = subject.meeting
    if (!held || held.meetingStatus === CANCELLED || held.submitStatus === submitStatus.handedIn) return 'over'
    const window = attendWindow(held)
    return !window || now < window.from ? 'early' : now > window.until ? 'expired' : null
  }
  if (purpose === PURPOSE.face) return doctor?.faceStatus === FACE_PASSED ? 'reached' : null
  if (purpose === PURPOSE.income) return null
  if (report) {
    const { approvalStatus, confirmStatus } = report.row
    if (report.plan.planStatus === ENDED) return 'over'
    return approvalStatus === REJECTED || (approvalStatus === PASSED && confirmStatus === REJECTED) ? null : 'reached'
  }
  if (!part || part.plan.planStatus === ENDED || part.row.agreementStatus === VOID) return 'over'
  if (purpose === PURPOSE.invitation) return part.row.agreementStatus === agreementStatus.pending ? null : 'reached'
  return part.row.agreementStatus !== AGREED ? 'over' : part.done >= part.most ? 'reached' : null
}

/** Until when a link that is made now is good, as a wall clock. */
export function goodUntil(subject: Subject, now: Date): string {
  const { purpose, part } = subject
  if (purpose === PURPOSE.signIn && subject.meeting)
    return attendWindow(subject.meeting)?.until ?? wallClock(now.getTime() + DAYS)
  const last = purpose === PURPOSE.invitation ? part?.plan.invitationEndDate : null
  return typeof last === 'string' ? `${last} 23:59:59` : wallClock(now.getTime() + DAYS)
}

/** Why a link itself is over, whatever it is about; null while it is open. */
export function linkEnd(
  link: {
    readonly purpose: number | null
    readonly linkStatus: number | null
    readonly expireTime: string | null
    readonly firstUsedTime: string | null
  },
  now: Date,
): LinkEnd | null {
  if (link.linkStatus === linkStatus.reached) return 'reached'
  if (link.linkStatus === linkStatus.locked) return 'locked'
  if (link.linkStatus !== linkStatus.open) return 'revoked'
  const time = wallClock(now.getTime())
  const opened = link.purpose === PURPOSE.face && link.firstUsedTime
  if ((link.expireTime ?? '') < time) return 'expired'
  return opened && (instantOf(opened) ?? 0) + FACE_OPEN < now.getTime() ? 'expired' : null
}

/** Message where a link is requested for a record that needs none. */
export const whyNone: Readonly<Record<LinkEnd, Label>> = {
  unknown: ['记录不存在', 'There is no such record'],
  expired: ['已过期，不能再生成链接', 'It is over: no link is made'],
  reached: ['该事项已完成，无需链接', 'This is done: no link is needed'],
  revoked: ['链接已失效', 'The link has ended'],
  locked: ['链接已锁定', 'The link is locked'],
  over: [
    '活动已结束、医生未参与或在黑名单中，不能生成链接',
    'The activity is over, or the doctor takes no part: no link',
  ],
  early: ['会议尚未临近', 'The meeting has not come near yet'],
}
