import { beforeEach, describe, expect, it } from 'vitest'
import { budgetOrder } from '../../../src/model/activities/budgetOrder.ts'
import { caseCollection, demoCaseCollection, knowledgeCreation } from '../../../src/model/activities/collections.ts'
import { caseCollectionDoctor, demoMeetingDoctor, meetingDoctor } from '../../../src/model/activities/doctors.ts'
import { demoMeeting, meeting } from '../../../src/model/activities/meetings/meeting.ts'
import { meetingAgenda, meetingAttend, meetingEvidence } from '../../../src/model/activities/meetings/meetingParts.ts'
import { activityServiceProject } from '../../../src/model/activities/projects.ts'
import { caseCollectionReport, professionalReviewReport } from '../../../src/model/activities/reports/reports.ts'
import { knowledgeCreationDoctor } from '../../../src/model/activities/works.ts'
import { textPrint } from '../../../src/model/files/textPrint.ts'
import { integralRule } from '../../../src/model/funds/integral.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { orderDoctor } from '../../../src/model/orders/orderDoctor.ts'
import { orderEntrusted, orderEntrustedRel } from '../../../src/model/orders/orderEntrusted.ts'
import { authenticationDoctor } from '../../../src/model/people/authenticationDoctor.ts'
import { entrustedCompany } from '../../../src/model/people/entrustedCompany.ts'
import { bidRecord, tenderInfoFile } from '../../../src/model/tender/bids.ts'
import { tenderDoctorProtocols } from '../../../src/model/tender/protocols.ts'
import { printOf } from '../../../src/server/core/text/minHash.ts'
import { changePart } from '../../../src/server/domains/activities/doctorPart.ts'
import { evidencePapers } from '../../../src/server/domains/activities/evidencePaper.ts'
import { kinds, type PlanKind } from '../../../src/server/domains/activities/kinds.ts'
import { makeLaborPlans } from '../../../src/server/domains/activities/laborPlans.ts'
import { inviteAll } from '../../../src/server/domains/tender/invitations.ts'
import { person } from '../people.ts'
import { refusal, type World } from '../world.ts'
import { Activities } from './activityWorld.ts'

const { planEndedMark, planStatus } = statesOf(caseCollection)
const { budgetStatus } = statesOf(budgetOrder)
const { certStatus, protocolStatus } = statesOf(authenticationDoctor)
const { agreementStatus } = statesOf(caseCollectionDoctor)
const { approvalStatus, createEvidenceFileStatus, meetingStatus, submitStatus } = statesOf(meeting)
const { enableStatus } = statesOf(entrustedCompany)
const { confirmStatus } = statesOf(knowledgeCreationDoctor)
const { bidStatus } = statesOf(bidRecord)

// From the plan of an activity to the doctor's order (3.2 to 3.6).

let w: World
let project: string
let template: string
let budget: string

let a: Activities
const load: Activities['load'] = (fn) => a.load(fn)
const planned: Activities['planned'] = (...said) => a.planned(...said)
const invite: Activities['invite'] = (...said) => a.invite(...said)
const answers: Activities['answers'] = (...said) => a.answers(...said)
const running: Activities['running'] = (...said) => a.running(...said)
const enabledTemplate = () => a.enabledTemplate()
const broken = () => a.broken()
const people = () => w.people
/** Somebody else of operations, who entered nothing. */
const reviewer = person('world', 'ops')

beforeEach(async () => {
  a = await Activities.made()
  ;({ w, project, template, budget } = a)
})

const delivered = async (plan: string, doctor: string, more: object = {}): Promise<string> => {
  const { doctorName, phone } = w.row(authenticationDoctor, doctor)
  const row = await load<{ id: string }>((work) =>
    work.insert(caseCollectionReport, {
      caseCollectionId: plan,
      planName: '慢病病例征集',
      codeNumber: `X-${doctor}`,
      templateId: template,
      entrustedCompanyId: w.g.companyId,
      baseEmployeeId: w.g.employeeId,
      doctorId: doctor,
      doctorName,
      phone,
      collectData: { complaint: '胸闷' },
      submitTime: '2024-06-10 10:00:00',
      ...more,
    } as never),
  )
  return row.id
}

const accepted = async (report: string): Promise<void> => {
  await w.decide(people().ops, caseCollectionReport, 'audit.pass', report)
  await w.decide(people().client, caseCollectionReport, 'confirm.pass', report)
}

describe('an activity is planned', () => {
  it('for what its service project says one costs, which is reserved of its budget', async () => {
    const plan = await planned({ budgetOrderId: budget })
    expect(w.row(caseCollection, plan)).toMatchObject({
      unitFee: '800.00',
      budgetAmount: '2400.00',
      planStatus: planStatus.planning,
    })
    expect(w.row(budgetOrder, budget).plannedAmount).toBe('2400.00')
    await w.as(people().client).save('caseCollection', { id: plan, planSearchNum: 5, unitFee: '1000.00' })
    expect(w.row(budgetOrder, budget).plannedAmount).toBe('5000.00')
    expect(await refusal(w.as(people().client).save('caseCollection', { id: plan, planSearchNum: 11 }))).toContain(
      '不足以',
    )
    await w.as(people().client).save('caseCollection', { id: plan, budgetOrderId: '' })
    expect(w.row(budgetOrder, budget).plannedAmount).toBe('0.00')
    await w.as(people().client).save('caseCollection', { id: plan, budgetOrderId: budget })
    await w.as(people().client).remove('caseCollection', [plan])
    expect(w.row(budgetOrder, budget).plannedAmount).toBe('0.00')
  })

  it.each([
    [{ unitFee: '499.99' }, '单价应在 500.00 与 2,000.00 之间'],
    [{ unitFee: '2000.01' }, '单价应在'],
  ])('not for %o', async (more, why) => {
    expect(await refusal(planned(more))).toContain(why)
  })

  it('not of a project that is disabled, nor in a budget that is not active or of another company', async () => {
    await w.write(activityServiceProject, project, { enableStatus: 0 })
    expect(await refusal(planned())).toContain('已停用')
    await w.write(activityServiceProject, project, { enableStatus: 1 })
    await w.write(budgetOrder, budget, { budgetStatus: budgetStatus.closed })
    expect(await refusal(planned({ budgetOrderId: budget }))).toContain('不在执行中')
  })
})

describe('doctors are invited', () => {
  it('by an agreement for the activity, whose answer their part follows', async () => {
    const plan = await planned()
    const [one = '', two = ''] = w.g.doctors
    await invite(plan, [one, two])
    const protocols = w.rows(tenderDoctorProtocols, { planId: plan })
    expect(protocols.map((p) => [p.protocolType, p.feeStandard, p.agreementStatus])).toEqual([
      [2, '800.00', 0],
      [2, '800.00', 0],
    ])
    await answers(plan, one, 'agree')
    await answers(plan, two, 'refuse')
    const parts = w.rows(caseCollectionDoctor, { caseCollectionId: plan })
    expect(parts.map((p) => [p.doctorId, p.agreementStatus])).toEqual([
      [one, 1],
      [two, 2],
    ])
    expect(w.row(caseCollection, plan).planStatus).toBe(0)
  })

  it('after which the company and how it settles stay', async () => {
    await enabledTemplate()
    const plan = await planned()
    await invite(plan, w.g.doctors.slice(0, 1))
    expect(await refusal(w.as(people().client).save('caseCollection', { id: plan, payType: 1 }))).toContain(
      '已邀请医生',
    )
    await w.as(people().client).save('caseCollection', { id: plan, name: '改名' })
  })

  it('not twice, not blacklisted, not without a frame agreement, no more than is planned', async () => {
    const plan = await planned()
    const [one = '', two = '', three = ''] = w.g.doctors
    await invite(plan, [one])
    expect(await refusal(invite(plan, [one]))).toContain('已在该活动中')
    await w.write(authenticationDoctor, two, { blackStatus: 1 })
    expect(await refusal(invite(plan, [two]))).toContain('黑名单')
    await w.write(authenticationDoctor, two, { blackStatus: 0, protocolStatus: protocolStatus.toSign })
    expect(await refusal(invite(plan, [two]))).toContain('未签署框架协议')
    expect(await refusal(invite(plan, [three], { planSearchNum: 3 }))).toContain('仅余 2 份')
    expect(w.rows(caseCollectionDoctor, { caseCollectionId: plan })).toHaveLength(1)
  })

  it('to a meeting of the demonstration as if they had signed, with the step in their history', async () => {
    const { id } = await w.as(people().admin).save(demoMeeting.id, {
      ...{ name: '演示会', entrustedCompanyId: w.g.companyId, baseEmployeeId: w.g.employeeId, meetingType: 2 },
      ...{ activityServiceProjectId: w.rows(activityServiceProject)[0]?.id, planSearchNum: 1 },
      ...{ invitationStartDate: '2024-06-01', invitationEndDate: '2024-07-31' },
      ...{ startTime: '2024-06-20 09:00:00', endTime: '2024-06-20 12:00:00' },
    })
    const plan = String(id)
    await w
      .as(people().ops)
      .work((work) =>
        inviteAll(work, 'demoMeeting', [{ meetingId: plan, doctorId: w.g.doctors[0], doctorFee: '900.00' }]),
      )
    expect(w.rows(demoMeetingDoctor, { meetingId: plan })).toMatchObject([
      { agreementStatus: agreementStatus.agreed, demo: 1 },
    ])
    expect(w.rows(tenderDoctorProtocols, { planId: plan })).toEqual([])
    await w.decide(people().ops, demoMeeting, 'cancel', plan)
    expect(w.row(demoMeeting, plan)).toMatchObject({
      meetingStatus: meetingStatus.cancelled,
      planStatus: planStatus.ended,
    })
    expect(broken()).toEqual([])
  })

  it('and taken off before they have signed, with the agreement void', async () => {
    const plan = await planned()
    const [one = ''] = w.g.doctors
    await invite(plan, [one])
    const [part] = w.rows(caseCollectionDoctor, { caseCollectionId: plan })
    await w.decide(people().client, caseCollectionDoctor, 'deleteDoctor', part?.id ?? '')
    expect(w.rows(caseCollectionDoctor, { caseCollectionId: plan })).toEqual([])
    expect(w.rows(tenderDoctorProtocols, { planId: plan })[0]?.agreementStatus).toBe(3)
  })

  it('and the activity ends when all of them refuse', async () => {
    const plan = await planned({ budgetOrderId: budget })
    const [one = '', two = ''] = w.g.doctors
    await invite(plan, [one, two])
    await answers(plan, one, 'refuse')
    await answers(plan, two, 'refuse')
    expect(w.row(caseCollection, plan)).toMatchObject({
      planStatus: planStatus.ended,
      planEndedMark: planEndedMark.refused,
      releasedAmount: '2400.00',
    })
    expect(w.row(budgetOrder, budget).plannedAmount).toBe('0.00')
  })
})

describe('what one doctor is paid is within the limits of the service project', () => {
  const LIMITS = '劳务费应在 500.00 与 2,000.00 之间（服务项目“病例服务”）'
  const one = () => w.g.doctors[0] as string

  it('whoever invites them, and whatever they asked for in a tender', async () => {
    const plan = await planned()
    expect(await refusal(invite(plan, [one()], { doctorFee: '2000.01' }))).toContain(LIMITS)
    expect(await refusal(invite(plan, [one()], { doctorFee: '499.99' }))).toContain(LIMITS)
    const bid = await load<{ id: string }>((work) =>
      work.insert(bidRecord, {
        ...{ tenderCode: 'T1', tenderName: '招募', entrustedCompanyId: w.g.companyId, planId: plan },
        ...{ doctorId: one(), doctorName: '医生', bidPrice: '2000.01' },
      } as never),
    )
    expect(await refusal(w.decide(people().ops, bidRecord, 'audit.pass', bid.id, { reviewRemark: '合适' }))).toContain(
      LIMITS,
    )
    expect(w.rows(caseCollectionDoctor, { caseCollectionId: plan })).toEqual([])
    await invite(plan, [one()], { doctorFee: '2000.00' })
    // a service project that does not allow it is not taken afterwards
    const other = await load<{ id: string }>((work) =>
      work.insert(activityServiceProject, {
        ...{ code: 'FW2', name: '低价服务', projectType: 3, taxItemCode: '3040407' },
        ...{ feeMin: '100.00', feeMax: '900.00', unitFee: '800.00', enableStatus: 1 },
      } as never),
    )
    const moved = w.as(people().client).save('caseCollection', { id: plan, activityServiceProjectId: other.id })
    expect(await refusal(moved)).toContain('劳务费应在 100.00 与 900.00 之间（服务项目“低价服务”）')
  })

  it('when their part in a meeting changes, which it does not behind an agreement that waits to be signed', async () => {
    const plan = await planned({ startTime: '2024-06-20 09:00:00', endTime: '2024-06-20 12:00:00' }, meeting)
    await w
      .as(people().ops)
      .work((work) => inviteAll(work, 'meeting', [{ meetingId: plan, doctorId: one(), doctorFee: '900.00' }]))
    const kind = kinds.get('meeting') as PlanKind
    const change = (body: object) =>
      refusal(
        w.as(people().ops).work(async (work) => {
          await work.lock(meeting, [plan])
          const [part] = await work.rows(meetingDoctor, { meetingId: plan })
          const [row] = await work.lock(meetingDoctor, [part?.id ?? ''])
          if (row) await changePart(work, kind, row, body as never)
        }),
      )
    expect(await change({ doctorFee: '1000.00' })).toContain('已按原劳务费生成')
    expect(await change({ topic: '开场', doctorFee: '900.00' })).toBe('')
    const [protocol] = w.rows(tenderDoctorProtocols, { planId: plan })
    await w.write(tenderDoctorProtocols, protocol?.id ?? '', { agreementStatus: agreementStatus.refused })
    expect(await change({ doctorFee: '2000.01' })).toContain(LIMITS)
    expect(await change({ doctorFee: '2000.00' })).toBe('')
    expect(w.rows(meetingDoctor, { meetingId: plan })).toMatchObject([{ topic: '开场', doctorFee: '2000.00' }])
  })

  it('when they write an article, which is paid as the activity says where nothing is said', async () => {
    const plan = await planned({ templateId: undefined }, knowledgeCreation)
    const add = (more: object) =>
      w.begin(people().ops, knowledgeCreationDoctor, 'invite', {
        planId: plan,
        title: '综述',
        doctorId: one(),
        ...more,
      })
    expect(await refusal(add({ doctorFee: '2000.01' }))).toContain('劳务费应在 500.00 与 2,000.00 之间')
    expect(w.row(knowledgeCreationDoctor, await add({})).doctorFee).toBe('800.00')
  })

  it('and in the demonstration', async () => {
    const shown = await load<{ id: string }>((work) =>
      work.insert(demoCaseCollection, {
        ...{
          name: '演示',
          entrustedCompanyId: w.g.companyId,
          baseEmployeeId: w.g.employeeId,
          planStatus: planStatus.inProgress,
          payType: 2,
        },
        ...{ activityServiceProjectId: project, invitationStartDate: '2024-06-01', invitationEndDate: '2024-07-31' },
        planSearchNum: 3,
      } as never),
    )
    const made = w
      .as(people().ops)
      .work((work) => makeLaborPlans(work, { planId: shown.id, doctorCount: 1, fee: '2000.01' }))
    expect(await refusal(made)).toContain('劳务费应在 500.00 与 2,000.00 之间')
  })
})

describe('an activity in points', () => {
  const rule = () => w.rows(integralRule)[0]?.id ?? ''
  const worth = (pointsPerYuan: number) => w.write(integralRule, rule(), { pointsPerYuan })
  beforeEach(() =>
    load((work) => work.insert(integralRule, { ruleName: '通用', pointsPerYuan: 10, enableStatus: 1 } as never)),
  )

  it('costs no more than it has reserved, whatever points cost by then; started again it reserves anew', async () => {
    const [one = '', two = ''] = w.g.doctors
    const plan = await running([one, two], { payType: 1, unitPoint: 1000, budgetOrderId: budget })
    expect(w.row(caseCollection, plan).budgetAmount).toBe('300.00')
    await worth(5)
    await accepted(await delivered(plan, one, { pointAmount: 1000 }))
    const report = await delivered(plan, two, { pointAmount: 1000 })
    await w.decide(people().ops, caseCollectionReport, 'audit.pass', report)
    const why = await refusal(w.decide(people().client, caseCollectionReport, 'confirm.pass', report))
    expect(why).toContain('活动预算剩余 100.00，不足以验收 200.00')
    expect(why).toContain('停止活动后重新开始')
    await w.decide(people().ops, caseCollectionReport, 'recall.audit', report)
    await w.decide(people().ops, caseCollection, 'stop', plan)
    await w.decide(people().ops, caseCollection, 'startAgain', plan)
    expect(w.row(caseCollection, plan).budgetAmount).toBe('600.00')
    expect(w.row(budgetOrder, budget)).toMatchObject({ plannedAmount: '600.00', acceptedAmount: '200.00' })
    await accepted(report)
    expect(w.row(budgetOrder, budget).acceptedAmount).toBe('400.00')
    expect(broken()).toEqual([])
  })

  it('is not accepted for no points: of a report, or of a doctor of a meeting', async () => {
    const [one = ''] = w.g.doctors
    const plan = await running([one], { payType: 1, unitPoint: 0 })
    const report = await delivered(plan, one)
    await w.decide(people().ops, caseCollectionReport, 'audit.pass', report)
    const confirm = w.decide(people().client, caseCollectionReport, 'confirm.pass', report)
    expect(await refusal(confirm)).toContain('积分为 0，不能验收')
    const times = { startTime: '2024-06-15 09:00:00', endTime: '2024-06-15 09:30:00' }
    const met = await planned({ ...times, payType: 1, unitPoint: 0 }, meeting)
    await w
      .as(people().ops)
      .work((work) => inviteAll(work, 'meeting', [{ meetingId: met, doctorId: one, planSearchNum: 1 }]))
    await answers(met, one, 'agree')
    await w.decide(people().ops, meeting, 'start', met)
    const [part] = w.rows(meetingDoctor, { meetingId: met })
    await w.write(meetingDoctor, part?.id ?? '', { attended: 1 })
    await w.write(meeting, met, {
      meetingStatus: meetingStatus.ended,
      submitStatus: submitStatus.handedIn,
      approvalStatus: approvalStatus.approved,
    })
    expect(await refusal(w.decide(people().client, meeting, 'confirm.pass', met))).toContain('积分为 0，不能验收')
    expect(w.rows(orderDoctor)).toEqual([])
  })
})

describe('an activity starts', () => {
  it('with a doctor and an enabled template, and opens the order of its company', async () => {
    const plan = await planned()
    const start = () => refusal(w.decide(people().client, caseCollection, 'start', plan))
    expect(await start()).toContain('未启用')
    await enabledTemplate()
    expect(await start()).toContain('至少一名医生')
    await invite(plan, w.g.doctors.slice(0, 2))
    expect(await start()).toBe('')
    expect(w.row(caseCollection, plan)).toMatchObject({
      planStatus: planStatus.inProgress,
      releaseTime: '2024-06-15 10:00:00',
    })
    expect(w.rows(orderEntrusted, { planId: plan })).toMatchObject([
      { orderStatus: 0, doctorCount: 2, budgetAmount: '2400.00', entrustedCompanyId: w.g.companyId },
    ])
    expect(await start()).not.toBe('')
  })

  it('not for a company that is disabled, nor when its last day is over', async () => {
    await enabledTemplate()
    const plan = await planned()
    await invite(plan, w.g.doctors.slice(0, 1))
    await w.write(entrustedCompany, w.g.companyId, { enableStatus: enableStatus.disabled })
    expect(await refusal(w.decide(people().ops, caseCollection, 'start', plan))).toContain('已停用')
    await w.write(entrustedCompany, w.g.companyId, { enableStatus: enableStatus.enabled })
    w.pass(60)
    expect(await refusal(w.decide(people().ops, caseCollection, 'start', plan))).toContain('征集已于 2024-07-31 结束')
  })
})

describe('what is delivered', () => {
  it('is reviewed, accepted by the client and becomes one order, counted everywhere', async () => {
    const plan = await running(w.g.doctors.slice(0, 2), { budgetOrderId: budget })
    const report = await delivered(plan, w.g.doctors[0] as string)
    await accepted(report)
    expect(w.row(caseCollectionReport, report)).toMatchObject({
      approvalStatus: approvalStatus.approved,
      confirmStatus: confirmStatus.accepted,
      feeAmount: '800.00',
      confirmer: people().client.name,
    })
    const [order] = w.rows(orderDoctor, { planId: plan })
    expect(order).toMatchObject({
      bizType: 'caseCollectionReport',
      bizId: report,
      feeAmount: '800.00',
      platformFee: '48.00',
      taxItemCode: '3040407',
      taxItemName: '信息技术咨询服务',
      fiscalTaxId: w.g.partnerId,
      orderStatus: 0,
      acceptTime: '2024-06-15 10:00:00',
    })
    const [company] = w.rows(orderEntrusted, { planId: plan })
    expect(company?.acceptedAmount).toBe('800.00')
    expect(w.rows(orderEntrustedRel, { orderEntrustedId: company?.id ?? '' })).toMatchObject([{ amount: '800.00' }])
    expect(w.row(budgetOrder, budget).acceptedAmount).toBe('800.00')
    expect(w.row(caseCollection, plan).finishNum).toBe(1)
    expect(w.rows(caseCollectionDoctor, { caseCollectionId: plan, doctorId: w.g.doctors[0] as string })).toMatchObject([
      { finishNum: 1 },
    ])
    expect(await refusal(w.decide(people().client, caseCollectionReport, 'confirm.pass', report))).not.toBe('')
    expect(w.rows(orderDoctor, { planId: plan })).toHaveLength(1)
    expect(broken()).toEqual([])
  })

  it('is not reviewed with required answers missing, nor of a doctor who is not certified', async () => {
    const plan = await running()
    const report = await delivered(plan, w.g.doctors[0] as string, { collectData: {} })
    const pass = () => refusal(w.decide(people().ops, caseCollectionReport, 'audit.pass', report))
    expect(await pass()).toContain('缺少必填项：主诉')
    await w.write(caseCollectionReport, report, { collectData: { complaint: '咳嗽' } } as never)
    await w.write(authenticationDoctor, w.g.doctors[0] as string, { certStatus: certStatus.rejected })
    expect(await pass()).toContain('尚未通过认证')
  })

  it('is accepted by people of the platform where the parameter allows it alone, and never by who reviewed it', async () => {
    const plan = await running()
    const report = await delivered(plan, w.g.doctors[0] as string)
    await w.decide(people().ops, caseCollectionReport, 'audit.pass', report)
    expect(await refusal(w.decide(people().admin, caseCollectionReport, 'confirm.pass', report))).toContain(
      'accept.onBehalf',
    )
    expect(w.rows(orderDoctor, { planId: plan })).toEqual([])
  })

  it('is no more than a doctor was allotted and than was planned; with the last of it the activity is complete', async () => {
    const plan = await running(w.g.doctors.slice(0, 3), { planSearchNum: 3, budgetOrderId: budget })
    const [one = '', two = '', three = ''] = w.g.doctors
    for (const doctor of [one, two]) await accepted(await delivered(plan, doctor))
    const again = await delivered(plan, one)
    await w.decide(people().ops, caseCollectionReport, 'audit.pass', again)
    expect(await refusal(w.decide(people().client, caseCollectionReport, 'confirm.pass', again))).toContain('医生分配')
    await w.decide(people().client, caseCollectionReport, 'confirm.reject', again, { confirmResult: '重复' })
    await accepted(await delivered(plan, three))
    expect(w.row(caseCollection, plan)).toMatchObject({
      planStatus: planStatus.ended,
      planEndedMark: planEndedMark.completed,
      finishNum: 3,
    })
    expect(w.rows(orderEntrusted, { planId: plan })[0]?.orderStatus).toBe(1)
    expect(broken()).toEqual([])
  })

  it('keeps an activity that was stopped open until it is decided; then the rest of the budget is free again', async () => {
    const plan = await running(w.g.doctors.slice(0, 2), { budgetOrderId: budget })
    const [one = '', two = ''] = w.g.doctors
    await accepted(await delivered(plan, one))
    const waiting = await delivered(plan, two)
    await w.decide(people().ops, caseCollectionReport, 'audit.pass', waiting)
    expect(await refusal(w.decide(people().ops, caseCollection, 'stop', plan))).toContain('待验收')
    await w.decide(people().ops, caseCollectionReport, 'recall.audit', waiting)
    await w.decide(people().ops, caseCollection, 'stop', plan)
    expect(w.rows(orderEntrusted, { planId: plan })[0]?.orderStatus).toBe(0)
    await w.decide(people().ops, caseCollectionReport, 'audit.reject', waiting, { remark: '不完整' })
    expect(w.rows(orderEntrusted, { planId: plan })[0]?.orderStatus).toBe(1)
    expect(w.row(caseCollection, plan)).toMatchObject({
      planStatus: planStatus.ended,
      planEndedMark: planEndedMark.stopped,
      releasedAmount: '1600.00',
    })
    expect(w.row(budgetOrder, budget).plannedAmount).toBe('800.00')
    expect(await refusal(w.decide(people().ops, caseCollectionReport, 'recall.audit', waiting))).toContain('已结束')
    await w.decide(people().ops, caseCollection, 'startAgain', plan)
    expect(w.row(caseCollection, plan)).toMatchObject({
      planStatus: planStatus.inProgress,
      planEndedMark: null,
      releasedAmount: '0.00',
    })
    expect(w.row(budgetOrder, budget).plannedAmount).toBe('2400.00')
    expect(w.rows(orderEntrusted, { planId: plan })[0]?.orderStatus).toBe(0)
    expect(broken()).toEqual([])
    // not in a budget that was closed meanwhile
    await w.decide(people().ops, caseCollection, 'stop', plan)
    await w.write(budgetOrder, budget, { budgetStatus: budgetStatus.closed })
    expect(await refusal(w.decide(people().ops, caseCollection, 'startAgain', plan))).toContain('不在执行中')
  })

  it('is not accepted without a partner in force for its tax item, nor beyond the budget of its activity', async () => {
    const plan = await running(w.g.doctors.slice(0, 2), { budgetOrderId: budget })
    const report = await delivered(plan, w.g.doctors[0] as string, { feeAmount: '2400.01' })
    await w.decide(people().ops, caseCollectionReport, 'audit.pass', report)
    const confirm = () => refusal(w.decide(people().client, caseCollectionReport, 'confirm.pass', report))
    expect(await confirm()).toContain('不足以验收')
    await w.write(activityServiceProject, project, { taxItemCode: '9999999' })
    expect(await confirm()).toContain('没有唯一生效的财税公司')
  })

  it('expires with the last day of its activity, once', async () => {
    const plan = await running()
    w.pass(60)
    await w.takes(caseCollection, 'expire', plan)
    expect(w.row(caseCollection, plan)).toMatchObject({
      planStatus: planStatus.ended,
      planEndedMark: planEndedMark.overdue,
    })
    expect(await refusal(w.takes(caseCollection, 'expire', plan))).not.toBe('')
    expect(await refusal(w.decide(people().ops, caseCollection, 'startAgain', plan))).toMatch(
      /征集已于 .+ 结束，请在“延长至”中填写/,
    )
    await w.decide(people().ops, caseCollection, 'startAgain', plan, { invitationEndDate: '2024-12-31' })
    expect(w.row(caseCollection, plan).invitationEndDate).toBe('2024-12-31')
  })
})

describe('a report is handed in for a doctor', () => {
  it('leaves the print of what it says, each time, and none where it says too little', async () => {
    const plan = await running()
    const [one = ''] = w.g.doctors
    const course = '两月前活动后出现胸闷，休息可缓解；近一周发作次数增多，无夜间憋醒，复诊时症状减轻。'
    const report = await handIn(plan, one, { complaint: course })
    const prints = () => w.rows(textPrint, { recordId: report })
    const print = printOf(course)
    expect(prints()).toMatchObject([{ resource: 'caseCollectionReport', recordId: report, ...print }])
    await w.decide(people().ops, caseCollectionReport, 'audit.reject', report, { remark: '请补充' })
    await w.decide(people().client, caseCollectionReport, 'resubmit', report, { collectData: { complaint: '胸痛' } })
    expect(prints()).toHaveLength(1)
    await w.decide(people().ops, caseCollectionReport, 'audit.reject', report, { remark: '请补充' })
    const again = `${course}随访至今未再发作。`
    await w.decide(people().client, caseCollectionReport, 'resubmit', report, { collectData: { complaint: again } })
    expect(prints()).toMatchObject([print, printOf(again)])
  })

  const handIn = (plan: string, doctorId: string, collectData: object = { complaint: '胸闷' }) =>
    w.begin(people().client, caseCollectionReport, 'handIn', { caseCollectionId: plan, doctorId, collectData })

  it('by the staff of the company, numbered, at the fee agreed on, and once more after it was refused', async () => {
    const plan = await running()
    const [one = ''] = w.g.doctors
    const report = await handIn(plan, one)
    const { code } = w.row(caseCollection, plan)
    expect(w.row(caseCollectionReport, report)).toMatchObject({
      codeNumber: `${code}-00001`,
      submitType: 2,
      templateId: template,
      feeAmount: '800.00',
      entrustedCompanyId: w.g.companyId,
      doctorName: w.row(authenticationDoctor, one).doctorName,
      approvalStatus: approvalStatus.pending,
    })
    expect(await refusal(handIn(plan, one))).toContain('1 份已全部提交')
    await w.decide(people().ops, caseCollectionReport, 'audit.reject', report, { remark: '请补充' })
    await w.decide(people().client, caseCollectionReport, 'resubmit', report, { collectData: { complaint: '胸痛' } })
    expect(w.row(caseCollectionReport, report)).toMatchObject({
      approvalStatus: approvalStatus.pending,
      approvalRemark: null,
      collectData: { complaint: '胸痛' },
      codeNumber: `${code}-00001`,
    })
    await w.decide(people().ops, caseCollectionReport, 'audit.reject', report, { remark: '再补充' })
    // whoever hands it in again does not review it
    await w.decide(people().ops, caseCollectionReport, 'resubmit', report, { collectData: { complaint: '胸痛' } })
    expect(await refusal(w.decide(people().ops, caseCollectionReport, 'audit.pass', report))).toContain('重新提交过')
    await w.decide(people().admin, caseCollectionReport, 'audit.pass', report)
    expect(await refusal(w.decide(people().client, caseCollectionReport, 'confirm.pass', report))).toContain('同一人')
    const other = person('world', 'companyAdmin', { company: w.g.companyId })
    await w.decide(other, caseCollectionReport, 'confirm.reject', report, { confirmResult: '不符' })
    await w.decide(people().client, caseCollectionReport, 'resubmit.refused', report, {
      collectData: { complaint: '胸痛' },
    })
    await w.decide(people().admin, caseCollectionReport, 'audit.pass', report)
    await w.decide(other, caseCollectionReport, 'confirm.pass', report)
    expect(w.rows(orderDoctor, { bizId: report })).toHaveLength(1)
    expect(broken()).toEqual([])
  })

  it('not where the activity does not run, is over, or the doctor has not signed', async () => {
    const plan = await running()
    const [one = '', , three = ''] = w.g.doctors
    expect(await refusal(handIn(plan, three))).toContain('未签署该活动的协议')
    w.pass(60)
    expect(await refusal(handIn(plan, one))).toContain('征集已于 2024-07-31 结束')
    await w.takes(caseCollection, 'expire', plan)
    expect(await refusal(handIn(plan, one))).toContain('活动不在进行中')
    expect(w.rows(caseCollectionReport, { caseCollectionId: plan })).toEqual([])
  })
})

describe('a review report', () => {
  it('is of the doctor it was handed in for: another one does not take their place', async () => {
    const [one = '', two = ''] = w.g.doctors
    const report = await load<{ id: string }>((work) =>
      work.insert(professionalReviewReport, {
        ...{ professionalReviewId: '1', planName: '评审', codeNumber: 'R-1', entrustedCompanyId: w.g.companyId },
        ...{ baseEmployeeId: w.g.employeeId, doctorId: one, doctorName: '甲', opinion: '同意' },
      } as never),
    )
    await w.as(people().ops).save('professionalReviewReport', { id: report.id, doctorId: two, opinion: '不同意' })
    expect(w.row(professionalReviewReport, report.id)).toMatchObject({
      ...{ doctorId: one, doctorName: '甲', opinion: '不同意' },
    })
  })
})

describe('whoever wins a tender', () => {
  it('is invited to its activity at their price; nobody else is', async () => {
    await enabledTemplate()
    const plan = await planned()
    const bids = await load<{ id: string }[]>((work) =>
      work.insertAll(
        bidRecord,
        w.g.doctors.slice(0, 2).map((doctorId, n) => ({
          tenderCode: 'T1',
          tenderName: '招募',
          entrustedCompanyId: w.g.companyId,
          planId: plan,
          doctorId,
          doctorName: `医生${n + 1}`,
          bidPrice: '900.00',
        })) as never,
      ),
    )
    const [won = '', lost = ''] = bids.map(({ id }) => id)
    await w.decide(people().ops, bidRecord, 'audit.pass', won, { reviewRemark: '合适' })
    await w.decide(people().ops, bidRecord, 'audit.reject', lost, { reviewRemark: '超出预算' })
    expect(w.rows(caseCollectionDoctor, { caseCollectionId: plan })).toMatchObject([
      { doctorId: w.g.doctors[0], doctorFee: '900.00', agreementStatus: agreementStatus.pending },
    ])
    expect(w.rows(tenderDoctorProtocols, { planId: plan })).toHaveLength(1)
  })

  it('has answered through staff: once an activity, judged by somebody else, and taken back before that alone', async () => {
    await enabledTemplate()
    const plan = await planned()
    const [one = '', two = '', three = ''] = w.g.doctors
    const judge = person(people().ops.tenantId, 'ops')
    const enter = (doctorId: string, more: object = {}) =>
      w.as(people().ops).save('bidRecord', {
        ...{ tenderCode: 'T1', tenderName: '招募', entrustedCompanyId: w.g.companyId, planId: plan },
        ...{ doctorId, bidPrice: '900.00', ...more },
      })
    const { id } = await enter(one)
    expect(w.row(bidRecord, String(id))).toMatchObject({
      bidStatus: bidStatus.pending,
      bidTime: w.row(bidRecord, String(id)).createTime,
    })
    expect(await refusal(enter(one))).toContain('该医生已应征该活动')
    const pass = { reviewRemark: '合适' }
    expect(await refusal(w.decide(people().ops, bidRecord, 'audit.pass', String(id), pass))).toContain('经办')
    await w.decide(people().ops, bidRecord, 'withdraw', String(id))
    // a tender that is not named is the one of the activity's files, and without these the activity itself
    const { code, name } = w.row(caseCollection, plan)
    const again = await enter(one, { bidPrice: '800.00', tenderCode: '', tenderName: '' })
    expect(w.row(bidRecord, String(again.id))).toMatchObject({ tenderCode: code, tenderName: name })
    const files = { planId: plan, entrustedCompanyId: w.g.companyId, fileType: 1, fileName: '公告.pdf' }
    await load((work) => work.insert(tenderInfoFile, { ...files, tenderCode: 'ZM01', tenderName: '招募医生' } as never))
    const other = await enter(two, { tenderCode: '', tenderName: '' })
    expect(w.row(bidRecord, String(other.id))).toMatchObject({ tenderCode: 'ZM01', tenderName: '招募医生' })
    await w.decide(people().ops, bidRecord, 'withdraw', String(other.id))
    await w.decide(judge, bidRecord, 'audit.pass', String(again.id), pass)
    expect(w.rows(caseCollectionDoctor, { caseCollectionId: plan })).toMatchObject([
      { doctorId: one, doctorFee: '800.00' },
    ])
    expect(await refusal(w.decide(people().ops, bidRecord, 'withdraw', String(again.id)))).not.toBe('')
    await w.write(authenticationDoctor, two, { blackStatus: 1 })
    expect(await refusal(enter(two))).toContain('黑名单')
    await w.write(caseCollection, plan, { planStatus: planStatus.ended })
    expect(await refusal(enter(three))).toContain('活动已结束，不能应征')
  })
})

describe('a meeting', () => {
  const meet = async (): Promise<string> => {
    const plan = await planned(
      { meetingType: 2, startTime: '2024-06-15 09:00:00', endTime: '2024-06-15 09:30:00', budgetOrderId: budget },
      meeting,
    )
    const [one = '', two = ''] = w.g.doctors
    await w.as(people().ops).work((work) =>
      inviteAll(work, 'meeting', [
        { meetingId: plan, doctorId: one, planSearchNum: 1, doctorFee: '1500.00' },
        { meetingId: plan, doctorId: two, planSearchNum: 1, doctorFee: '1200.00' },
      ]),
    )
    for (const doctor of [one, two]) await answers(plan, doctor, 'agree')
    await w.decide(people().ops, meeting, 'start', plan)
    return plan
  }

  it('costs what its doctors do', async () => {
    const plan = await meet()
    expect(w.row(meeting, plan).budgetAmount).toBe('2700.00')
    expect(w.row(budgetOrder, budget).plannedAmount).toBe('2700.00')
  })

  it('is held, handed in with evidence, reviewed and accepted: one order for each doctor who came', async () => {
    const plan = await meet()
    await w.takes(meeting, 'begin', plan)
    await w.takes(meeting, 'finish', plan)
    const handIn = () => refusal(w.decide(people().admin, meeting, 'submitAudit', plan))
    expect(await handIn()).toContain('请先上传现场照片、签到表')
    expect(w.row(meeting, plan)).toMatchObject({
      createEvidenceFileStatus: createEvidenceFileStatus.none,
      evidenceFile: null,
    })
    const came = w.row(authenticationDoctor, w.g.doctors[0] as string)
    await load(async (work) => {
      for (const evidenceType of [1, 2] as const)
        await work.insert(meetingEvidence, {
          meetingId: plan,
          evidenceType,
          fileName: '签到.jpg',
          fileUrl: '1',
        } as never)
    })
    expect(await handIn()).toContain('没有签到记录')
    const signIn = { meetingId: plan, userName: came.doctorName, phone: came.phone }
    expect(await w.as(people().ops).save(meetingAttend.id, signIn)).toMatchObject({ signType: 2 })
    expect(await refusal(w.as(people().ops).save(meetingAttend.id, signIn))).toContain('已签到')
    expect(await handIn()).toContain('会议议程')
    await load((work) =>
      work.insert(meetingAgenda, { meetingId: plan, topic: '开场', startTime: '2024-06-15 09:00:00' } as never),
    )
    expect(await handIn()).toBe('')
    expect(w.row(meeting, plan)).toMatchObject({
      submitStatus: submitStatus.handedIn,
      attendNum: 1,
      createEvidenceFileStatus: createEvidenceFileStatus.generating,
    })
    // what is drawn of it: who came, personal data masked, and every picture
    const [document] = evidencePapers
    const drawn = await w.as(people().ops).work(async (work) => document?.paper?.(work, w.row(meeting, plan) as never))
    const part = (title: string) => drawn?.parts.find((one) => one.title === title) as { rows?: string[][] } | undefined
    expect(part('医生')?.rows?.map(([, , agreed, here]) => [agreed, here])).toEqual([
      ['已同意', '是'],
      ['已同意', '否'],
    ])
    expect(part('签到')?.rows).toHaveLength(1)
    expect(JSON.stringify(drawn)).not.toContain(came.phone)
    expect(drawn?.parts.at(-1)).toMatchObject({
      pictures: [
        { caption: '现场照片 · 签到.jpg', attachId: '1' },
        { caption: '签到表 · 签到.jpg', attachId: '1' },
      ],
    })
    const file = { name: 'd/1.pdf', originalName: '会议凭证.pdf', attachSize: 1, sha256: 'a'.repeat(64) }
    await w.as(people().ops).work((work) => work.step(meeting, plan, 'evidenceDrawn', file))
    expect(w.row(meeting, plan)).toMatchObject({
      createEvidenceFileStatus: createEvidenceFileStatus.ready,
      evidenceFile: expect.any(String),
    })
    // what was handed in stays; sent back, a sign-in that is withdrawn pays nobody
    const [entered] = w.rows(meetingAttend, { meetingId: plan })
    const [agenda] = w.rows(meetingAgenda, { meetingId: plan })
    const removed = () => refusal(w.as(people().ops).remove(meetingAttend.id, [entered?.id ?? '']))
    expect(await removed()).toContain('已提交审核')
    const changed = w.as(people().ops).save(meetingAgenda.id, { id: agenda?.id, topic: '改' })
    expect(await refusal(changed)).toContain('已提交审核')
    // whoever entered a sign-in decides nothing of the meeting
    for (const step of ['audit.pass', 'audit.reject'])
      expect(await refusal(w.decide(people().ops, meeting, step, plan, { remark: '未到会' }))).toContain('会议签到')
    await w.decide(reviewer, meeting, 'audit.reject', plan, { remark: '未到会' })
    expect(await removed()).toBe('')
    const second = w.row(authenticationDoctor, w.g.doctors[1] as string)
    await w
      .as(people().ops)
      .save(meetingAttend.id, { meetingId: plan, userName: second.doctorName, phone: second.phone })
    expect(w.row(meeting, plan).approvalRemark).toBe('未到会')
    expect(await handIn()).toBe('')
    // decisions before it stand in the history alone
    expect(w.row(meeting, plan)).toMatchObject({ approvalOfficer: null, approvalDate: null, approvalRemark: null })
    expect(w.rows(meetingDoctor, { meetingId: plan }).map((d) => d.attended)).toEqual([0, 1])
    await w.decide(reviewer, meeting, 'audit.reject', plan, { remark: '签到有误' })
    const [wrong] = w.rows(meetingAttend, { meetingId: plan })
    await w.as(people().ops).remove(meetingAttend.id, [wrong?.id ?? ''])
    await w.as(people().ops).save(meetingAttend.id, signIn)
    await w.as(reviewer).save(meetingAgenda.id, { id: agenda?.id, topic: '开幕' })
    expect(await handIn()).toBe('')
    // nor does who edited its agenda
    expect(await refusal(w.decide(reviewer, meeting, 'audit.pass', plan))).toContain('会议议程')
    await w.decide(person('world', 'ops'), meeting, 'audit.pass', plan)
    await w.decide(people().client, meeting, 'confirm.pass', plan)
    expect(w.rows(orderDoctor, { planId: plan })).toMatchObject([
      { bizType: 'meetingDoctor', doctorId: came.id, feeAmount: '1500.00' },
    ])
    expect(w.row(meeting, plan)).toMatchObject({
      planStatus: planStatus.ended,
      planEndedMark: planEndedMark.completed,
      finishNum: 1,
    })
    expect(w.rows(meetingDoctor, { meetingId: plan }).map((d) => [d.attended, d.labourStatus, d.finishNum])).toEqual([
      [1, 1, 1],
      [0, 0, 0],
    ])
    expect(w.row(budgetOrder, budget)).toMatchObject({ plannedAmount: '1500.00', acceptedAmount: '1500.00' })
    expect(broken()).toEqual([])
  })

  it('starts after its invitation ended as long as it is still to be held, with its times', async () => {
    const over = { invitationEndDate: '2024-06-10', meetingType: 2 }
    const start = (plan: string) => refusal(w.decide(people().ops, meeting, 'start', plan))
    const ready = async (more: object) => {
      const plan = await planned({ ...over, ...more }, meeting)
      await w
        .as(people().ops)
        .work((work) =>
          inviteAll(work, 'meeting', [{ meetingId: plan, doctorId: w.g.doctors[0], doctorFee: '900.00' }]),
        )
      return plan
    }
    const later = await ready({ startTime: '2024-06-20 09:00:00', endTime: '2024-06-20 12:00:00' })
    expect(await start(later)).toBe('')
    const held = { startTime: '2024-06-12 09:00:00', endTime: '2024-06-12 12:00:00' }
    expect(await start(await ready(held))).toContain('活动已于 2024-06-12 结束')
    const untimed = await ready({ startTime: '2024-06-20 09:00:00', invitationEndDate: '2024-07-31' })
    expect(await start(untimed)).toContain('请先填写会议的开始时间与结束时间')
  })

  it('is cancelled before it begins, and gives its budget back, once', async () => {
    const plan = await meet()
    const third = w.g.doctors[2] as string
    await w
      .as(people().ops)
      .work((work) =>
        inviteAll(work, 'meeting', [{ meetingId: plan, doctorId: third, planSearchNum: 1, doctorFee: '700.00' }]),
      )
    await w.decide(people().ops, meeting, 'cancel', plan)
    // a doctor who refuses what has ended frees nothing that others may have taken
    await answers(plan, third, 'refuse')
    expect(w.row(meeting, plan)).toMatchObject({
      meetingStatus: meetingStatus.cancelled,
      planStatus: planStatus.ended,
      planEndedMark: planEndedMark.stopped,
    })
    expect(w.row(budgetOrder, budget).plannedAmount).toBe('0.00')
    expect(w.rows(orderEntrusted, { planId: plan })[0]?.orderStatus).toBe(1)
  })
})
