import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { approvalHistory } from '../../../src/model/desk/approvalHistory.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { authenticationDoctor } from '../../../src/model/people/authenticationDoctor.ts'
import { entrustedCompany } from '../../../src/model/people/entrustedCompany.ts'
import { tenderDoctorProtocols, tenderEntrustedProtocols } from '../../../src/model/tender/protocols.ts'
import { runClockEdge } from '../../../src/server/deciding/clockEdges.ts'
import { broken, checkInvariants } from '../../../src/server/verification/check.ts'
import { type Answer, type Client, type TestApp, testApp } from '../app.ts'
import { load, rowNow, rowsBy } from '../decisions/fixture.ts'
import { carried, serve } from '../integrations/carry.ts'
import { companyIn, doctorIn, SIGNS } from '../integrations/parties.ts'
import { pagesIn, textIn } from '../pdf.ts'
import { documentsMade } from './documentsMade.ts'

const { agreementStatus, signStatus } = statesOf(tenderDoctorProtocols)
const { auditStatus } = statesOf(entrustedCompany)
const { certStatus, esignStatus: esignStates, protocolStatus } = statesOf(authenticationDoctor)

/** 3.2 over HTTP: agreements of companies and doctors are generated, drawn, signed or refused as the partner says. */
let t: TestApp
let tenantId: string
let ops: Client
beforeAll(async () => {
  t = await testApp()
  tenantId = await t.newTenant()
  await serve(t.context, tenantId, 'esign')
  ops = await t.signIn(tenantId, 'ops')
}, 300_000)
afterAll(() => t.app.close())

const doctor = (more: Parameters<typeof doctorIn>[2] = {}) => doctorIn(t.context, tenantId, { ...SIGNS, ...more })
const company = (more: Parameters<typeof companyIn>[2] = {}) => companyIn(t.context, tenantId, { ...SIGNS, ...more })
const forDoctor = (who: Client, doctorId: string) =>
  who.get('blade-authenticationDoctor/generateProtocol', { doctorId })
const forCompany = (who: Client, id: string) => who.get('blade-csc/entrustedCompany/generateProtocol', { id })
const ofDoctor = (id: string) => rowsBy(t.context, tenantId, tenderDoctorProtocols, 'doctor_id', id)
const ofCompany = (id: string) => rowsBy(t.context, tenantId, tenderEntrustedProtocols, 'entrusted_company_id', id)
const good = (a: Answer) => expect([a.status, a.msg]).toEqual([200, expect.any(String)])
const refused = (a: Answer, status: number, msg = '') =>
  expect([a.status, a.msg]).toEqual([status, expect.stringContaining(msg)])

let slot = 0
/** The partner takes what it is sent, and hours later is asked what became of it. */
async function answered(of: 'tenderDoctorProtocols' | 'tenderEntrustedProtocols'): Promise<void> {
  await carried(t.context, tenantId, 'esign')
  const table = of === 'tenderDoctorProtocols' ? 'tender_doctor_protocols' : 'tender_entrusted_protocols'
  await t.db.owner((tx) =>
    tx.query(`update "${table}" set sign_query_time = sign_query_time - interval '3 hours' where tenant_id = $1`, [
      tenantId,
    ]),
  )
  slot += 1
  const payload = { edge: `${of}.poll`, slot: `slot ${slot}` }
  const job = { tenantId, id: '1', kind: 'clockEdge', lane: 'clock', payload, attempts: 1, most: 5 }
  expect(await runClockEdge(t.context, job, { stopped: () => false, progress() {} })).toEqual({ state: 'done' })
  await carried(t.context, tenantId, 'esign')
}
/** What the file of a record says. */
async function textOf(resource: string, id: string): Promise<{ text: string; pages: number }> {
  const files = await ops.get<Record<string, { link: string }[]>>('rounds/files', { resource, id })
  const { rawPayload } = await t.app.inject({ method: 'GET', url: String(files.data.fileUrl?.[0]?.link) })
  return { text: textIn(rawPayload).join('\n'), pages: pagesIn(rawPayload) }
}
const stepsOf = async (id: string) =>
  (await rowsBy(t.context, tenantId, approvalHistory, 'biz_id', id)).map((h) => h.action)
const clean = async () => {
  const found = await t.db.transaction({ tenantId }, (tx) =>
    checkInvariants(tx, ['INV-40.chain', 'INV-40.tenderDoctorProtocols', 'INV-40.tenderEntrustedProtocols']),
  )
  expect(broken(found)).toEqual([])
}

describe('the frame agreement of a doctor', () => {
  it('is generated once for many clicks, drawn, sent, and signed: the doctor says so, too', async () => {
    const { id, phone, idCardNumber } = await doctor()
    const clicks = await Promise.all(Array.from({ length: 5 }, () => forDoctor(ops, id)))
    expect(clicks.filter((a) => a.status === 200)).toHaveLength(1)
    for (const a of clicks) if (a.status !== 200) refused(a, 400, '已有待签署或生效中的框架协议')
    expect(await documentsMade(t, tenantId)).toBe(1)
    const [made] = await ofDoctor(id)
    expect(made).toMatchObject({
      agreementStatus: agreementStatus.pending,
      signStatus: signStatus.signing,
      protocolType: 1,
      protocolCode: expect.stringMatching(/^YX20240615\d{6}$/),
      startDate: '2024-06-15',
      endDate: '2027-06-15',
    })
    const { text, pages } = await textOf('tenderDoctorProtocols', made?.id ?? '')
    for (const said of ['学术服务框架协议', '杭州第一人民医院', '2024-06-15 至 2027-06-15', `第 1 / ${pages} 页`])
      expect(text).toContain(said)
    for (const personal of [phone, idCardNumber ?? '']) expect(text).not.toContain(personal)
    // neither edited nor deleted while it is being signed
    refused(await ops.post('blade-ts/tenderDoctorProtocols/submit', { id: made?.id, title: '改' }), 409)
    refused(await ops.post('blade-ts/tenderDoctorProtocols/remove', undefined, { ids: made?.id }), 409)
    refused(await ops.get('blade-ts/tenderDoctorProtocols/sendToSign', { id: made?.id }), 409)
    await answered('tenderDoctorProtocols')
    const [signed] = await ofDoctor(id)
    expect(signed).toMatchObject({
      agreementStatus: agreementStatus.agreed,
      signStatus: signStatus.signed,
      fileUrl: made?.fileUrl,
    })
    expect(signed?.signTime).toMatch(/^2024-06-15/)
    expect((await rowNow(t.context, tenantId, authenticationDoctor, id)).protocolStatus).toBe(protocolStatus.agreed)
    expect(await stepsOf(made?.id ?? '')).toEqual([
      'generateProtocol',
      'drawn',
      'flow.send',
      'flow.sent',
      'flow.poll',
      'flow.told',
      'agree',
    ])
    refused(await forDoctor(ops, id), 400, '已有待签署或生效中的框架协议')
    await clean()
  })

  it('that is refused is said on both, and another one may be generated', async () => {
    const { id } = await doctor({ phone: '19955550008' })
    good(await forDoctor(ops, id))
    await documentsMade(t, tenantId)
    await answered('tenderDoctorProtocols')
    expect(await ofDoctor(id)).toMatchObject([
      { agreementStatus: agreementStatus.refused, signStatus: signStatus.refused, signMsg: '签署人已拒签' },
    ])
    expect((await rowNow(t.context, tenantId, authenticationDoctor, id)).protocolStatus).toBe(protocolStatus.refused)
    good(await forDoctor(ops, id))
    expect(await ofDoctor(id)).toHaveLength(2)
    await clean()
  })

  it('needs a certified, registered doctor of the tenant, and operations', async () => {
    refused(
      await forDoctor(ops, (await doctor({ certStatus: certStatus.inProgress })).id),
      400,
      '医生认证通过后才能生成协议',
    )
    refused(
      await forDoctor(ops, (await doctor({ esignStatus: esignStates.stopped })).id),
      400,
      '医生注册电子签章后才能生成协议',
    )
    const { id } = await doctor()
    refused(await forDoctor(await t.signIn(tenantId, 'finance'), id), 403)
    const own = { userType: 2 as const, company: (await company()).id }
    refused(await forDoctor(await t.signIn(tenantId, 'companyAdmin', own), id), 403)
    refused(await forDoctor(await t.signIn(await t.newTenant(), 'ops'), id), 404)
    expect(await ofDoctor(id)).toEqual([])
  })

  it('that was not taken because the doctor was stopped meanwhile waits, says so, and is sent later', async () => {
    const { id } = await doctor()
    good(await forDoctor(ops, id))
    const stop = (esignStatus: 1 | 2) =>
      load(t.context, tenantId, async (work) => {
        await work.lock(authenticationDoctor, [id])
        await work.update(authenticationDoctor, id, { esignStatus })
      })
    await stop(2)
    await documentsMade(t, tenantId)
    const [made] = await ofDoctor(id)
    expect(made).toMatchObject({
      agreementStatus: agreementStatus.pending,
      signStatus: signStatus.none,
      signMsg: '医生未注册电子签章，未发起签署',
    })
    const again = () => ops.get('blade-ts/tenderDoctorProtocols/sendToSign', { id: made?.id })
    refused(await again(), 400, '未注册电子签章')
    await stop(1)
    refused(
      await (await t.signIn(tenantId, 'finance')).get('blade-ts/tenderDoctorProtocols/sendToSign', { id: made?.id }),
      403,
    )
    good(await again())
    expect(await documentsMade(t, tenantId)).toBe(1)
    expect(await ofDoctor(id)).toMatchObject([{ signStatus: signStatus.signing, signMsg: null }])
    await clean()
  })
})

describe('the frame agreement of a company', () => {
  it('names its fee rate, is signed by both, and its people see it', async () => {
    const { id } = await company()
    const clicks = await Promise.all([1, 2].map(() => forCompany(ops, id)))
    expect(clicks.map((a) => a.status).sort()).toEqual([200, 400])
    await documentsMade(t, tenantId)
    const [made] = await ofCompany(id)
    expect(made).toMatchObject({
      agreementStatus: agreementStatus.pending,
      signStatus: signStatus.signing,
      platformFeeRate: '0.065000',
    })
    const { text } = await textOf('tenderEntrustedProtocols', made?.id ?? '')
    for (const said of ['6.5%', '平台服务费', '电子签章']) expect(text.replaceAll('\n', '')).toContain(said)
    await answered('tenderEntrustedProtocols')
    const [signed] = await ofCompany(id)
    expect(signed).toMatchObject({ agreementStatus: agreementStatus.agreed, signStatus: signStatus.signed })
    expect(signed?.companySignTime).toBe(signed?.platformSignTime)
    const boss = await t.signIn(tenantId, 'companyAdmin', { userType: 2, company: id })
    const seen = await boss.get<{ id: string }>('blade-ts/tenderEntrustedProtocols/detail', { id: made?.id })
    expect([seen.status, seen.data.id]).toEqual([200, made?.id])
    const other = await t.signIn(tenantId, 'companyAdmin', { userType: 2, company: (await company()).id })
    refused(await other.get('blade-ts/tenderEntrustedProtocols/detail', { id: made?.id }), 404)
    await clean()
  })

  it('needs a company that is admitted, enabled and registered', async () => {
    refused(await forCompany(ops, (await company({ auditStatus: auditStatus.pending })).id), 400, '审核通过并启用后')
    refused(await forCompany(ops, (await company({ enableStatus: 0 })).id), 400, '审核通过并启用后')
    refused(await forCompany(ops, (await company({ esignStatus: esignStates.none })).id), 400, '企业注册电子签章后')
  })

  it('that was added by hand is sent by operations, and drawn of what it says', async () => {
    const { id, name } = await company()
    const added = await ops.post<{ id: string }>('blade-ts/tenderEntrustedProtocols/submit', {
      title: '补充协议',
      entrustedCompanyId: id,
      protocolType: 2,
      amountLimit: '1234567.00',
    })
    good(added)
    const [row] = await ofCompany(id)
    expect(row).toMatchObject({ agreementStatus: agreementStatus.pending, signStatus: signStatus.none })
    good(await ops.get('blade-ts/tenderEntrustedProtocols/sendToSign', { id: row?.id }))
    await documentsMade(t, tenantId)
    const { text } = await textOf('tenderEntrustedProtocols', row?.id ?? '')
    for (const said of ['补充协议', name, '1,234,567.00']) expect(text.replaceAll('\n', '')).toContain(said)
    await answered('tenderEntrustedProtocols')
    expect(await ofCompany(id)).toMatchObject([
      { agreementStatus: agreementStatus.agreed, signStatus: signStatus.signed },
    ])
    await clean()
  })
})
