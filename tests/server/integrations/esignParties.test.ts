import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { intent } from '../../../src/model/administration/system/intent.ts'
import { approvalHistory } from '../../../src/model/desk/approvalHistory.ts'
import { attach } from '../../../src/model/files/attach.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { authenticationDoctor } from '../../../src/model/people/authenticationDoctor.ts'
import { customerCertificationRecord } from '../../../src/model/people/certification.ts'
import { entrustedCompany } from '../../../src/model/people/entrustedCompany.ts'
import { accountOf } from '../../../src/server/ports/esign/sandbox.ts'
import { idCardOf } from '../../../src/server/seed/values/numbers.ts'
import { broken, checkInvariants } from '../../../src/server/verification/check.ts'
import { type Answer, type Client, type TestApp, testApp } from '../app.ts'
import { load, rowNow, rowsBy } from '../decisions/fixture.ts'
import { askedOf, carried, serve } from './carry.ts'
import { companyIn, doctorIn } from './parties.ts'
import { json, type Partner, startPartner } from './partner.ts'

const { auditStatus } = statesOf(entrustedCompany)
const { certStatus, esignProgress, esignStatus } = statesOf(authenticationDoctor)
const { faceStatus } = statesOf(customerCertificationRecord)
const { intentStatus } = statesOf(intent)

/** 3.7, 3.8 over HTTP: companies and doctors are registered for e-signing, stopped, taken up again, given a seal. */
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

const doctor = (more: Parameters<typeof doctorIn>[2] = {}) => doctorIn(t.context, tenantId, more)
const company = (more: Parameters<typeof companyIn>[2] = {}) => companyIn(t.context, tenantId, more)
const OTHER = idCardOf(7, true)
const DOCTOR = 'blade-authenticationDoctor'
const COMPANY = 'blade-csc/entrustedCompany'
const answer = () => carried(t.context, tenantId, 'esign')
const doctorNow = (id: string) => rowNow(t.context, tenantId, authenticationDoctor, id)
const companyNow = (id: string) => rowNow(t.context, tenantId, entrustedCompany, id)
const good = (a: Answer) => expect([a.status, a.msg]).toEqual([200, expect.any(String)])
const refused = (a: Answer, status: number, msg = '') =>
  expect([a.status, a.msg]).toEqual([status, expect.stringContaining(msg)])
const requestsOf = async (id: string) => (await askedOf(t.context, tenantId, 'esign')).filter((i) => i.bizId === id)
const clean = async () => {
  const found = await t.db.transaction({ tenantId }, (tx) => checkInvariants(tx, ['INV-40.chain', 'INV-40.intent']))
  expect(broken(found)).toEqual([])
}

/** Finance agrees to the change that somebody asked for; nothing was changed until then. */
async function agreed(asked: Answer): Promise<void> {
  good(asked)
  const { changeRequest } = asked.data as { changeRequest?: { id: string } }
  const finance = await t.signIn(tenantId, 'finance')
  good(await finance.post('blade-changeRequest/review', { ids: changeRequest?.id, status: 1 }))
}

/** A doctor is certified as who they are now, by somebody who neither entered nor corrected them. */
async function certified(customerId: string): Promise<void> {
  const { doctorName: customerName, idCardNumber: certNo } = await doctorNow(customerId)
  const record = await load(t.context, tenantId, (work) =>
    work.insert(customerCertificationRecord, {
      ...{ certType: 2, customerId, customerName, certNo, faceStatus: faceStatus.passed, threeElement: 1 },
    }),
  )
  const audit = { ids: record.id, status: 1 }
  refused(await ops.post('blade-csc/customerCertificationRecord/audit', audit), 400, '您录入或修改过')
  const other = await t.signIn(tenantId, 'ops')
  good(await other.post('blade-csc/customerCertificationRecord/audit', audit))
}

describe('a doctor', () => {
  test('is registered by what the partner answers, once for many clicks, and has a history', async () => {
    const { id, idCardNumber, code } = await doctor()
    const many = await Promise.all(Array.from({ length: 10 }, () => ops.get(`${DOCTOR}/regEsignAccount`, { id })))
    expect(many.filter((a) => a.status === 200)).toHaveLength(1)
    for (const a of many) if (a.status !== 200) refused(a, 409, '当前状态不允许该操作')
    expect(await doctorNow(id)).toMatchObject({
      esignStatus: esignStatus.none,
      esignProgress: esignProgress.inProgress,
      esignAccountId: null,
    })
    expect(await requestsOf(id)).toMatchObject([
      { portCall: 'createAccount', bizCode: code, intentStatus: intentStatus.pending },
    ])
    refused(await ops.get(`${DOCTOR}/regEsignSeal`, { id }), 409)
    await answer()
    expect(await doctorNow(id)).toMatchObject({
      esignStatus: esignStatus.registered,
      esignProgress: esignProgress.none,
      esignAccountId: accountOf(idCardNumber ?? ''),
      esignMsg: null,
    })
    refused(await ops.get(`${DOCTOR}/regEsignAccount`, { id }), 409)
    const told = await rowsBy(t.context, tenantId, approvalHistory, 'biz_id', id)
    expect(told.map((h) => [h.action, h.operatorName])).toEqual([
      ['esign.register', (await ops.actor()).name],
      ['esign.registered', '系统'],
    ])
    await clean()
  })

  test('whose name does not match says so, and is registered once that was corrected', async () => {
    const { id } = await doctor({ idCardNumber: '990101199001010000' })
    good(await ops.get(`${DOCTOR}/regEsignAccount`, { id }))
    await answer()
    expect(await doctorNow(id)).toMatchObject({
      esignStatus: esignStatus.none,
      esignProgress: esignProgress.failed,
      esignMsg: '实名不符 (NAME_MISMATCH)',
      esignAccountId: null,
    })
    const { version } = await doctorNow(id)
    await agreed(await ops.post(`${DOCTOR}/submit`, { id, version, idCardNumber: OTHER }))
    // who they are was changed: they are certified anew first, by somebody else
    refused(await ops.get(`${DOCTOR}/regEsignAccount`, { id }), 400, '认证通过')
    await certified(id)
    good(await ops.get(`${DOCTOR}/regEsignAccount`, { id }))
    expect(await doctorNow(id)).toMatchObject({ esignProgress: esignProgress.inProgress, esignMsg: null })
    await answer()
    expect(await doctorNow(id)).toMatchObject({ esignStatus: esignStatus.registered, esignAccountId: accountOf(OTHER) })
    await clean()
  })

  test('is stopped and taken up again, also at once with a second request', async () => {
    const { id } = await doctor()
    good(await ops.get(`${DOCTOR}/regEsignAccount`, { id }))
    await answer()
    const both = await Promise.all([2, 2].map((status) => ops.get(`${DOCTOR}/stopEsignAccount`, { id, status })))
    expect(both.map((a) => a.status).sort()).toEqual([200, 409])
    expect(await doctorNow(id)).toMatchObject({
      esignStatus: esignStatus.registered,
      esignProgress: esignProgress.inProgress,
    })
    await answer()
    expect(await doctorNow(id)).toMatchObject({ esignStatus: esignStatus.stopped, esignProgress: esignProgress.none })
    refused(await ops.get(`${DOCTOR}/stopEsignAccount`, { id, status: 2 }), 409)
    refused(await ops.get(`${DOCTOR}/regEsignSeal`, { id }), 409)
    good(await ops.get(`${DOCTOR}/stopEsignAccount`, { id, status: 1 }))
    await answer()
    expect(await doctorNow(id)).toMatchObject({
      esignStatus: esignStatus.registered,
      esignProgress: esignProgress.none,
    })
    expect((await requestsOf(id)).map((i) => [i.portCall, i.intentStatus])).toEqual([
      ['createAccount', intentStatus.done],
      ['setAccountStatus', intentStatus.done],
      ['setAccountStatus', intentStatus.done],
    ])
    await clean()
  })

  test('keeps name and number while registered; once stopped another number gives the account up', async () => {
    const { id } = await doctor()
    const corrected = async (more: object = { idCardNumber: idCardOf(9, true) }) =>
      ops.post(`${DOCTOR}/submit`, { id, version: (await doctorNow(id)).version, ...more })
    good(await ops.get(`${DOCTOR}/regEsignAccount`, { id }))
    refused(await corrected(), 400, '签章办理中')
    await answer()
    const asked = await corrected()
    refused(asked, 400, '请先停用签章再修改')
    expect(Object.keys(asked.data as object)).toEqual(['idCardNumber'])
    refused(await corrected({ doctorName: '李四' }), 400, '请先停用签章再修改')
    // what the account is not known by
    good(await corrected({ hospitalName: '杭州第二人民医院' }))
    expect(await doctorNow(id)).toMatchObject({
      esignStatus: esignStatus.registered,
      esignAccountId: expect.any(String),
    })
    good(await ops.get(`${DOCTOR}/stopEsignAccount`, { id, status: 2 }))
    await answer()
    await agreed(await corrected())
    expect(await doctorNow(id)).toMatchObject({
      esignStatus: esignStatus.none,
      esignProgress: esignProgress.none,
      esignAccountId: null,
      certStatus: certStatus.none,
    })
    refused(await ops.get(`${DOCTOR}/stopEsignAccount`, { id, status: 1 }), 409)
    await certified(id)
    good(await ops.get(`${DOCTOR}/regEsignAccount`, { id }))
    await answer()
    expect(await doctorNow(id)).toMatchObject({
      esignStatus: esignStatus.registered,
      esignAccountId: accountOf(idCardOf(9, true)),
    })
    await clean()
  })

  test('has to be certified, with an identity number, in the tenant; operations ask for it', async () => {
    refused(
      await ops.get(`${DOCTOR}/regEsignAccount`, { id: (await doctor({ certStatus: certStatus.inProgress })).id }),
      400,
      '认证通过',
    )
    const nameless = await doctor({ idCardNumber: null })
    refused(await ops.get(`${DOCTOR}/regEsignAccount`, { id: nameless.id }), 400, '缺少身份证号')
    const { id } = await doctor()
    for (const role of ['finance', 'content', 'auditor'])
      refused(await (await t.signIn(tenantId, role)).get(`${DOCTOR}/regEsignAccount`, { id }), 403)
    const theirs = await t.signIn(tenantId, 'companyAdmin', { userType: 2, company: (await company()).id })
    refused(await theirs.get(`${DOCTOR}/regEsignAccount`, { id }), 403)
    refused(await (await t.signIn(await t.newTenant(), 'ops')).get(`${DOCTOR}/regEsignAccount`, { id }), 404)
    expect(await requestsOf(id)).toEqual([])
    // neither form nor submit says that somebody is registered
    const { version } = await doctorNow(id)
    await ops.post(`${DOCTOR}/submit`, {
      id,
      version,
      esignStatus: esignStatus.registered,
      esignAccountId: 'ES1',
      esignProgress: esignProgress.none,
    })
    expect(await doctorNow(id)).toMatchObject({ esignStatus: esignStatus.none, esignAccountId: null })
  })
})

describe('a company', () => {
  test('is registered and given a seal: a picture that its people see', async () => {
    const { id, socialCreditCode } = await company()
    good(await ops.get(`${COMPANY}/regEsignAccount`, { id }))
    await answer()
    expect(await companyNow(id)).toMatchObject({
      esignStatus: esignStatus.registered,
      esignAccountId: accountOf(socialCreditCode),
    })
    const clicks = await Promise.all([1, 2].map(() => ops.get(`${COMPANY}/regEsignSeal`, { id, hText: '合同专用章' })))
    expect(clicks.map((a) => a.status).sort()).toEqual([200, 409])
    await answer()
    const now = await companyNow(id)
    expect(now).toMatchObject({
      sealStatus: 1,
      esignStatus: esignStatus.registered,
      esignProgress: esignProgress.none,
      sealUrl: expect.any(String),
    })
    const picture = await rowNow(t.context, tenantId, attach, now.sealUrl ?? '')
    expect(picture).toMatchObject({ originalName: `印章-${now.name}.png`, extension: 'png' })
    const files = await ops.get<Record<string, { link: string }[]>>('rounds/files', {
      resource: 'entrustedCompany',
      id,
    })
    const got = await t.app.inject({ method: 'GET', url: String(files.data.sealUrl?.[0]?.link) })
    expect([got.statusCode, got.rawPayload.subarray(1, 4).toString()]).toEqual([200, 'PNG'])
    // the same text is the same picture: no second file; another one replaces it
    good(await ops.get(`${COMPANY}/regEsignSeal`, { id, hText: '合同专用章' }))
    await answer()
    expect((await companyNow(id)).sealUrl).toBe(now.sealUrl)
    good(await ops.get(`${COMPANY}/regEsignSeal`, { id, hText: '财务专用章' }))
    await answer()
    expect((await companyNow(id)).sealUrl).not.toBe(now.sealUrl)
    refused(await ops.get(`${COMPANY}/regEsignSeal`, { id, hText: '很'.repeat(21) }), 400)
    await clean()
  })

  test('that is called something else, once stopped, has neither account nor seal', async () => {
    const { id } = await company()
    const renamed = async () =>
      ops.post(`${COMPANY}/submit`, { id, version: (await companyNow(id)).version, name: '康泰生物医药' })
    good(await ops.get(`${COMPANY}/regEsignAccount`, { id }))
    await answer()
    good(await ops.get(`${COMPANY}/regEsignSeal`, { id }))
    await answer()
    refused(await renamed(), 400, '请先停用签章再修改')
    good(await ops.get(`${COMPANY}/stopEsignAccount`, { id, status: 2 }))
    await answer()
    good(await renamed())
    expect(await companyNow(id)).toMatchObject({
      ...{ name: '康泰生物医药', esignStatus: esignStatus.none, esignAccountId: null, sealStatus: 0, sealUrl: null },
    })
    await clean()
  })

  test('has to be admitted and enabled', async () => {
    for (const more of [
      { auditStatus: auditStatus.pending },
      { auditStatus: auditStatus.rejected },
      { enableStatus: 0 },
    ] as const) {
      const { id } = await company(more)
      refused(await ops.get(`${COMPANY}/regEsignAccount`, { id }), 400, '审核通过并启用后')
      expect(await requestsOf(id)).toEqual([])
    }
  })
})

describe('a partner', () => {
  let partner: Partner
  let own: string
  beforeAll(async () => {
    partner = await startPartner()
    own = await t.newTenant()
    await serve(t.context, own, 'esign', 'http')
  })
  afterAll(() => partner.stop())
  const context = () => ({ ...t.context, config: { ...t.context.config, ports: { esign: partner.settings } } })
  const theirs = () => doctorIn(t.context, own)

  test('that refuses a seal, or is away: said on the record, and asked again', async () => {
    const client = await t.signIn(own, 'ops')
    const { id } = await theirs()
    const now = () => rowNow(t.context, own, authenticationDoctor, id)
    partner.answering = (_got, response) => json(response, 200, { state: 'done', accountId: 'ES-77' })
    good(await client.get(`${DOCTOR}/regEsignAccount`, { id }))
    await carried(context(), own, 'esign')
    expect(await now()).toMatchObject({ esignStatus: esignStatus.registered, esignAccountId: 'ES-77' })
    partner.answering = (_got, response) => json(response, 422, { code: 'ACCOUNT_FROZEN', msg: 'frozen' })
    good(await client.get(`${DOCTOR}/regEsignSeal`, { id, hText: '张喆' }))
    await carried(context(), own, 'esign')
    expect(await now()).toMatchObject({
      esignStatus: esignStatus.registered,
      esignProgress: esignProgress.failed,
      esignMsg: '签章账号已冻结 (ACCOUNT_FROZEN)',
    })
    // away: tried eight times, then the record says so
    partner.answering = (_got, response) => json(response, 503, {})
    good(await client.get(`${DOCTOR}/regEsignSeal`, { id, hText: '张喆' }))
    for (let n = 0; n < 8; n += 1) {
      expect(await now()).toMatchObject({ esignProgress: esignProgress.inProgress })
      await carried(context(), own, 'esign')
    }
    expect(await now()).toMatchObject({
      esignProgress: esignProgress.failed,
      esignMsg: expect.stringContaining('UNAVAILABLE'),
    })
    expect(await carried(context(), own, 'esign')).toBe(0)
    const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).toString('base64')
    partner.answering = (_got, response) => json(response, 200, { image: png })
    good(await client.get(`${DOCTOR}/regEsignSeal`, { id, hText: '张喆' }))
    await carried(context(), own, 'esign')
    expect(await now()).toMatchObject({
      esignProgress: esignProgress.none,
      esignMsg: null,
      sealUrl: expect.any(String),
    })
  })

  test('is asked before anything is sent again: cut off after it has the account, it is registered once', async () => {
    const client = await t.signIn(own, 'ops')
    const { id } = await theirs()
    const taken: string[] = []
    partner.got.length = 0
    partner.answering = (got, response) => {
      if (got.method === 'POST') {
        taken.push(JSON.parse(got.body).key)
        response.destroy()
      } else json(response, 200, { state: 'done', accountId: 'ES-88' })
    }
    good(await client.get(`${DOCTOR}/regEsignAccount`, { id }))
    await carried(context(), own, 'esign')
    expect(await rowNow(t.context, own, authenticationDoctor, id)).toMatchObject({
      esignStatus: esignStatus.none,
      esignProgress: esignProgress.inProgress,
    })
    await carried(context(), own, 'esign')
    expect(await rowNow(t.context, own, authenticationDoctor, id)).toMatchObject({
      esignStatus: esignStatus.registered,
      esignAccountId: 'ES-88',
    })
    expect(taken).toHaveLength(1)
    expect(partner.got.map((g) => g.method)).toEqual(['POST', 'GET'])
  })
})
