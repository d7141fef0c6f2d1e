import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { UPLOAD_KINDS } from '../../../src/model/language/fields/fileTypes.ts'
import type { SheetRow } from '../../../src/model/language/fields/imports.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { summaryTaxReturns, summaryTaxReturnsDetail } from '../../../src/model/tax/summaryTaxReturns.ts'
import { systemActor } from '../../../src/server/core/actor.ts'
import { newId } from '../../../src/server/core/ids.ts'
import { receiptProblem } from '../../../src/server/domains/tax/receipt.ts'
import { SqlUnitOfWork } from '../../../src/server/writing/unitOfWork/sqlUnitOfWork.ts'
import type { UnitOfWork } from '../../../src/server/writing/unitOfWork/unitOfWork.ts'
import { type Ground, groundIn } from '../../rules/ground.ts'
import { BASIC, type Client, type TestApp, testApp } from '../app.ts'
import { upload as uploaded } from '../upload.ts'

const { returnsStatus: returnsStates, taxCertStatus } = statesOf(summaryTaxReturns)

type Cell = string | number
type Table = readonly (readonly Cell[])[]

const HEADS = ['医生', '身份证号', '税目编码', '税前金额', '增值税', '附加税', '个税']
const sheet = (table: Table): SheetRow[] => table.map((cells, n) => ({ row: n + 1, cells }))
const NUMBERS = ['990100197801011234', '990100198203035678']

describe('a receipt beside what was declared', () => {
  const detail = (n: number, doctorName: string, more: object = {}) => ({
    ...{ id: String(n), doctorName, idCardNumber: NUMBERS[n % 2], taxItemCode: '3040407', taxItemName: '学术讲课费' },
    ...{ grossAmount: '3000.00', vatAmount: '0.00', surchargeAmount: '0.00', iitAmount: '440.00' },
    ...more,
  })
  const DETAILS = [detail(0, '赵一'), detail(1, '钱二', { grossAmount: '5000.00', iitAmount: '800.00' })]
  const RETURN = { grossAmount: '8000.00', vatAmount: '0.00', surchargeAmount: '0.00', iitAmount: '1240.00' }
  const ZHAO = ['赵一', NUMBERS[0] as string, '3040407', 3000, 0, 0, 440]
  const QIAN = ['钱二', NUMBERS[1] as string, '3040407', '5,000.00', '', '', '800.00']
  const said = (table: Table, details: object[] = DETAILS, of: object = RETURN) =>
    receiptProblem(of as never, details as never, sheet(table))?.[0] ?? null

  it.each<[string, Table, string | null]>([
    ['the same rows', [HEADS, ZHAO, QIAN], null],
    ['in another order, with totals', [HEADS, QIAN, ZHAO, ['合计', '', '', 8000, 0, 0, 1240]], null],
    [
      'other columns between',
      [
        ['序号', ...HEADS],
        [1, ...ZHAO],
        [2, ...QIAN],
        ['Total', '', '', '', 8000, 0, 0, 1240],
      ],
      null,
    ],
    ['numbers masked as exported', [HEADS, ['赵一', '990***********1234', ...ZHAO.slice(2)], QIAN], null],
    [
      'an amount differs',
      [HEADS, [...ZHAO.slice(0, 6), 441], QIAN],
      '回执与申报不符（1 处）：第 2 行 赵一 个人所得税 441.00，申报为 440.00',
    ],
    [
      'a fen differs',
      [HEADS, [...ZHAO.slice(0, 6), '440.01'], QIAN],
      '回执与申报不符（1 处）：第 2 行 赵一 个人所得税 440.01，申报为 440.00',
    ],
    ['a row is missing', [HEADS, ZHAO], '回执与申报不符（1 处）：缺少 钱二（学术讲课费）'],
    ['a row stands twice', [HEADS, ZHAO, ZHAO, QIAN], '回执与申报不符（1 处）：第 3 行 赵一 不在申报明细中'],
    [
      'somebody of the same name',
      [HEADS, ['赵一', NUMBERS[1] as string, ...ZHAO.slice(2)], QIAN],
      '回执与申报不符（2 处）：第 2 行 赵一 不在申报明细中；缺少 赵一（学术讲课费）',
    ],
    [
      'another tax item',
      [HEADS, ZHAO, ['钱二', NUMBERS[1] as string, '3040408', 5000, 0, 0, 800]],
      '回执与申报不符（2 处）：第 3 行 钱二 不在申报明细中；缺少 钱二（学术讲课费）',
    ],
    [
      'its own total differs',
      [HEADS, ZHAO, QIAN, ['合计', '', '', 8000, 0, 0, 1240.01]],
      '回执与申报不符（1 处）：第 4 行合计个人所得税 1240.01，申报为 1240.00',
    ],
    ['no amount', [HEADS, [...ZHAO.slice(0, 6), '四百'], QIAN], '回执第 2 行“个人所得税”不是金额'],
    ['less than a fen', [HEADS, [...ZHAO.slice(0, 6), 440.001], QIAN], '回执第 2 行“个人所得税”不是金额'],
    ['a column is missing', [HEADS.slice(0, 6), ZHAO.slice(0, 6)], '回执缺少列“个人所得税”'],
    ['a column stands twice', [[...HEADS, '个税'], ZHAO], '回执中列“个人所得税”重复'],
    ['nothing at all', [], '回执缺少列“医生”'],
    ['only the headings', [HEADS], '回执与申报不符（2 处）：缺少 赵一（学术讲课费）；缺少 钱二（学术讲课费）'],
  ])('%s', (_, table, want) => expect(said(table)).toBe(want))

  it('names three differences and counts all', () => {
    const wrong = [HEADS, ['赵一', NUMBERS[0] as string, '3040407', 1, 2, 3, 4]]
    expect(said(wrong)).toBe(
      '回执与申报不符（5 处）：第 2 行 赵一 税前金额 1.00，申报为 3000.00；第 2 行 赵一 增值税 2.00，申报为 0.00；第 2 行 赵一 附加税 3.00，申报为 0.00…',
    )
  })

  it('has the sums of the return, not only of its details', () => {
    expect(said([HEADS, ZHAO, QIAN], DETAILS, { ...RETURN, iitAmount: '1240.01' })).toBe(
      '回执与申报不符（1 处）：合计个人所得税 1240.00，申报为 1240.01',
    )
  })

  it('tells two people of one name and one masked number apart by their amounts', () => {
    const twins = [detail(0, '赵一'), detail(0, '赵一', { iitAmount: '441.00', idCardNumber: '990222222222221234' })]
    const row = (iit: number) => ['赵一', '990***********1234', '3040407', 3000, 0, 0, iit]
    const of = { ...RETURN, grossAmount: '6000.00', iitAmount: '881.00' }
    expect(said([HEADS, row(441), row(440)], twins, of)).toBe(null)
    expect(said([HEADS, row(441), row(441)], twins, of)).toContain('个人所得税 441.00，申报为 440.00')
  })
})

describe('importReceipt over the wire', () => {
  let t: TestApp
  let tenantId: string
  let ground: Ground
  let tax: Client
  const work = <T>(fn: (work: UnitOfWork) => Promise<T>): Promise<T> =>
    t.db.transaction({ tenantId }, async (tx) => fn(new SqlUnitOfWork(t.context, systemActor(tenantId, 'test'), tx)))
  beforeAll(async () => {
    t = await testApp()
    tenantId = await t.newTenant()
    ground = await work((w) => groundIn(w, 1, systemActor(tenantId, 'confirms')))
    tax = await t.signIn(tenantId, 'tax')
  }, 300_000)
  afterAll(() => t.app.close())

  let month = 202_300
  /** A declared return of two doctors. */
  const declared = (returnsStatus: 1 | 2 = 2) =>
    work(async (w) => {
      const taxMonth = String(++month)
      const of = { fiscalTaxId: ground.partnerId, fiscalTaxName: '昆明云税企业服务有限公司', taxMonth }
      const { id } = await w.insert(summaryTaxReturns, {
        ...{
          code: `TR${taxMonth}`,
          ...of,
          returnsStatus,
          taxCertStatus: returnsStatus === returnsStates.declared ? taxCertStatus.inProgress : taxCertStatus.none,
        },
        ...{ grossAmount: '6000.00', iitAmount: '880.00', taxTotal: '880.00', doctorCount: 2, lineCount: 2 },
      } as never)
      await w.insertAll(
        summaryTaxReturnsDetail,
        ['赵一', '钱二'].map((doctorName, n) => ({
          ...{ summaryTaxReturnsId: id, summaryTaxReturnsCode: `TR${taxMonth}`, doctorId: ground.doctors[n] as string },
          ...{ doctorName, phone: '13900001234', idCardNumber: NUMBERS[n] as string, taxItemCode: '3040407' },
          ...{
            taxItemName: '学术讲课费',
            grossAmount: '3000.00',
            iitAmount: '440.00',
            netAmount: '2560.00',
            lineCount: 1,
          },
        })),
      )
      return id
    })
  const upload = async (who: Client, bytes: Uint8Array, name = '回执.xlsx') =>
    (await uploaded(t, who, bytes, name)).data.attachId
  const exported = async (who: Client, id: string) =>
    (
      await t.app.inject({
        method: 'GET',
        url: `/api/blade-svc/summaryTaxReturns/exportDeclare?summaryTaxReturnsId=${id}`,
        headers: { authorization: BASIC, 'blade-auth': `bearer ${who.access}` },
      })
    ).rawPayload
  const send = (who: Client, id: string, declareFile: string) =>
    who.post('blade-svc/summaryTaxReturns/importReceipt', { id, declareFile })
  const shown = async (id: string) =>
    (await tax.get<{ declareFile: string }>('blade-svc/summaryTaxReturns/detail', { id })).data

  it('takes the declaration as the bureau gives it back, and again', async () => {
    const id = await declared()
    const workbook = await exported(tax, id)
    const first = await upload(tax, workbook)
    expect(await send(tax, id, first)).toMatchObject({ code: 200 })
    expect((await shown(id)).declareFile).toContain(first)
    const second = await upload(tax, workbook)
    expect(await send(tax, id, second)).toMatchObject({ code: 200 })
    expect((await shown(id)).declareFile).toContain(second)
  })

  it('refuses one that differs and says where; nothing is kept', async () => {
    const id = await declared()
    const [first] = (await readXlsx(await exported(tax, id))).sheets
    const rows = (first?.rows ?? []).map((cells) => cells.map((cell) => (cell === 440 ? 441 : cell)))
    const file = await upload(tax, await writeXlsx({ sheets: [{ name: '回执', rows }] }))
    const refused = await send(tax, id, file)
    expect([refused.code, refused.msg]).toEqual([400, expect.stringContaining('个人所得税 441.00，申报为 440.00')])
    expect((await shown(id)).declareFile).toBe('')
  })

  it('refuses what is no workbook, and what somebody else uploaded', async () => {
    const id = await declared()
    const workbook = await exported(tax, id)
    const pdf = await upload(tax, Buffer.from('%PDF-1.4\nno workbook'), '回执.pdf')
    expect(await send(tax, id, pdf)).toMatchObject({ code: 400, msg: '请上传 xlsx 工作簿' })
    // as the console uploads it, it does not come so far
    const asWorkbook = (bytes: Uint8Array, name: string) =>
      uploaded(
        t,
        tax,
        bytes,
        name,
        `blade-resource/oss/endpoint/put-file-attach?kind=${UPLOAD_KINDS.indexOf('workbook')}`,
      )
    const told = await asWorkbook(Buffer.from('%PDF-1.4\nno workbook'), '回执.pdf')
    expect([told.code, told.msg]).toEqual([415, '文件类型不允许，可上传：xlsx'])
    expect((await send(tax, id, (await asWorkbook(workbook, '回执.xlsx')).data.attachId)).code).toBe(200)
    const other = await t.signIn(tenantId, 'tax')
    expect(await send(tax, id, await upload(other, workbook))).toMatchObject({
      code: 400,
      msg: '文件不存在，请重新上传',
    })
    expect(await send(tax, id, newId())).toMatchObject({ code: 400, msg: '文件不存在，请重新上传' })
    expect((await send(tax, id, '')).msg).toContain('请上传申报回执')
  })

  it('is of a declared return, for tax staff of its tenant alone, in a batch, too', async () => {
    const [made, id, twin] = [await declared(1), await declared(), await declared()]
    const workbook = await exported(tax, id)
    expect((await send(tax, made, await upload(tax, workbook))).code).toBe(409)
    const finance = await t.signIn(tenantId, 'finance')
    expect((await send(finance, id, await upload(finance, workbook))).code).toBe(403)
    const far = await t.signIn(await t.newTenant(), 'tax')
    expect((await send(far, id, await upload(far, workbook))).code).toBe(404)
    const file = await upload(tax, workbook)
    const begun = await tax.post<{ id: string }>('rounds/batch', {
      ...{
        resource: 'summaryTaxReturns',
        transition: 'importReceipt',
        rows: [{ id }, { id: twin }],
        ask: { declareFile: file },
      },
    })
    let state = begun.data as { state?: string; done?: number; failed?: number }
    await vi.waitFor(async () => {
      state = (await tax.get<typeof state>('rounds/batch/state', { id: begun.data.id })).data
      expect(state.state).toBe('done')
    }, 20_000)
    // one file is of one record
    expect(state).toMatchObject({ done: 1, failed: 1 })
    expect((await shown(id)).declareFile).toContain(file)
    expect((await shown(twin)).declareFile).toBe('')
  })
})
