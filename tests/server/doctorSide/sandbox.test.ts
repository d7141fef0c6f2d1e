import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { caseCollectionDoctor } from '../../../src/model/activities/doctors.ts'
import { caseCollectionReport } from '../../../src/model/activities/reports/reports.ts'
import { SANDBOX_PARAM, SANDBOX_PORTS, sandboxCalls } from '../../../src/model/administration/partner/sandboxCalls.ts'
import { param } from '../../../src/model/administration/system/param.ts'
import { portParam } from '../../../src/model/language/domain/port.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { authenticationDoctor } from '../../../src/model/people/authenticationDoctor.ts'
import { bidRecord } from '../../../src/model/tender/bids.ts'
import { newId } from '../../../src/server/core/ids.ts'
import { licencePicture } from '../../../src/server/seed/media/pictures.ts'
import { type Client, type TestApp, testApp } from '../app.ts'
import { load, rowNow, rowsBy } from '../decisions/fixture.ts'
import { carried, serve } from '../integrations/carry.ts'
import { upload } from '../upload.ts'
import { type Ground, ground, invited } from './ground.ts'

const { agreementStatus } = statesOf(caseCollectionDoctor)
const { faceStatus } = statesOf(authenticationDoctor)

/** Domain §6: `POST /api/sandbox/*`, and who is refused there; what each call does is in rules/administration/sandbox.test.ts. */
let t: TestApp
let g: Ground
let admin: Client
beforeAll(async () => {
  t = await testApp()
  g = await ground(t)
  admin = await t.signIn(g.tenantId, 'administrator')
}, 300_000)
afterAll(() => t.app.close())

type Made = { readonly bizType: string; readonly bizId: string; readonly bizCode: string }
const play = (who: Client, name: string, body: object, key = newId()) =>
  who.post<Made>(`sandbox/${name}`, body, {}, { 'idempotency-key': key })
const set = (paramKey: string, paramValue: string, tenantId = g.tenantId) =>
  load(t.context, tenantId, (work) => work.insert(param, { paramName: paramKey, paramKey, paramValue } as never))
const turn = (paramKey: string, value: string) =>
  t.db.owner((tx) =>
    tx.query('update "param" set param_value = $3 where tenant_id = $1 and param_key = $2', [
      g.tenantId,
      paramKey,
      value,
    ]),
  )
const bids = () => rowsBy(t.context, g.tenantId, bidRecord, 'plan_id', g.planId)
const bidOf = (doctorId: string) => ({
  ...{ planId: g.planId, doctorId, tenderCode: 'ZM1', tenderName: '招募', bidPrice: '800.00' },
})
const ways = (record: string) =>
  t.db.scoped<{ by: string; source: string | null }>(
    { tenantId: g.tenantId },
    {
      text: 'select distinct actor_id::text as by, source from "audit_trail" where tenant_id = $1 and record_id = $2',
      values: [g.tenantId, record],
    },
  )

describe('nobody plays a doctor', () => {
  it('while the parameter is off, or a port is a real one: refused before anything that is named is looked at', async () => {
    const { id } = await g.doctor()
    const off = await play(admin, 'bid', { planId: '1', doctorId: 'x' })
    expect([off.status, off.msg]).toEqual([403, expect.stringContaining(SANDBOX_PARAM)])
    await set(SANDBOX_PARAM, 'true')
    expect((await play(admin, 'bid', bidOf(id))).msg).toContain('port.cmbBank')
    for (const port of ['cmbBank', 'tencentMeeting']) await serve(t.context, g.tenantId, port)
    for (const call of sandboxCalls)
      for (const { id: port } of SANDBOX_PORTS[call.id] ?? []) {
        await turn(portParam(port), 'http')
        const answer = await admin.post(String(call.paths[0]), {})
        expect([call.id, answer.status, answer.msg]).toEqual([call.id, 409, expect.stringContaining(portParam(port))])
        await turn(portParam(port), 'sandbox')
      }
    expect(await bids()).toEqual([])
  })

  it('signed out, without the permission, of another tenant, or of another company’s activity', async () => {
    const { id } = await g.doctor()
    const english = { 'accept-language': 'en-US' }
    expect((await t.call('POST', 'sandbox/bid', { payload: bidOf(id) })).status).toBe(401)
    for (const role of ['ops', 'finance', 'companyAdmin', 'auditor']) {
      const who = await t.signIn(
        g.tenantId,
        role,
        role === 'companyAdmin' ? { userType: 2, company: g.company.id } : {},
      )
      for (const call of sandboxCalls) expect((await who.post(String(call.paths[0]), {})).status, role).toBe(403)
    }
    const elsewhere = await t.newTenant()
    await set(SANDBOX_PARAM, 'true', elsewhere)
    for (const port of ['esign', 'shortMessage', 'cmbBank', 'baiduFace', 'tencentMeeting'])
      await serve(t.context, elsewhere, port)
    const stranger = await t.signIn(elsewhere, 'administrator')
    const role = await t.newRole(g.tenantId, [
      'sandbox_doctor',
      'activityPlan_view',
      'caseCollection_view',
      'authenticationDoctor_view',
      'bidRecord_add',
      'bidRecord_view',
    ])
    const bound = await t.signIn(g.tenantId, role, { userType: 2, company: '77' })
    for (const who of [stranger, bound]) {
      for (const [name, body] of [
        ['bid', bidOf(id)],
        ['submitReport', { planId: g.planId, doctorId: id, collectData: { complaint: '胸闷' } }],
        ['sign', { planId: g.planId, doctorId: id, agree: 1 }],
        ['face', { doctorId: id, result: 1 }],
      ] as const) {
        const answer = await play(who, name, body)
        expect([400, 404], `${name} ${answer.msg}`).toContain(answer.status)
      }
    }
    expect(await bids()).toEqual([])
    // the refusal is in the language of who asks
    await turn(SANDBOX_PARAM, 'false')
    expect((await admin.post('sandbox/bid', bidOf(id), {}, english)).msg).toContain('nobody plays a doctor')
    await turn(SANDBOX_PARAM, 'true')
  })
})

describe('a person plays a doctor', () => {
  it('from the agreement to the report: once a key, marked in the trail, and not theirs to review', async () => {
    const doctor = await g.doctor({ phone: '19900030006' })
    await invited(t, g, doctor.id)
    const said = { planId: g.planId, doctorId: doctor.id }
    expect((await play(admin, 'submitReport', { ...said, collectData: { complaint: '胸闷' } })).status).toBe(409)
    expect((await play(admin, 'sign', { ...said, agree: 2 })).data).toEqual({ reason: '请填写拒绝原因' })
    const signed = await play(admin, 'sign', { ...said, agree: 1 })
    expect([signed.status, signed.data?.bizType]).toEqual([200, 'tenderDoctorProtocols'])
    expect(await carried(t.context, g.tenantId, 'esign')).toBe(1)
    const [part] = await rowsBy(t.context, g.tenantId, caseCollectionDoctor, 'doctor_id', doctor.id)
    expect(part?.agreementStatus).toBe(agreementStatus.agreed)
    expect((await play(admin, 'sign', { ...said, agree: 1 })).status).toBe(404)

    const withFile = async (n: number) => {
      const { attachId } = (await upload(t, admin, licencePicture(n), '病例.png')).data
      return { ...said, collectData: { complaint: '胸闷' }, files: attachId }
    }
    // a file each: one file of both would be a second reason to refuse the later one
    const bodies = [await withFile(5), await withFile(6)] as const
    expect((await play(admin, 'submitReport', { ...bodies[0], messageNumber: 'M-1' })).status).toBe(400)
    const twice = await Promise.all([
      play(admin, 'submitReport', bodies[0], 'one'),
      play(admin, 'submitReport', bodies[1], 'other'),
    ])
    expect(twice.map((a) => a.status).sort()).toEqual([200, 409])
    expect(twice.find(({ status }) => status === 409)?.msg).toBe('该医生的 1 份已全部提交')
    const [made, ...more] = await rowsBy(t.context, g.tenantId, caseCollectionReport, 'doctor_id', doctor.id)
    const [key, sent] = twice[0]?.status === 200 ? (['one', bodies[0]] as const) : (['other', bodies[1]] as const)
    expect([more, made?.submitType, made?.files]).toEqual([[], 1, sent.files])
    const again = await play(admin, 'submitReport', sent, key)
    expect(again.data).toEqual({ bizType: 'caseCollectionReport', bizId: made?.id, bizCode: made?.codeNumber })
    expect((await play(admin, 'submitReport', { ...sent, files: '' }, key)).status).toBe(422)
    expect(await ways(made?.id ?? '')).toEqual([{ by: admin.userId, source: 'sandbox' }])

    const review = (who: Client) =>
      who.post('blade-act/caseCollectionReport/audit', { ids: made?.id, auditType: 1, status: 1 })
    expect([(await review(admin)).status, (await review(admin)).msg]).toEqual([400, expect.stringContaining('经办')])
    const reviewed = await review(g.ops)
    expect(reviewed.status, reviewed.msg).toBe(200)
  })

  it('whose face passes as they say, by the answer of the provider’s sandbox', async () => {
    // a doctor whose number ends with 9 fails in the sandbox
    const doctor = await g.doctor({ faceStatus: faceStatus.none, idCardNumber: '990101199001019009' })
    expect((await play(admin, 'face', { doctorId: doctor.id, result: 1 })).status).toBe(409)
    const sent = await g.ops.get('blade-csc/customerCertificationRecord/retryFaceSms', { doctorId: doctor.id })
    expect(sent.status, sent.msg).toBe(200)
    await carried(t.context, g.tenantId, 'baiduFace')
    const said = await play(admin, 'face', { doctorId: doctor.id, result: 1 })
    expect([said.status, said.data?.bizType]).toEqual([200, 'faceSession'])
    await carried(t.context, g.tenantId, 'baiduFace')
    expect((await rowNow(t.context, g.tenantId, authenticationDoctor, doctor.id)).faceStatus).toBe(faceStatus.passed)
    expect((await ways(said.data.bizId)).map(({ source }) => source)).toContain('sandbox')
    expect((await play(admin, 'face', { doctorId: doctor.id, result: 2 })).status).toBe(409)
  })

  it('and bids for them', async () => {
    const { id } = await g.doctor()
    const entered = await play(admin, 'bid', bidOf(id))
    expect(entered.status, entered.msg).toBe(200)
    expect(await ways(entered.data.bizId)).toEqual([{ by: admin.userId, source: 'sandbox' }])
    const history = { resource: 'bidRecord', id: entered.data.bizId }
    expect((await admin.get('rounds/history', history)).data).toMatchObject([
      { action: 'add', operatorRole: '沙箱代医生' },
    ])
    expect((await play(admin, 'bid', bidOf(id))).msg).toContain('已应征')
    const judged = (who: Client) => who.post('blade-ts/bidRecord/audit', { ids: entered.data.bizId, status: 1 })
    expect((await judged(admin)).msg).toContain('经办')
    expect((await judged(g.ops)).status).toBe(200)
  })
})
