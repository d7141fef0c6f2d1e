import { describe, expect, it } from 'vitest'
import { resourceOf, resources } from '../../../../src/model/business.ts'
import type { Actor } from '../../../../src/server/core/actor.ts'
import { chosenSheet } from '../../../../src/server/exchange/import/chosenSheet.ts'
import { columnsOf, isMatch, isRequired, lettersOf, matchedIn } from '../../../../src/server/exchange/import/columns.ts'
import { Lookup } from '../../../../src/server/exchange/import/lookup.ts'
import { readRows } from '../../../../src/server/exchange/import/records.ts'
import { type SheetFormat, sheetsIn } from '../../../../src/server/workbooks/sheet.ts'
import { zerosShown } from '../../../../src/server/workbooks/zerosShown.ts'
import type { UnitOfWork } from '../../../../src/server/writing/unitOfWork/unitOfWork.ts'
import { handWorkbook, rowOf } from '../../../workbook.ts'

/** Cells are imported as a sheet shows them, or the row states the reason. */
const actor = { language: 'zh', permissions: new Set<string>() } as unknown as Actor
const work = { actor } as unknown as UnitOfWork
const DOCTORS = resourceOf('doctorTemp')
const HEADS = ['姓名', '手机号', '医院', '科室']
const PHONE = '13800000001'

/** Names, departments and what is said of a file of doctors. */
async function read(bytes: Buffer, format: SheetFormat = 'xlsx') {
  const { headings, rows, notes } = chosenSheet(actor, DOCTORS, await sheetsIn(bytes, format))
  const found = await readRows(work, DOCTORS, headings, rows, new Lookup(), () => undefined)
  return {
    rows: found.map(({ row, sent }) => [row, sent.name]),
    sent: found.map(({ sent }) => sent),
    faults: found.flatMap(({ faults }) => faults.map(([row, field, said]) => `${row} ${field} ${said}`)),
    notes: notes.map(([zh]) => zh),
  }
}
const csv = (text: string, encoding: BufferEncoding = 'utf8') => read(Buffer.from(text, encoding), 'csv')
const sheet = (...rows: string[]) => ({ name: '名单', rows: [rowOf(1, HEADS), ...rows].join('') })
const refused = (reading: Promise<unknown>) =>
  reading.then(
    () => '',
    (e: Error) => e.message,
  )

describe('a sheet', () => {
  it('of formulas that failed, have no result, or stand as text is refused cell by cell', async () => {
    const { rows, faults } = await read(
      handWorkbook([
        sheet(
          rowOf(2, ['<c r="@" t="e"><f>Sheet9!A1</f><v>#REF!</v></c>', PHONE]),
          rowOf(3, ['甲', PHONE, '<c r="@"><f>"市"&amp;"二"</f></c>', '<c r="@" t="str"><f>"内"</f><v>内科</v></c>']),
          rowOf(4, ['#N/A', PHONE, '####', 'Err:502']),
        ),
      ]),
    )
    expect(rows.map(([row]) => row)).toEqual([2, 3, 4])
    expect(faults.map((f) => f.split(/[，,]/)[0])).toEqual([
      '2 name 单元格是公式错误或显示不全',
      '3 hospitalName 公式没有保存结果',
      '4 name 单元格是公式错误或显示不全',
      '4 hospitalName 单元格是公式错误或显示不全',
      '4 departmentName 单元格是公式错误或显示不全',
    ])
  })
  it('is read to its last row, however many empty ones stand between', async () => {
    const empty = Array.from({ length: 20_000 }, (_, n) => `<row r="${n + 3}"/>`).join('')
    const { rows } = await read(handWorkbook([sheet(rowOf(2, ['甲', PHONE]), empty, rowOf(20_003, ['乙', PHONE]))]))
    expect(rows).toEqual([
      [2, '甲'],
      [20_003, '乙'],
    ])
    const lines = await csv(`姓名,手机号\n甲,${PHONE}\n${',\n'.repeat(30_000)}乙,${PHONE}\n`)
    expect(lines.rows.map(([, name]) => name)).toEqual(['甲', '乙'])
  })
  it('fills merged cells down; across columns they are refused', async () => {
    const merged = (ref: string) => `<mergeCells><mergeCell ref="${ref}"/></mergeCells>`
    const rows = [
      rowOf(2, ['甲', PHONE, '市一', '内科']),
      rowOf(3, ['乙', PHONE, '市一']),
      rowOf(4, ['丙', PHONE, '市一']),
    ]
    const down = await read(handWorkbook([{ ...sheet(...rows), behind: merged('D2:D9') }]))
    expect([down.sent.map((s) => s.departmentName), down.faults]).toEqual([['内科', '内科', '内科'], []])
    const across = await read(handWorkbook([{ ...sheet(rowOf(2, ['甲', PHONE, '市一'])), behind: merged('C2:D2') }]))
    expect(across.faults).toEqual(['2 departmentName 请取消合并单元格，逐格填写'])
  })
  it('leaves out rows that are hidden or filtered out, each with the reason; hidden columns are said', async () => {
    const { faults, notes } = await read(
      handWorkbook([
        {
          ...sheet(rowOf(2, ['甲', PHONE]), rowOf(3, ['乙', PHONE], ' hidden="1"'), rowOf(4, ['丙', PHONE, '市一'])),
          before: '<cols><col min="3" max="3" width="9" hidden="1"/></cols>',
        },
      ]),
    )
    expect(faults).toEqual(['3  该行在文件中被隐藏或筛选掉，不导入；要导入请取消隐藏后重新上传'])
    expect(notes).toEqual(['隐藏的列也会导入：医院'])
  })
  it('keeps zeros that a format shows in texts, and protects the text of a formula', async () => {
    const number = (style: number, value: number) => `<c r="@" s="${style}"><v>${value}</v></c>`
    const { sent } = await read(
      handWorkbook([sheet(rowOf(2, ['甲', PHONE, number(1, 123), number(2, 7)]))], ['00000', '"内"00']),
    )
    expect([sent[0]?.hospitalName, sent[0]?.departmentName]).toEqual(['00123', '内07'])
    expect((await csv(`姓名,手机号,医院\n甲,="${PHONE}","=""00""""1"""\n`)).sent[0]).toMatchObject({
      phone: PHONE,
      hospitalName: '00"1',
    })
    for (const [value, format, shown] of [
      [5, '000-00', '000-05'],
      [1.5, '0.00', '1.50'],
      [12345678, '0000-000', '12345-678'],
      [7, '[红色]000;-0', '007'],
      [7, '[<9]000;0', null],
      [7, '#,##0.00', null],
      [1.25, '0.0', null],
      [-7, '000', null],
      [7, 'yyyy', null],
      [7, 'General', null],
    ] as const)
      expect(zerosShown(value, format), format).toBe(shown)
  })
  it('whose long numbers a spreadsheet has rewritten is refused', async () => {
    for (const said of ['6.22202E+18', '1.23457e+14', '622202123456789000'])
      expect((await csv(`姓名,手机号,医院\n甲,${PHONE},${said}\n`)).faults, said).toEqual([
        '2 hospitalName 长数字已被表格软件改写，末尾数字丢失；请把单元格设为文本后重新输入完整号码',
      ])
    expect((await csv(`姓名,手机号,医院\n甲,${PHONE},="622202123456789000"\n`)).faults).toEqual([])
    expect((await csv(`姓名,手机号,医院\n甲,${PHONE},622202123456789010\n`)).faults).toEqual([])
  })
})

describe('a workbook', () => {
  const rows = [rowOf(1, HEADS), rowOf(2, ['甲', PHONE])].join('')
  it('is read where somebody sees it: not the hidden sheet, not the cover; which sheet is said', async () => {
    const { rows: found, notes } = await read(
      handWorkbook([
        { name: '旧数据', state: 'hidden', rows: [rowOf(1, HEADS), rowOf(2, ['旧', PHONE])].join('') },
        { name: '说明', rows: rowOf(1, ['使用说明', '姓名']) },
        { name: '本月', rows },
      ]),
    )
    expect(found).toEqual([[2, '甲']])
    expect(notes).toEqual(['读取的工作表：本月；未读取：说明、旧数据（隐藏）'])
  })
  it('of several sheets that fit names them, and of none says of which it speaks', async () => {
    const two = handWorkbook([
      { name: '一月', rows },
      { name: '二月', rows },
    ])
    expect(await refused(read(two))).toBe('有多个工作表都可以导入：一月、二月，请只保留一个，其余的删除或隐藏')
    const none = handWorkbook([
      { name: '说明', rows: rowOf(1, ['使用说明']) },
      { name: '名单', rows: [rowOf(1, ['姓名', '手机号', '生肖']), rowOf(2, ['甲', PHONE, '猪'])].join('') },
    ])
    expect(await refused(read(none))).toBe('工作表“名单”：文件中有未知的列：生肖')
  })
  it('is not parsed where it has no cells: a broken picture hinders nobody', async () => {
    const rels =
      '<Relationships><Relationship Id="d" Type="x/drawing" Target="../drawings/drawing1.xml"/></Relationships>'
    const more = { 'xl/worksheets/_rels/sheet1.xml.rels': rels, 'xl/drawings/drawing1.xml': '<broken' }
    expect((await read(handWorkbook([{ name: '名单', rows }], [], more))).rows).toEqual([[2, '甲']])
  })
})

describe('headings', () => {
  const match = (...cells: (string | null)[]) => matchedIn(actor, DOCTORS, cells)
  it('are found whatever blanks, line breaks, marks and brackets stand in them', () => {
    for (const cells of [
      ['*姓名', '手机号*'],
      ['姓 名', '手机\n号'],
      ['姓名：', '【手机号】'],
      ['　姓名 ', '手机号（必填）'],
      ['★姓名(必填)', '手机号[文本格式]'],
      ['ｎａｍｅ', 'PHONE'],
      ['序号', '姓名', '手机号'],
      ['No.', '姓名', '手机号'],
    ])
      expect(isMatch(match(...cells)), cells.join('|')).toBe(true)
    expect(match('姓名', '手机号（家属）').unknown).toEqual(['手机号（家属）'])
    expect(match('姓名', '姓 名', '手机号').twice).toEqual(['姓 名'])
  })
  it('may stand below a title and over two rows, which is said', async () => {
    const text = `2024 年医生名单,,\n制表：张三,,\n序号,姓名,手机号\n1,甲,${PHONE}\n`
    const { rows, notes } = await csv(text)
    expect([rows, notes]).toEqual([[[4, '甲']], ['标题行之上的内容不导入：第 1、2 行']])
  })
  it('that are empty over values are unknown, unless the values count the rows', async () => {
    expect((await csv(`,姓名,手机号\n1,甲,${PHONE}\n2,乙,${PHONE}\n`)).rows).toHaveLength(2)
    expect(await refused(csv(`姓名,手机号,\n甲,${PHONE},内科\n`))).toBe('文件中有未知的列：C')
  })
  it('of no list are alike', () => {
    for (const r of resources.values())
      if (r.operations.includes('import'))
        for (const language of [0, 1] as const) {
          const titles = columnsOf(r).map(({ field }) => lettersOf(field.label[language]))
          expect(new Set(titles).size, r.id).toBe(titles.length)
          const own = columnsOf(r).map(({ field }) => field.label[language])
          const found = matchedIn(actor, r, own)
          expect([isMatch(found), found.taken.length], r.id).toEqual([true, own.length])
          expect(
            columnsOf(r).some((c) => isRequired(actor, r, c)),
            `${r.id}: nothing tells its sheet`,
          ).toBe(true)
        }
  })
})

describe('a text of rows', () => {
  const text = `姓名;手机号\n甲;${PHONE}\n`
  it('may say its delimiter, which is no row, and may be UTF-16', async () => {
    expect((await csv(`sep=;\r\n${text}`)).rows).toEqual([[3, '甲']])
    expect((await csv(`\ufeff${text.replaceAll(';', '\t')}`, 'utf16le')).rows).toEqual([[2, '甲']])
    const big = Buffer.from(`\ufeff${text}`, 'utf16le').swap16()
    expect((await read(big, 'csv')).rows).toEqual([[2, '甲']])
    expect(await refused(csv(text, 'utf16le'))).toBe('文件的文字编码无法识别，请另存为 xlsx，或“CSV UTF-8（逗号分隔）”')
  })
})
