import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cancellationRecord } from '../../../src/model/desk/cancellationRecord.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { orderDoctor } from '../../../src/model/orders/orderDoctor.ts'
import { authenticationDoctor } from '../../../src/model/people/authenticationDoctor.ts'
import { tenderDoctorProtocols, tenderEntrustedProtocols } from '../../../src/model/tender/protocols.ts'
import { type Client, type TestApp, testApp } from '../app.ts'
import { change, load, rowNow, rowsBy, type World, world } from './fixture.ts'
import { paidOrder, payable } from './payoutGround.ts'

const { agreementStatus: agreementStates, signStatus } = statesOf(tenderDoctorProtocols)
const { auditStatus: auditStates } = statesOf(cancellationRecord)
const { certStatus, faceStatus, protocolStatus } = statesOf(authenticationDoctor)
const { orderStatus } = statesOf(orderDoctor)

/** Lifecycle 3.2, the void of agreements: what stands against it, who does it, and what it brings about. */
let t: TestApp
let w: World
let admin: Client
let ops: Client
let fin: Client
beforeAll(async () => {
  t = await testApp()
  w = await world('protocolVoids', await t.newTenant())
  await payable(w)
  admin = await t.signIn(w.tenantId, 'administrator')
  ops = await t.signIn(w.tenantId, 'ops')
  fin = await t.signIn(w.tenantId, 'finance')
})
afterAll(() => t.app.close())

const STOP_DOCTOR = 'blade-ts/tenderDoctorProtocols/stop'
const STOP_COMPANY = 'blade-ts/tenderEntrustedProtocols/stop'
const APPLY = 'blade-sys/cancellationRecord/submit'
const AUDIT = 'blade-sys/cancellationRecord/audit'
let made = 0
const next = (): number => {
  made += 1
  return made
}

/** A doctor with a frame agreement, as their record says. */
async function signed(agreementStatus: 0 | 1 = 1, more: object = {}) {
  const n = next()
  return load(w.context, w.tenantId, async (work) => {
    const doctor = await work.insert(authenticationDoctor, {
      code: `D9${n}`,
      doctorName: `签约医生${n}`,
      phone: `1990000${String(7000 + n)}`,
      hospitalName: '杭州第一人民医院',
      certStatus: certStatus.certified,
      faceStatus: faceStatus.passed,
      protocolStatus: agreementStatus,
      bankAccount: '6214830000000001',
    })
    const protocol = await work.insert(tenderDoctorProtocols, {
      protocolCode: `YX${n}`,
      title: '学术服务框架协议',
      doctorId: doctor.id,
      doctorName: doctor.doctorName,
      protocolType: 1,
      agreementStatus,
      signTime: agreementStatus === agreementStates.agreed ? '2024-03-01 10:00:00' : null,
      ...more,
    })
    return { doctor: doctor.id, protocol: protocol.id, code: protocol.protocolCode }
  })
}
/** Something of a doctor that was accepted. */
const accepted = (doctorId: string, acceptTime: string, more: object = {}) =>
  load(w.context, w.tenantId, (work) =>
    work.insert(orderDoctor, {
      code: `ODX${next()}`,
      entrustedCompanyId: w.companyId,
      baseEmployeeId: w.employeeId,
      doctorId,
      doctorName: '签约医生',
      bizType: 'caseCollectionReport',
      bizId: w.context.id(),
      feeAmount: '500.00',
      acceptTime,
      ...more,
    } as never),
  )
const protocolNow = (id: string) => rowNow(w.context, w.tenantId, tenderDoctorProtocols, id)
const doctorNow = (id: string) => rowNow(w.context, w.tenantId, authenticationDoctor, id)
const apply = (who: Client, bizCode: string | null, reason = '医生申请解除') =>
  who.post(APPLY, { bizType: 'tenderDoctorProtocols', bizCode, reason })
const recordOf = async (biz: string) =>
  (await rowsBy(w.context, w.tenantId, cancellationRecord, 'biz_id', biz)).slice(-1)[0]
const audit = (who: Client, ids: string | undefined, auditStatus = 1) =>
  who.post(AUDIT, { ids, auditStatus, auditRemark: '已核对' })

describe('an agreement that nobody has signed', () => {
  test('is stopped by the administrator with a reason, once, and its doctor has none', async () => {
    const { protocol, doctor } = await signed(0)
    expect((await ops.post(STOP_DOCTOR, { id: protocol, voidReason: '重复' })).status).toBe(403)
    expect((await admin.post(STOP_DOCTOR, { id: protocol })).status).toBe(400)
    const all = await Promise.all(
      Array.from({ length: 4 }, () => admin.post(STOP_DOCTOR, { id: protocol, voidReason: '重复发起' })),
    )
    expect(all.map((a) => a.status).sort()).toEqual([200, 409, 409, 409])
    expect(await protocolNow(protocol)).toMatchObject({
      agreementStatus: agreementStates.voided,
      voidReason: '重复发起',
    })
    expect(await doctorNow(doctor)).toMatchObject({ protocolStatus: protocolStatus.voided })
  })

  test('is out of reach of another tenant and of users of companies', async () => {
    const { protocol } = await signed(0)
    const elsewhere = await t.signIn(await t.newTenant(), 'administrator')
    expect((await elsewhere.post(STOP_DOCTOR, { id: protocol, voidReason: '越权' })).status).toBe(404)
    const bound = await t.signIn(w.tenantId, 'companyAdmin', { company: w.companyId })
    expect((await bound.post(STOP_DOCTOR, { id: protocol, voidReason: '越权' })).status).toBe(403)
    expect((await bound.post(STOP_COMPANY, { id: protocol, voidReason: '越权' })).status).toBe(403)
    expect(await protocolNow(protocol)).toMatchObject({ agreementStatus: agreementStates.pending })
  })

  test('leaves a doctor the frame agreement that is signed', async () => {
    const { doctor } = await signed(1)
    const { id } = await load(w.context, w.tenantId, (work) =>
      work.insert(tenderDoctorProtocols, {
        protocolCode: 'YX-SECOND',
        title: '续签框架协议',
        doctorId: doctor,
        doctorName: '签约医生',
        protocolType: 1,
        agreementStatus: agreementStates.pending,
      }),
    )
    expect((await admin.post(STOP_DOCTOR, { id, voidReason: '重复' })).status).toBe(200)
    expect(await doctorNow(doctor)).toMatchObject({ protocolStatus: protocolStatus.agreed })
  })

  test('stays while the partner has it to be signed', async () => {
    const { protocol } = await signed(0, { signStatus: signStatus.signing })
    const early = await admin.post(STOP_DOCTOR, { id: protocol, voidReason: '重复发起' })
    expect([early.status, early.msg]).toEqual([400, expect.stringContaining('正在签署，签署结束后再作废')])
    expect(await protocolNow(protocol)).toMatchObject({ agreementStatus: agreementStates.pending })
  })

  test('of one company is no frame: its doctor has neither more nor less', async () => {
    const { protocol, doctor } = await signed(0, { entrustedCompanyId: w.companyId })
    expect((await admin.post(STOP_DOCTOR, { id: protocol, voidReason: '重复' })).status).toBe(200)
    expect(await doctorNow(doctor)).toMatchObject({ protocolStatus: protocolStatus.toSign })
  })
})

describe('an agreement that a doctor has signed', () => {
  test('is void through a cancellation alone, that a second person agrees to, once', async () => {
    const { protocol, doctor, code } = await signed()
    expect((await admin.post(STOP_DOCTOR, { id: protocol, voidReason: '直接作废' })).status).toBe(409)
    const asked = await apply(ops, code)
    expect([asked.status, asked.msg]).toEqual([200, '操作成功'])
    expect((await apply(ops, code, '再次申请')).msg).toContain('已申请作废')
    const record = await recordOf(protocol)
    expect(record).toMatchObject({ bizCode: code, doctorId: doctor, prevStatus: 1, auditStatus: auditStates.pending })
    expect((await audit(ops, record?.id)).status).toBe(403)
    expect(await protocolNow(protocol)).toMatchObject({ agreementStatus: agreementStates.agreed })
    const all = await Promise.all(Array.from({ length: 4 }, () => audit(fin, record?.id)))
    expect(all.filter((a) => a.status === 200 && (a.data as { fail?: unknown[] })?.fail?.length !== 1)).toHaveLength(1)
    expect(await protocolNow(protocol)).toMatchObject({
      agreementStatus: agreementStates.voided,
      voidReason: '医生申请解除',
    })
    expect(await doctorNow(doctor)).toMatchObject({ protocolStatus: protocolStatus.voided })
    expect((await apply(ops, code, '第三次申请')).msg).toContain('不在已同意状态')
  })

  test('stays where the cancellation is turned down, and may be asked for again', async () => {
    const { protocol, doctor, code } = await signed()
    expect((await apply(ops, code)).status).toBe(200)
    expect((await audit(fin, (await recordOf(protocol))?.id, 2)).status).toBe(200)
    expect(await protocolNow(protocol)).toMatchObject({ agreementStatus: agreementStates.agreed, voidReason: null })
    expect(await doctorNow(doctor)).toMatchObject({ protocolStatus: protocolStatus.agreed })
    expect((await apply(ops, code, '补充说明后再次申请')).status).toBe(200)
    expect(await recordOf(protocol)).toMatchObject({ auditStatus: auditStates.pending, reason: '补充说明后再次申请' })
  })

  test('stays while something stands that was accepted under it', async () => {
    const { protocol, doctor, code } = await signed()
    // before it was signed, and void since: none of its own
    await accepted(doctor, '2024-02-01 10:00:00')
    await accepted(doctor, '2024-04-01 10:00:00', { orderStatus: orderStatus.voided })
    expect((await apply(ops, code)).status).toBe(200)
    // accepted between application and review
    const order = await accepted(doctor, '2024-05-01 10:00:00')
    const record = await recordOf(protocol)
    const refused = await audit(fin, record?.id)
    expect(refused.raw).toContain('下有已验收的成果')
    expect(await protocolNow(protocol)).toMatchObject({ agreementStatus: agreementStates.agreed })
    const again = await signed()
    await accepted(again.doctor, '2024-05-01 10:00:00')
    const asked = await apply(ops, again.code)
    expect([asked.status, asked.msg]).toEqual([400, expect.stringContaining('下有已验收的成果')])
    await change(w.context, w.tenantId, orderDoctor, order.id, { orderStatus: orderStatus.voided })
    expect((await audit(fin, record?.id)).status).toBe(200)
    expect(await protocolNow(protocol)).toMatchObject({ agreementStatus: agreementStates.voided })
  })

  test('of a single activity is not held by what was accepted for others, and leaves the frame', async () => {
    const { doctor } = await signed()
    await accepted(doctor, '2024-05-01 10:00:00')
    const { id, protocolCode } = await load(w.context, w.tenantId, (work) =>
      work.insert(tenderDoctorProtocols, {
        protocolCode: 'YX-SINGLE',
        title: '单项协议',
        doctorId: doctor,
        doctorName: '签约医生',
        planId: w.context.id(),
        protocolType: 2,
        agreementStatus: agreementStates.agreed,
      }),
    )
    expect((await apply(ops, protocolCode)).status).toBe(200)
    expect((await audit(fin, (await recordOf(id))?.id)).status).toBe(200)
    expect(await protocolNow(id)).toMatchObject({ agreementStatus: agreementStates.voided })
    expect(await doctorNow(doctor)).toMatchObject({ protocolStatus: protocolStatus.agreed })
  })

  test('is named by who sees it alone', async () => {
    const { code, protocol } = await signed()
    const blind = await t.signIn(w.tenantId, await t.newRole(w.tenantId, ['cancellationRecord_submit']))
    const asked = await apply(blind, code)
    expect([asked.status, asked.msg]).toEqual([400, expect.stringContaining('没有单号为')])
    expect(await recordOf(protocol)).toBeUndefined()
  })

  test('void, its doctor is paid nothing', async () => {
    const { lines } = await paidOrder(w, ['100.00'])
    const doctorId = lines[0]?.doctorId as string
    const protocol = await load(w.context, w.tenantId, (work) =>
      work.insert(tenderDoctorProtocols, {
        protocolCode: 'YX-PAYEE',
        title: '学术服务框架协议',
        doctorId,
        doctorName: '医生',
        protocolType: 1,
        agreementStatus: agreementStates.agreed,
        // what is paid here was accepted before
        signTime: '2024-06-10 10:00:00',
      }),
    )
    expect((await apply(ops, protocol.protocolCode)).status).toBe(200)
    expect((await audit(fin, (await recordOf(protocol.id))?.id)).status).toBe(200)
    const refused = await fin.post('blade-svc/orderDoctorSettlement/applyForPayment', { ids: lines[0]?.id })
    expect([refused.status, refused.msg]).toEqual([400, expect.stringContaining('未签署框架协议')])
  })
})

describe('an agreement of a company', () => {
  const agreed = (agreementStatus: 0 | 1, companySignTime: string | null) =>
    load(w.context, w.tenantId, (work) =>
      work.insert(tenderEntrustedProtocols, {
        protocolCode: `QX${next()}`,
        title: '学术服务框架协议',
        entrustedCompanyId: w.companyId,
        entrustedCompanyName: '杭州康泰医药有限公司',
        agreementStatus,
        companySignTime,
      }),
    )
  const companyNow = (id: string) => rowNow(w.context, w.tenantId, tenderEntrustedProtocols, id)

  test('is stopped by the administrator, signed or not, unless something was accepted since', async () => {
    await accepted(w.doctors[0] as string, '2024-05-20 10:00:00')
    const [open, held, late] = [
      await agreed(0, null),
      await agreed(1, '2024-01-01 10:00:00'),
      await agreed(1, '2024-06-14 10:00:00'),
    ]
    expect((await ops.post(STOP_COMPANY, { id: open.id, voidReason: '重新签署' })).status).toBe(403)
    expect((await admin.post(STOP_COMPANY, { id: open.id, voidReason: '重新签署' })).status).toBe(200)
    const refused = await admin.post(STOP_COMPANY, { id: held.id, voidReason: '合作终止' })
    expect([refused.status, refused.msg]).toEqual([400, expect.stringContaining('下有已验收的成果')])
    expect((await admin.post(STOP_COMPANY, { id: late.id, voidReason: '合作终止' })).status).toBe(200)
    expect((await admin.post(STOP_COMPANY, { id: late.id, voidReason: '合作终止' })).status).toBe(409)
    expect(await companyNow(held.id)).toMatchObject({ agreementStatus: agreementStates.agreed, voidReason: null })
    expect(await companyNow(late.id)).toMatchObject({ agreementStatus: agreementStates.voided, voidReason: '合作终止' })
  })
})
