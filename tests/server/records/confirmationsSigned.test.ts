import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { intent } from '../../../src/model/administration/system/intent.ts'
import { approvalHistory } from '../../../src/model/desk/approvalHistory.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { authenticationDoctor } from '../../../src/model/people/authenticationDoctor.ts'
import { settlementOrderDoctor } from '../../../src/model/settlement/settlementLines.ts'
import { settlementOrderDoctorPoint, settlementOrderPoint } from '../../../src/model/settlement/settlementOrderPoint.ts'
import { systemActor } from '../../../src/server/core/actor.ts'
import type { ServerContext } from '../../../src/server/core/context/context.ts'
import { runClockEdge } from '../../../src/server/deciding/clockEdges.ts'
import { decide } from '../../../src/server/deciding/engine.ts'
import { broken, checkInvariants } from '../../../src/server/verification/check.ts'
import { type Ground, groundIn, orderIn } from '../../rules/ground.ts'
import { type Answer, type Client, type TestApp, testApp } from '../app.ts'
import { load, refusal, rowNow, rowsBy } from '../decisions/fixture.ts'
import { askedOf, carried, serve } from '../integrations/carry.ts'
import { doctorIn, SIGNS } from '../integrations/parties.ts'
import { json, type Partner, startPartner } from '../integrations/partner.ts'
import { documentsMade } from './documentsMade.ts'

const { esignStatus } = statesOf(authenticationDoctor)
const { fileStatus, signStatus } = statesOf(settlementOrderDoctor)
const { intentStatus } = statesOf(intent)
const { settlementStatus } = statesOf(settlementOrderPoint)

/** 3.12 over HTTP: confirmations are drawn, sent to be signed by their doctors, and signed or refused as the partner says. */
let t: TestApp
let tenantId: string
let ground: Ground
let ops: Client
let finance: Client
let boss: Client
beforeAll(async () => {
  t = await testApp()
  ;({ tenantId, ground } = await place('sandbox'))
  ops = await t.signIn(tenantId, 'ops')
  finance = await t.signIn(tenantId, 'finance')
  boss = await t.signIn(tenantId, 'companyAdmin', { userType: 2, company: ground.companyId })
}, 300_000)
afterAll(() => t.app.close())

/** A tenant with what settlement orders need, and who signs there. */
async function place(by: 'sandbox' | 'http') {
  const id = await t.newTenant()
  const made = await load(t.context, id, (work) => groundIn(work, 1, systemActor(id, 'confirms')))
  await serve(t.context, id, 'esign', by)
  return { tenantId: id, ground: made }
}

const work = <T>(tenant: string, fn: Parameters<typeof load<T>>[2]) => load(t.context, tenant, fn)
let nth = 0
/** A confirmed order of one doctor: their line of it, to be confirmed. `signs`: what of the doctor is not as usual. */
async function confirmation(
  signs: Parameters<typeof doctorIn>[2] = {},
  at = { tenantId, ground },
): Promise<{ id: string; doctorId: string }> {
  nth += 1
  const doctor = await doctorIn(t.context, at.tenantId, { ...SIGNS, ...signs })
  const its = { ...at.ground, doctors: [doctor.id, doctor.id, doctor.id] }
  const order = await work(at.tenantId, (w) =>
    orderIn(w, its, 700 + nth, { status: 3, fees: ['3000.00'], ownCycle: true }),
  )
  const [row] = await rowsBy(t.context, at.tenantId, settlementOrderDoctor, 'settlement_order_id', order.id)
  return { id: row?.id ?? '', doctorId: doctor.id }
}

const PATH = 'blade-svc/settlementOrderDoctor/createSettlementOrderFile'
const make = (who: Client, id: string) => who.get(PATH, { id })
const now = (id: string, tenant = tenantId) => rowNow(t.context, tenant, settlementOrderDoctor, id)
const refused = (a: Answer, status: number, msg = '') =>
  expect([a.status, a.msg]).toEqual([status, expect.stringContaining(msg)])
/** Some hours pass for what is being signed: its time has come to be asked about. */
const due = (tenant = tenantId, table = 'settlement_order_doctor') =>
  t.db.owner((tx) =>
    tx.query(`update "${table}" set sign_query_time = sign_query_time - interval '3 hours' where tenant_id = $1`, [
      tenant,
    ]),
  )
let slot = 0
/** The clock asks about what is being signed. */
async function polled(
  context: ServerContext = t.context,
  tenant = tenantId,
  of = 'settlementOrderDoctor',
): Promise<void> {
  slot += 1
  const payload = { edge: `${of}.poll`, slot: `slot ${slot}` }
  const job = { tenantId: tenant, id: '1', kind: 'clockEdge', lane: 'clock', payload, attempts: 1, most: 5 }
  const run = { stopped: () => false, progress() {} }
  expect(await runClockEdge(context, job, run)).toEqual({ state: 'done' })
}
const drawn = (tenant = tenantId) => documentsMade(t, tenant)
const answered = () => carried(t.context, tenantId, 'esign')
const callsOf = async (id: string, tenant = tenantId) =>
  (await askedOf(t.context, tenant, 'esign')).filter((i) => i.bizId === id).map((i) => i.portCall)
const stepsOf = async (id: string) =>
  (await rowsBy(t.context, tenantId, approvalHistory, 'biz_id', id)).map((h) => h.action)
const clean = async () => {
  const found = await t.db.transaction({ tenantId }, (tx) =>
    checkInvariants(tx, ['INV-40.chain', 'INV-40.settlementOrderDoctor', 'INV-40.settlementOrderDoctorPoint']),
  )
  expect(broken(found)).toEqual([])
}

describe('a confirmation', () => {
  it('is drawn, sent once for many clicks, signed at the next question, and not drawn again', async () => {
    const { id } = await confirmation()
    const clicks = await Promise.all(Array.from({ length: 10 }, () => make(finance, id)))
    expect(clicks.every((a) => a.status === 200)).toBe(true)
    expect(await drawn()).toBe(1)
    const sent = await now(id)
    expect(sent).toMatchObject({
      fileStatus: fileStatus.generated,
      signStatus: signStatus.signing,
      signFlowId: null,
      fileUrl: expect.any(String),
    })
    expect(await callsOf(id)).toEqual(['createFlow'])
    // while it is being signed it is not drawn again
    refused(await make(finance, id), 409)
    // not taken by the partner yet: nothing is asked
    await due()
    await polled()
    expect(await callsOf(id)).toEqual(['createFlow'])
    await answered()
    expect(await now(id)).toMatchObject({
      signStatus: signStatus.signing,
      signFlowId: expect.stringMatching(/^EFSF\d+$/),
    })
    // too early, then in time; what was not answered is not asked twice
    await polled()
    expect(await callsOf(id)).toEqual(['createFlow'])
    await due()
    await polled()
    await due()
    await polled()
    expect(await callsOf(id)).toEqual(['createFlow', 'flowStatus'])
    await answered()
    expect(await now(id)).toMatchObject({
      fileStatus: fileStatus.signed,
      signStatus: signStatus.signed,
      signQueryTime: null,
      fileUrl: sent.fileUrl,
    })
    refused(await make(finance, id), 409)
    await due()
    await polled()
    expect(await answered()).toBe(0)
    expect(await stepsOf(id)).toEqual([
      ...Array.from({ length: 10 }, () => 'createSettlementOrderFile'),
      'generate',
      'flow.send',
      'flow.sent',
      'flow.poll',
      'flow.poll',
      'flow.told',
      'sign',
    ])
    await clean()
  })

  it('that its doctor refuses says so, and may be asked for again', async () => {
    const { id, doctorId } = await confirmation({ phone: '19900030008' })
    await make(ops, id)
    await drawn()
    await answered()
    await due()
    await polled()
    await answered()
    const first = await now(id)
    expect(first).toMatchObject({
      fileStatus: fileStatus.generated,
      signStatus: signStatus.refused,
      signMsg: '签署人已拒签',
    })
    await work(tenantId, async (w) => {
      await w.lock(authenticationDoctor, [doctorId])
      await w.update(authenticationDoctor, doctorId, { phone: '19900030009' })
    })
    expect((await make(ops, id)).status).toBe(200)
    // it says the same: the same file is sent anew
    expect(await drawn()).toBe(1)
    expect(await now(id)).toMatchObject({
      signStatus: signStatus.signing,
      signMsg: null,
      fileUrl: first.fileUrl,
      signFlowId: null,
    })
    await answered()
    await due()
    await polled()
    await answered()
    expect(await now(id)).toMatchObject({ fileStatus: fileStatus.signed, signStatus: signStatus.signed, signMsg: null })
    await clean()
  })

  it.each([
    ['never registered', { esignStatus: esignStatus.none, esignAccountId: null }],
    ['stopped', { esignStatus: esignStatus.stopped }],
  ] as const)(
    'of a doctor who is %s stays generated, says so, and is sent once they are registered',
    async (_, signs) => {
      const { id, doctorId } = await confirmation(signs)
      await make(finance, id)
      await drawn()
      expect(await now(id)).toMatchObject({
        fileStatus: fileStatus.generated,
        signStatus: signStatus.none,
        signMsg: '医生未注册电子签章，未发起签署',
        fileUrl: expect.any(String),
      })
      expect(await callsOf(id)).toEqual([])
      await work(tenantId, async (w) => {
        await w.lock(authenticationDoctor, [doctorId])
        await w.update(authenticationDoctor, doctorId, { esignStatus: esignStatus.registered, esignAccountId: 'ES9' })
      })
      await make(finance, id)
      await drawn()
      expect(await now(id)).toMatchObject({ signStatus: signStatus.signing, signMsg: null })
      await clean()
    },
  )

  it('that is gone with its order ends what was asked about it: nothing is left for a person', async () => {
    const { id } = await confirmation()
    await make(finance, id)
    await drawn()
    await work(tenantId, async (w) => {
      await w.lock(settlementOrderDoctor, [id])
      await w.remove(settlementOrderDoctor, [id])
    })
    await answered()
    const [asked] = (await askedOf(t.context, tenantId, 'esign')).filter((i) => i.bizId === id)
    expect(asked).toMatchObject({ portCall: 'createFlow', intentStatus: intentStatus.done })
    await clean()
  })

  it('is asked for by finance and operations of the tenant alone; nobody says by hand that it was signed', async () => {
    const { id } = await confirmation()
    refused(await make(boss, id), 403)
    refused(await make(await t.signIn(tenantId, 'content'), id), 403)
    refused(await make(await t.signIn(await t.newTenant(), 'finance'), id), 404)
    const actor = await finance.actor()
    for (const transition of ['sign', 'flow.told', 'flow.send', 'refuse'])
      expect(
        (await refusal(decide(t.context, actor, { resource: 'settlementOrderDoctor', transition, id }))).code,
      ).toBe(404)
    expect(await now(id)).toMatchObject({ fileStatus: fileStatus.none, signStatus: signStatus.none })
    expect(await callsOf(id)).toEqual([])
  })
})

describe('a confirmation in points', () => {
  it('is signed by the same steps', async () => {
    const { doctorId } = await confirmation()
    const row = await work(tenantId, async (w) => {
      const order = await w.insert(settlementOrderPoint, {
        code: 'SOP20240601000001',
        entrustedCompanyId: ground.companyId,
        settlementStatus: settlementStatus.confirmed,
      })
      return w.insert(settlementOrderDoctorPoint, {
        settlementOrderId: order.id,
        settlementOrderCode: order.code,
        entrustedCompanyId: ground.companyId,
        doctorId,
        doctorName: '张喆',
      })
    })
    const pointNow = () => rowNow(t.context, tenantId, settlementOrderDoctorPoint, row.id)
    refused(await ops.get('blade-svc/settlementOrderDoctorPoint/createSettlementOrderFile', { id: row.id }), 403)
    const path = 'blade-svc/settlementOrderDoctorPoint/createSettlementOrderFile'
    expect((await finance.get(path, { id: row.id })).status).toBe(200)
    await drawn()
    await answered()
    await due(tenantId, 'settlement_order_doctor_point')
    await polled(t.context, tenantId, 'settlementOrderDoctorPoint')
    await answered()
    expect(await pointNow()).toMatchObject({ fileStatus: fileStatus.signed, signStatus: signStatus.signed })
    refused(await finance.get(path, { id: row.id }), 409)
    await clean()
  })
})

describe('a partner over http', () => {
  let partner: Partner
  let at: Awaited<ReturnType<typeof place>>
  let theirs: Client
  let context: ServerContext
  beforeAll(async () => {
    partner = await startPartner()
    at = await place('http')
    theirs = await t.signIn(at.tenantId, 'finance')
    context = { ...t.context, config: { ...t.context.config, ports: { esign: partner.settings } } }
  })
  afterAll(() => partner.stop())
  const carry = () => carried(context, at.tenantId, 'esign')
  const state = (id: string) => now(id, at.tenantId)
  const begin = async () => {
    const { id } = await confirmation({}, at)
    await make(theirs, id)
    await drawn(at.tenantId)
    partner.answering = (_got, response) => json(response, 200, { flowId: `F${id}`, signUrl: 'https://s.example' })
    return id
  }
  const ask = async () => {
    await due(at.tenantId)
    await polled(context, at.tenantId)
    await carry()
  }

  it('gets the file itself, and what it says was signed is what the record holds', async () => {
    const id = await begin()
    const before = (await state(id)).fileUrl
    await carry()
    const got = JSON.parse(partner.got.at(-1)?.body ?? '{}')
    expect(Buffer.from(got.file, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
    expect(got.signers).toEqual([expect.objectContaining({ accountId: expect.stringMatching(/^ES/) })])
    partner.answering = (_got, response) => json(response, 200, { status: 'PENDING' })
    await ask()
    expect(await state(id)).toMatchObject({ signStatus: signStatus.signing, signQueryCount: 1 })
    partner.answering = (_got, response) =>
      json(response, 200, { status: 'SIGNED', file: Buffer.from('%PDF-1.7 signed by both').toString('base64') })
    await ask()
    const signed = await state(id)
    expect(signed).toMatchObject({ fileStatus: fileStatus.signed, signStatus: signStatus.signed })
    expect(signed.fileUrl).not.toBe(before)
    const files = await theirs.get<Record<string, { name: string; link: string }[]>>('rounds/files', {
      resource: 'settlementOrderDoctor',
      id,
    })
    expect(files.data.fileUrl?.[0]?.name).toContain('已签署.pdf')
    const file = await t.app.inject({ method: 'GET', url: String(files.data.fileUrl?.[0]?.link) })
    expect(file.rawPayload.toString()).toBe('%PDF-1.7 signed by both')
  })

  it('that does not take a file says why; one that expired is said; both are asked for again', async () => {
    const id = await begin()
    partner.answering = (_got, response) => json(response, 422, { code: 'ACCOUNT_FROZEN', msg: 'frozen' })
    await carry()
    expect(await state(id)).toMatchObject({
      fileStatus: fileStatus.generated,
      signStatus: signStatus.failed,
      signMsg: '签章账号已冻结 (ACCOUNT_FROZEN)',
    })
    await make(theirs, id)
    await drawn(at.tenantId)
    partner.answering = (_got, response) => json(response, 200, { flowId: `G${id}`, signUrl: '' })
    await carry()
    partner.answering = (_got, response) => json(response, 200, { status: 'EXPIRED' })
    await ask()
    expect(await state(id)).toMatchObject({
      fileStatus: fileStatus.generated,
      signStatus: signStatus.expired,
      signMsg: '签署已过期',
      signQueryTime: null,
    })
    expect((await make(theirs, id)).status).toBe(200)
  })

  it('that does not answer about a flow is asked again later; a file nobody knows was taken is not sent twice', async () => {
    const id = await begin()
    await carry()
    partner.answering = (_got, response) => json(response, 404, {})
    await ask()
    expect(await state(id)).toMatchObject({ signStatus: signStatus.signing, signQueryCount: 1 })
    const other = await begin()
    partner.answering = (_got, response) => json(response, 503, {})
    for (let n = 0; n < 8; n += 1) await carry()
    expect(await state(other)).toMatchObject({ signStatus: signStatus.signing, signFlowId: null })
    refused(await make(theirs, other), 409)
    const mine = (await askedOf(t.context, at.tenantId, 'esign')).filter((i) => i.bizId === other)
    expect(mine).toMatchObject([{ portCall: 'createFlow', intentStatus: intentStatus.forPerson }])
    // a person says that it never came there: it is asked for again
    const hand = await t.signIn(at.tenantId, 'ops')
    const closed = await hand.post('blade-intent/close', { id: mine[0]?.id, remark: '对方确认未收到' })
    expect([closed.status, closed.msg]).toEqual([200, expect.any(String)])
    expect(await state(other)).toMatchObject({ signStatus: signStatus.failed, signMsg: '对方确认未收到' })
    expect((await make(theirs, other)).status).toBe(200)
  })
})
