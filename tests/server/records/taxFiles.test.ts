import { createHash } from 'node:crypto'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { statesOf } from '../../../src/model/language/states.ts'
import { orderDoctorSettlement } from '../../../src/model/settlement/settlementLines.ts'
import { summaryTaxCert, summaryTaxCertDetail } from '../../../src/model/tax/summaryTaxCert.ts'
import { summaryTaxReturns, summaryTaxReturnsDetail } from '../../../src/model/tax/summaryTaxReturns.ts'
import { systemActor } from '../../../src/server/core/actor.ts'
import { newId } from '../../../src/server/core/ids.ts'
import { doctorBook } from '../../../src/server/domains/tax/doctorBook.ts'
import { store } from '../../../src/server/files/disk.ts'
import { licencePicture } from '../../../src/server/seed/media/pictures.ts'
import { addAttachment } from '../../../src/server/writing/save/attachments.ts'
import type { AnyResource } from '../../../src/server/writing/unitOfWork/rows.ts'
import { SqlUnitOfWork } from '../../../src/server/writing/unitOfWork/sqlUnitOfWork.ts'
import type { UnitOfWork } from '../../../src/server/writing/unitOfWork/unitOfWork.ts'
import { type Ground, groundIn } from '../../rules/ground.ts'
import { BASIC, type Client, type TestApp, testApp } from '../app.ts'
import { pagesIn, textIn } from '../pdf.ts'
import { documentsMade } from './documentsMade.ts'

const { idCardStatus, returnsStatus: returnsStates } = statesOf(summaryTaxReturns)
const { settleStatus } = statesOf(orderDoctorSettlement)

let t: TestApp
let tenantId: string
let ground: Ground
let ops: Client
let finance: Client
let boss: Client
let tax: Client

const work = <T>(fn: (work: UnitOfWork) => Promise<T>): Promise<T> =>
  t.db.transaction({ tenantId }, async (tx) => fn(new SqlUnitOfWork(t.context, systemActor(tenantId, 'test'), tx)))

beforeAll(async () => {
  t = await testApp()
  tenantId = await t.newTenant()
  ground = await work((w) => groundIn(w, 1, systemActor(tenantId, 'confirms')))
  ops = await t.signIn(tenantId, 'ops')
  finance = await t.signIn(tenantId, 'finance')
  tax = await t.signIn(tenantId, 'tax')
  boss = await t.signIn(tenantId, 'companyAdmin', { userType: 2, company: ground.companyId })
}, 300_000)
afterAll(() => t.app.close())

describe('the identity cards of a tax return', () => {
  const PATH = 'blade-svc/summaryTaxReturnsDetail'
  const photo = async (name: string, bytes: Buffer) => {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const stored = `20240615/${newId()}.${name.split('.').at(-1)}`
    await store(t.context, tenantId, stored, bytes)
    return work((w) => addAttachment(w, { name: stored, originalName: name, attachSize: bytes.length, sha256 }))
  }
  /** A return of a month with two doctors: one has handed in both sides, the other a broken picture and no second. */
  const declared = async (taxMonth: string) => {
    const [front, back, broken] = [
      await photo('正面.png', licencePicture(1)),
      await photo('反面.png', licencePicture(2)),
      await photo('坏.jpg', Buffer.from('no picture')),
    ]
    return work(async (w) => {
      const of = { fiscalTaxId: ground.partnerId, fiscalTaxName: '昆明云税企业服务有限公司', taxMonth }
      const { id } = await w.insert(summaryTaxReturns, {
        code: `TR${taxMonth}`,
        ...of,
        returnsStatus: returnsStates.generated,
      })
      const person = (n: number, doctorName: string) => ({
        ...{ summaryTaxReturnsId: id, summaryTaxReturnsCode: `TR${taxMonth}`, doctorId: ground.doctors[n] as string },
        ...{ doctorName, phone: '13900001234', taxItemCode: '3040407' },
      })
      await w.insertAll(summaryTaxReturnsDetail, [
        { ...person(0, '张喆'), idCardFront: front, idCardBack: back },
        { ...person(0, '张喆'), taxItemCode: '3040408', idCardFront: front, idCardBack: back },
        { ...person(1, '王建'), idCardFront: broken },
      ])
      return id
    })
  }
  const dispose = (who: Client, id: string) => who.get(`${PATH}/idCardDispose`, { summaryTaxReturnsId: id })
  const sheet = (who: Client, call: string, id: string) =>
    t.app.inject({
      method: 'GET',
      url: `/api/${PATH}/${call}?summaryTaxReturnsId=${id}`,
      headers: { authorization: BASIC, 'blade-auth': `bearer ${who.access}` },
    })
  const bytesOf = async (who: Client, call: string, id: string): Promise<Buffer> => {
    const answer = await sheet(who, call, id)
    expect(answer.statusCode).toBe(200)
    return answer.rawPayload
  }

  it('are drawn once for each doctor, with a stamp and without, for tax staff only', async () => {
    const id = await declared('202311')
    for (const who of [ops, finance, boss]) expect((await dispose(who, id)).code).toBe(403)
    expect((await sheet(tax, 'downloadIdCard', id)).statusCode).toBe(409)
    expect((await dispose(tax, id)).code).toBe(200)
    expect((await dispose(tax, id)).code).toBe(409)
    // what could not be drawn is asked for again: its job was given up
    await t.db.transaction({ tenantId }, (tx) =>
      tx.query(`update "job" set state = 'failed' where tenant_id = $1 and kind = 'document'`, [tenantId]),
    )
    expect((await dispose(tax, id)).code).toBe(200)
    // one after the other
    expect([
      await documentsMade(t, tenantId),
      await documentsMade(t, tenantId),
      await documentsMade(t, tenantId),
    ]).toEqual([1, 1, 0])
    const made = await work((w) => w.row(summaryTaxReturns, id))
    expect(made).toMatchObject({
      idCardStatus: idCardStatus.collected,
      idCardFile: expect.any(String),
      idCardSealFile: expect.any(String),
    })
    for (const call of ['downloadIdCard', 'downloadIdCardSeal'])
      for (const who of [ops, finance, boss]) expect((await sheet(who, call, id)).statusCode).toBe(403)
    const plain = textIn(await bytesOf(tax, 'downloadIdCard', id))
    expect(plain.filter((line) => /^\d\. /.test(line))).toEqual(
      ['1. 张喆', '2. 王建'].map((x) => expect.stringContaining(x)),
    )
    expect(plain).toEqual(expect.arrayContaining(['身份证汇总', '图片无法读取', '未上传', '第 1 / 1 页']))
    expect(plain).not.toContain('2023-11 税务申报专用')
    expect(textIn(await bytesOf(tax, 'downloadIdCardSeal', id))).toEqual(
      expect.arrayContaining(['昆明云税企业服务有限公司', '2023-11 税务申报专用']),
    )
  })

  it('are drawn anew when they are asked for again: the same cards are the same bytes', async () => {
    const id = await declared('202312')
    const bytes: Buffer[] = []
    for (let n = 0; n < 2; n++) {
      expect((await dispose(tax, id)).code).toBe(200)
      expect((await work((w) => w.row(summaryTaxReturns, id)))?.idCardFile ?? null).toBeNull()
      await documentsMade(t, tenantId)
      await documentsMade(t, tenantId)
      bytes.push(await bytesOf(tax, 'downloadIdCardSeal', id))
    }
    expect(bytes[0]?.equals(bytes[1] as Buffer)).toBe(true)
    expect(pagesIn(bytes[0] as Buffer)).toBe(1)
  })

  it('of a return without lines are refused', async () => {
    const of = { fiscalTaxId: ground.partnerId, taxMonth: '202401' }
    const { id } = await work((w) =>
      w.insert(summaryTaxReturns, { code: 'TR202401', ...of, returnsStatus: returnsStates.draft }),
    )
    const refused = await dispose(tax, id)
    expect([refused.code, refused.msg]).toEqual([400, expect.stringContaining('申报单没有明细')])
  })
})

describe('a return whose month is still being paid', () => {
  it('is not declared, and says for which lines it waits', async () => {
    const of = { fiscalTaxId: ground.partnerId, taxMonth: '202310' }
    const { id } = await work((w) =>
      w.insert(summaryTaxReturns, { code: 'TR202310', ...of, returnsStatus: returnsStates.generated }),
    )
    const line = (n: number, more: object) => ({
      ...{
        ...of,
        code: `DSW${n}`,
        doctorId: ground.doctors[0] as string,
        doctorName: '张喆',
        grossAmount: '100.00',
        netAmount: '100.00',
      },
      ...{ entrustedCompanyId: ground.companyId, ...more },
    })
    await work((w) =>
      w.insertAll(orderDoctorSettlement, [
        line(0, { settleStatus: settleStatus.paid, taxFinal: 1, summaryTaxReturnsId: id }),
        ...[1, 2, 3, 4].map((n) => line(n, { settleStatus: settleStatus.paying, taxFinal: 1 })),
      ] as never),
    )
    const refused = await tax.post('blade-svc/summaryTaxReturns/submit', { id, declareNo: 'SB1' })
    expect([refused.code, refused.msg]).toEqual([
      400,
      '该月尚有 4 笔付款中的明细（DSW1、DSW2、DSW3…），付款结束后方可申报',
    ])
  })
})

describe('the workbook of a declaration', () => {
  const PATH = 'blade-svc/summaryTaxReturns/exportDeclare'
  const asked = (who: Client, id: string) =>
    t.app.inject({
      method: 'GET',
      url: `/api/${PATH}?summaryTaxReturnsId=${id}`,
      headers: { authorization: BASIC, 'blade-auth': `bearer ${who.access}` },
    })
  const declared = (taxMonth: string, returnsStatus: 0 | 1) =>
    work(async (w) => {
      const of = { fiscalTaxId: ground.partnerId, fiscalTaxName: '昆明云税企业服务有限公司', taxMonth, returnsStatus }
      const { id } = await w.insert(summaryTaxReturns, { code: `TR${taxMonth}`, ...of })
      await w.insertAll(
        summaryTaxReturnsDetail,
        ['赵一', '钱二'].map((doctorName, n) => ({
          ...{ summaryTaxReturnsId: id, summaryTaxReturnsCode: `TR${taxMonth}`, doctorId: ground.doctors[n] as string },
          ...{ doctorName, phone: '13900001234', idCardNumber: '990100197801011234', taxItemCode: '3040407' },
          ...{
            taxItemName: '学术讲课费',
            grossAmount: '3000.00',
            iitAmount: '440.00',
            netAmount: '2560.00',
            lineCount: 2,
          },
        })),
      )
      return id
    })

  it('says what is declared of each doctor, personal data masked, in the same bytes each time', async () => {
    const id = await declared('202402', 1)
    const [first, second] = [await asked(tax, id), await asked(tax, id)]
    expect([first.statusCode, first.rawPayload.equals(second.rawPayload)]).toEqual([200, true])
    expect(first.headers['content-disposition']).toContain(encodeURIComponent('个税申报表-TR202402.xlsx'))
    const [sheet] = (await readXlsx(first.rawPayload)).sheets
    const [heads, ...rows] = sheet?.rows ?? []
    expect(heads?.slice(0, 3)).toEqual(['医生', '身份证号', '手机号'])
    expect(rows.map((r) => r[0])).toEqual(['赵一', '钱二'].sort())
    for (const row of rows) expect(row).toEqual(expect.arrayContaining(['990***********1234', 3000, 440, 2560]))
  })

  it('leaves nobody out, however many there are', async () => {
    const id = await declared('202405', 1)
    const more = Array.from({ length: 5_001 }, (_, n) => ({
      ...{ summaryTaxReturnsId: id, summaryTaxReturnsCode: 'TR202405', doctorId: ground.doctors[0] as string },
      ...{ doctorName: `医生${n}`, taxItemCode: `${n}`, grossAmount: '1.00', netAmount: '1.00', lineCount: 1 },
    }))
    await work((w) => w.insertAll(summaryTaxReturnsDetail, more))
    const answer = await asked(tax, id)
    const [sheet] = (await readXlsx(answer.rawPayload)).sheets
    expect(new Set(sheet?.rows.slice(1).map((r) => r[0])).size).toBe(5_003)
  })

  it('is of a return that was collected, for who may take returns along', async () => {
    const [draft, made] = [await declared('202403', 0), await declared('202404', 1)]
    expect((await asked(tax, draft)).statusCode).toBe(409)
    for (const who of [ops, boss]) expect((await asked(who, made)).statusCode).toBe(403)
    const far = await t.signIn(tenantId, 'fiscalTax', { userType: 3, fiscalTax: '1' })
    expect((await asked(far, made)).statusCode).toBe(404)
    const foreign = await t.signIn(await t.newTenant(), 'tax')
    expect((await asked(foreign, made)).statusCode).toBe(404)
  })
})

describe('workbooks of doctors', () => {
  afterEach(() => void vi.useRealTimers())

  /** A certificate whose tax two doctors paid. */
  const certified = () =>
    work(async (w) => {
      const of = { fiscalTaxId: ground.partnerId, fiscalTaxName: '昆明云税企业服务有限公司', taxMonth: '202406' }
      const { id: summaryTaxReturnsId } = await w.insert(summaryTaxReturns, {
        code: 'TR202406',
        ...of,
        returnsStatus: returnsStates.declared,
      })
      const cert = await w.insert(summaryTaxCert, {
        code: 'TC202406',
        summaryTaxReturnsId,
        summaryTaxReturnsCode: 'TR202406',
        ...of,
        certType: 1,
        amount: '880.00',
      })
      const doctors = ['赵一', '钱二'].map((doctorName, n) => ({
        ...{ summaryTaxCertId: cert.id, summaryTaxCertCode: 'TC202406', certType: 1 as const, doctorName },
        ...{ doctorId: ground.doctors[n] as string, phone: '13900001234', idCardNumber: '990100197801011234' },
        ...{
          entrustedCompanyId: ground.companyId,
          taxItemCode: '3040407',
          grossAmount: '3000.00',
          taxAmount: '440.00',
        },
      }))
      await w.insertAll(summaryTaxCertDetail, doctors as never)
      await w.insertAll(
        summaryTaxReturnsDetail,
        doctors.map(({ doctorId, doctorName, phone, idCardNumber, taxItemCode, grossAmount }) => ({
          ...{ summaryTaxReturnsId, summaryTaxReturnsCode: 'TR202406', doctorId, doctorName, phone, idCardNumber },
          ...{ taxItemCode, grossAmount, iitAmount: '440.00', netAmount: '2560.00', lineCount: 1 },
        })),
      )
      return {
        declaration: `summaryTaxReturns/exportDeclare?summaryTaxReturnsId=${summaryTaxReturnsId}`,
        'doctor summary': `summaryTaxCert/exportDoctorSummary?summaryTaxCertId=${cert.id}`,
      }
    })
  let made: Awaited<ReturnType<typeof certified>>
  beforeAll(async () => {
    made = await certified()
  })

  it.each(['declaration', 'doctor summary'] as const)('the %s is the same bytes, whenever it is made', async (name) => {
    const asked = () =>
      t.app.inject({
        method: 'GET',
        url: `/api/blade-svc/${made[name]}`,
        headers: { authorization: BASIC, 'blade-auth': `bearer ${tax.access}` },
      })
    const now = Date.now()
    const first = await asked()
    expect(first.statusCode).toBe(200)
    expect((await readXlsx(first.rawPayload)).sheets[0]?.rows).toHaveLength(3)
    // another second, minute and hour of the clock, while the session lasts
    for (const minutes of [1, 40]) {
      vi.useFakeTimers({ toFake: ['Date'], now: now + minutes * 60_000 + 7_000 })
      const later = await asked()
      expect([later.statusCode, later.rawPayload.equals(first.rawPayload)]).toEqual([200, true])
    }
  })

  it.each([
    [summaryTaxReturnsDetail, 'iitAmount'],
    [summaryTaxCertDetail, 'taxAmount'],
  ] as const)('of $id are the same bytes in another year', async (of, amount) => {
    const actor = await tax.actor()
    const rows = [
      { doctorName: '赵一', idCardNumber: '990100197801011234', grossAmount: '3000.00', [amount]: '440.00' },
    ]
    const bytes: Buffer[] = []
    for (const year of [1999, 2024, 2031]) {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(year, year % 12, 3, 4, 5, year % 60) })
      const book = await doctorBook(
        actor,
        of as AnyResource,
        ['doctorName', 'idCardNumber', 'grossAmount', amount],
        rows,
      )
      bytes.push(Buffer.from(book.bytes))
    }
    expect(bytes.map((b) => b.equals(bytes[0] as Buffer))).toEqual([true, true, true])
  })
})
