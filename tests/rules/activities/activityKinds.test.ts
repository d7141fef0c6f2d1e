import { beforeEach, expect, it } from 'vitest'
import { budgetOrder } from '../../../src/model/activities/budgetOrder.ts'
import { lectureContent } from '../../../src/model/activities/meetings/lecture.ts'
import { meeting } from '../../../src/model/activities/meetings/meeting.ts'
import { meetingAgenda, meetingAttend, meetingEvidence } from '../../../src/model/activities/meetings/meetingParts.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { orderDoctor } from '../../../src/model/orders/orderDoctor.ts'
import { orderEntrusted } from '../../../src/model/orders/orderEntrusted.ts'
import { tenderDoctorProtocols } from '../../../src/model/tender/protocols.ts'
import type { Actor } from '../../../src/server/core/actor.ts'
import { inviteAll } from '../../../src/server/domains/tender/invitations.ts'
import { brokenInMemory } from '../../../src/server/promises/memoryCheck.ts'
import { invariants } from '../../../src/server/verification/check.ts'
import { person } from '../people.ts'
import { refusal } from '../world.ts'
import { KINDS, type Kind, type Of } from './kinds.ts'
import type { Company, Doctor, Mind } from './mind.ts'
import { Stage } from './stage.ts'
import { type Start, started } from './start.ts'

const { planEndedMark, planStatus } = statesOf(meeting)

// Each kind of activity from its plan to the doctors' orders, each step by another person (3.2 to 3.5).

let start: Start
let stage: Stage
let mind: Mind
let company: Company
let doctors: readonly [Doctor, Doctor]
const own = (role: string): Actor => person('walks', role, { company: company.id })

beforeEach(async () => {
  start ??= await started()
  stage = new Stage(start.stage)
  mind = start.mind()
  company = mind.companies[0] as Company
  doctors = mind.doctors.slice(0, 2) as unknown as readonly [Doctor, Doctor]
})

const rows = (of: Of, plan: string) => stage.rows(of.of, { [of.plan]: plan })

/** Two doctors are invited at 900 and 700 yuan, and sign. */
async function signed({ of, doctors: family }: Kind, plan: string): Promise<void> {
  if (!family) return
  await stage.work(person('walks', 'ops'), (work) =>
    inviteAll(
      work,
      of.id,
      doctors.map(({ id }, n) => ({ [family.plan]: plan, doctorId: id, doctorFee: n === 0 ? '900.00' : '700.00' })),
    ),
  )
  for (const { id } of stage.rows(tenderDoctorProtocols, { planId: plan })) {
    await stage.takes(tenderDoctorProtocols, 'flow.send', id)
    await stage.takes(tenderDoctorProtocols, 'agree', id)
  }
}

/** What a doctor delivers is handed in for them; answers its family and id. */
async function delivered(kind: Kind, plan: string, doctor: Doctor, who: Actor): Promise<readonly [Of, string]> {
  const { reports, doctors: family } = kind
  if (reports) {
    const asked = { [reports.plan]: plan, doctorId: doctor.id, collectData: { complaint: '胸闷' } }
    return [reports, await stage.begin(who, reports.of, 'handIn', asked)]
  }
  const work = rows(family as Of, plan).find((row) => row.doctorId === doctor.id)?.id ?? ''
  await stage.decide(who, (family as Of).of, 'handIn', work, { title: '作品', contentUrl: await stage.upload(who) })
  return [family as Of, work]
}

/** Reviewed and accepted, neither by who handed it in, nor accepted by who reviewed it. */
async function accepted([{ of }, id]: readonly [Of, string], entered: Actor): Promise<void> {
  const reviewer = person('walks', 'administrator')
  const stranger = person('walks', 'companyAdmin', { company: mind.companies[1]?.id as string })
  // whoever handed it in reviews nothing, whatever else they may do
  const alsoReviews = { ...entered, permissions: reviewer.permissions, company: null }
  expect(await refusal(stage.decide(alsoReviews, of, 'audit.pass', id))).toContain('同一人')
  await stage.decide(reviewer, of, 'audit.pass', id)
  for (const who of [entered, { ...reviewer, company: company.id }])
    expect(await refusal(stage.decide(who, of, 'confirm.pass', id))).toContain('同一人')
  expect(await refusal(stage.decide(stranger, of, 'confirm.pass', id))).toContain('不存在')
  await stage.decide(own('companyAdmin'), of, 'confirm.pass', id)
}

/** A meeting is held, both doctors sign in, and it is handed in, reviewed and accepted. */
async function held(plan: string): Promise<void> {
  stage.pass(3 * 1440)
  await stage.clock(['meeting.begin', 'meeting.finish'])
  const clerk = person('walks', 'ops')
  for (const evidenceType of [1, 2]) {
    const fileUrl = await stage.upload(clerk)
    await stage.save(clerk, meetingEvidence, { meetingId: plan, evidenceType, fileName: '照片.jpg', fileUrl })
  }
  await stage.save(clerk, meetingAgenda, { meetingId: plan, topic: '开场', startTime: '2024-06-16 14:00:00' })
  for (const { name, phone } of doctors)
    await stage.save(clerk, meetingAttend, { meetingId: plan, userName: name, phone })
  const entered = own('employee')
  await stage.decide(entered, meeting, 'submitAudit', plan)
  expect(await refusal(stage.decide(clerk, meeting, 'audit.pass', plan))).toContain('录入')
  await accepted([{ of: meeting, plan: 'id' }, plan], { ...entered, permissions: own('companyAdmin').permissions })
}

/** What is heard at a lecture is laid down by who plans it, a file each. */
async function laidDown(plan: string): Promise<void> {
  const planner = own('employee')
  const values = { activityId: plan, materialType: 3, audioDuration: 900 }
  expect(await refusal(stage.save(planner, lectureContent, values))).toContain('请上传附件')
  await stage.save(planner, lectureContent, { ...values, attachLink: await stage.upload(planner) })
  expect(stage.rows(lectureContent, { activityId: plan })).toMatchObject([
    { activityName: '学术活动', ownerCompanyId: company.id, createUser: planner.userId },
  ])
}

const broken = () =>
  brokenInMemory((of) => stage.side.store.table(of).all(of), invariants)
    .map(({ id }) => id)
    .filter((id) => id !== 'INV-40.authenticationDoctor')

it.each(KINDS.map((kind) => [kind.of.id, kind] as const))(
  '%s is planned, agreed on, delivered and accepted, and each doctor has an order at the fee agreed on',
  async (_, kind) => {
    const budget = mind.budgets[1]?.id as string
    const template = mind.templates.find((t) => t.of === kind.template)?.id
    const plan = await stage.save(own('employee'), kind.of, {
      ...{ name: '学术活动', entrustedCompanyId: company.id, baseEmployeeId: company.employeeId, planSearchNum: 2 },
      ...{ invitationStartDate: '2024-06-01', invitationEndDate: '2024-07-31', unitFee: '800.00' },
      ...{ activityServiceProjectId: mind.projects[0]?.id, budgetOrderId: budget, templateId: template },
      ...(kind.type === 1 ? { meetingType: 2, startTime: '2024-06-16 14:00:00', endTime: '2024-06-16 16:00:00' } : {}),
    })
    await signed(kind, plan)
    await stage.decide(own('companyAdmin'), kind.of, 'start', plan)
    if (kind.type === 2) await laidDown(plan)
    // nobody is invited to lessons for patients: each is paid as the activity says
    const fees = kind.doctors ? ['900.00', '700.00'] : ['800.00', '800.00']
    const sum = '1600.00'
    const made: (readonly [string, string])[] = []
    if (kind.type === 1) await held(plan)
    else
      for (const [n, doctor] of doctors.entries()) {
        const entered = own('employee')
        const [family, id] = await delivered(kind, plan, doctor, entered)
        await accepted([family, id], entered)
        made.push([family.of.id, id])
        const one = {
          finishNum: n + 1,
          planStatus: n === 0 ? planStatus.inProgress : planStatus.ended,
          planEndedMark: n === 0 ? null : planEndedMark.completed,
        }
        expect(stage.row(kind.of, plan)).toMatchObject(one)
      }
    const parts = kind.doctors ? rows(kind.doctors, plan) : []
    if (kind.type === 1) made.push(...parts.map(({ id }) => ['meetingDoctor', id] as const))
    expect(stage.rows(orderDoctor, { planId: plan })).toMatchObject(
      doctors.map((doctor, n) => ({
        ...{ bizType: made[n]?.[0], bizId: made[n]?.[1], doctorId: doctor.id, planType: kind.type, payType: 2 },
        ...{ feeAmount: fees[n], platformFee: (Number(fees[n]) * 0.06).toFixed(2), taxItemCode: '3040407' },
        orderStatus: 0,
      })),
    )
    expect(parts.map((p) => [p.agreementStatus, p.finishNum])).toEqual(parts.map(() => [1, 1]))
    expect(stage.row(kind.of, plan)).toMatchObject({
      finishNum: 2,
      planStatus: planStatus.ended,
      planEndedMark: planEndedMark.completed,
    })
    expect(stage.rows(orderEntrusted, { planId: plan })).toMatchObject([{ orderStatus: 1, acceptedAmount: sum }])
    expect(stage.row(budgetOrder, budget)).toMatchObject({ plannedAmount: sum, acceptedAmount: sum })
    expect(broken()).toEqual([])
  },
)
