import { PURPOSE } from '../../../model/activities/doctorSide/doctorLink.ts'
import { meetingDoctor } from '../../../model/activities/doctors.ts'
import { meeting } from '../../../model/activities/meetings/meeting.ts'
import {
  meetingAgenda,
  meetingAttend,
  meetingCost,
  meetingEvidence,
  submitEvidence,
} from '../../../model/activities/meetings/meetingParts.ts'
import { writtenFields } from '../../../model/language/makers.ts'
import { statesOf } from '../../../model/language/states.ts'
import { instantOf, wallClock } from '../../../model/values/dates.ts'
import type { Label } from '../../../model/values/label.ts'
import { type Hands, handsProblem } from '../../deciding/oneHand.ts'
import { askDocument, giveDocument } from '../../documents/documents.ts'
import { handle } from '../../records/handle.ts'
import type { Hooks } from '../../writing/hooks.ts'
import type { Rules } from '../../writing/rules.ts'
import type { Stored } from '../../writing/save/attachments.ts'
import { addRecord } from '../../writing/save/save.ts'
import { fieldError } from '../../writing/save/sentFields.ts'
import type { AnyResource, Row } from '../../writing/unitOfWork/rows.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { makeOrders, orderProblem, type Reward } from './acceptance.ts'
import { confirmed, recallProblem, reviewed, undecided, unreviewed } from './delivered.ts'
import { ANSWERED, whoAnswered, whoHeldLinks } from './heldLinks.ts'
import { type Belonging, isShown, type PlanKind } from './kinds.ts'
import { locksOfPlan, settleEnd } from './planEnds.ts'

const { labourStatus } = statesOf(meetingDoctor)
const { submitStatus } = statesOf(meeting)

// A meeting is held, handed in with its evidence, reviewed and accepted as a whole (3.5): each doctor who came under a signed
// agreement has an order of their own.

const AGREED = 1
const RUNNING = 1
/** How somebody signed in: by the code themselves, entered by staff. */
const [BY_CODE, BY_HAND] = [1, 2]
/** How far the evidence file is. */
const [DRAWING, DRAWN] = [1, 2]
/** Of meetings: under way, over. */
const HELD = [1, 2]
/** Kinds of evidence that handing in asks for: pictures of it, and who signed in (3.5). */
const NEEDED = [1, 2] as const

/** Records of a meeting that people enter and reviewers judge by. */
const ENTERED: readonly AnyResource[] = [meetingAgenda, meetingEvidence, meetingAttend, meetingCost]

/** Users who entered a record, or edited it since. */
async function whoWrote(work: UnitOfWork, of: AnyResource, one: Row): Promise<unknown[]> {
  return [one.createUser, ...(one.version > 0 ? await work.editedBy(of, one.id, writtenFields(of)) : [])]
}

/**
 * Why this person decides nothing of a meeting: something that is reviewed is of their hand (INV-41, as of reports), sign-ins by
 * the code that they made among it.
 */
async function handProblem(work: UnitOfWork, row: Row): Promise<Label | null> {
  if (isShown(row)) return null
  const entered = await Promise.all(
    ENTERED.map(async (of) => {
      const rows = await work.rows(of, { meetingId: row.id })
      const by = await Promise.all(rows.map((one) => whoWrote(work, of, one)))
      const why: Label = [
        `您录入或修改过该会议的${of.title[0]}，须由他人审核与验收`,
        `You entered or edited something of the meeting (${of.title[1]}): somebody else decides`,
      ]
      return { of: by.flat(), why }
    }),
  )
  const byCode = await work.any(meetingAttend, { meetingId: row.id, signType: BY_CODE })
  const codes: Hands = {
    of: byCode ? await whoHeldLinks(work, { bizId: row.id }, [row.id], [PURPOSE.signIn], row.submitTime) : [],
    why: [
      '您生成过该会议的签到二维码，须由他人审核与验收',
      'You made the sign-in code of the meeting: somebody else decides',
    ],
  }
  return handsProblem(work, [...entered, codes, { of: await whoAnswered(work, { planId: row.id }), why: ANSWERED }])
}

/** Doctors of a meeting who came and had signed. */
const attending = async (work: UnitOfWork, doctors: Belonging, meetingId: string): Promise<Row[]> =>
  await work.rows(doctors.of, {
    [doctors.plan]: meetingId,
    agreementStatus: AGREED,
    attended: 1,
  })

async function locksOf(work: UnitOfWork, doctors: Belonging, row: Row): Promise<Record<string, string[]>> {
  const all = await work.rows(doctors.of, { [doctors.plan]: row.id, agreementStatus: AGREED })
  return { ...(await locksOfPlan(work, row)), [doctors.of.id]: all.map((d) => d.id) }
}

async function handInProblem(work: UnitOfWork, row: Row): Promise<Label | null> {
  if (isShown(row)) return null
  const evidence = await work.rows(meetingEvidence, { meetingId: row.id })
  const missing = NEEDED.filter((type) => !evidence.some((e) => e.evidenceType === type)).map(
    (type) => meetingEvidence.fields.evidenceType.values[type],
  )
  if (missing.length > 0)
    return [
      `请先上传${missing.map(([zh]) => zh).join('、')}`,
      `Upload first: ${missing.map(([, en]) => en.toLowerCase()).join(', ')}`,
    ]
  if (!(await work.any(meetingAttend, { meetingId: row.id })))
    return ['没有签到记录，不能提交', 'Nobody signed in: there is nothing to hand in']
  return (await work.any(meetingAgenda, { meetingId: row.id }))
    ? null
    : ['请先填写会议议程', 'Fill in the agenda first']
}

/**
 * Doctors of a meeting whose number is among those who signed in have attended, the others have not: a sign-in that was
 * withdrawn since the last time pays nobody. The meeting counts who signed in.
 */
async function countIn(work: UnitOfWork, doctors: Belonging, row: Row): Promise<Record<string, unknown>> {
  const signed = await work.rows(meetingAttend, { meetingId: row.id })
  const phones = new Set(signed.flatMap((a) => a.phone ?? []))
  const all = await work.rows(doctors.of, { [doctors.plan]: row.id, agreementStatus: AGREED })
  const turned = all.filter((d) => (d.attended === 1) !== phones.has(String(d.phone)))
  await work.updateAll(doctors.of, turned.map((d) => ({ id: d.id, attended: d.attended === 1 ? 0 : 1 })) as never)
  return { attendNum: signed.length }
}

/** Reward of a doctor of a meeting. */
const rewardOf = (d: Row): Reward => ({
  feeAmount: String(d.doctorFee ?? '0.00'),
  pointAmount: Number(d.doctorPoint ?? 0),
})

async function acceptProblem(work: UnitOfWork, doctors: Belonging, row: Row): Promise<Label | null> {
  if (isShown(row)) return null
  const came = await attending(work, doctors, row.id)
  if (came.length === 0)
    return [
      '没有已签署协议并到会的医生，不能验收',
      'No doctor came under a signed agreement: there is nothing to accept',
    ]
  const left = Number(row.planSearchNum ?? 0) - Number(row.finishNum ?? 0)
  if (came.length > left)
    return [
      `到会医生 ${came.length} 名，超过计划剩余的 ${left}`,
      `${came.length} doctors came, and ${left} are left of what was planned`,
    ]
  return orderProblem(work, row, came.map(rewardOf))
}

/** Creates an order for each doctor who attended; the meeting is over with it. */
async function accept(
  work: UnitOfWork,
  kind: PlanKind,
  doctors: Belonging,
  row: Row,
): Promise<Record<string, unknown>> {
  const came = isShown(row) ? [] : await attending(work, doctors, row.id)
  if (!isShown(row))
    await makeOrders(
      work,
      row,
      came.map((d) => ({ bizType: doctors.of.id, bizId: d.id, doctor: d, ...rewardOf(d) })),
    )
  await work.updateAll(
    doctors.of,
    came.map((d) => ({
      id: d.id,
      finishNum: Number(d.finishNum ?? 0) + 1,
      labourStatus: labourStatus.performed,
    })) as never,
  )
  await work.amend(kind.of, row.id, { finishNum: Number(row.finishNum ?? 0) + came.length })
  if (row.planStatus === RUNNING) await work.step(kind.of, row.id, 'complete')
  else return settleEnd(work, kind, row)
  return {}
}

/** Asks for the evidence file of a meeting as it is once this work is committed. */
async function askEvidence(work: UnitOfWork, row: Row): Promise<Record<string, unknown>> {
  await askDocument(work, meeting, 'evidenceFile', row.id)
  return { createEvidenceFileStatus: DRAWING }
}

/** The evidence file is drawn when it is asked for, and given by the system. */
const evidenceFileRules: Rules = {
  createEvidenceFile: { effect: (row: Row, _ask, work) => askEvidence(work, row) },
  evidenceDrawn: {
    set: () => ({ createEvidenceFileStatus: DRAWN }),
    effect: (row: Row, ask: Partial<Stored>, work) => giveDocument(work, meeting, row, 'evidenceFile', ask as Stored),
  },
}

/** Rules of a meeting besides those of every activity. */
export function meetingRules(kind: PlanKind): Rules {
  const doctors = kind.doctors as Belonging
  const lock = (row: Row, work: UnitOfWork) => locksOf(work, doctors, row)
  const end = async (row: Row, _ask: unknown, work: UnitOfWork) => settleEnd(work, kind, row)
  const hands = (row: Row, _ask: unknown, work: UnitOfWork) => handProblem(work, row)
  return {
    begin: 'none',
    finish: 'none',
    cancel: { lock: (row: Row, work) => locksOfPlan(work, row), effect: end },
    submitAudit: {
      lock,
      guard: (row: Row, _ask, work) => handInProblem(work, row),
      set: (_row: Row, _ask, work) => ({ submitTime: work.time, ...undecided() }),
      effect: async (row: Row, _ask, work) =>
        isShown(row) ? undefined : { ...(await countIn(work, doctors, row)), ...(await askEvidence(work, row)) },
    },
    ...(kind.of.id === meeting.id ? evidenceFileRules : {}),
    'audit.pass': { guard: hands, set: reviewed },
    'audit.reject': { lock, guard: hands, set: reviewed, effect: end },
    'confirm.pass': {
      lock,
      guard: async (row: Row, _ask, work) => (await handProblem(work, row)) ?? acceptProblem(work, doctors, row),
      set: confirmed,
      effect: (row: Row, _ask, work) => accept(work, kind, doctors, row),
    },
    'confirm.reject': { lock, guard: hands, set: confirmed, effect: end },
    // a refusal that is taken back hands the meeting in again: what was withdrawn since pays nobody
    'recall.audit': {
      lock,
      guard: async (row: Row, _ask, work) =>
        (await recallProblem(work, row)) ??
        (row.submitStatus === submitStatus.handedIn ? null : handInProblem(work, row)),
      set: unreviewed,
      effect: async (row: Row, _ask, work, before) =>
        isShown(row) || before.submitStatus === submitStatus.handedIn ? undefined : countIn(work, doctors, row),
    },
  }
}

/** The review of the content of a lecture, which is an activity, by operations (3.4). */
export const lectureRules: Rules = {
  'audit.pass': { set: reviewed },
  'audit.reject': { set: reviewed },
  'recall.audit': { set: unreviewed },
}

/** 409 where something of a meeting that was handed in would change: reviewers and payers go by it. */
const HANDED_IN: Label = ['会议已提交审核，不能修改凭证', 'The meeting was handed in: its evidence stays']

const isHandedIn = async (work: UnitOfWork, rows: readonly Readonly<Record<string, unknown>>[]): Promise<boolean> => {
  const ids = [...new Set(rows.flatMap((row) => (row.meetingId ? [String(row.meetingId)] : [])))]
  return ids.length > 0 && (await work.any(meeting, { id: ids, submitStatus: submitStatus.handedIn })) !== null
}

/**
 * Hooks of evidence, agenda and sign-ins: they stay as they were handed in, until the meeting is sent back. Their meeting is
 * locked before them, so that whoever hands it in at the same moment waits, or is waited for.
 */
export const evidenceHooks = (of: AnyResource): Hooks => ({
  first: async (ids, work) => {
    const rows = await work.rows(of, { id: [...ids] })
    await work.lock(meeting, [...new Set(rows.map((row) => String(row.meetingId)))])
  },
  prepare: async (values, before, work) => {
    if (!before) await work.lock(meeting, [String(values.meetingId)])
    if (await isHandedIn(work, [before ?? {}, values])) throw fieldError(work.actor, 'meetingId', HANDED_IN, 409)
    return {}
  },
  removalProblem: async (rows, work) => ((await isHandedIn(work, rows)) ? HANDED_IN : null),
})

const CANCELLED = 3
/** How long before it begins and after it ends somebody signs in to a meeting themselves, ms. */
const AROUND = 2 * 3_600_000

/** From when to when people sign in to a meeting themselves, as wall clocks; null while it has no times. Pure. */
export function attendWindow(held: {
  readonly startTime: string | null
  readonly endTime: string | null
}): { readonly from: string; readonly until: string } | null {
  const [start, end] = [held.startTime, held.endTime ?? held.startTime].map((time) => time && instantOf(time))
  return start && end ? { from: wallClock(start - AROUND), until: wallClock(end + AROUND) } : null
}

/** Why nobody signs in to a meeting now: themselves around its times, entered by staff once it has begun. */
function signInProblem(work: UnitOfWork, held: Row): Label | null {
  const { startTime, endTime } = held as Row & Parameters<typeof attendWindow>[0]
  const window = work.actor.source ? attendWindow({ startTime, endTime }) : null
  if (work.actor.source) {
    if (held.meetingStatus === CANCELLED) return ['会议已取消', 'The meeting was cancelled']
    return window && window.from <= work.time && work.time <= window.until
      ? null
      : ['不在签到时间内（会议前后 2 小时）', 'Sign-in is open from 2 hours before to 2 hours after the meeting']
  }
  return HELD.includes(Number(held.meetingStatus))
    ? null
    : ['会议尚未开始，不能签到', 'The meeting has not begun: nobody signs in']
}

/** Hooks of sign-ins: of one person once, by themselves or entered by staff. */
export const signInHooks: Hooks = {
  ...evidenceHooks(meetingAttend),
  prepare: async (values, before, work) => {
    if (before) return {}
    const [held] = await work.lock(meeting, [String(values.meetingId)])
    const closed = held && signInProblem(work, held)
    if (closed) throw fieldError(work.actor, 'meetingId', closed, 409)
    if (held?.submitStatus === submitStatus.handedIn)
      throw fieldError(
        work.actor,
        'meetingId',
        ['会议已提交审核，不能补签', 'The meeting was handed in: nobody is added'],
        409,
      )
    if (await work.any(meetingAttend, { meetingId: String(values.meetingId), phone: String(values.phone) }))
      throw fieldError(work.actor, 'phone', ['该手机号已签到', 'This number has signed in already'])
    return work.actor.source
      ? { signType: BY_CODE, signTime: work.time }
      : { signType: BY_HAND, signTime: values.signTime ?? work.time }
  },
}

/** `meetingEvidence/submitList`: several pieces of evidence, all or none. */
export const evidenceCalls = [
  handle(submitEvidence, async ({ entries, work }) => {
    await work.lock(
      meeting,
      entries.map((entry) => String(entry.meetingId)),
    )
    for (const entry of entries) await addRecord(work, meetingEvidence, entry)
    return null as never
  }),
]
