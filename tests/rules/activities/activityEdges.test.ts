import { beforeEach, describe, expect, it } from 'vitest'
import { caseCollection, demoCaseCollection } from '../../../src/model/activities/collections.ts'
import { caseCollectionDoctor, meetingDoctor } from '../../../src/model/activities/doctors.ts'
import { meeting } from '../../../src/model/activities/meetings/meeting.ts'
import { meetingAgenda, meetingAttend, meetingEvidence } from '../../../src/model/activities/meetings/meetingParts.ts'
import { caseCollectionReport, demoCaseCollectionReport } from '../../../src/model/activities/reports/reports.ts'
import { caseCollectionTemplate } from '../../../src/model/activities/templates.ts'
import { accountHand } from '../../../src/model/administration/access/accountHand.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { orderDoctor } from '../../../src/model/orders/orderDoctor.ts'
import { authenticationDoctor } from '../../../src/model/people/authenticationDoctor.ts'
import { entrustedCompany } from '../../../src/model/people/entrustedCompany.ts'
import type { Actor } from '../../../src/server/core/actor.ts'
import { makeLink } from '../../../src/server/domains/activities/doctorSide/links.ts'
import { makeLaborPlans } from '../../../src/server/domains/activities/laborPlans.ts'
import { inviteAll } from '../../../src/server/domains/tender/invitations.ts'
import { person } from '../people.ts'
import { refusal, type World } from '../world.ts'
import { Activities } from './activityWorld.ts'

const { planEndedMark, planStatus } = statesOf(caseCollection)
const { enableStatus } = statesOf(entrustedCompany)
const { approvalStatus, submitStatus } = statesOf(meeting)

// What walks over activities have found (3.3 to 3.5).

let a: Activities
let w: World
let one: string
let two: string

beforeEach(async () => {
  a = await Activities.made()
  w = a.w
  ;[one = '', two = ''] = w.g.doctors
})

const { ops, reviewer } = { ops: person('world', 'ops'), reviewer: person('world', 'ops') }
const client = () => person('world', 'companyAdmin', { company: w.g.companyId })
const again = (plan: string, of: typeof caseCollection | typeof meeting = caseCollection) =>
  refusal(w.decide(ops, of, 'startAgain', plan))

const handIn = (plan: string, doctorId: string) =>
  w.begin(w.people.client, caseCollectionReport, 'handIn', {
    ...{ caseCollectionId: plan, doctorId, collectData: { complaint: '胸闷' } },
  })

describe('a report', () => {
  it('is rejected by nobody who handed it in again', async () => {
    const report = await handIn(await a.running(), one)
    const resubmit = { collectData: { complaint: '胸痛' } }
    await w.decide(reviewer, caseCollectionReport, 'audit.reject', report, { remark: '请补充' })
    await w.decide(ops, caseCollectionReport, 'resubmit', report, resubmit)
    const rejected = w.decide(ops, caseCollectionReport, 'audit.reject', report, { remark: '仍不完整' })
    expect(await refusal(rejected)).toContain('重新提交过')
    await w.decide(reviewer, caseCollectionReport, 'audit.pass', report)
    const other = client()
    await w.decide(other, caseCollectionReport, 'confirm.reject', report, { confirmResult: '不符' })
    await w.decide(other, caseCollectionReport, 'resubmit.refused', report, resubmit)
    await w.decide(reviewer, caseCollectionReport, 'audit.pass', report)
    const refused = w.decide(other, caseCollectionReport, 'confirm.reject', report, { confirmResult: '不符' })
    expect(await refusal(refused)).toContain('重新提交过')
    expect(a.broken()).toEqual([])
  })

  it('is decided by nobody who had its doctor’s link in hand, or the account of who handed it in again', async () => {
    const plan = await a.running()
    const [part] = w.rows(caseCollectionDoctor, { caseCollectionId: plan, doctorId: one })
    const link = (who: Actor, via: 1 | 3, of = 'caseCollectionDoctor', id = part?.id ?? '', purpose: 3 | 5 = 3) =>
      w.as(who).work((work) => makeLink(work, { purpose, of, id, via }))
    const [sender, clientOf] = [person('world', 'ops'), client()]
    await link(sender, 1)
    await link(ops, 3)
    const report = await handIn(plan, one)
    const late = person('world', 'ops')
    expect(await refusal(w.decide(ops, caseCollectionReport, 'audit.pass', report))).toContain('二维码或链接')
    expect(await refusal(w.decide(ops, caseCollectionReport, 'audit.reject', report, { remark: '缺' }))).toContain(
      '二维码',
    )
    // a message goes to the doctor alone
    await w.decide(sender, caseCollectionReport, 'audit.reject', report, { remark: '请补充' })
    await link(clientOf, 3, caseCollectionReport.id, report, 5)
    await w.decide(ops, caseCollectionReport, 'resubmit', report, { collectData: { complaint: '胸痛' } })
    // an account and its maker are one person
    await a.load((work) => work.insert(accountHand, { userId: late.userId, otherId: ops.userId, how: 1 }))
    expect(await refusal(w.decide(late, caseCollectionReport, 'audit.pass', report))).toContain('账号操作')
    await w.decide(reviewer, caseCollectionReport, 'audit.pass', report)
    for (const step of ['confirm.pass', 'confirm.reject'])
      expect(
        await refusal(w.decide(clientOf, caseCollectionReport, step, report, { confirmResult: '不符' })),
        step,
      ).toContain('二维码或链接')
    await w.decide(client(), caseCollectionReport, 'confirm.pass', report)
  })

  it('of the demonstration is accepted by operations, who have no client there; no order comes of it', async () => {
    await a.enabledTemplate()
    const { id } = await w.as(ops).save(demoCaseCollection.id, {
      ...{ name: '演示', entrustedCompanyId: w.g.companyId, baseEmployeeId: w.g.employeeId, planSearchNum: 1 },
      ...{ activityServiceProjectId: a.project, invitationStartDate: '2024-06-01', invitationEndDate: '2024-07-31' },
      templateId: a.template,
    })
    const plan = String(id)
    await w.decide(ops, demoCaseCollection, 'start', plan)
    await w.as(ops).work((work) => makeLaborPlans(work, { planId: plan, doctorCount: 2, fee: '800.00' }))
    const [first, second] = w.rows(demoCaseCollectionReport, { caseCollectionId: plan })
    for (const report of [first, second])
      await w.as(ops).work(async (work) => {
        await work.lock(demoCaseCollectionReport, [report?.id ?? ''])
        await work.update(demoCaseCollectionReport, report?.id ?? '', { collectData: { complaint: '胸闷' } } as never)
      })
    for (const report of [first, second])
      await w.decide(reviewer, demoCaseCollectionReport, 'audit.pass', report?.id ?? '')
    const third = person('world', 'ops')
    await w.decide(third, demoCaseCollectionReport, 'confirm.reject', second?.id ?? '', { confirmResult: '不符' })
    await w.decide(third, demoCaseCollectionReport, 'confirm.pass', first?.id ?? '')
    expect(w.row(demoCaseCollection, plan)).toMatchObject({
      finishNum: 1,
      planStatus: planStatus.ended,
      planEndedMark: planEndedMark.completed,
    })
    expect(w.rows(orderDoctor)).toEqual([])
  })
})

describe('an activity of a company that was disabled', () => {
  it('is nothing that anybody is invited to', async () => {
    const plan = await a.running([one])
    await w.write(entrustedCompany, w.g.companyId, { enableStatus: enableStatus.disabled })
    expect(await refusal(a.invite(plan, [two]))).toContain('已停用')
    await w.write(entrustedCompany, w.g.companyId, { enableStatus: enableStatus.enabled })
    await a.invite(plan, [two])
  })
})

describe('an activity does not start again', () => {
  it('once all of it is accepted: it would never be completed', async () => {
    const plan = await a.running([one], { planSearchNum: 1 })
    const report = await handIn(plan, one)
    await w.takes(caseCollection, 'push', plan)
    await w.decide(ops, caseCollectionReport, 'audit.pass', report)
    await w.decide(client(), caseCollectionReport, 'confirm.pass', report)
    expect(w.row(caseCollection, plan)).toMatchObject({ planEndedMark: planEndedMark.pushed, finishNum: 1 })
    expect(await again(plan)).toContain('1 份已全部验收')
  })

  it('with a template that was stopped meanwhile', async () => {
    const plan = await a.running([one])
    await w.decide(ops, caseCollection, 'stop', plan)
    await w.decide(ops, caseCollectionTemplate, 'stop', a.template)
    expect(await again(plan)).toContain('未启用')
    await w.decide(ops, caseCollectionTemplate, 'enable', a.template)
    expect(await again(plan)).toBe('')
  })
})

describe('a meeting', () => {
  /** One that was held today, with evidence and both doctors signed in. */
  const held = async (): Promise<string> => {
    const times = { startTime: '2024-06-15 09:00:00', endTime: '2024-06-15 09:30:00' }
    const plan = await a.planned({ meetingType: 2, ...times }, meeting)
    await w.as(ops).work((work) =>
      inviteAll(
        work,
        'meeting',
        [one, two].map((doctorId) => ({ meetingId: plan, doctorId })),
      ),
    )
    for (const doctor of [one, two]) await a.answers(plan, doctor, 'agree')
    await w.decide(ops, meeting, 'start', plan)
    return plan
  }
  const proved = async (plan: string): Promise<void> => {
    await w.takes(meeting, 'begin', plan)
    await w.takes(meeting, 'finish', plan)
    await a.load(async (work) => {
      for (const evidenceType of [1, 2])
        await work.insert(meetingEvidence, {
          meetingId: plan,
          evidenceType,
          fileName: '照片.jpg',
          fileUrl: '1',
        } as never)
      await work.insert(meetingAgenda, { meetingId: plan, topic: '开场', startTime: '2024-06-15 09:00:00' } as never)
    })
    for (const id of [one, two]) {
      const { doctorName, phone } = w.row(authenticationDoctor, id)
      await w.as(ops).save(meetingAttend.id, { meetingId: plan, userName: doctorName, phone })
    }
    await w.decide(w.people.admin, meeting, 'submitAudit', plan)
  }

  it('that was cancelled or accepted is not held again', async () => {
    const cancelled = await held()
    await w.decide(ops, meeting, 'cancel', cancelled)
    expect(await again(cancelled, meeting)).toContain('会议已取消')
    const plan = await held()
    await proved(plan)
    await w.takes(meeting, 'push', plan)
    await w.decide(reviewer, meeting, 'audit.pass', plan)
    await w.decide(w.people.client, meeting, 'confirm.pass', plan)
    expect(w.row(meeting, plan)).toMatchObject({ planEndedMark: planEndedMark.pushed, finishNum: 2, planSearchNum: 3 })
    expect(await again(plan, meeting)).toContain('会议已验收')
  })

  it('is decided by nobody who made the code by which people signed in', async () => {
    const plan = await held()
    await w.as(reviewer).work((work) => makeLink(work, { purpose: 4, of: meeting.id, id: plan, via: 2 }))
    await proved(plan)
    const decide = (step: string) => refusal(w.decide(reviewer, meeting, step, plan, { remark: '缺' }))
    await w.write(meetingAttend, w.rows(meetingAttend, { meetingId: plan })[0]?.id ?? '', { signType: 1 })
    for (const step of ['audit.pass', 'audit.reject']) expect(await decide(step), step).toContain('签到二维码')
    await w.decide(person('world', 'ops'), meeting, 'audit.pass', plan)
  })

  it('whose refusal is taken back counts anew who came, and has all that handing in asks for', async () => {
    const plan = await held()
    await proved(plan)
    await w.decide(reviewer, meeting, 'audit.reject', plan, { remark: '一人未到会' })
    const wrong = w.rows(meetingAttend, { meetingId: plan })[1]
    await w.as(ops).remove(meetingAttend.id, [wrong?.id ?? ''])
    const [agenda] = w.rows(meetingAgenda, { meetingId: plan })
    await w.as(ops).remove(meetingAgenda.id, [agenda?.id ?? ''])
    expect(await refusal(w.decide(reviewer, meeting, 'recall.audit', plan))).toContain('会议议程')
    await w.as(ops).save(meetingAgenda.id, { meetingId: plan, topic: '开场', startTime: '2024-06-15 09:00:00' })
    await w.decide(reviewer, meeting, 'recall.audit', plan)
    expect(w.row(meeting, plan)).toMatchObject({
      submitStatus: submitStatus.handedIn,
      approvalStatus: approvalStatus.pending,
      attendNum: 1,
    })
    expect(w.rows(meetingDoctor, { meetingId: plan }).map((d) => d.attended)).toEqual([1, 0])
    await w.decide(reviewer, meeting, 'audit.pass', plan)
    await w.decide(w.people.client, meeting, 'confirm.pass', plan)
    expect(w.rows(orderDoctor, { planId: plan }).map((o) => o.doctorId)).toEqual([one])
    expect(a.broken()).toEqual([])
  })
})
