import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { smsLog } from '../../../src/model/administration/system/smsLog.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { authenticationDoctor } from '../../../src/model/people/authenticationDoctor.ts'
import { customerCertificationRecord } from '../../../src/model/people/certification.ts'
import { entrustedCompany } from '../../../src/model/people/entrustedCompany.ts'
import { faceSession } from '../../../src/model/people/faceSession.ts'
import { licencePicture } from '../../../src/server/seed/media/pictures.ts'
import { creditCodeOf, idCardOf } from '../../../src/server/seed/values/numbers.ts'
import { type Answer, BASIC, type Client, type TestApp, testApp } from '../app.ts'
import { load, rowNow, rowsBy } from '../decisions/fixture.ts'
import { upload } from '../upload.ts'
import { carried, serve } from './carry.ts'
import { companyIn, doctorIn } from './parties.ts'

const { approvalStatus, faceStatus: customerCertificationRecordFaceStatus } = statesOf(customerCertificationRecord)
const { auditStatus } = statesOf(entrustedCompany)
const { certStatus, faceStatus } = statesOf(authenticationDoctor)
const { verifyStatus } = statesOf(faceSession)

/** 3.7, 3.8 over HTTP: the business register, a doctor who is added, certified and shows their face, and their photos. */
let t: TestApp
let tenantId: string
let ops: Client
let ops2: Client
const RECORD = 'blade-csc/customerCertificationRecord'
const DOCTOR = 'blade-authenticationDoctor'
beforeAll(async () => {
  t = await testApp()
  tenantId = await t.newTenant()
  for (const port of ['tianyancha', 'baiduFace', 'shortMessage', 'cmbBank']) await serve(t.context, tenantId, port)
  ;[ops, ops2] = [await t.signIn(tenantId, 'ops'), await t.signIn(tenantId, 'ops')]
}, 300_000)
afterAll(() => t.app.close())

const good = (a: Answer) => expect([a.status, a.msg]).toEqual([200, expect.any(String)])
const open = (path: string, query: Record<string, string>) =>
  t.call<Record<string, unknown>>('GET', path, { headers: { authorization: BASIC }, query })

describe('the business register', () => {
  const ask = (name: string, who = ops) =>
    who.get<Record<string, unknown>>('blade-csc/entrustedCompany/getTycBaseInfo', { name })

  test('is asked by name, by whom it is for, and says what it does not have', async () => {
    const found = await ask('杭州登记医药有限公司')
    good(found)
    expect(found.data).toMatchObject({ name: '杭州登记医药有限公司', regStatus: '存续', warning: '' })
    const { name, socialCreditCode } = await companyIn(t.context, tenantId)
    expect((await ask(name)).data).toMatchObject({ name, socialCreditCode })
    expect(await ask('不存在医药')).toMatchObject({ status: 400, msg: '工商登记中没有该企业，请核对企业名称' })
    expect((await ask('吊销医药')).data.warning).toBe('工商登记状态为“吊销”，请核实')
    expect(await ask('')).toMatchObject({ status: 400 })
    expect((await ask(name, await t.signIn(tenantId, 'finance'))).status).toBe(403)
  })

  test('that does not answer is said to be away', async () => {
    const other = await t.newTenant()
    expect(await ask('甲', await t.signIn(other, 'ops'))).toMatchObject({
      status: 409,
      msg: '工商登记暂时没有应答，请稍后重试',
    })
  })
})

test('a company is admitted once, however often it is clicked, and has its unit when the bank has answered', async () => {
  const { attachId } = (await upload(t, ops, licencePicture(1), '执照.png')).data
  const made = await ops.post<{ id: string }>('blade-csc/entrustedCompany/addEntrustedCompany', {
    ...{ name: '杭州准入医药有限公司', socialCreditCode: creditCodeOf(41), legalPerson: '王一' },
    licenseUrl: attachId,
  })
  good(made)
  const pass = () =>
    ops2.post('blade-csc/entrustedCompany/audit', { id: made.data.id, auditStatus: auditStatus.approved })
  const all = await Promise.all(Array.from({ length: 6 }, pass))
  expect(all.map((a) => a.status).sort()).toEqual([200, 409, 409, 409, 409, 409])
  const count = async (table: string, column: string) =>
    (
      await t.db.scoped(
        { tenantId },
        { text: `select 1 from "${table}" where tenant_id = $1 and ${column} = $2`, values: [tenantId, made.data.id] },
      )
    ).length
  expect(await count('entrusted_account', 'entrusted_company_id')).toBe(1)
  expect(await count('integral_account', 'holder_id')).toBe(1)
  expect(await count('trading_manager_info', 'holder_id')).toBe(0)
  expect(await carried(t.context, tenantId, 'cmbBank')).toBe(1)
  expect(await count('trading_manager_info', 'holder_id')).toBe(1)
})

describe('a doctor', () => {
  const picture = async (seed: number) => (await upload(t, ops, licencePicture(seed), `p${seed}.png`)).data.attachId
  // numbers of which one has a face that passes in the sandbox, and a card that is read as it was typed
  const passes = Array.from({ length: 40 }, (_, n) => idCardOf(n, false)).filter((idNo) => !/[789]$/.test(idNo))

  test('is added with their papers, shows their face behind a link, and is certified by somebody else', async () => {
    const { tokenOf } = await import('../../../src/server/ports/baiduFace/sandbox.ts')
    const idCardNumber = passes.find((idNo) => tokenOf(idNo, '').startsWith('BF-PASSED')) ?? ''
    const papers = { idCardFront: await picture(2), idCardBack: await picture(3), practiceCert: await picture(4) }
    const added = await ops.post<{ id: string }>(`${DOCTOR}/submit`, {
      ...{ doctorName: '赵医生', phone: '19900000077', hospitalName: '杭州第一人民医院', idCardNumber },
      ...papers,
    })
    good(added)
    const [record] = await rowsBy(t.context, tenantId, customerCertificationRecord, 'customer_id', added.data.id)
    const id = record?.id ?? ''
    const now = () => rowNow(t.context, tenantId, customerCertificationRecord, id)
    expect(record).toMatchObject({
      approvalStatus: approvalStatus.pending,
      faceStatus: faceStatus.none,
      certNo: idCardNumber,
    })
    await carried(t.context, tenantId, 'baiduFace')
    expect(await now()).toMatchObject({ twoElement: 1, threeElement: 1, ocrCheck: 1 })
    const files = await ops.get<Record<string, { link: string }[]>>('rounds/files', {
      ...{ resource: 'customerCertificationRecord', id },
    })
    for (const name of ['idCardFront', 'idCardBack', 'practiceCert']) expect(files.data[name], name).toHaveLength(1)

    good(await ops.post(`${RECORD}/resendFaceSms`, { id }))
    expect((await ops.get(`${RECORD}/retryFaceSms`, { doctorId: added.data.id })).msg).toContain('一分钟')
    await carried(t.context, tenantId, 'shortMessage')
    await carried(t.context, tenantId, 'baiduFace')
    const [log] = await rowsBy(t.context, tenantId, smsLog, 'result', 1 as never)
    const code = /\/bdface\/(\S+)$/.exec(log?.params ?? '')?.[1] ?? ''
    const page = await open('blade-third/baidu/getFaceInfoInit', { code })
    expect(page.data).toMatchObject({ name: '赵**', verifyStatus: verifyStatus.waiting, verifyUrl: '/faceverify/1' })
    for (const wrong of [`${code.slice(0, -1)}x`, code.replace(tenantId, '999999'), 'x', ''])
      expect((await open('blade-third/baidu/getFaceInfoInit', { code: wrong })).status).toBe(404)
    expect((await open('blade-third/baidu/getFaceInfoSimpler', { code })).status).toBe(404)
    good(await ops.get(`${RECORD}/refreshFaceVerify`, { id }))
    await carried(t.context, tenantId, 'baiduFace')
    expect(await now()).toMatchObject({ faceStatus: faceStatus.passed })
    expect((await open('blade-third/baidu/getFaceInfoInit', { code })).data).toMatchObject({
      verifyStatus: verifyStatus.passed,
      verifyUrl: '',
    })

    expect((await ops.post(`${RECORD}/audit`, { ids: id, status: 1 })).msg).toContain('经办与审核不能是同一人')
    good(await ops2.post(`${RECORD}/audit`, { ids: id, status: 1 }))
    expect(await rowNow(t.context, tenantId, authenticationDoctor, added.data.id)).toMatchObject({
      ...{ certStatus: certStatus.certified, faceStatus: faceStatus.passed },
    })
    const [session] = await rowsBy(t.context, tenantId, faceSession, 'doctor_id', added.data.id)
    expect(session?.code).not.toContain(code)
  })

  test('is passed without checks by force alone, with the right to it', async () => {
    const doctor = await doctorIn(t.context, tenantId, { certStatus: certStatus.inProgress })
    const { id: customerId, doctorName: customerName, idCardNumber: certNo } = doctor
    const record = await load(t.context, tenantId, (work) =>
      work.insert(customerCertificationRecord, {
        certType: 2,
        customerId,
        customerName,
        certNo,
        faceStatus: customerCertificationRecordFaceStatus.failed,
      }),
    )
    const audit = (who: Client, more: object) => who.post(`${RECORD}/audit`, { ids: record.id, status: 1, ...more })
    expect((await audit(ops, {})).msg).toContain('人脸核验与三要素核验通过后才能通过认证')
    expect((await audit(ops, { force: 1, remark: '线下核实' })).status).toBe(403)
    const admin = await t.signIn(tenantId, 'administrator')
    expect((await audit(admin, { force: 1 })).status).toBe(400)
    good(await audit(admin, { force: 1, remark: '线下核实' }))
    expect((await rowNow(t.context, tenantId, authenticationDoctor, customerId)).certStatus).toBe(certStatus.certified)
  })

  test('who shares a number with another is shown beside them', async () => {
    const one = await doctorIn(t.context, tenantId, { phone: '19900008888' })
    const record = (customerId: string, certNo: string) =>
      load(t.context, tenantId, (work) =>
        work.insert(customerCertificationRecord, {
          ...{ certType: 2, customerId, customerName: '张', certNo, phone: '19900008888' },
        }),
      )
    const [own, other] = [await record(one.id, 'A1'), await record('1', 'A1')]
    const of = async (id: string) =>
      (await ops.get<{ resource: string; id: string; same: string }[]>(`${RECORD}/duplicates`, { id })).data.map(
        (d) => [d.id, d.same],
      )
    expect(await of(own.id)).toEqual([
      [other.id, '证件号'],
      [other.id, '手机号'],
    ])
    expect(await of(other.id)).toEqual([
      [one.id, '手机号'],
      [own.id, '证件号'],
      [own.id, '手机号'],
    ])
  })

  test('has a photo, exported with others as one archive: of those chosen, or named in the filled-in template', async () => {
    const [one, two] = [await doctorIn(t.context, tenantId), await doctorIn(t.context, tenantId)]
    const photo = licencePicture(9)
    good(await ops.post(`${DOCTOR}/submit`, { id: one.id, version: 0, idPhoto: await picture(9) }))
    const zip = async (body: object) =>
      t.app.inject({
        method: 'POST',
        url: `/api/${DOCTOR}/export-IDPhoto`,
        headers: { authorization: BASIC, 'blade-auth': `bearer ${ops.access}` },
        payload: body,
      })
    const archive = await zip({ ids: `${one.id},${two.id}` })
    expect([archive.statusCode, archive.headers['content-type']]).toEqual([200, 'application/zip'])
    expect(archive.rawPayload.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004')
    expect(archive.rawPayload.includes(photo)).toBe(true)
    for (const said of [`${one.code} ${one.doctorName}.png`, `${two.code} ${two.doctorName}`])
      expect(archive.rawPayload.includes(Buffer.from(said, 'utf8'))).toBe(true)
    // whoever takes them along stands in the trail of each doctor; whoever is refused does not
    expect((await zip({ ids: two.id })).json()).toMatchObject({
      msg: '所选医生都没有证件照，请先在医生资料中上传',
    })
    const looks = await t.db.owner((tx) =>
      tx.query(
        `select record_id::text as id, actor_id::text as by from "audit_trail" where tenant_id = $1 and action = 'export' and record_id = any($2::bigint[]) order by record_id`,
        [tenantId, [one.id, two.id]],
      ),
    )
    expect(looks).toEqual([one.id, two.id].map((id) => ({ id, by: ops.userId })))
    expect((await zip({})).json()).toMatchObject({ code: 400, msg: '请选择医生，或上传填写好的模板' })
    const template = await t.app.inject({
      method: 'GET',
      url: `/api/${DOCTOR}/export-IDPhoto-template`,
      headers: { authorization: BASIC, 'blade-auth': `bearer ${ops.access}` },
    })
    expect(template.rawPayload.subarray(0, 2).toString('latin1')).toBe('PK')
    const { writeXlsx } = await import('hucre/xlsx')
    const filled = await writeXlsx({
      sheets: [
        {
          name: '名单',
          rows: [
            ['医生编号', '手机号'],
            [one.code, ''],
            ['', two.phone],
          ],
        },
      ],
    } as never)
    const { attachId } = (await upload(t, ops, filled, '名单.xlsx')).data
    expect((await zip({ fileUrl: attachId })).rawPayload.includes(photo)).toBe(true)
    const wrong = await writeXlsx({ sheets: [{ name: '名单', rows: [['医生编号'], ['D9999999']] }] } as never)
    const other = (await upload(t, ops, wrong, '名单.xlsx')).data.attachId
    expect((await zip({ fileUrl: other })).json()).toMatchObject({ msg: '没有医生“D9999999”' })
  })
})
