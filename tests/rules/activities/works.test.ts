import { beforeEach, describe, expect, it } from 'vitest'
import { budgetOrder } from '../../../src/model/activities/budgetOrder.ts'
import { caseCollection, knowledgeCreation, patientEducation } from '../../../src/model/activities/collections.ts'
import { caseCollectionDoctor } from '../../../src/model/activities/doctors.ts'
import { patientEducationReport } from '../../../src/model/activities/reports/patientEducationReport.ts'
import { caseCollectionReport } from '../../../src/model/activities/reports/reports.ts'
import { caseInterpretationDoctor, knowledgeCreationDoctor } from '../../../src/model/activities/works.ts'
import { cancellationRecord } from '../../../src/model/desk/cancellationRecord.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { orderDoctor } from '../../../src/model/orders/orderDoctor.ts'
import { orderEntrusted } from '../../../src/model/orders/orderEntrusted.ts'
import { authenticationDoctor } from '../../../src/model/people/authenticationDoctor.ts'
import { tenderDoctorProtocols } from '../../../src/model/tender/protocols.ts'
import type { Actor } from '../../../src/server/core/actor.ts'
import { inviteAll } from '../../../src/server/domains/tender/invitations.ts'
import { person } from '../people.ts'
import { refusal, type World } from '../world.ts'
import { Activities } from './activityWorld.ts'

const { agreementStatus } = statesOf(caseCollectionDoctor)
const { approvalStatus, confirmStatus, submitStatus } = statesOf(caseInterpretationDoctor)
const { protocolStatus } = statesOf(authenticationDoctor)
const { planEndedMark, planStatus } = statesOf(caseCollection)

// Works that doctors are invited for: articles and the interpretations of cases, from the invitation to the order (3.2 to 3.4).

let a: Activities
let w: World
let one: string
let two: string
let three: string
let employee: Actor

beforeEach(async () => {
  a = await Activities.made()
  w = a.w
  ;[one = '', two = '', three = ''] = w.g.doctors
  employee = person('world', 'employee', { company: w.g.companyId })
})

const people = () => w.people
const row = (id: string) => w.row(knowledgeCreationDoctor, id)

const author = (planId: string, doctorId: string, more: object = {}): Promise<string> =>
  w.begin(people().ops, knowledgeCreationDoctor, 'invite', { planId, doctorId, ...more })

/** A running plan of articles with an author who has signed; answers the plan and the part. */
async function commissioned(more: object = {}): Promise<{ plan: string; part: string }> {
  const plan = await a.planned({ name: '科普创作', planSearchNum: 2, ...more }, knowledgeCreation)
  const part = await author(plan, one, { title: '心衰患者的饮食' })
  await a.answers(plan, one, 'agree')
  await w.decide(people().client, knowledgeCreation, 'start', plan)
  return { plan, part }
}

const article = async (who: Actor, part: string, more: object = {}) =>
  w.decide(who, knowledgeCreationDoctor, 'handIn', part, {
    title: '心衰患者吃什么',
    contentUrl: await w.uploaded(who),
    ...more,
  })

/** A doctor is released from an agreement: operations ask for its void, finance agrees. */
async function released(bizCode: string | null | undefined): Promise<void> {
  const ask = { bizType: tenderDoctorProtocols.id, bizCode, reason: '医生申请解除' }
  const id = await w.begin(people().ops, cancellationRecord, 'apply', ask)
  await w.decide(people().fin, cancellationRecord, 'audit.pass', id, { auditRemark: '同意' })
}

describe('an author', () => {
  it('is invited by an agreement, hands in, is reviewed and accepted by others, and paid once', async () => {
    const { plan, part } = await commissioned({ budgetOrderId: a.budget })
    expect(row(part)).toMatchObject({
      planName: '科普创作',
      entrustedCompanyName: '杭州康泰医药有限公司',
      doctorFee: '800.00',
      planSearchNum: 1,
      agreementStatus: agreementStatus.agreed,
      submitStatus: submitStatus.none,
    })
    expect(w.rows(tenderDoctorProtocols, { planId: plan })).toMatchObject([
      { partId: part, feeStandard: '800.00', agreementStatus: agreementStatus.agreed, protocolType: 2 },
    ])
    // nothing is handed in yet
    expect(await refusal(w.decide(people().ops, knowledgeCreationDoctor, 'audit.pass', part))).not.toBe('')
    await article(employee, part)
    expect(row(part)).toMatchObject({
      codeNumber: `${w.row(knowledgeCreation, plan).code}-00001`,
      title: '心衰患者吃什么',
      submitStatus: submitStatus.handedIn,
      submitType: 2,
      submitTime: '2024-06-15 10:00:00',
    })
    expect(await refusal(article(employee, part))).not.toBe('')
    // who invited, who handed in and who reviewed decide nothing that follows
    expect(await refusal(w.decide(people().ops, knowledgeCreationDoctor, 'audit.pass', part))).toContain('同一人')
    await w.decide(people().admin, knowledgeCreationDoctor, 'audit.reject', part, { remark: '配图不清' })
    await w.decide(employee, knowledgeCreationDoctor, 'resubmit', part, {
      title: '心衰患者吃什么',
      contentUrl: await w.uploaded(employee),
    })
    expect(row(part)).toMatchObject({ approvalStatus: approvalStatus.pending, approvalRemark: null })
    await w.decide(people().admin, knowledgeCreationDoctor, 'audit.pass', part)
    expect(await refusal(w.decide(employee, knowledgeCreationDoctor, 'confirm.pass', part))).toContain('同一人')
    await w.decide(people().client, knowledgeCreationDoctor, 'confirm.pass', part)
    expect(w.rows(orderDoctor, { planId: plan })).toMatchObject([
      {
        bizType: 'knowledgeCreationDoctor',
        bizId: part,
        feeAmount: '800.00',
        doctorId: one,
        fiscalTaxId: w.g.partnerId,
      },
    ])
    expect(row(part)).toMatchObject({ finishNum: 1, feeAmount: '800.00', confirmStatus: confirmStatus.accepted })
    expect(w.row(knowledgeCreation, plan).finishNum).toBe(1)
    expect(w.rows(orderEntrusted, { planId: plan })).toMatchObject([{ acceptedAmount: '800.00', doctorCount: 1 }])
    expect(w.row(budgetOrder, a.budget).acceptedAmount).toBe('800.00')
    expect(await refusal(w.decide(people().client, knowledgeCreationDoctor, 'confirm.pass', part))).not.toBe('')
    expect(a.broken()).toEqual([])
  })

  it('is one of several who are invited at once, no more than are planned, each once', async () => {
    const plan = await a.planned({ planSearchNum: 2 }, knowledgeCreation)
    const all = (doctors: readonly string[]) =>
      w.as(people().ops).work((work) =>
        inviteAll(
          work,
          'knowledgeCreation',
          doctors.map((doctorId) => ({ planId: plan, doctorId, doctorFee: '900.00' })),
        ),
      )
    expect(await refusal(all([one, two, three]))).toContain('仅余 0 份')
    await all([one, two])
    expect(w.rows(knowledgeCreationDoctor, { planId: plan }).map((p) => [p.doctorFee, p.title])).toEqual([
      ['900.00', '慢病病例征集'],
      ['900.00', '慢病病例征集'],
    ])
    expect(await refusal(author(plan, three))).toContain('仅余 0 份')
    expect(await refusal(w.as(people().client).save('knowledgeCreation', { id: plan, planSearchNum: 1 }))).toContain(
      '不能少于',
    )
    // who is taken off makes room, and their agreement is void
    const [first] = w.rows(knowledgeCreationDoctor, { planId: plan })
    await w.decide(people().client, knowledgeCreationDoctor, 'deleteDoctor', first?.id ?? '')
    expect(w.rows(tenderDoctorProtocols, { planId: plan, doctorId: one })[0]?.agreementStatus).toBe(3)
    expect(await refusal(author(plan, two))).toContain('已在该活动中')
    await w.write(authenticationDoctor, three, { protocolStatus: protocolStatus.toSign })
    expect(await refusal(author(plan, three))).toContain('未签署框架协议')
    await author(plan, one)
    expect(a.broken()).toEqual([])
  })

  it('is needed for the activity to start, which ends when all of them refuse', async () => {
    const plan = await a.planned({ planSearchNum: 1, budgetOrderId: a.budget }, knowledgeCreation)
    expect(await refusal(w.decide(people().client, knowledgeCreation, 'start', plan))).toContain('至少一名医生')
    await author(plan, one)
    await a.answers(plan, one, 'refuse')
    expect(w.row(knowledgeCreation, plan)).toMatchObject({
      planStatus: planStatus.ended,
      planEndedMark: planEndedMark.refused,
    })
    expect(w.row(budgetOrder, a.budget).plannedAmount).toBe('0.00')
  })

  it('hands in nothing without an agreement, after the end, nor files of others', async () => {
    const { plan, part } = await commissioned()
    const second = await author(plan, two)
    expect(await refusal(article(employee, second))).not.toBe('')
    const theirs = await w.uploaded(people().ops)
    expect(await refusal(article(employee, part, { contentUrl: theirs }))).toContain('作品不存在')
    w.pass(60)
    expect(await refusal(article(employee, part))).toContain('征集已于 2024-07-31 结束')
  })

  it('keeps no activity open that was stopped before anything was handed in; what was, is decided first', async () => {
    const { plan, part } = await commissioned({ budgetOrderId: a.budget })
    await w.decide(people().ops, knowledgeCreation, 'stop', plan)
    expect(w.rows(orderEntrusted, { planId: plan })[0]?.orderStatus).toBe(1)
    expect(w.row(budgetOrder, a.budget).plannedAmount).toBe('0.00')
    expect(await refusal(article(employee, part))).toContain('活动不在进行中')
    await w.decide(people().ops, knowledgeCreation, 'startAgain', plan)
    await article(employee, part)
    await w.decide(people().ops, knowledgeCreation, 'stop', plan)
    expect(w.rows(orderEntrusted, { planId: plan })[0]?.orderStatus).toBe(0)
    await w.decide(people().admin, knowledgeCreationDoctor, 'audit.reject', part, { remark: '抄袭' })
    expect(w.rows(orderEntrusted, { planId: plan })[0]?.orderStatus).toBe(1)
    expect(a.broken()).toEqual([])
  })

  it('whose agreement is void passes no review; what was accepted under it stays', async () => {
    const { plan, part } = await commissioned()
    const [protocol] = w.rows(tenderDoctorProtocols, { planId: plan })
    await article(employee, part)
    await released(protocol?.protocolCode)
    expect(row(part).agreementStatus).toBe(3)
    expect(await refusal(w.decide(people().admin, knowledgeCreationDoctor, 'audit.pass', part))).toContain('已作废')
    await w.decide(people().admin, knowledgeCreationDoctor, 'audit.reject', part, { remark: '协议已作废' })
    expect(
      await refusal(
        w.decide(employee, knowledgeCreationDoctor, 'resubmit', part, {
          title: '作品',
          contentUrl: await w.uploaded(employee),
        }),
      ),
    ).toContain('未签署该活动的协议')
    const second = await author(plan, two)
    await a.answers(plan, two, 'agree')
    await article(employee, second)
    await w.decide(people().admin, knowledgeCreationDoctor, 'audit.pass', second)
    await w.decide(people().client, knowledgeCreationDoctor, 'confirm.pass', second)
    const [other] = w.rows(tenderDoctorProtocols, { planId: plan, doctorId: two })
    expect(await refusal(released(other?.protocolCode))).toContain('有已验收的成果')
    expect(a.broken()).toEqual([])
  })
})

describe('who interprets a case', () => {
  const interpreter = (plan: string, caseReportId: string, doctorId: string): Promise<string> =>
    w.begin(people().ops, caseInterpretationDoctor, 'invite', {
      caseCollectionId: plan,
      caseReportId,
      doctorId,
      doctorFee: '600.00',
    })

  /** A collection of three with an accepted case of the first doctor. */
  async function collected(): Promise<{ plan: string; report: string }> {
    const plan = await a.running([one, two], { budgetOrderId: a.budget })
    const report = await w.begin(people().client, caseCollectionReport, 'handIn', {
      caseCollectionId: plan,
      doctorId: one,
      collectData: { complaint: '胸闷' },
    })
    await w.decide(people().ops, caseCollectionReport, 'audit.pass', report)
    expect(await refusal(interpreter(plan, report, two))).toContain('尚未验收')
    await w.decide(
      person('world', 'companyAdmin', { company: w.g.companyId }),
      caseCollectionReport,
      'confirm.pass',
      report,
    )
    return { plan, report }
  }

  it('is another doctor, whose interpretation is paid beside the cases and counts in what was planned', async () => {
    const { plan, report } = await collected()
    expect(await refusal(interpreter(plan, report, one))).toContain('不能邀请提交该病例的医生')
    const part = await interpreter(plan, report, two)
    expect(await refusal(interpreter(plan, report, two))).toContain('已受邀解读该病例')
    // two cases and an interpretation are allotted: three were planned
    expect(await refusal(interpreter(plan, report, three))).toContain('仅余 0 份')
    expect(await refusal(a.invite(plan, [three]))).toContain('仅余 0 份')
    // the answer reaches the interpretation, not the doctor's own cases
    await a.answers(plan, two, 'agree', part)
    expect(w.row(caseInterpretationDoctor, part)).toMatchObject({
      agreementStatus: agreementStatus.agreed,
      caseReportCode: w.row(caseCollectionReport, report).codeNumber,
      doctorFee: '600.00',
    })
    const interpretFile = await w.uploaded(employee)
    await w.decide(employee, caseInterpretationDoctor, 'handIn', part, { interpretFile })
    expect(w.row(caseInterpretationDoctor, part).codeNumber).toBe(`${w.row(caseCollection, plan).code}-J00001`)
    await w.decide(people().admin, caseInterpretationDoctor, 'audit.pass', part)
    await w.decide(people().client, caseInterpretationDoctor, 'confirm.pass', part)
    expect(w.rows(orderDoctor, { planId: plan }).map((o) => [o.bizType, o.doctorId, o.feeAmount])).toEqual([
      ['caseCollectionReport', one, '800.00'],
      ['caseInterpretationDoctor', two, '600.00'],
    ])
    expect(w.row(caseCollection, plan)).toMatchObject({ finishNum: 2, planStatus: planStatus.inProgress })
    expect(w.row(budgetOrder, a.budget).acceptedAmount).toBe('1400.00')
    // the agreement for the cases of the same doctor is none of this
    const [own] = w.rows(caseCollectionDoctor, { caseCollectionId: plan, doctorId: two })
    const ownProtocol = w.rows(tenderDoctorProtocols, { planId: plan }).find((p) => p.partId === own?.id)
    await released(ownProtocol?.protocolCode)
    expect(w.row(caseCollectionDoctor, own?.id ?? '').agreementStatus).toBe(3)
    expect(w.row(caseInterpretationDoctor, part).agreementStatus).toBe(1)
    expect(a.broken()).toEqual([])
  })

  it('may refuse without ending the collection, which settles while nothing is handed in', async () => {
    const { plan, report } = await collected()
    const part = await interpreter(plan, report, two)
    await a.answers(plan, two, 'refuse', part)
    expect(w.row(caseInterpretationDoctor, part).agreementStatus).toBe(2)
    expect(w.row(caseCollection, plan).planStatus).toBe(1)
    const again = await interpreter(plan, report, three)
    await a.answers(plan, three, 'agree')
    await w.decide(people().ops, caseCollection, 'stop', plan)
    expect(w.rows(orderEntrusted, { planId: plan })[0]?.orderStatus).toBe(1)
    expect(w.row(budgetOrder, a.budget).plannedAmount).toBe('800.00')
    expect(await refusal(interpreter(plan, report, two))).toContain('活动已结束')
    expect(w.row(caseInterpretationDoctor, again).submitStatus).toBe(0)
    expect(a.broken()).toEqual([])
  })
})

describe('education of patients', () => {
  it('is reported for doctors with a frame agreement, none of the blacklist, each no more than the plan allows', async () => {
    const plan = await a.planned({ perDoctorMax: 1 }, patientEducation)
    await w.decide(people().client, patientEducation, 'start', plan)
    const handIn = (doctorId: string) =>
      w.begin(people().client, patientEducationReport, 'handIn', { planId: plan, doctorId, patientCount: 12 })
    await w.write(authenticationDoctor, two, { protocolStatus: protocolStatus.voided })
    expect(await refusal(handIn(two))).toContain('未签署框架协议')
    await w.write(authenticationDoctor, two, { protocolStatus: protocolStatus.agreed, blackStatus: 1 })
    expect(await refusal(handIn(two))).toContain('黑名单')
    const report = await handIn(one)
    expect(await refusal(handIn(one))).toContain('1 份已全部提交')
    await w.decide(people().ops, patientEducationReport, 'audit.pass', report)
    const other = person('world', 'companyAdmin', { company: w.g.companyId })
    await w.decide(other, patientEducationReport, 'confirm.pass', report)
    expect(w.rows(orderDoctor, { planId: plan })).toMatchObject([
      { bizType: 'patientEducationReport', feeAmount: '800.00' },
    ])
    expect(a.broken()).toEqual([])
  })
})
