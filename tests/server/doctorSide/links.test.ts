import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { caseCollection } from '../../../src/model/activities/collections.ts'
import { doctorLink } from '../../../src/model/activities/doctorSide/doctorLink.ts'
import type { DoctorView } from '../../../src/model/activities/doctorSide/doctorWire.ts'
import { caseCollectionDoctor } from '../../../src/model/activities/doctors.ts'
import { meeting } from '../../../src/model/activities/meetings/meeting.ts'
import { meetingAttend } from '../../../src/model/activities/meetings/meetingParts.ts'
import { caseCollectionReport } from '../../../src/model/activities/reports/reports.ts'
import { securityEvent } from '../../../src/model/administration/access/securityEvent.ts'
import { approvalHistory } from '../../../src/model/desk/approvalHistory.ts'
import { attach, attachUse } from '../../../src/model/files/attach.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { orderDoctorPayment } from '../../../src/model/payment/orderDoctorPayment.ts'
import { authenticationDoctor } from '../../../src/model/people/authenticationDoctor.ts'
import { newId } from '../../../src/server/core/ids.ts'
import { Limiter } from '../../../src/server/core/limits/limiter.ts'
import { routeList } from '../../../src/server/http/routes.ts'
import { licencePicture } from '../../../src/server/seed/media/pictures.ts'
import { BASIC, type TestApp, testApp } from '../app.ts'
import { load, rowNow, rowsBy } from '../decisions/fixture.ts'
import { carried } from '../integrations/carry.ts'
import { type Ground, ground, invited, madeBy, phoneOf, tokenSent } from './ground.ts'

const { agreementStatus } = statesOf(caseCollectionDoctor)
const { approvalStatus, meetingStatus, planStatus } = statesOf(meeting)
const { approvalStatus: caseCollectionReportApprovalStatus } = statesOf(caseCollectionReport)
const { faceStatus } = statesOf(authenticationDoctor)
const { linkStatus } = statesOf(doctorLink)
const { paymentStatus } = statesOf(orderDoctorPayment)
const { planStatus: caseCollectionPlanStatus } = statesOf(caseCollection)

/** Domain §13: what a doctor does with a link, and what nobody does with one. */
let t: TestApp
let g: Ground
beforeAll(async () => {
  t = await testApp()
  g = await ground(t)
}, 300_000)
afterAll(() => t.app.close())

const partOf = async (doctorId: string) =>
  (await rowsBy(t.context, g.tenantId, caseCollectionDoctor, 'doctor_id', doctorId))[0]
const tokenIn = (url: string | undefined) => url?.split('/')[2] ?? ''
const sms = async () =>
  (
    await t.db.scoped(
      { tenantId: g.tenantId },
      { text: 'select 1 from "sms_log" where tenant_id = $1 and result = 1', values: [g.tenantId] },
    )
  ).length
/** An upload by link. */
async function photo(phone: ReturnType<typeof phoneOf>, content: Uint8Array = licencePicture(3), name = '照片.png') {
  const border = 'b1'
  return t.call<{ id: string }>('POST', 'openapi/doctor/file', {
    headers: { ...phone.headers(), 'content-type': `multipart/form-data; boundary=${border}` },
    payload: Buffer.concat([
      Buffer.from(
        `--${border}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: image/png\r\n\r\n`,
      ),
      Buffer.from(content),
      Buffer.from(`\r\n--${border}--\r\n`),
    ]),
  })
}
/** A doctor whose part in the activity is signed. */
async function agreed(): Promise<{ id: string; part: string }> {
  const { id } = await g.doctor()
  const part = await load(t.context, g.tenantId, (work) =>
    work.insert(caseCollectionDoctor, {
      ...{ caseCollectionId: g.planId, doctorId: id, doctorName: '张喆', planSearchNum: 1, doctorFee: '800.00' },
      agreementStatus: agreementStatus.agreed,
    } as never),
  )
  return { id, part: part.id }
}

/** A meeting of the company. */
async function heldMeeting(startTime = '2024-06-15 13:30:00', endTime = '2024-06-15 15:00:00'): Promise<string> {
  const made = await load(t.context, g.tenantId, (work) =>
    work.insert(meeting, {
      ...{
        code: `HY${newId()}`,
        name: '科室会',
        planType: 1,
        planStatus: planStatus.inProgress,
        meetingStatus: meetingStatus.scheduled,
      },
      ...{ startTime, endTime, invitationStartDate: '2024-06-01', invitationEndDate: '2024-06-30', planSearchNum: 1 },
      ...{ entrustedCompanyId: g.company.id, entrustedCompanyName: g.company.name, activityServiceProjectId: '1' },
      ...{ baseEmployeeId: g.employeeId, baseEmployeeName: '王负责' },
    } as never),
  )
  return made.id
}

describe('a message with a link', () => {
  it('is refused before it is written while nobody said where this server is reached; a code to be shown is not', async () => {
    const { id } = await g.doctor()
    const serving = (by: 'http' | 'sandbox') =>
      t.db.owner((tx) =>
        tx.query(`update "param" set param_value = $2 where tenant_id = $1 and param_key = 'port.shortMessage'`, [
          g.tenantId,
          by,
        ]),
      )
    const make = (sentVia: number) =>
      g.ops.post('blade-sys/doctorLink/create', { purpose: 6, bizType: 'authenticationDoctor', bizId: id, sentVia })
    await serving('http')
    const refused = await make(1)
    expect([refused.status, refused.raw]).toMatchObject([409, expect.stringContaining('PUBLIC_URL')])
    expect((await make(2)).status).toBe(200)
    await serving('sandbox')
  })
})

describe('from the invitation to the report, by link alone', () => {
  it('an invited doctor sees the fee, proves who they are, agrees once, and is done', async () => {
    const doctor = await g.doctor({ phone: '19900010006' })
    const phone = phoneOf(t, await invited(t, g, doctor.id))
    expect((await phone.get<DoctorView>('view')).data).toMatchObject({
      asks: 'identity',
      title: '',
      facts: [],
      name: '张*****',
    })
    expect((await phone.post('agreement', { agree: 1 })).status).toBe(403)
    expect((await phone.identify(doctor.idCardNumber ?? '')).status).toBe(200)
    const seen = (await phone.get<DoctorView>('view')).data
    expect(seen).toMatchObject({ title: '慢病病例征集', agreement: { status: 0, signing: false, problem: null } })
    expect(JSON.stringify(seen.facts)).toContain('800.00')
    expect((await phone.get('shown', { id: seen.agreement?.fileId ?? '' })).headers['content-type']).toBe(
      'application/pdf',
    )
    expect((await phone.post('agreement', { agree: 2, reason: ' ' })).status).toBe(400)
    const twice = await Promise.all([phone.post('agreement', { agree: 1 }), phone.post('agreement', { agree: 1 })])
    expect(twice.map((a) => a.status).sort()).toEqual([200, 400])
    expect((await phone.get<DoctorView>('view')).data.agreement?.signing).toBe(true)
    expect(await carried(t.context, g.tenantId, 'esign')).toBe(1)
    expect((await partOf(doctor.id))?.agreementStatus).toBe(agreementStatus.agreed)
    expect(await phone.get('view')).toMatchObject({ status: 410, data: { end: 'reached', agreement: 1 } })
    expect(await phone.post('agreement', { agree: 2, reason: '后悔' })).toMatchObject({ status: 410 })
  })

  it('who refuses says why; the part says so, and history names the doctor and their way', async () => {
    const doctor = await g.doctor({ phone: '19900020006' })
    const phone = phoneOf(t, await invited(t, g, doctor.id))
    await phone.identify(doctor.idCardNumber ?? '')
    expect((await phone.post('agreement', { agree: 2, reason: '时间冲突' })).status).toBe(200)
    await carried(t.context, g.tenantId, 'esign')
    expect((await partOf(doctor.id))?.agreementStatus).toBe(agreementStatus.refused)
    const told = await rowsBy(t.context, g.tenantId, approvalHistory, 'action', 'answer')
    expect(told.filter((h) => h.operatorId === doctor.id)).toMatchObject([
      { operatorName: doctor.doctorName, operatorRole: '医生（手机链接）', remark: '时间冲突' },
    ])
    const ways = await t.db.scoped<{ source: string }>(
      { tenantId: g.tenantId },
      {
        text: 'select distinct source from "audit_trail" where tenant_id = $1 and actor_id = $2',
        values: [g.tenantId, doctor.id],
      },
    )
    expect(ways).toEqual([{ source: 'link' }])
  })

  it('a report is drafted, handed in once with its photograph, refused, and corrected by the link that follows', async () => {
    const { id, part } = await agreed()
    const phone = phoneOf(t, tokenIn((await madeBy(g.ops, 3, 'caseCollectionDoctor', part)).data.url))
    const asked = (await phone.get<DoctorView>('view')).data.report
    expect(asked?.attributes.map((a) => a.attrCode)).toEqual(['complaint', 'photo'])
    expect((await phone.post('draft', { content: { answers: { complaint: '胸' }, changed: 1 } })).status).toBe(200)
    expect((await phone.get<DoctorView>('view')).data.report?.draft?.content).toMatchObject({
      answers: { complaint: '胸' },
    })
    const picture = (await photo(phone)).data.id
    const body = { collectData: { complaint: '胸闷', photo: picture }, files: '' }
    expect((await phone.post('report', body, '')).status).toBe(400)
    const all = await Promise.all([phone.post('report', body, 'same'), phone.post('report', body, 'other')])
    expect(all.filter((a) => a.status === 200)).toHaveLength(1)
    const [made, ...more] = await rowsBy(t.context, g.tenantId, caseCollectionReport, 'doctor_id', id)
    expect(more).toEqual([])
    expect(made).toMatchObject({
      submitType: 1,
      createUser: id,
      feeAmount: '800.00',
      approvalStatus: approvalStatus.pending,
    })
    expect(await rowsBy(t.context, g.tenantId, attachUse, 'attach_id', picture)).toMatchObject([
      { recordId: made?.id, field: 'collectData' },
    ])
    // sent again the same is answered the same, whatever became of the link; anything else finds it done
    const [won, lost] = all[0]?.status === 200 ? ['same', 'other'] : ['other', 'same']
    expect((await phone.post('report', body, won)).data).toEqual({ codeNumber: made?.codeNumber })
    expect((await phone.post('report', { ...body, files: picture }, won)).status).toBe(422)
    for (const key of [lost, 'new']) expect((await phone.post('report', body, key)).data).toEqual({ end: 'reached' })
    expect(await rowsBy(t.context, g.tenantId, caseCollectionReport, 'doctor_id', id)).toHaveLength(1)

    // the maker of the link decides nothing of what came by it
    const reviewer = await t.signIn(g.tenantId, 'ops')
    const before = await sms()
    expect(
      (
        await reviewer.post('blade-act/caseCollectionReport/audit', {
          ids: made?.id,
          auditType: 1,
          status: 2,
          remark: '主诉不完整',
        })
      ).status,
    ).toBe(200)
    const again = phoneOf(t, await tokenSent(t, g, before))
    const back = (await again.get<DoctorView>('view')).data
    expect(back).toMatchObject({ purpose: 5, report: { reason: '主诉不完整', answers: { complaint: '胸闷' } } })
    expect((await again.get('shown', { id: picture })).headers['content-type']).toBe('image/png')
    expect((await again.post('report', { collectData: { complaint: '胸闷三天' }, files: '' })).status).toBe(200)
    expect(await rowNow(t.context, g.tenantId, caseCollectionReport, made?.id ?? '')).toMatchObject({
      approvalStatus: caseCollectionReportApprovalStatus.pending,
      submitType: 1,
      collectData: { complaint: '胸闷三天' },
    })
    expect(await again.get('view')).toMatchObject({ status: 410, data: { end: 'reached' } })
  })
})

describe('a link', () => {
  it('is kept as a hash alone, and any other spelling of it is of nobody', async () => {
    const { part } = await agreed()
    const token = tokenIn((await madeBy(g.ops, 3, 'caseCollectionDoctor', part)).data.url)
    expect(token).toMatch(new RegExp(`^${g.tenantId}-[\\w-]{22}$`))
    const [row] = await t.db.scoped<{ all: string }>(
      { tenantId: g.tenantId },
      {
        text: 'select (select json_agg(l)::text from "doctor_link" l where l.tenant_id = $1) || (select coalesce(json_agg(a)::text, \'\') from "audit_trail" a where a.tenant_id = $1) || (select coalesce(json_agg(i)::text, \'\') from "idempotency" i where i.tenant_id = $1) as all',
        values: [g.tenantId],
      },
    )
    expect(row?.all.includes(token.slice(g.tenantId.length + 1))).toBe(false)
    const other = await t.newTenant()
    const at = (n: number) => `${token.slice(0, n)}${token[n] === 'a' ? 'b' : 'a'}${token.slice(n + 1)}`
    for (const wrong of [
      '',
      'x',
      token.slice(0, -1),
      `${token}x`,
      at(token.length - 1),
      at(g.tenantId.length + 1),
      token.replace(g.tenantId, other),
    ])
      expect((await phoneOf(t, wrong).get('view')).data, wrong).toEqual({ end: 'unknown' })
    // in no query
    expect((await t.call('GET', 'openapi/doctor/view', { query: { 'doctor-link': token } })).status).toBe(404)
  })

  it('ends with a newer one, with its time, with the activity, with the blacklist, and when staff take it back', async () => {
    const { id, part } = await agreed()
    const make = async () => {
      const { data } = await madeBy(g.ops, 3, 'caseCollectionDoctor', part)
      return { id: data.id, phone: phoneOf(t, tokenIn(data.url)) }
    }
    const first = await make()
    const second = await make()
    const end = async (one: { phone: ReturnType<typeof phoneOf> }) => {
      const { status, data } = await one.phone.post('draft', { content: {} })
      return status === 200 ? '' : (data as { end?: string }).end
    }
    expect([await end(first), await end(second)]).toEqual(['revoked', ''])
    const set = (sql: string, value: unknown) => t.db.owner((tx) => tx.query(sql, [g.tenantId, value]))
    await set(`update "authentication_doctor" set black_status = 1 where tenant_id = $1 and id = $2`, id)
    expect(await end(second)).toBe('over')
    await set(`update "authentication_doctor" set black_status = 0 where tenant_id = $1 and id = $2`, id)
    await set(`update "activity_plan" set plan_status = 2 where tenant_id = $1 and id = $2`, g.planId)
    expect(await end(second)).toBe('over')
    expect((await madeBy(g.ops, 3, 'caseCollectionDoctor', part)).status).toBe(409)
    await set(`update "activity_plan" set plan_status = 1 where tenant_id = $1 and id = $2`, g.planId)
    await set(
      `update "doctor_link" set expire_time = '2024-06-15 11:00:00' where tenant_id = $1 and id = $2`,
      second.id,
    )
    expect(await end(second)).toBe('expired')
    const third = await make()
    expect((await g.ops.post('blade-sys/doctorLink/revoke', { id: third.id })).status).toBe(200)
    expect(await end(third)).toBe('revoked')
  })

  it('shows and does what its purpose is, of its own record, and opens nothing else', async () => {
    const mine = await agreed()
    const theirs = await agreed()
    const token = tokenIn((await madeBy(g.ops, 3, 'caseCollectionDoctor', mine.part)).data.url)
    const phone = phoneOf(t, token)
    // other purposes, with a proof of another link as well
    for (const [path, body] of [
      ['agreement', { agree: 1 }],
      ['face', {}],
      ['attend', { userName: '甲', phone: '13900000000' }],
      // nor does a link that asks nobody who they are answer guesses
      ['identify', { last6: '000000' }],
    ] as const)
      expect((await phone.post(path, body)).data, path).toEqual({ end: 'unknown' })
    expect((await phone.get('income')).status).toBe(404)
    // names of others: the record is the link's own, whatever is sent beside
    const sent = await phone.post('report', {
      collectData: { complaint: '甲' },
      more: {
        doctorId: theirs.id,
        caseCollectionId: '1',
        feeAmount: '9999.00',
        approvalStatus: approvalStatus.approved,
      },
    })
    expect([sent.status, sent.msg]).toEqual([200, expect.any(String)])
    expect(await rowsBy(t.context, g.tenantId, caseCollectionReport, 'doctor_id', theirs.id)).toEqual([])
    expect(await rowsBy(t.context, g.tenantId, caseCollectionReport, 'doctor_id', mine.id)).toMatchObject([
      { feeAmount: '800.00', approvalStatus: caseCollectionReportApprovalStatus.pending, caseCollectionId: g.planId },
    ])
    // files of others, named or opened
    const phone2 = phoneOf(t, tokenIn((await madeBy(g.ops, 3, 'caseCollectionDoctor', theirs.part)).data.url))
    const own = (await photo(phone2)).data.id
    const strange = (
      await load(t.context, g.tenantId, (work) =>
        work.insert(attach, { name: 'x.pdf', originalName: '身份证.pdf', extension: 'pdf', attachSize: 1 } as never),
      )
    ).id
    expect((await phone2.get('shown', { id: strange })).status).toBe(404)
    expect((await phone2.post('report', { collectData: { complaint: '乙' }, files: strange })).status).toBe(400)
    expect((await phone2.get('shown', { id: own })).status).toBe(200)
    // hostile files
    expect((await photo(phone2, Buffer.from('<html><script>1</script></html>'), 'a.png')).status).toBe(415)
    expect((await photo(phone2, Buffer.from('MZ\x90\x00'), 'a.exe')).status).toBe(415)
    expect((await photo(phone2, new Uint8Array())).status).toBe(400)
  })

  it('is no session, and no session is a link', async () => {
    const { part } = await agreed()
    const token = tokenIn((await madeBy(g.ops, 3, 'caseCollectionDoctor', part)).data.url)
    const paths = routeList().filter((r) => r.open !== 'public')
    for (const headers of [
      { 'blade-auth': `bearer ${token}` },
      { 'doctor-link': token },
      { cookie: `rounds-refresh-token=${token}` },
    ])
      for (const { method, path } of paths.filter((_, n) => n % 97 === 0))
        expect((await t.call(method, path, { headers: { authorization: BASIC, ...headers } })).status, path).toBe(401)
    for (const headers of [{ 'blade-auth': `bearer ${g.ops.access}` }, { 'doctor-link': g.ops.access }])
      expect((await t.call('GET', 'openapi/doctor/view', { headers })).data).toEqual({ end: 'unknown' })
  })

  it('is made by who sees its record and may, for what the record is for', async () => {
    const { id, part } = await agreed()
    const doctorOnly = await t.signIn(g.tenantId, 'finance')
    expect((await madeBy(doctorOnly, 3, 'caseCollectionDoctor', part)).status).toBe(403)
    const strangers = await t.signIn(g.tenantId, 'employee', { company: '77', employee: '0' } as never)
    expect((await madeBy(strangers, 3, 'caseCollectionDoctor', part)).status).toBe(404)
    expect((await madeBy(strangers, 6, 'authenticationDoctor', id)).status).toBe(404)
    for (const [purpose, type] of [
      [4, 'caseCollectionDoctor'],
      [3, 'authenticationDoctor'],
      [1, 'user'],
      [3, 'nothing'],
    ] as const)
      expect((await madeBy(g.ops, purpose, type, part)).status, type).toBe(404)
    const sent = await madeBy(g.ops, 3, 'caseCollectionDoctor', part, 1)
    expect(sent.data.url).toBe('')
    const more = await Promise.all(Array.from({ length: 12 }, () => madeBy(g.ops, 6, 'authenticationDoctor', id, 1)))
    expect(more.filter((m) => m.status === 200).length, 'messages of a day').toBe(5)
    const open = (await rowsBy(t.context, g.tenantId, doctorLink, 'biz_id', id)).filter(
      (l) => l.linkStatus === linkStatus.open,
    )
    expect(open, 'however many are made at once').toHaveLength(1)
  })

  it('asks five times who it is, then it is dead and administrators hear of it', async () => {
    const doctor = await g.doctor()
    const made = await madeBy(g.ops, 6, 'authenticationDoctor', doctor.id)
    const phone = phoneOf(t, tokenIn(made.data.url))
    for (const left of [4, 3, 2, 1]) expect((await phone.identify('000000')).msg).toContain(`${left} 次`)
    expect((await phone.identify('000000')).data).toMatchObject({ end: 'locked' })
    expect((await phone.identify(doctor.idCardNumber ?? '')).data).toMatchObject({ end: 'locked' })
    expect(await rowNow(t.context, g.tenantId, doctorLink, made.data.id)).toMatchObject({
      linkStatus: linkStatus.locked,
      wrongTries: 5,
    })
    const heard = await rowsBy(t.context, g.tenantId, securityEvent, 'kind', 15 as never)
    expect(heard.map((e) => e.subject)).toEqual([doctor.doctorName])
  })

  it('is asked thirty times a minute', async () => {
    const { part } = await agreed()
    const token = tokenIn((await madeBy(g.ops, 3, 'caseCollectionDoctor', part)).data.url)
    const limited = await testApp({}, undefined, t.db)
    try {
      ;(limited.context as { limiter: Limiter }).limiter = new Limiter(t.db, t.context.log)
      const answers = []
      for (let n = 0; n < 32; n++) answers.push((await phoneOf(limited, token).get('view')).status)
      expect(answers.filter((s) => s === 200)).toHaveLength(30)
      expect(answers.slice(-2)).toEqual([429, 429])
      // the code of a meeting is one for all who came: nobody uses it up for the others
      const code = tokenIn((await madeBy(g.ops, 4, 'meeting', await heldMeeting(), 2)).data.url)
      const headers = { 'doctor-link': code, 'x-forwarded-for': '203.0.113.9' }
      const all = await Promise.all(
        Array.from({ length: 32 }, () => limited.call('GET', 'openapi/doctor/view', { headers })),
      )
      expect([...new Set(all.map((a) => a.status))]).toEqual([200])
    } finally {
      await limited.app.close()
    }
  })
})

describe('money and meetings', () => {
  it("income asks for a code besides, and shows the doctor's own payments by month", async () => {
    const doctor = await g.doctor()
    await load(t.context, g.tenantId, async (work) => {
      for (const [doctorId, payTime, net] of [
        [doctor.id, '2024-05-10 10:00:00', '680.00'],
        [doctor.id, '2024-04-02 10:00:00', '100.00'],
        ['1', '2024-05-10 10:00:00', '5.00'],
      ] as const)
        await work.insert(orderDoctorPayment, {
          code: `DP${payTime}${doctorId}`.slice(0, 32),
          doctorId,
          doctorName: '张',
          entrustedCompanyId: g.company.id,
          entrustedCompanyName: g.company.name,
          payTime,
          netAmount: net,
          grossAmount: '800.00',
          iitAmount: net === '100.00' ? '700.00' : net === '5.00' ? '795.00' : '120.00',
          paymentStatus: paymentStatus.paid,
        } as never)
    })
    const phone = phoneOf(t, tokenIn((await madeBy(g.ops, 6, 'authenticationDoctor', doctor.id)).data.url))
    expect((await phone.get('income')).status).toBe(403)
    await carried(t.context, g.tenantId, 'shortMessage')
    const before = await sms()
    const asked = await phone.identify(doctor.idCardNumber ?? '')
    expect(asked.data).toMatchObject({ proof: '', sent: '199****0001' })
    await carried(t.context, g.tenantId, 'shortMessage')
    const { params } = (
      await t.db.scoped<{ params: string }>(
        { tenantId: g.tenantId },
        { text: 'select params from "sms_log" where tenant_id = $1 order by id desc limit 1', values: [g.tenantId] },
      )
    )[0] ?? { params: '' }
    expect(await sms()).toBe(before + 1)
    const code = /(\d{6})/.exec(params)?.[1] ?? ''
    expect((await phone.identify(doctor.idCardNumber ?? '', '000000' === code ? '000001' : '000000')).status).toBe(400)
    expect((await phone.identify(doctor.idCardNumber ?? '', code)).data.proof).not.toBe('')
    const shown = (await phone.get<DoctorView>('income')).data.months
    expect(shown?.map((m) => [m.month, m.gross, m.tax, m.net])).toEqual([
      ['2024-05', '800.00', '120.00', '680.00'],
      ['2024-04', '800.00', '700.00', '100.00'],
    ])
    // a proof is of one link, and a code is good once
    const other = await g.doctor()
    const theirs = phoneOf(t, tokenIn((await madeBy(g.ops, 6, 'authenticationDoctor', other.id)).data.url))
    theirs.bear(phone.proof())
    expect((await theirs.get('income')).status).toBe(403)
    const late = phoneOf(t, tokenIn((await madeBy(g.ops, 6, 'authenticationDoctor', doctor.id)).data.url))
    expect((await late.identify(doctor.idCardNumber ?? '', code)).status).toBe(400)
  })

  it('people sign in to a meeting around its time, once a number', async () => {
    const now = await heldMeeting()
    const phone = phoneOf(t, tokenIn((await madeBy(g.ops, 4, 'meeting', now, 2)).data.url))
    expect((await phone.get<DoctorView>('view')).data).toMatchObject({ asks: null, meeting: { name: '科室会' } })
    const who = { userName: '李四', phone: '13900000001', hospitalName: '一院', departmentName: '心内' }
    expect((await phone.post('attend', who, 'a')).status).toBe(200)
    expect((await phone.post('attend', who, 'a')).status).toBe(200)
    expect((await phone.post('attend', who, 'b')).msg).toContain('已签到')
    expect((await phone.post('attend', { ...who, phone: '123' })).status).toBe(400)
    expect(await rowsBy(t.context, g.tenantId, meetingAttend, 'meeting_id', now)).toMatchObject([
      { userName: '李四', signType: 1 },
    ])
    const later = await heldMeeting('2024-06-20 13:30:00', '2024-06-20 15:00:00')
    const early = phoneOf(t, tokenIn((await madeBy(g.ops, 4, 'meeting', later, 2)).data.url))
    expect((await early.post('attend', who)).data).toEqual({ end: 'early' })
    expect((await madeBy(g.ops, 4, 'meeting', now, 1)).status).toBe(400)
  })

  it('a face check begins at the link and is over for good once it passed', async () => {
    const doctor = await g.doctor({ faceStatus: faceStatus.none })
    const phone = phoneOf(t, tokenIn((await madeBy(g.ops, 2, 'authenticationDoctor', doctor.id)).data.url))
    await phone.identify(doctor.idCardNumber ?? '')
    expect((await phone.post('face')).status).toBe(200)
    await carried(t.context, g.tenantId, 'baiduFace')
    expect((await phone.get<DoctorView>('view')).data.face).toMatchObject({
      waits: true,
      url: expect.stringMatching(/^\/faceverify\//),
    })
    await t.db.owner((tx) =>
      tx.query('update "authentication_doctor" set face_status = 1 where tenant_id = $1 and id = $2', [
        g.tenantId,
        doctor.id,
      ]),
    )
    expect((await phone.get('view')).data).toEqual({ end: 'reached' })
    expect((await rowNow(t.context, g.tenantId, authenticationDoctor, doctor.id)).faceStatus).toBe(faceStatus.passed)
    expect((await rowNow(t.context, g.tenantId, caseCollection, g.planId)).planStatus).toBe(
      caseCollectionPlanStatus.inProgress,
    )
  })
})
