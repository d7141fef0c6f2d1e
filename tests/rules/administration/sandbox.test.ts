import { beforeEach, describe, expect, it } from 'vitest'
import { caseCollection } from '../../../src/model/activities/collections.ts'
import { caseCollectionDoctor } from '../../../src/model/activities/doctors.ts'
import { meeting } from '../../../src/model/activities/meetings/meeting.ts'
import { meetingAttend } from '../../../src/model/activities/meetings/meetingParts.ts'
import { caseCollectionReport } from '../../../src/model/activities/reports/reports.ts'
import { accountHand } from '../../../src/model/administration/access/accountHand.ts'
import {
  SANDBOX_PARAM,
  SANDBOX_PORTS,
  sandboxAttend,
  sandboxBid,
  sandboxCalls,
  sandboxReport,
  sandboxSign,
} from '../../../src/model/administration/partner/sandboxCalls.ts'
import { param } from '../../../src/model/administration/system/param.ts'
import { approvalHistory } from '../../../src/model/desk/approvalHistory.ts'
import { attachUse } from '../../../src/model/files/attach.ts'
import { portParam } from '../../../src/model/language/domain/port.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { orderDoctor } from '../../../src/model/orders/orderDoctor.ts'
import { authenticationDoctor } from '../../../src/model/people/authenticationDoctor.ts'
import { userBlacklist } from '../../../src/model/people/userBlacklist.ts'
import { bidRecord, tenderInfoFile } from '../../../src/model/tender/bids.ts'
import { tenderDoctorProtocols } from '../../../src/model/tender/protocols.ts'
import { type Actor, asDoctor, doctorActor } from '../../../src/server/core/actor.ts'
import { newId } from '../../../src/server/core/ids.ts'
import { handIn } from '../../../src/server/domains/activities/doctorSide/service.ts'
import { answerInSandbox, refuseOutsideSandbox } from '../../../src/server/domains/administration/partner/sandbox.ts'
import { Activities } from '../activities/activityWorld.ts'
import { person } from '../people.ts'
import { refusal, type World } from '../world.ts'

const { agreementStatus, signStatus } = statesOf(tenderDoctorProtocols)
const { approvalStatus, meetingStatus, planStatus, submitStatus } = statesOf(meeting)
const { bidStatus } = statesOf(bidRecord)

// People play doctors (domain §6): when they may, that all is as if the doctor had done it, and that they decide nothing of it.

let a: Activities
let w: World
let admin: Actor
/** An account that the administrator has in hand. */
let second: Actor
let one: string
let two: string

const set = (paramKey: string, paramValue: string) =>
  a.load((work) => work.insert(param, { paramName: paramKey, paramKey, paramValue } as never))
const portsOf = (id: string) => SANDBOX_PORTS[id] ?? []

beforeEach(async () => {
  a = await Activities.made()
  ;({ w } = a)
  ;[one = '', two = ''] = w.g.doctors
  admin = w.people.admin
  second = person('world', 'ops')
  await a.load((work) => work.insert(accountHand, { userId: second.userId, otherId: admin.userId, how: 1 }))
  await set(SANDBOX_PARAM, 'true')
  for (const id of new Set(Object.values(SANDBOX_PORTS).flatMap((ports) => ports.map((port) => port.id))))
    await set(portParam(id), 'sandbox')
})

/** Somebody plays a doctor; nothing that a call does not name is sent. */
const play = (call: { readonly id: string }, body: Readonly<Record<string, unknown>>, who = admin) =>
  w
    .as(asDoctor(who, typeof body.doctorId === 'string' ? body.doctorId : null))
    .work((work) => answerInSandbox(call, { work, body }))

const ways = (record: string) =>
  w.play.store.audit.filter((line) => line.record_id === record).map((line) => [line.actor_id, line.source])

describe('a doctor is played', () => {
  it.each(sandboxCalls.map((call) => [call.id, call] as const))(
    '%s: only while the parameter is true and each port beside it is on its sandbox, which the refusal names',
    async (id, call) => {
      const asked = (values: Readonly<Record<string, string>>) =>
        refuseOutsideSandbox({ param: async (key) => values[key] ?? null }, call).then(
          () => 'played',
          (e) => [e.code, e.text.join(' ')],
        )
      const ports = Object.fromEntries(portsOf(id).map((port) => [portParam(port.id), 'sandbox']))
      expect(Object.keys(ports)).toEqual(expect.arrayContaining(['port.cmbBank', 'port.shortMessage']))
      expect(Object.keys(ports)).toHaveLength(3)
      expect(await asked({ [SANDBOX_PARAM]: 'true', ...ports })).toBe('played')
      for (const value of ['false', 'TRUE', ''])
        expect(await asked({ ...ports, [SANDBOX_PARAM]: value })).toEqual([403, expect.stringContaining(SANDBOX_PARAM)])
      for (const key of Object.keys(ports))
        for (const value of ['http', '']) {
          const [code, text] = await asked({ [SANDBOX_PARAM]: 'true', ...ports, [key]: value })
          expect([code, text]).toEqual([409, expect.stringContaining(key)])
          for (const other of Object.keys(ports)) if (other !== key) expect(text).not.toContain(other)
        }
    },
  )

  it('without the parameter, or a call that plays nobody: nothing is written', async () => {
    const plan = await a.running([one])
    const [row] = w.rows(param, { paramKey: SANDBOX_PARAM })
    await w.write(param, row?.id ?? '', { paramValue: 'false' })
    const body = { planId: plan, doctorId: one, collectData: { complaint: '胸闷' } }
    expect(await refusal(play(sandboxReport, body))).toContain(SANDBOX_PARAM)
    expect(w.rows(caseCollectionReport)).toEqual([])
    await w.write(param, row?.id ?? '', { paramValue: 'true' })
    expect(await refusal(play({ id: 'sandbox.other' }, body))).toContain('不能代医生操作')
  })
})

it('a played report is the doctor’s, with the file of who played; they, and accounts in their hand, decide nothing of it', async () => {
  const plan = await a.running([one, two])
  const files = await w.uploaded(admin)
  const foreign = await w.uploaded(w.people.ops)
  const body = { planId: plan, doctorId: one, collectData: { complaint: '胸闷' }, files }
  expect(await refusal(play(sandboxReport, { ...body, files: foreign }))).not.toBe('')
  expect(await refusal(play(sandboxReport, { ...body, doctorId: w.g.doctors[2] ?? '' }))).toContain('未签署')
  const { bizType, bizId, bizCode } = await play(sandboxReport, body)
  const report = w.row(caseCollectionReport, bizId)
  expect([bizType, bizCode]).toEqual([caseCollectionReport.id, report.codeNumber])
  expect(report).toMatchObject({ submitType: 1, doctorId: one, feeAmount: '800.00', templateId: a.template })
  expect(w.rows(attachUse, { attachId: files })).toMatchObject([{ recordId: bizId }])
  expect(ways(bizId)).toEqual([[admin.userId, 'sandbox']])
  expect(w.rows(approvalHistory, { bizId })).toMatchObject([
    { action: 'handIn', operatorId: admin.userId, operatorRole: expect.stringMatching(/^沙箱代医生（.+）$/) },
  ])
  expect(await refusal(play(sandboxReport, { ...body, files: null }))).toContain('1 份已全部提交')
  for (const who of [admin, second])
    for (const [step, ask] of [['audit.pass', {}] as const, ['audit.reject', { remark: '不清' }] as const])
      expect(await refusal(w.decide(who, caseCollectionReport, step, bizId, ask))).toContain('经办')
  // refused, it is handed in again by who plays, and is no more theirs to decide than before
  await w.decide(w.people.ops, caseCollectionReport, 'audit.reject', bizId, { remark: '不清' })
  await play(sandboxReport, { ...body, reportId: bizId, collectData: { complaint: '头晕' } })
  expect(await refusal(w.decide(admin, caseCollectionReport, 'audit.pass', bizId))).not.toBe('')
  await w.decide(w.people.ops, caseCollectionReport, 'audit.pass', bizId)
  for (const who of [admin, second]) {
    const onBehalf = w.decide({ ...who, company: w.g.companyId }, caseCollectionReport, 'confirm.pass', bizId)
    expect(await refusal(onBehalf)).not.toBe('')
  }
  await w.decide(w.people.client, caseCollectionReport, 'confirm.pass', bizId)

  // the same by link: both orders are alike in all but whose they are
  const { doctorName } = w.row(authenticationDoctor, two)
  const link = doctorActor({
    ...{ tenantId: 'world', doctor: { id: two, name: doctorName }, source: 'link', requestId: 'r' },
  })
  const linked = await w
    .as(link)
    .work((work) => handIn(work, caseCollectionReport, plan, { collectData: { complaint: '胸闷' }, files: null }))
  await w.decide(w.people.ops, caseCollectionReport, 'audit.pass', linked)
  await w.decide(w.people.client, caseCollectionReport, 'confirm.pass', linked)
  const OWN = ['id', 'code', 'bizId', 'doctorId', 'doctorName', 'phone', 'idCardNumber', 'bankAccount', 'orderNo']
  const order = (bizId: string) => {
    const [found] = w.rows(orderDoctor, { bizId }) as unknown as Record<string, unknown>[]
    return Object.fromEntries(Object.entries(found ?? {}).filter(([name]) => !OWN.includes(name)))
  }
  expect(order(bizId)).toMatchObject({ feeAmount: '800.00' })
  expect(order(bizId)).toEqual(order(linked))
  expect(a.broken()).toEqual([])
})

it('an agreement is signed or refused as the partner’s sandbox answers; who signed it decides nothing that is handed in under it', async () => {
  await a.enabledTemplate()
  const plan = await a.planned()
  await a.invite(plan, [one, two])
  const said = { planId: plan, doctorId: one }
  expect(await refusal(play(sandboxSign, { ...said, agree: 1 }))).not.toBe('')
  const flow = async (doctorId: string, signFlowId: string) => {
    const [protocol] = w.rows(tenderDoctorProtocols, { planId: plan, doctorId })
    await w.write(tenderDoctorProtocols, protocol?.id ?? '', { signStatus: signStatus.signing, signFlowId })
    return protocol?.id ?? ''
  }
  let protocol = ''
  for (const ofThePartner of ['3b0c', 'EF3B0C']) {
    protocol = await flow(one, ofThePartner)
    expect(await refusal(play(sandboxSign, { ...said, agree: 1 }))).toContain('不能在沙箱中代签')
  }
  expect(w.asked('answerFlow')).toEqual([])
  await flow(one, 'EFSF1')
  expect(await refusal(play(sandboxSign, { ...said, agree: 2 }))).toContain('请填写拒绝原因')
  await play(sandboxSign, { ...said, agree: 1 })
  expect(w.rows(approvalHistory, { bizId: protocol, action: 'answer' })).toMatchObject([{ operatorId: admin.userId }])
  await w.answered(w.asked('answerFlow')[0] ?? { id: '' }, { status: 'SIGNED' })
  const partOf = (doctorId: string) => w.rows(caseCollectionDoctor, { caseCollectionId: plan, doctorId })[0]
  expect(partOf(one)?.agreementStatus).toBe(1)
  expect(await refusal(play(sandboxSign, { ...said, agree: 1 }))).toContain('没有待答复的邀请')
  await flow(two, 'EFSF2')
  await play(sandboxSign, { planId: plan, doctorId: two, agree: 2, reason: '时间冲突' })
  await w.answered(w.asked('answerFlow')[0] ?? { id: '' }, { status: 'REFUSED' })
  expect(partOf(two)?.agreementStatus).toBe(2)

  await w.decide(w.people.client, caseCollection, 'start', plan)
  const other = person('world', 'administrator')
  const { bizId } = await play(sandboxReport, { ...said, collectData: { complaint: '胸闷' } }, other)
  for (const who of [admin, second])
    expect(await refusal(w.decide(who, caseCollectionReport, 'audit.pass', bizId))).not.toBe('')
  expect(await refusal(w.decide(admin, caseCollectionReport, 'audit.pass', bizId))).toContain('代医生答复过')
  await w.decide(w.people.ops, caseCollectionReport, 'audit.pass', bizId)
})

it('somebody signs in to a meeting around its time, once a number; who played them does not review it', async () => {
  const { id } = await a.load((work) =>
    work.insert(meeting, {
      ...{
        code: 'HY1',
        name: '科室会',
        planType: 1,
        planStatus: planStatus.inProgress,
        meetingStatus: meetingStatus.scheduled,
        planSearchNum: 1,
      },
      ...{ startTime: '2024-06-15 11:00:00', endTime: '2024-06-15 12:00:00' },
      ...{ invitationStartDate: '2024-06-01', invitationEndDate: '2024-06-30', activityServiceProjectId: a.project },
      ...{ entrustedCompanyId: w.g.companyId, entrustedCompanyName: '甲', baseEmployeeId: w.g.employeeId },
    } as never),
  )
  const who = { meetingId: id, userName: '李四', phone: '13900000001' }
  const { bizId } = await play(sandboxAttend, who)
  expect(w.row(meetingAttend, bizId)).toMatchObject({ signType: 1, createUser: admin.userId })
  expect(ways(bizId)).toEqual([[admin.userId, 'sandbox']])
  expect(await refusal(play(sandboxAttend, who))).toContain('已签到')
  w.pass(1)
  expect(await refusal(play(sandboxAttend, { ...who, phone: '13900000002' }))).toContain('不在签到时间内')
  // somebody who signed for a doctor of the meeting, and did nothing else
  const signer = person('world', 'administrator')
  await a.load((work) =>
    work.insert(tenderDoctorProtocols, {
      ...{ protocolCode: 'XY1', title: '会议协议', protocolType: 2, planId: id, doctorId: one, doctorName: '甲' },
      ...{ agreementStatus: agreementStatus.pending, signStatus: signStatus.signing, signFlowId: 'EFSF1' },
    } as never),
  )
  await play(sandboxSign, { planId: id, doctorId: one, agree: 1 }, signer)
  await w.write(meeting, id, {
    meetingStatus: meetingStatus.ended,
    submitStatus: submitStatus.handedIn,
    approvalStatus: approvalStatus.pending,
  })
  expect(await refusal(w.decide(signer, meeting, 'audit.reject', id, { remark: '不符' }))).toContain('代医生答复过')
  for (const by of [admin, second])
    expect(await refusal(w.decide(by, meeting, 'audit.reject', id, { remark: '不符' }))).not.toBe('')
  await w.decide(w.people.ops, meeting, 'audit.reject', id, { remark: '不符' })
})

it('a bid is entered for an activity that is open, once; who played it does not judge it', async () => {
  const plan = await a.running([two])
  const said = { planId: plan, doctorId: one, bidPrice: '900.00' }
  const { bizId, bizCode } = await play(sandboxBid, said)
  // a tender that is left blank is the activity's own
  expect(bizCode).toBe(w.row(caseCollection, plan).code)
  expect(w.row(bidRecord, bizId)).toMatchObject({ bidStatus: bidStatus.pending, entrustedCompanyId: w.g.companyId })
  expect(ways(bizId)).toEqual([[admin.userId, 'sandbox']])
  expect(await refusal(play(sandboxBid, said))).toContain('已应征该活动')
  for (const by of [admin, second]) expect(await refusal(w.decide(by, bidRecord, 'audit.pass', bizId))).not.toBe('')
  await w.decide(w.people.ops, bidRecord, 'audit.pass', bizId)
  expect(w.rows(caseCollectionDoctor, { doctorId: one })).toMatchObject([
    { doctorFee: '900.00', agreementStatus: agreementStatus.pending },
  ])
  await w.write(caseCollection, plan, { planStatus: planStatus.ended })
  expect(await refusal(play(sandboxBid, { ...said, doctorId: w.g.doctors[2] ?? '' }))).toContain('活动已结束')
})

it('a bid takes what it leaves blank of its tender from files of its company that agree with the rest, and names it', async () => {
  const plan = await a.running([two])
  const file = (tenderCode: string, tenderName: string, entrustedCompanyId: string) =>
    a.load((work) =>
      work.insert(tenderInfoFile, {
        ...{ tenderCode, tenderName, entrustedCompanyId, planId: plan, fileType: 1, fileName: '公告' },
      } as never),
    )
  await file('T1', '首次招募', w.g.companyId)
  w.pass(1)
  await file('T2', '再次招募', w.g.companyId)
  w.pass(1)
  await file('T3', '另一企业的招募', newId())
  const { code, name } = w.row(caseCollection, plan)
  for (const [said, ...expected] of [
    [{}, 'T2', '再次招募'],
    [{ tenderCode: 'T1' }, 'T1', '首次招募'],
    [{ tenderName: '首次招募' }, 'T1', '首次招募'],
    [{ tenderCode: 'T9' }, 'T9', name],
    [{ tenderName: '口头招募' }, code, '口头招募'],
  ] as const) {
    const { bizId, bizCode } = await play(sandboxBid, { planId: plan, doctorId: one, bidPrice: '900.00', ...said })
    const { tenderCode, tenderName } = w.row(bidRecord, bizId)
    expect([tenderCode, tenderName, bizCode]).toEqual([...expected, expected[0]])
    await w.write(bidRecord, bizId, { bidStatus: bidStatus.withdrawn })
  }
})

it('nothing is done for a doctor on the blacklist, be it of one company; no invitation is answered once its activity has ended', async () => {
  const plan = await a.running([two])
  const listing = await a.load((work) =>
    work.insert(userBlacklist, {
      ...{ doctorId: one, doctorName: '甲', blackType: 2, entrustedCompanyId: w.g.companyId, reason: '违约' },
    } as never),
  )
  const bid = { planId: plan, doctorId: one, bidPrice: '900.00' }
  expect(await refusal(play(sandboxBid, bid))).toContain('在黑名单中，不能应征')
  expect(await refusal(a.invite(plan, [one]))).toContain('在黑名单中，不能邀请')
  await w.write(userBlacklist, listing.id, { entrustedCompanyId: newId() })
  await play(sandboxBid, bid)

  const report = { planId: plan, doctorId: two, collectData: { complaint: '胸闷' } }
  await w.write(authenticationDoctor, two, { blackStatus: 1 })
  expect(await refusal(play(sandboxReport, report))).toContain('在黑名单中')
  await w.write(authenticationDoctor, two, { blackStatus: 0 })
  const { bizId } = await play(sandboxReport, report)
  await w.decide(w.people.ops, caseCollectionReport, 'audit.reject', bizId, { remark: '不清' })
  await w.write(authenticationDoctor, two, { blackStatus: 1 })
  expect(await refusal(play(sandboxReport, { ...report, reportId: bizId }))).toContain('在黑名单中')

  await a.invite(plan, [one])
  const [protocol] = w.rows(tenderDoctorProtocols, { planId: plan, doctorId: one })
  await w.write(tenderDoctorProtocols, protocol?.id ?? '', { signStatus: signStatus.signing, signFlowId: 'EFSF1' })
  const sign = { planId: plan, doctorId: one, agree: 1 }
  await w.write(authenticationDoctor, one, { blackStatus: 1 })
  expect(await refusal(play(sandboxSign, sign))).toContain('在黑名单中')
  await w.write(authenticationDoctor, one, { blackStatus: 0 })
  await w.write(caseCollection, plan, { planStatus: planStatus.ended })
  expect(await refusal(play(sandboxSign, sign))).toContain('活动已结束')
  await w.write(caseCollection, plan, { planStatus: planStatus.inProgress })
  await play(sandboxSign, sign)
})
