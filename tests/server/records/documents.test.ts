import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { approvalHistory } from '../../../src/model/desk/approvalHistory.ts'
import { attach } from '../../../src/model/files/attach.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { orderDoctor } from '../../../src/model/orders/orderDoctor.ts'
import { resultOrder } from '../../../src/model/settlement/results/resultOrder.ts'
import { settlementOrderDoctor } from '../../../src/model/settlement/settlementLines.ts'
import { NOTIFICATIONS } from '../../../src/model/wire/notifications/notificationReads.ts'
import type { NotificationPage } from '../../../src/model/wire/notifications/notifications.ts'
import { systemActor } from '../../../src/server/core/actor.ts'
import { DOCUMENT, giveUpDocument, runDocument } from '../../../src/server/documents/documents.ts'
import { drawn, type Paper } from '../../../src/server/documents/paper.ts'
import { followOutbox } from '../../../src/server/domains/desk/notifications/follow.ts'
import { read } from '../../../src/server/files/disk.ts'
import { claim, type Job } from '../../../src/server/jobs/queue.ts'
import { SqlUnitOfWork } from '../../../src/server/writing/unitOfWork/sqlUnitOfWork.ts'
import type { UnitOfWork } from '../../../src/server/writing/unitOfWork/unitOfWork.ts'
import { type Ground, groundIn, orderIn } from '../../rules/ground.ts'
import { type Client, type TestApp, testApp } from '../app.ts'
import { pagesIn, textIn } from '../pdf.ts'
import { documentsMade, endJob } from './documentsMade.ts'

const { fileStatus } = statesOf(settlementOrderDoctor)
const { orderStatus, payType } = statesOf(orderDoctor)
const { resultStatus } = statesOf(resultOrder)

/** Documents that are drawn of a record: who asks for them, what they say, who is given them, and that there is one. */
let t: TestApp
let tenantId: string
let ground: Ground
let ops: Client
let finance: Client
let boss: Client

const work = <T>(fn: (work: UnitOfWork) => Promise<T>): Promise<T> =>
  t.db.transaction({ tenantId }, async (tx) => fn(new SqlUnitOfWork(t.context, systemActor(tenantId, 'test'), tx)))
const rowOf = async (id: string) => work((w) => w.row(resultOrder, id))

beforeAll(async () => {
  t = await testApp()
  tenantId = await t.newTenant()
  ground = await work((w) => groundIn(w, 1, systemActor(tenantId, 'confirms')))
  ops = await t.signIn(tenantId, 'ops')
  finance = await t.signIn(tenantId, 'finance')
  boss = await t.signIn(tenantId, 'companyAdmin', { userType: 2, company: ground.companyId })
}, 300_000)
afterAll(() => t.app.close())

const makeDocuments = () => documentsMade(t, tenantId)

let nth = 0
/** A result order of a month of its own, up to the company's confirmation. */
async function result(): Promise<string> {
  nth += 1
  const month = `20${String(10 + nth)}-05`
  await work((w) =>
    w.insertAll(
      orderDoctor,
      ['3000.00', '1234.56'].map((feeAmount, n) => ({
        code: `ODD${nth}${n}`,
        entrustedCompanyId: ground.companyId,
        entrustedCompanyName: '杭州康泰医药有限公司',
        baseEmployeeId: ground.employeeId,
        baseEmployeeName: '陈明',
        planName: '病例征集',
        planType: 3 as const,
        payType: payType.money,
        doctorId: ground.doctors[n] as string,
        doctorName: n === 0 ? '张喆' : '王𠮷',
        phone: '13900001234',
        taxItemCode: '3040407',
        fiscalTaxId: ground.partnerId,
        feeAmount,
        platformFee: '10.00',
        acceptTime: `${month}-10 10:00:00`,
        orderStatus: orderStatus.open,
      })),
    ),
  )
  const made = await ops.post<{ id: string }>('blade-svc/resultOrder/create', {
    entrustedCompanyId: ground.companyId,
    periodStart: `${month}-01`,
    periodEnd: `${month}-31`,
  })
  expect(made.msg && made.code).toBe(200)
  const id = String(made.data.id ?? made.data)
  await post(ops, 'submit', { id })
  await post(finance, 'audit', { id, status: 1 })
  return id
}
async function post(who: Client, op: string, body: object) {
  const answer = await who.post(`blade-svc/resultOrder/${op}`, body)
  expect([op, answer.code, answer.msg]).toEqual([op, 200, expect.anything()])
}
const ask = (who: Client, id: string, key?: string) =>
  who.post(
    'blade-svc/resultOrder/createServiceManagerReport',
    {},
    { resultOrderId: id },
    key ? { 'idempotency-key': key } : {},
  )
const filesOf = (who: Client, id: string) =>
  who.get<Record<string, { id: string; name: string; link: string }[]>>('rounds/files', { resource: 'resultOrder', id })
async function download(link: string) {
  const answer = await t.app.inject({ method: 'GET', url: link })
  return { headers: answer.headers, bytes: answer.rawPayload }
}

describe('the service report of a result order', () => {
  it('is made when it is asked for, says what the record shows, and leaves as a PDF by a signed link', async () => {
    const id = await result()
    expect((await ask(ops, id)).code).toBe(200)
    expect((await rowOf(id))?.serviceReportUrl).toBeNull()
    expect(await makeDocuments()).toBe(1)
    const [file] = (await filesOf(boss, id)).data.serviceReportUrl ?? []
    const row = await rowOf(id)
    expect(file?.name).toBe(`服务报告-${row?.code}.pdf`)
    const { headers, bytes } = await download(String(file?.link))
    expect(headers['content-type']).toBe('application/pdf')
    expect(headers['content-disposition']).toContain('attachment; filename*=')
    const text = textIn(bytes)
    expect(text.slice(0, 2)).toEqual(['服务报告', row?.code])
    for (const said of [
      '杭州康泰医药有限公司',
      '4,234.56',
      '张喆',
      '医生（2）',
      '病例征集',
      `第 1 / ${pagesIn(bytes)} 页`,
    ])
      expect(text).toContain(said)
    // outside the font: written as its number; a mobile number as lists show it
    expect(text).toContain('王〔U+20BB7〕')
    expect(text.join('')).not.toContain('13900001234')
    const told = await work((w) => w.rows(approvalHistory, { bizType: 'resultOrder', bizId: id }))
    expect(told.slice(-2).map((h) => [h.action, h.operatorName])).toEqual([
      ['createServiceManagerReport', (await ops.actor()).name],
      ['report', '系统'],
    ])
  })

  it('is one file, asked for with one key, with twenty, and again while it says the same', async () => {
    const id = await result()
    const same = await Promise.all(Array.from({ length: 5 }, () => ask(ops, id, 'one-key-for-all')))
    // while the first is under way the others are told to wait
    expect(same.filter((a) => a.code !== 409).map((a) => a.code)).toContain(200)
    expect(same.every((a) => a.code === 200 || a.code === 409)).toBe(true)
    expect((await ask(ops, id, 'one-key-for-all')).code).toBe(200)
    const asked = await work((w) =>
      w.rows(approvalHistory, { bizType: 'resultOrder', bizId: id, action: 'createServiceManagerReport' }),
    )
    expect(asked).toHaveLength(1)
    const many = await Promise.all(Array.from({ length: 20 }, (_, n) => ask(ops, id, `key-of-${n}-of-${id}`)))
    expect(many.every((a) => a.code === 200)).toBe(true)
    expect(await makeDocuments()).toBe(1)
    const first = (await rowOf(id))?.serviceReportUrl
    expect(first).not.toBeNull()
    expect((await ask(ops, id)).code).toBe(200)
    expect(await makeDocuments()).toBe(1)
    expect((await rowOf(id))?.serviceReportUrl).toBe(first)
    const { code } = (await rowOf(id)) ?? {}
    const held = await work((w) => w.rows(attach, { originalName: `服务报告-${code}.pdf` }))
    expect(held).toHaveLength(1)
  })

  it('says who confirmed once they did, and is none of an order that goes back', async () => {
    const id = await result()
    await ask(ops, id)
    await makeDocuments()
    const before = (await rowOf(id))?.serviceReportUrl
    await post(boss, 'confirm', { resultOrderOrderId: id, status: 1, remark: '同意' })
    await ask(ops, id)
    await makeDocuments()
    const after = (await rowOf(id))?.serviceReportUrl
    expect(after).not.toBe(before)
    const [file] = (await filesOf(ops, id)).data.serviceReportUrl ?? []
    expect(textIn((await download(String(file?.link))).bytes)).toContain('同意')
    const back = await result()
    await ask(ops, back)
    await makeDocuments()
    await post(boss, 'confirm', { resultOrderOrderId: back, status: 2, remark: '金额有误' })
    expect(await rowOf(back)).toMatchObject({ resultStatus: resultStatus.rejected, serviceReportUrl: null })
    const refused = await ask(ops, back)
    expect([refused.status, refused.code]).toEqual([409, 409])
  })

  it('is not made of an order that went back since it was asked for', async () => {
    const id = await result()
    await ask(ops, id)
    await post(boss, 'confirm', { resultOrderOrderId: id, status: 2, remark: '金额有误' })
    expect(await makeDocuments()).toBe(1)
    expect((await rowOf(id))?.serviceReportUrl).toBeNull()
  })

  it('that took long, or failed, is news to whoever asked for it, and leads to its record', async () => {
    await followOutbox(t.context, tenantId)
    const lines = async (who: Client) => {
      await followOutbox(t.context, tenantId)
      const { data } = await who.get<NotificationPage>(NOTIFICATIONS.read)
      return data.lines.filter((line) => line.kind === 'fileMade')
    }
    const [quick, slow, fails] = [await result(), await result(), await result()]
    await ask(ops, quick)
    await makeDocuments()
    expect(await lines(ops)).toEqual([])
    await ask(ops, slow)
    await t.db.owner((tx) =>
      tx.query(`update "job" set create_time = now() - interval '11 s' where tenant_id = $1 and state = 'queued'`, [
        tenantId,
      ]),
    )
    await makeDocuments()
    const { code } = (await rowOf(slow)) ?? {}
    const ready = { resource: 'resultOrder', recordId: slow, params: { step: '单据文件已生成', title: code } }
    expect(await lines(ops)).toMatchObject([{ ...ready, params: { text: expect.stringContaining(String(code)) } }])
    await ask(ops, fails)
    const [job] = (await claim(t.context, [DOCUMENT], { [DOCUMENT]: 1_000 })).filter((j) => j.tenantId === tenantId)
    await giveUpDocument(t.context, job as Job)
    await giveUpDocument(t.context, job as Job)
    await endJob(t, job as Job)
    expect((await lines(ops)).map((line) => [line.recordId, line.params.step])).toEqual([
      [fails, '单据文件生成失败，请重新生成'],
      [slow, '单据文件已生成'],
    ])
    expect([await lines(boss), await lines(finance)]).toEqual([[], []])
  })

  it('is drawn anew where the order was decided upon while it was drawn', async () => {
    const id = await result()
    await ask(ops, id)
    const [job] = (await claim(t.context, [DOCUMENT], { [DOCUMENT]: 1_000 })).filter((j) => j.tenantId === tenantId)
    const names: string[] = []
    let deciding: Promise<void> | undefined
    // the first transaction is begun when it is drawn: the company confirms before it
    const db = Object.assign(Object.create(t.db), {
      transaction: async (...args: Parameters<typeof t.db.transaction>) => {
        deciding ??= post(boss, 'confirm', { resultOrderOrderId: id, status: 1, remark: '同意' })
        await deciding
        return t.db.transaction(...args)
      },
    })
    const newId = () => {
      names.push(t.context.id())
      return String(names.at(-1))
    }
    const run = { stopped: () => false, progress: () => undefined }
    const late = await runDocument({ ...t.context, db, id: newId }, job as Job, run)
    expect(late).toEqual({ state: 'later', after: 1 })
    expect((await rowOf(id))?.serviceReportUrl).toBeNull()
    const day = '20240615'
    expect(await read(t.context, tenantId, `${day}/${names[0]}.pdf`)).toBeNull()
    expect(await runDocument(t.context, job as Job, run)).toEqual({ state: 'done' })
    await endJob(t, job as Job)
    const [file] = (await filesOf(ops, id)).data.serviceReportUrl ?? []
    expect(textIn((await download(String(file?.link))).bytes)).toContain('同意')
  })

  it('is asked for by operations, of an order that was reviewed, in their tenant; seen by no employee', async () => {
    const id = await result()
    expect((await ask(finance, id)).code).toBe(403)
    expect((await ask(boss, id)).code).toBe(403)
    const elsewhere = await t.newTenant()
    expect((await ask(await t.signIn(elsewhere, 'ops'), id)).code).toBe(404)
    await ask(ops, id)
    await makeDocuments()
    const one = await t.signIn(tenantId, 'employee', {
      userType: 2,
      company: ground.companyId,
      employee: ground.employeeId,
    } as never)
    const seen = await filesOf(one, id)
    expect(seen.data?.serviceReportUrl ?? []).toEqual([])
  })
})

describe('the confirmation of a doctor', () => {
  const make = (who: Client, id: string) => who.get('blade-svc/settlementOrderDoctor/createSettlementOrderFile', { id })
  const doctorsOf = async (status: number) => {
    const order = await work((w) => orderIn(w, ground, 900 + status, { status, fees: ['3000.00'], ownCycle: true }))
    return work((w) => w.rows(settlementOrderDoctor, { settlementOrderId: order.id }))
  }

  it('waits for the company, is made once, and says what the doctor gets and not what others do', async () => {
    const [early] = await doctorsOf(2)
    const refused = await make(finance, String(early?.id))
    expect([refused.code, refused.msg]).toEqual([400, expect.stringContaining('未经企业确认，不能生成确认书')])
    const [doctor] = await doctorsOf(3)
    const id = String(doctor?.id)
    expect((await make(boss, id)).code).toBe(403)
    for (const who of [finance, ops, finance]) expect((await make(who, id)).code).toBe(200)
    expect(await makeDocuments()).toBe(1)
    const made = await work((w) => w.row(settlementOrderDoctor, id))
    expect(made).toMatchObject({ fileStatus: fileStatus.generated, fileUrl: expect.any(String) })
    const { data } = await finance.get<Record<string, { name: string; link: string }[]>>('rounds/files', {
      resource: 'settlementOrderDoctor',
      id,
    })
    const text = textIn((await download(String(data.fileUrl?.[0]?.link))).bytes)
    expect(text.slice(0, 2)).toEqual(['结算确认书', 'SO20240601000903 医生'])
    expect(data.fileUrl?.[0]?.name).toBe('结算确认书-SO20240601000903 医生.pdf')
    expect(text).toEqual(expect.arrayContaining(['税前金额', '3,000.00', '= 实付金额', '第 1 / 1 页']))
    for (const not of ['黑名单', '平台服务费', '付款状态', '确认书状态']) expect(text).not.toContain(not)
    await make(finance, id)
    await makeDocuments()
    expect((await work((w) => w.row(settlementOrderDoctor, id)))?.fileUrl).toBe(made?.fileUrl)
  })
})

describe('a document', () => {
  const table = (rows: number): Paper => ({
    title: '长表',
    code: 'X1',
    wide: false,
    parts: [
      {
        kind: 'table',
        title: '行',
        columns: [
          { title: '编号', width: 100, right: false },
          { title: '金额', width: 80, right: true },
        ],
        rows: Array.from({ length: rows }, (_, n) => [`第${n}行`, '1,000.00']),
      },
    ],
  })

  it('is the same bytes for the same words, without a date of its own, and its pages are numbered', async () => {
    const [one, other] = [await drawn(table(200)), await drawn(table(200))]
    expect(one.equals(other)).toBe(true)
    expect(one.toString('latin1')).not.toMatch(/CreationDate|CreateDate|ModDate/)
    expect(one.equals(await drawn(table(201)))).toBe(false)
    const pages = pagesIn(one)
    expect(pages).toBeGreaterThan(2)
    const text = textIn(one)
    for (let n = 1; n <= pages; n += 1) expect(text).toContain(`第 ${n} / ${pages} 页`)
    // the headings stand on each page, and no row is lost
    expect(text.filter((said) => said === '编号')).toHaveLength(pages)
    expect(text.filter((said) => /^第\d+行$/.test(said))).toHaveLength(200)
    // a heading with nothing below it says so
    const none = await drawn({ ...table(0), parts: [{ kind: 'pictures', title: '凭证', pictures: [] }] })
    expect(textIn(none)).toContain('—')
  })
})
