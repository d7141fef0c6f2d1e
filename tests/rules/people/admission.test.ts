import { beforeEach, describe, expect, it } from 'vitest'
import { accountHand } from '../../../src/model/administration/access/accountHand.ts'
import { dictBiz } from '../../../src/model/administration/system/dictBiz.ts'
import { intent } from '../../../src/model/administration/system/intent.ts'
import { smsLog } from '../../../src/model/administration/system/smsLog.ts'
import { contentAudit } from '../../../src/model/content/contentAudit.ts'
import { contentManagement } from '../../../src/model/content/contentManagement.ts'
import { approvalHistory } from '../../../src/model/desk/approvalHistory.ts'
import { attach, attachUse } from '../../../src/model/files/attach.ts'
import { entrustedAccount } from '../../../src/model/funds/accounts.ts'
import { integralAccount } from '../../../src/model/funds/integral.ts'
import { tradingManagerInfo } from '../../../src/model/funds/units.ts'
import type { RowOf } from '../../../src/model/language/resource.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { authenticationDoctor } from '../../../src/model/people/authenticationDoctor.ts'
import { customerCertificationRecord } from '../../../src/model/people/certification.ts'
import { doctorLibrary } from '../../../src/model/people/doctorLists.ts'
import { entrustedCompany } from '../../../src/model/people/entrustedCompany.ts'
import { entrustedThirdRel } from '../../../src/model/people/entrustedThirdRel.ts'
import { faceSession } from '../../../src/model/people/faceSession.ts'
import { thirdPlatform } from '../../../src/model/people/thirdPlatform.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import { settlementOrderPoint } from '../../../src/model/settlement/settlementOrderPoint.ts'
import { taxItemRate } from '../../../src/model/settlement/taxItemRate.ts'
import { asDoctor } from '../../../src/server/core/actor.ts'
import { keptCode, tenantOfCode } from '../../../src/server/core/secrets/linkCodes.ts'
import { type Play, playInMemory } from '../../../src/server/deciding/play.ts'
import { certify } from '../../../src/server/domains/people/certification.ts'
import { refreshFaceCheck, sendFaceCheck } from '../../../src/server/domains/people/faceChecks.ts'
import { finishFaceCheck } from '../../../src/server/domains/people/sandboxFaces.ts'
import { sandbox as faces } from '../../../src/server/ports/baiduFace/sandbox.ts'
import { sandbox } from '../../../src/server/ports/contentSafety/sandbox.ts'
import { brokenInMemory } from '../../../src/server/promises/memoryCheck.ts'
import { creditCodeOf, idCardOf } from '../../../src/server/seed/values/numbers.ts'
import { invariants } from '../../../src/server/verification/check.ts'
import { hooksOf } from '../../../src/server/writing/hooks.ts'
import type { AnyResource } from '../../../src/server/writing/unitOfWork/rows.ts'
import { testDomains } from '../../server/domains.ts'
import { loader, person } from '../people.ts'

const { certStatus: certStates, esignStatus, faceStatus: faceStates } = statesOf(authenticationDoctor)
const { approvalStatus } = statesOf(customerCertificationRecord)
const { intentStatus } = statesOf(intent)
const { verifyStatus } = statesOf(faceSession)
const { auditStatus, enableStatus, unitProgress } = statesOf(entrustedCompany)
const { unitStatus } = statesOf(tradingManagerInfo)
const { settlementStatus: settlementStates } = statesOf(settlementOrder)
const { status: contentStates } = statesOf(contentManagement)
const { machineResult } = statesOf(contentAudit)

/** Rules of people and content (3.7, 3.8, 3.25), in memory. */

const TENANT = '000900'
let play: Play
const at = '2024-06-15 10:00:00'
const by = (alias: string, n: number, more = {}) =>
  person(TENANT, alias, { userId: String(900 + n), name: `人${n}`, ...more })
const [ops, finance, writer, editor] = [by('ops', 1), by('finance', 2), by('content', 3), by('content', 4)]
const [admin, cashier, ops2] = [by('administrator', 6), by('cashier', 7), by('ops', 8)]
const company = by('companyAdmin', 5, { company: '77' })

beforeEach(() => {
  play = playInMemory({ domains: testDomains, tenantId: TENANT, at })
})
const born = <R extends AnyResource>(of: R, values: object) =>
  play.as(loader(TENANT)).load((work) => work.insert(of, values as never))
const now = <R extends AnyResource>(of: R, id: string) => play.store.table(of).get(of, id) as Record<string, unknown>
const decide = (who: typeof ops, resource: string, id: string, transition: string, ask = {}) =>
  play.as(who).decide({ resource, id, transition, ask })

describe('certification', () => {
  const asked = async (checks: object, certStatus = 1) => {
    const doctor = await born(authenticationDoctor, {
      code: 'D1',
      doctorName: '张医生',
      hospitalName: '一院',
      phone: '19900000001',
      idCardNumber: idCardOf(1, false),
      certStatus,
    })
    const record = await born(customerCertificationRecord, {
      certType: 2,
      customerId: doctor.id,
      customerName: '张医生',
      certNo: doctor.idCardNumber,
      ...checks,
    })
    return { doctor: doctor.id, record: record.id }
  }
  const RECORD = 'customerCertificationRecord'

  it('passes with a verified face and elements that agree; the doctor is certified and stands in the library once', async () => {
    const { doctor, record } = await asked({ faceStatus: faceStates.passed, threeElement: 1 })
    await decide(ops, RECORD, record, 'audit.pass')
    expect(now(authenticationDoctor, doctor).certStatus).toBe(2)
    expect(now(customerCertificationRecord, record)).toMatchObject({
      approvalStatus: approvalStatus.approved,
      approvalOfficer: '人1',
    })
    const library = play.store.table(doctorLibrary).all(doctorLibrary)
    expect(library.map((l) => [l.doctorName, l.source, l.authDoctorId])).toEqual([['张医生', 2, doctor]])
  })

  it.each([
    [{ faceStatus: faceStates.waiting, threeElement: 1 }],
    [{ faceStatus: faceStates.passed, threeElement: 2 }],
  ])('does not pass with %o but by force, for a reason and by who may', async (checks) => {
    const { doctor, record } = await asked(checks)
    await expect(decide(ops, RECORD, record, 'audit.pass')).rejects.toThrow('人脸核验与三要素')
    expect(now(authenticationDoctor, doctor).certStatus).toBe(1)
    await expect(decide(ops, RECORD, record, 'audit.force', { remark: '线下核实' })).rejects.toThrow()
    await expect(decide(admin, RECORD, record, 'audit.force')).rejects.toThrow('请输入强制通过原因')
    await decide(admin, RECORD, record, 'audit.force', { remark: '线下核实' })
    expect(now(customerCertificationRecord, record)).toMatchObject({
      approvalStatus: approvalStatus.approved,
      approvalRemark: '线下核实',
    })
    expect(now(authenticationDoctor, doctor).certStatus).toBe(2)
  })

  it('is not forced where nothing is in the way, and of a company asks for its elements', async () => {
    const { record } = await asked({ faceStatus: faceStates.passed, threeElement: 1 })
    await expect(decide(admin, RECORD, record, 'audit.force', { remark: '快' })).rejects.toThrow('无需强制')
    const of = await born(customerCertificationRecord, { certType: 1, customerName: '乙公司', threeElement: 2 })
    await expect(decide(ops, RECORD, of.id, 'audit.pass')).rejects.toThrow('企业要素核验一致后才能通过认证')
  })

  it('says why it is rejected, and the doctor is told', async () => {
    const { doctor, record } = await asked({ faceStatus: faceStates.failed })
    await expect(decide(ops, RECORD, record, 'audit.reject')).rejects.toThrow('请输入驳回原因')
    await decide(ops, RECORD, record, 'audit.reject', { remark: '照片不清' })
    expect(now(authenticationDoctor, doctor).certStatus).toBe(3)
    await expect(decide(company, RECORD, record, 'audit.pass')).rejects.toThrow()
  })

  it('is of who the doctor is now: another name or number than was filed is refused, and names which', async () => {
    const { doctor, record } = await asked({ faceStatus: faceStates.passed, threeElement: 1 })
    await play.as(loader(TENANT)).load(async (work) => {
      await work.lock(authenticationDoctor, [doctor])
      await work.update(authenticationDoctor, doctor, { doctorName: '张大夫' })
    })
    const pass = (transition: string, who = ops) => decide(who, RECORD, record, transition, { remark: '线下核实' })
    await expect(pass('audit.pass')).rejects.toMatchObject({ code: 409 })
    await expect(pass('audit.pass')).rejects.toThrow('医生的医生姓名在提交认证后已修改')
    await expect(pass('audit.force', admin)).rejects.toThrow('已修改')
    expect(now(authenticationDoctor, doctor).certStatus).toBe(1)
    await decide(ops, RECORD, record, 'audit.reject', { remark: '姓名已更正' })
  })

  it('is not by who entered the doctor, nor by who changed name, number or pictures since', async () => {
    const entered = person(TENANT, 'ops')
    const made = await play.as(entered).save('authenticationDoctor', {
      doctorName: '王医生',
      phone: '19900000009',
      hospitalName: '一院',
      idCardNumber: idCardOf(5, false),
    })
    const id = String(made.id)
    const editor = person(TENANT, 'ops')
    await play.as(editor).save('authenticationDoctor', { id, doctorName: '王一' })
    const record = await born(customerCertificationRecord, {
      ...{
        certType: 2,
        customerId: id,
        customerName: '王一',
        certNo: idCardOf(5, false),
        faceStatus: faceStates.passed,
        threeElement: 1,
      },
    })
    for (const who of [entered, editor])
      await expect(decide(who, RECORD, record.id, 'audit.pass')).rejects.toThrow('您录入或修改过')
    // an account and its maker are one person
    const maker = person(TENANT, 'ops')
    const hand = { userId: maker.userId, otherId: editor.userId, how: 1 as const }
    await play.as(loader(TENANT)).load((work) => work.insert(accountHand, hand))
    await expect(decide(maker, RECORD, record.id, 'audit.pass')).rejects.toThrow('账号操作')
    await decide(person(TENANT, 'ops'), RECORD, record.id, 'audit.pass')
    expect(now(authenticationDoctor, id).certStatus).toBe(2)

    // from now on two persons change who this is, and they are certified anew; a stopped e-sign account is given up with it
    await play.as(loader(TENANT)).load(async (work) => {
      await work.lock(authenticationDoctor, [id])
      await work.update(authenticationDoctor, id, { esignStatus: esignStatus.stopped, esignAccountId: 'A1' })
    })
    const change = await play.as(editor).save('authenticationDoctor', { id, doctorName: '王小一' })
    expect(now(authenticationDoctor, id)).toMatchObject({ doctorName: '王一', certStatus: certStates.certified })
    const request = (change as { changeRequest?: { id: string } }).changeRequest?.id ?? ''
    await expect(decide(editor, 'changeRequest', request, 'approve')).rejects.toThrow()
    await decide(admin, 'changeRequest', request, 'approve')
    expect(now(authenticationDoctor, id)).toMatchObject({
      ...{
        doctorName: '王小一',
        certStatus: certStates.none,
        faceStatus: faceStates.none,
        esignStatus: esignStatus.none,
        esignAccountId: null,
      },
    })
    const history = play.store
      .table(approvalHistory)
      .all(approvalHistory)
      .filter((h) => h.bizId === id)
    expect(history.map((h) => [h.action, h.fromStatus, h.toStatus])).toEqual([['edit', '2/0', '0/0']])
    // neither who asked for the change nor who agreed to it certifies them
    const again = await born(customerCertificationRecord, {
      ...{
        certType: 2,
        customerId: id,
        customerName: '王小一',
        certNo: idCardOf(5, false),
        faceStatus: faceStates.passed,
        threeElement: 1,
      },
    })
    for (const who of [editor, admin])
      await expect(decide(who, RECORD, again.id, 'audit.pass')).rejects.toThrow('您录入或修改过')
    await decide(ops2, RECORD, again.id, 'audit.pass')
    // what is no identity stays one person's
    await play.as(editor).save('authenticationDoctor', { id, title: '主任医师' })
    expect(now(authenticationDoctor, id).title).toBe('主任医师')
  })

  describe('of a doctor whom staff add', () => {
    const uploaded = () =>
      play
        .as(ops)
        .load((work) => work.insert(attach, { name: 'f.png', originalName: '证.png', extension: 'png' } as never))
    const papers = async () => ({
      idCardNumber: idCardOf(3, true),
      idCardFront: (await uploaded()).id,
      idCardBack: (await uploaded()).id,
      practiceCert: (await uploaded()).id,
    })
    const add = (more: object) =>
      play
        .as(ops)
        .save('authenticationDoctor', { doctorName: '李医生', phone: '19900000002', hospitalName: '二院', ...more })
    const handIn = (doctor: string) =>
      play.as(ops).work(async (work) => {
        const [row] = (await work.lock(authenticationDoctor, [doctor])) as never as RowOf<typeof authenticationDoctor>[]
        if (row) await certify(work, row)
      })
    const records = () => play.store.table(customerCertificationRecord).live(customerCertificationRecord, {})
    const requests = (portCall: string) => play.store.table(intent).live(intent, { portCall })
    const told = (portCall: string, answer: object) =>
      play.as(loader(TENANT)).work(async (work) => {
        const [request] = await work.rows(intent, { portCall, intentStatus: intentStatus.pending })
        await work.lock(customerCertificationRecord, [String(request?.bizId)])
        await work.step(intent, request?.id ?? '', 'send')
        await work.step(intent, request?.id ?? '', 'succeed', { answer })
      })

    it('begins with all that is certified, with files of its own; who added the doctor does not decide it', async () => {
      const given = await papers()
      const { id } = await add(given)
      expect(now(authenticationDoctor, String(id))).toMatchObject({
        certStatus: certStates.inProgress,
        registerTime: at,
      })
      const [record] = records() as Record<string, string>[]
      expect(record).toMatchObject({
        customerId: id,
        certNo: given.idCardNumber,
        approvalStatus: approvalStatus.pending,
        faceStatus: faceStates.none,
      })
      expect(record?.idCardFront).not.toBe(given.idCardFront)
      const held = play.store.table(attachUse).live(attachUse, { recordId: String(record?.id) })
      expect(held.map((use) => use.field).sort()).toEqual(['idCardBack', 'idCardFront', 'practiceCert'])
      await told('elements', { twoElement: 'AGREES', threeElement: 'AGREES' })
      await told('readCard', { name: '李医士', idNo: given.idCardNumber })
      expect(records()).toMatchObject([
        {
          ...{ twoElement: 1, threeElement: 1, ocrCheck: 2 },
          ocrResult: {
            lines: [
              { field: 'customerName', read: '李医士', agrees: 0 },
              { field: 'certNo', agrees: 1 },
            ],
          },
        },
      ])
      expect(JSON.stringify(records())).not.toContain(`"read":"${given.idCardNumber}"`)
      await play.as(loader(TENANT)).load(async (work) => {
        await work.lock(customerCertificationRecord, [String(record?.id)])
        await work.update(customerCertificationRecord, String(record?.id), { faceStatus: faceStates.passed })
      })
      await expect(decide(ops, RECORD, String(record?.id), 'audit.pass')).rejects.toThrow('经办与审核不能是同一人')
      await decide(ops2, RECORD, String(record?.id), 'audit.pass')
      expect(now(authenticationDoctor, String(id)).certStatus).toBe(2)
    })

    it('waits for what lacks, is handed in then, and once more after a rejection', async () => {
      const { idCardNumber, practiceCert, ...pictures } = await papers()
      const { id, version } = await add({ idCardNumber, ...pictures })
      expect([now(authenticationDoctor, String(id)).certStatus, records().length]).toEqual([0, 0])
      await expect(handIn(String(id))).rejects.toThrow('请先补充执业证再提交认证')
      await play.as(ops).save('authenticationDoctor', { id, version, practiceCert })
      await handIn(String(id))
      const [first] = records()
      await decide(ops2, RECORD, String(first?.id), 'audit.reject', { remark: '照片不清' })
      await handIn(String(id))
      expect(records().map((r) => r.approvalStatus)).toEqual([2, 0])
      expect(now(authenticationDoctor, String(id)).certStatus).toBe(1)
      expect([requests('elements').length, requests('readCard').length]).toEqual([2, 2])
    })
  })

  describe('of a face', () => {
    const send = (doctor: string) =>
      play.as(ops).work(async (work) => {
        const [row] = (await work.lock(authenticationDoctor, [doctor])) as never as RowOf<typeof authenticationDoctor>[]
        if (row) await sendFaceCheck(work, row)
      })
    const later = (minutes: number) => play.clock.set(play.clock.now().getTime() + minutes * 60_000)
    const sessions = () => play.store.table(faceSession).live(faceSession, {}) as unknown as RowOf<typeof faceSession>[]
    /** A partner answers what was asked last. */
    const told = (portCall: string, step: 'succeed' | 'refuse', ask: object, lock: readonly string[]) =>
      play.as(loader(TENANT)).work(async (work) => {
        const request = (await work.rows(intent, { portCall, intentStatus: intentStatus.pending })).at(-1)
        const [doctor = '', record = ''] = lock
        await work.lock(authenticationDoctor, [doctor])
        await work.lock(customerCertificationRecord, [record])
        await work.lock(faceSession, [String(request?.bizId)])
        await work.step(intent, request?.id ?? '', 'send')
        await work.step(intent, request?.id ?? '', step, ask as never)
      })
    const refresh = (record: string) =>
      play.as(ops).work(async (work) => {
        await work.lock(customerCertificationRecord, [record])
        await refreshFaceCheck(work, String(now(customerCertificationRecord, record).customerId))
      })
    const BEGUN = { answer: { verifyToken: 'T1', url: 'https://face.example.com/T1' } }

    it('is sent as a link that the table cannot open, asked about, and then of doctor and record', async () => {
      const { doctor, record } = await asked({ threeElement: 1 })
      await send(doctor)
      const lock = [doctor, record]
      expect(now(authenticationDoctor, doctor).faceStatus).toBe(3)
      expect(now(customerCertificationRecord, record)).toMatchObject({
        faceStatus: faceStates.waiting,
        smsRetryCount: 1,
      })
      const [session] = sessions()
      const message = [...play.store.payloads.values()].find((p) => JSON.stringify(p).includes('faceCheck'))
      const code = String((message?.params as { value: string }[] | undefined)?.[1]?.value)
      expect([session?.code, session?.expireTime]).toEqual([keptCode(code), '2024-06-15 10:30:00'])
      expect([tenantOfCode(code), tenantOfCode('x'), tenantOfCode(`${TENANT}-short`)]).toEqual([TENANT, null, null])
      await told('sendText', 'succeed', { answer: { bizId: 'B1', shown: '请完成核验' } }, lock)
      expect(play.store.table(smsLog).live(smsLog, {})).toMatchObject([
        { phones: '19900000001', params: '请完成核验', result: 1 },
      ])
      await expect(refresh(record)).rejects.toThrow('人脸核验正在发起，请稍后再刷新')
      await told('faceInit', 'succeed', BEGUN, lock)
      await refresh(record)
      await refresh(record)
      expect(play.store.table(intent).live(intent, { portCall: 'faceResult' })).toHaveLength(1)
      await told('faceResult', 'succeed', { answer: { status: 'PENDING', score: null } }, lock)
      expect(sessions()[0]?.verifyStatus).toBe(0)
      await refresh(record)
      await told('faceResult', 'succeed', { answer: { status: 'PASSED', score: '0.910000' } }, lock)
      expect(sessions()[0]).toMatchObject({ verifyStatus: verifyStatus.passed, score: '0.910000' })
      expect(now(authenticationDoctor, doctor).faceStatus).toBe(1)
      expect(now(customerCertificationRecord, record)).toMatchObject({
        faceStatus: faceStates.passed,
        faceScore: '0.910000',
      })
      await expect(send(doctor)).rejects.toThrow('该医生人脸核验已通过')
      await expect(refresh(record)).rejects.toThrow('核验链接已过期，请重新发送短信')
    })

    it('ends as somebody who plays the doctor says, for the sandbox answers that; they do not certify the doctor', async () => {
      const { doctor, record } = await asked({ threeElement: 1 })
      const lock = [doctor, record]
      const say = (result: 1 | 2) =>
        play.as(asDoctor(admin, doctor)).work((work) => finishFaceCheck(work, doctor, result))
      const answered = async () => {
        const request = play.store.table(intent).live(intent, { portCall: 'faceResult' }).at(-1)
        const payload = play.store.payloads.get(request?.id ?? '') as { readonly verifyToken: string }
        await told('faceResult', 'succeed', { answer: await faces().faceResult.call(payload, {} as never) }, lock)
      }
      await expect(say(1)).rejects.toThrow('核验链接已过期')
      await send(doctor)
      await expect(say(1)).rejects.toThrow('人脸核验正在发起')
      await told('faceInit', 'succeed', BEGUN, lock)
      await expect(say(1)).rejects.toThrow('不是由沙箱发起')
      expect(play.store.table(intent).live(intent, { portCall: 'faceResult' })).toEqual([])
      for (const [result, faceStatus] of [
        [2, 2],
        [1, 1],
      ] as const) {
        later(2)
        await send(doctor)
        const begun = await faces().faceInit.call({ name: '张医生', idNo: '1', returnUrl: '' }, { key: 'FI7' } as never)
        await told('faceInit', 'succeed', { answer: begun }, lock)
        await say(result)
        await expect(say(1)).rejects.toThrow('正在查询核验结果')
        await answered()
        expect(now(customerCertificationRecord, record).faceStatus).toBe(faceStatus)
        expect(sessions().at(-1)).toMatchObject({ verifyStatus: result, verifyUrl: `/faceverify/${result}` })
      }
      await expect(decide(admin, RECORD, record, 'audit.pass')).rejects.toThrow('在沙箱中给出过')
      await decide(ops, RECORD, record, 'audit.pass')
    })

    it('that fails may be made again; an earlier link is over, and nobody has a sixth message in a day', async () => {
      const { doctor, record } = await asked({ threeElement: 1 })
      await send(doctor)
      await expect(send(doctor)).rejects.toThrow('刚刚发送过短信，请一分钟后再试')
      await told('faceInit', 'succeed', BEGUN, [doctor, record])
      await refresh(record)
      await told('faceResult', 'succeed', { answer: { status: 'FAILED', score: '0.400000' } }, [doctor, record])
      expect(now(customerCertificationRecord, record).faceStatus).toBe(2)
      for (let n = 2; n <= 5; n += 1) {
        later(2)
        await send(doctor)
      }
      expect(sessions().map((s) => s.verifyStatus)).toEqual([2, 3, 3, 3, 0])
      later(2)
      await expect(send(doctor)).rejects.toThrow('该医生今日已发送 5 次人脸核验短信，请明日再试')
      later(24 * 60)
      await send(doctor)
      expect(now(customerCertificationRecord, record).smsRetryCount).toBe(6)
    })

    it('that was never begun or not sent says so', async () => {
      const { doctor, record } = await asked({ threeElement: 1 })
      await send(doctor)
      await told('sendText', 'refuse', { remark: 'REJECTED: 号码不存在 (NO_SUCH_NUMBER)' }, [doctor, record])
      expect(now(customerCertificationRecord, record).checkMsg).toBe('短信未送达：号码不存在 (NO_SUCH_NUMBER)')
      expect(play.store.table(smsLog).live(smsLog, {})).toMatchObject([{ result: 0 }])
      await told('faceInit', 'refuse', { remark: 'REJECTED: 姓名与身份证号不一致 (MISMATCH)' }, [doctor, record])
      expect(sessions()[0]?.verifyStatus).toBe(3)
      expect(now(customerCertificationRecord, record)).toMatchObject({
        ...{ faceStatus: faceStates.none, checkMsg: '姓名与身份证号不一致 (MISMATCH)' },
      })
    })

    it('is over after half an hour, when its provider was asked a last time', async () => {
      const { doctor, record } = await asked({ threeElement: 1 })
      await send(doctor)
      const ask = () =>
        play.as(loader(TENANT)).work((work) => work.step(faceSession, sessions().at(-1)?.id ?? '', 'ask'))
      await ask()
      expect(sessions()[0]?.verifyStatus).toBe(0)
      later(31)
      await ask()
      expect(sessions()[0]?.verifyStatus).toBe(3)
      await send(doctor)
      await told('faceInit', 'succeed', BEGUN, [doctor, record])
      later(31)
      await ask()
      await told('faceResult', 'succeed', { answer: { status: 'PENDING', score: null } }, [doctor, record])
      expect([sessions()[1]?.verifyStatus, now(customerCertificationRecord, record).faceStatus]).toEqual([3, 3])
    })

    it('of who has no identity number is a simple one', async () => {
      const { doctor } = await asked({})
      await play.as(loader(TENANT)).load(async (work) => {
        await work.lock(authenticationDoctor, [doctor])
        await work.update(authenticationDoctor, doctor, { idCardNumber: null })
      })
      await send(doctor)
      expect(play.store.table(intent).live(intent, { portCall: 'faceSimpler' })).toHaveLength(1)
      expect(sessions()[0]?.simpler).toBe(1)
    })
  })
})

describe('partners of a company', () => {
  it('are in force once for each tax item', async () => {
    const client = await born(entrustedCompany, {
      code: 'C1',
      name: '甲公司',
      socialCreditCode: '9',
      legalPerson: '甲',
    })
    const partner = await born(thirdPlatform, { code: 'T1', name: '财税', thirdType: 1 })
    const link = (taxItemCodes: string) =>
      born(entrustedThirdRel, {
        entrustedId: client.id,
        entrustedName: '甲公司',
        thirdPlatformId: partner.id,
        thirdPlatformName: '财税',
        thirdType: 1,
        taxItemCodes,
      })
    const [first, second, third] = [await link('TI01,TI02'), await link('TI02，TI03'), await link('TI03')]
    await decide(finance, 'entrustedThirdRel', first.id, 'audit.pass')
    await expect(decide(finance, 'entrustedThirdRel', second.id, 'audit.pass')).rejects.toThrow(
      '税目 TI02 已有生效的合作方',
    )
    await decide(finance, 'entrustedThirdRel', third.id, 'audit.pass')
    await expect(decide(ops, 'entrustedThirdRel', second.id, 'audit.pass')).rejects.toThrow()
  })
})

describe('a link to a fiscal-tax company', () => {
  const writes = (values: object) =>
    play
      .as(ops)
      .work(async (work) =>
        hooksOf(work.domains, 'entrustedThirdRel').prepare?.({ thirdType: 1, ...values }, null, work, 'write'),
      )
  it('names tax items that it has rates of, and says which these are', async () => {
    const { id: thirdPlatformId } = await born(thirdPlatform, { code: 'T2', name: '财税二', thirdType: 1 })
    await expect(writes({ thirdPlatformId })).rejects.toThrow('请先由税务在“税目税率”中为该财税公司启用税率')
    const rate = {
      taxItemCode: 'TI02',
      taxItemName: '病例征集费',
      fiscalTaxId: thirdPlatformId,
      enableStatus: enableStatus.enabled,
    }
    await born(taxItemRate, rate)
    await born(taxItemRate, { ...rate, taxItemCode: 'TI03', enableStatus: 0 })
    for (const taxItemCodes of ['', 'TI02，TI03'])
      await expect(writes({ thirdPlatformId, taxItemCodes })).rejects.toThrow('该财税公司启用的税目：TI02 病例征集费')
    expect(await writes({ thirdPlatformId, taxItemCodes: 'TI02 TI02、' })).toEqual({ taxItemCodes: 'TI02' })
    // a provider has none
    expect(await writes({ thirdPlatformId, thirdType: 2 })).toEqual({})
  })
})

describe('a company', () => {
  const handedIn = async (more: object = {}) => {
    const { id } = await born(entrustedCompany, {
      code: 'C2',
      name: '乙公司',
      socialCreditCode: '91330100MA27XW7A1Q',
      legalPerson: '乙',
      licenseUrl: '1800000000000000001',
      platformFeeRate: '0.060000',
      ...more,
    })
    return id
  }
  const of = <R extends AnyResource>(resource: R) =>
    play.store.table(resource).live(resource, {}) as unknown as RowOf<R>[]
  const pass = (id: string, who = ops) => decide(who, 'entrustedCompany', id, 'audit.pass', { auditRemark: '齐全' })
  /** The bank answers what it was asked last. */
  const bankSays = async (company: string, step: 'succeed' | 'refuse', ask: object) => {
    const request = of(intent).find((i) => i.portCall === 'unitOpen' && i.intentStatus === intentStatus.pending)
    await play.as(loader(TENANT)).work(async (work) => {
      await work.lock(entrustedCompany, [company])
      await work.step(intent, request?.id ?? '', 'send')
      await work.step(intent, request?.id ?? '', step, ask as never)
    })
  }
  const UNIT = { unitNo: 'DM77', bankAccount: '7559000000000077' }

  /** What the history does not explain, and what waits for nothing. */
  const broken = () =>
    brokenInMemory(
      (family) => play.store.table(family).all(family),
      invariants.filter(({ id }) => /^INV-(40.*(chain|entrustedCompany|faceSession)|50)/.test(id)),
    )

  it('that is admitted has an account, a points account and, once the bank answered, a unit', async () => {
    const id = await handedIn()
    await pass(id)
    expect(now(entrustedCompany, id)).toMatchObject({
      ...{
        auditStatus: auditStatus.approved,
        enableStatus: enableStatus.enabled,
        unitProgress: unitProgress.opening,
        auditRemark: '齐全',
      },
    })
    const [account] = of(entrustedAccount)
    expect(account).toMatchObject({ entrustedCompanyId: id, entrustedCompanyName: '乙公司', balance: '0.00' })
    expect(of(integralAccount).map((a) => [a.holderType, a.holderId])).toEqual([
      [0, null],
      [1, id],
    ])
    await bankSays(id, 'succeed', { answer: UNIT })
    expect(of(tradingManagerInfo)).toMatchObject([
      { ...UNIT, holderType: 1, holderId: id, unitStatus: unitStatus.normal, balance: '0.00' },
    ])
    expect(now(entrustedCompany, id).unitProgress).toBe(3)
    expect(broken()).toEqual([])
    await expect(pass(id)).rejects.toThrow('当前状态不允许该操作')
    await expect(decide(ops, 'entrustedCompany', id, 'unit.open')).rejects.toThrow()
    expect(of(intent)).toHaveLength(1)
  })

  it.each([
    ['licenseUrl', '请先补充营业执照再通过审核'],
    ['platformFeeRate', '请先补充平台服务费率再通过审核'],
  ])('is not admitted without %s', async (field, why) => {
    const id = await handedIn()
    await play.as(loader(TENANT)).load(async (work) => {
      await work.lock(entrustedCompany, [id])
      await work.update(entrustedCompany, id, { [field]: null })
    })
    await expect(pass(id)).rejects.toThrow(why)
    expect([of(entrustedAccount).length, of(integralAccount).length, of(intent).length]).toEqual([0, 0, 0])
  })

  it('is admitted by operations alone, and turned down with a reason', async () => {
    const id = await handedIn()
    for (const who of [finance, company, writer])
      await expect(decide(who, 'entrustedCompany', id, 'audit.pass')).rejects.toThrow()
    await expect(decide(ops, 'entrustedCompany', id, 'audit.reject')).rejects.toThrow('请输入驳回原因')
    await decide(ops, 'entrustedCompany', id, 'audit.reject', { auditRemark: '执照不清' })
    expect(now(entrustedCompany, id)).toMatchObject({
      auditStatus: auditStatus.rejected,
      enableStatus: enableStatus.disabled,
      auditRemark: '执照不清',
    })
    await play.as(ops).save('entrustedCompany', { id, contactName: '丁' })
    expect(now(entrustedCompany, id)).toMatchObject({ contactName: '丁', auditStatus: auditStatus.pending })
  })

  it('waits again under another name, and has no second account, points account or unit afterwards', async () => {
    const id = await handedIn()
    await pass(id)
    // what the reviewer said stands in the history, whatever the parameter is called
    expect(of(approvalHistory).find((h) => h.bizId === id && h.action === 'audit.pass')?.remark).toBe('齐全')
    await bankSays(id, 'succeed', { answer: UNIT })
    await play.as(ops).save('entrustedCompany', { id, contactName: '丁' })
    expect(now(entrustedCompany, id).auditStatus).toBe(1)
    await play.as(ops).save('entrustedCompany', { id, name: '乙二公司' })
    expect(now(entrustedCompany, id)).toMatchObject({
      auditStatus: auditStatus.pending,
      enableStatus: enableStatus.enabled,
    })
    // whoever named it so does not admit it
    await expect(pass(id)).rejects.toThrow('经办与审核不能是同一人')
    await pass(id, ops2)
    expect(
      [of(entrustedAccount), of(integralAccount), of(tradingManagerInfo), of(intent)].map((l) => l.length),
    ).toEqual([1, 2, 1, 1])
  })

  it('that an administrator disabled stays so when its new name is reviewed', async () => {
    const id = await handedIn()
    await pass(id)
    await expect(decide(ops, 'entrustedCompany', id, 'disable')).rejects.toThrow()
    await decide(admin, 'entrustedCompany', id, 'disable')
    await play.as(ops).save('entrustedCompany', { id, socialCreditCode: creditCodeOf(77) })
    await expect(decide(admin, 'entrustedCompany', id, 'enable')).rejects.toThrow('当前状态不允许该操作')
    await pass(id, ops2)
    expect(now(entrustedCompany, id)).toMatchObject({
      auditStatus: auditStatus.approved,
      enableStatus: enableStatus.disabled,
    })
    await decide(admin, 'entrustedCompany', id, 'enable')
    expect(now(entrustedCompany, id).enableStatus).toBe(1)
  })

  it.each([
    [settlementOrder, [0, 1, 2, 3, 4]],
    [settlementOrderPoint, [0, 1, 2, 3, 4]],
  ] as const)('stays enabled while one of its orders is not paid (%#)', async (family, unpaid) => {
    const id = await handedIn()
    await pass(id)
    const order = await born(family, { code: 'SO1', entrustedCompanyId: id, settlementStatus: settlementStates.voided })
    const is = (settlementStatus: number) =>
      play.as(loader(TENANT)).load(async (work) => {
        await work.lock(family, [order.id])
        await work.update(family, order.id, { settlementStatus } as never)
      })
    for (const status of unpaid) {
      await is(status)
      await expect(decide(admin, 'entrustedCompany', id, 'disable')).rejects.toThrow('结算单 SO1 尚未付款，不能停用')
    }
    await is(settlementStates.paid)
    await decide(admin, 'entrustedCompany', id, 'disable')
  })

  it('says why the bank opened no unit, and asks for it again; one that was closed is followed by another', async () => {
    const id = await handedIn()
    await pass(id)
    await expect(decide(ops, 'entrustedCompany', id, 'unit.open')).rejects.toThrow('当前状态不允许该操作')
    await bankSays(id, 'refuse', { remark: 'REJECTED: 银行未核实该企业 (UNKNOWN_HOLDER)' })
    expect(now(entrustedCompany, id)).toMatchObject({
      unitProgress: unitProgress.failed,
      unitMsg: '银行未核实该企业 (UNKNOWN_HOLDER)',
    })
    await decide(ops, 'entrustedCompany', id, 'unit.open')
    await bankSays(id, 'succeed', { answer: UNIT })
    expect(now(entrustedCompany, id)).toMatchObject({ unitProgress: unitProgress.opened, unitMsg: null })
    const [unit] = of(tradingManagerInfo)
    await decide(cashier, 'tradingManagerInfo', unit?.id ?? '', 'close', { reason: '更换' })
    await play.as(loader(TENANT)).work(async (work) => {
      await work.lock(entrustedCompany, [id])
      await work.lock(tradingManagerInfo, [unit?.id ?? ''])
      await work.step(tradingManagerInfo, unit?.id ?? '', 'closed')
    })
    expect(now(entrustedCompany, id).unitProgress).toBe(0)
    await decide(ops, 'entrustedCompany', id, 'unit.open')
    expect(now(entrustedCompany, id).unitProgress).toBe(1)
  })
})

describe('content', () => {
  const written = (values: object = {}) =>
    play.as(writer).work((work) => work.insert(contentManagement, { title: '指南', content: '<p>文</p>', ...values }))

  it('is let pass by somebody else, with a record of the audit', async () => {
    const { id } = await written()
    await decide(writer, 'contentManagement', id, 'publish')
    await expect(decide(writer, 'contentManagement', id, 'audit.pass')).rejects.toThrow()
    await decide(editor, 'contentManagement', id, 'audit.pass')
    expect(now(contentManagement, id)).toMatchObject({ status: contentStates.published, publisherName: '人3' })
    expect(
      play.store
        .table(contentAudit)
        .all(contentAudit)
        .map((a) => [a.contentId, a.auditStatus]),
    ).toEqual([[id, 1]])
  })

  it('is read by a machine first: what it doubts passes with a remark alone, what it answers late changes nothing', async () => {
    await play.as(loader(TENANT)).load(async (work) => {
      const { id } = await work.insert(dictBiz, {
        code: 'sensitive_words',
        dictKey: '-1',
        dictValue: '敏感词',
      } as never)
      await work.insert(dictBiz, { code: 'sensitive_words', parentId: id, dictKey: '1', dictValue: '特效药' } as never)
    })
    const answered = (of: string) =>
      play.as(loader(TENANT)).load(async (work) => {
        const [asked] = await work.rows(intent, { portCall: 'check', bizId: of, intentStatus: intentStatus.pending })
        const sent = play.store.payloads.get(asked?.id ?? '') as never
        const answer = await sandbox().check.call(sent, {} as never)
        await work.lock(contentManagement, [of])
        await work.step(intent, asked?.id ?? '', 'send')
        await work.step(intent, asked?.id ?? '', 'succeed', { answer })
      })
    const { id } = await written({ content: '<p>没有<b>特</b>效药</p><p>根</p>治' })
    await decide(writer, 'contentManagement', id, 'publish')
    expect(now(contentManagement, id).machineResult).toBeNull()
    await answered(id)
    expect(now(contentManagement, id)).toMatchObject({
      status: contentStates.pending,
      machineResult: machineResult.doubtful,
      machineHits: '特效药',
    })
    await expect(decide(editor, 'contentManagement', id, 'audit.pass')).rejects.toThrow('机审疑似（特效药）')
    await decide(editor, 'contentManagement', id, 'audit.reject', { auditRemark: '请改' })
    await play.as(writer).save('contentManagement', { id, content: '<p>文</p>' })
    await decide(writer, 'contentManagement', id, 'publish')
    expect(now(contentManagement, id)).toMatchObject({ machineResult: null, machineHits: null })
    await decide(editor, 'contentManagement', id, 'audit.pass')
    await answered(id)
    expect(now(contentManagement, id)).toMatchObject({ status: contentStates.published, machineResult: null })
  })

  it('that is to appear later is let pass to appear on time, and only so', async () => {
    const { id } = await written({ isTimedPublish: 1, timedPublishTime: '2024-06-20 08:00:00' })
    await decide(writer, 'contentManagement', id, 'publish')
    await expect(decide(editor, 'contentManagement', id, 'audit.pass')).rejects.toThrow('定时发布')
    await decide(editor, 'contentManagement', id, 'audit.schedule')
    expect(now(contentManagement, id)).toMatchObject({
      status: contentStates.scheduled,
      publishTime: '2024-06-20 08:00:00',
    })
  })

  it('of points: one effective rule of each kind; feedback says who gave it', async () => {
    const rule = (status: number) => play.as(editor).save('rule', { type: 4, typeName: '浏览', pointNum: 1, status })
    await rule(contentStates.draft)
    await expect(rule(contentStates.draft)).rejects.toThrow('该类型已有有效的规则')
    expect(await rule(contentStates.pending)).toMatchObject({ updateUserName: '人4' })
    const given = await play.as(writer).save('feedback', { title: '慢', content: '页面很慢', feedbackType: 1 })
    expect(given).toMatchObject({ submitUserName: '人3', handleStatus: 0 })
    await decide(editor, 'feedback', given.id as string, 'reply', { replyContent: '已处理' })
    await decide(editor, 'feedback', given.id as string, 'close')
  })
})
