import './meetings.ts'
import { parseCsv } from 'hucre/csv'
import { readXlsx, writeXlsxStream } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Condition } from '../../../src/model/language/conditions/condition.ts'
import * as f from '../../../src/model/language/fields/field.ts'
import { type ExportState, HEADER } from '../../../src/model/wire/wire.ts'
import { newId } from '../../../src/server/core/ids.ts'
import { insertRecords } from '../../../src/server/database/records.ts'
import { sweepExports } from '../../../src/server/exchange/export/ending.ts'
import { runExport } from '../../../src/server/exchange/export/handlers.ts'
import { columnsIn, inBook } from '../../../src/server/exchange/export/write.ts'
import { startRunner } from '../../../src/server/jobs/runner.ts'
import { type FrozenSlice, frozenQuery, idsQuery, type Key } from '../../../src/server/lists/sql/query.ts'
import { reachIn } from '../../../src/server/lists/sql/reach.ts'
import { cellOf, csvText, harmless } from '../../../src/server/workbooks/cells.ts'
import type { Client } from '../app.ts'
import { newCode, type Shapes, saved, shapes } from './app.ts'
import articles, { shapeArticle } from './articles.ts'

const ARTICLE = 'blade-shape/article'

let s: Shapes
beforeAll(async () => {
  s = await shapes(articles)
})
afterAll(() => s?.t.app.close())

const make = (who: Client, more: object = {}, headers: Record<string, string> = {}) =>
  who.post<ExportState>('rounds/export', { resource: 'shapeArticle', format: 'csv', ...more }, {}, headers)
const bytes = async (state: ExportState) => {
  const answer = await s.t.app.inject({ method: 'GET', url: state.link })
  return { answer, status: answer.statusCode, payload: answer.rawPayload }
}
const table = async (state: ExportState) =>
  parseCsv((await bytes(state)).payload.toString('utf8').replace(/^\uFEFF/, '')) as string[][]
const titled = (value: string): Condition[] => [{ field: 'title', op: 'like', value }]
const add = (title: string, more: object = {}) =>
  saved(s.staff, ARTICLE, { title, entrustedCompanyId: s.companies[0], ...more })

describe('an export', () => {
  it('has the columns, filter, order and words of the list, in either format and language', async () => {
    const mark = newCode()
    await add(`甲${mark}`, { body: '<p>第<b>一</b>段</p>' })
    await add(`乙${mark}`)
    const made = await make(s.staff, { conditions: titled(mark), sort: '+createTime' })
    expect(made.data).toMatchObject({ state: 'done', total: 2, done: 2 })
    expect(made.data.fileName).toMatch(/^文章-20240615\d{6}\.csv$/)
    expect(await table(made.data)).toEqual([
      ['标题', '正文', '封面', '资料'],
      [`甲${mark}`, '第 一 段', '', ''],
      [`乙${mark}`, '', '', ''],
    ])
    const english = await make(
      s.staff,
      { conditions: titled(mark), columns: 'title,entrustedCompanyId,createTime', format: 'xlsx' },
      { [HEADER.language]: 'en' },
    )
    const { sheets } = await readXlsx(new Uint8Array((await bytes(english.data)).payload))
    expect(sheets[0]?.rows.map((row) => row.slice(0, 2))).toEqual([
      ['Title', 'Company'],
      [`乙${mark}`, '康泰'],
      [`甲${mark}`, '康泰'],
    ])
    expect((await bytes(english.data)).answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff' })
  })

  it('is for who may export and may see, offers known columns and filters alone, and is of own rows', async () => {
    const mark = newCode()
    await add(`我${mark}`)
    await saved(s.staff, ARTICLE, { title: `他${mark}`, entrustedCompanyId: s.companies[1] })
    const rows = async (who: Client) => (await table((await make(who, { conditions: titled(mark) })).data)).slice(1)
    expect((await rows(s.staff)).length).toBe(2)
    expect(await rows(s.ours)).toEqual([[`我${mark}`, '', '', '']])
    expect(await rows(s.providers)).toEqual([])
    const nobody = await s.t.signIn(s.tenantId, [])
    expect((await make(nobody)).status).toBe(403)
    // the resource does not offer it, whoever asks
    expect((await make(s.staff, { resource: 'shapeMeeting' })).status).toBe(403)
    for (const bad of [
      { columns: 'nosuch' },
      { columns: 'title;drop' },
      { format: 'exe' },
      { sort: 'body' },
      { conditions: [{ field: 'nosuch', op: 'equal', value: '1' }] },
      { conditions: 'x' },
      { resource: 'nosuch' },
    ])
      expect((await make(s.staff, bad)).status, JSON.stringify(bad)).toBe(400)
  })

  it('can be opened by its owner through its own link only', async () => {
    const made = (await make(s.ours)).data
    expect((await bytes(made)).status).toBe(200)
    expect((await s.theirs.get('rounds/export/state', { id: made.id })).status).toBe(404)
    expect((await s.staff.get('rounds/export/state', { id: made.id })).status).toBe(404)
    const params = new URL(made.link, 'http://x').searchParams
    for (const [name, value] of [
      ['u', s.staff.userId],
      ['t', await s.t.newTenant()],
      ['id', '1'],
      ['e', String(Number(params.get('e')) + 9)],
    ] as const) {
      const changed = new URLSearchParams(params)
      changed.set(name, value)
      expect((await bytes({ ...made, link: `/api/rounds/export/file?${changed}` })).status, name).toBe(404)
    }
    // a link to an export opens no attachment
    expect((await bytes({ ...made, link: made.link.replace('rounds/export/file', 'rounds/file') })).status).toBe(404)
  })

  it('of many rows is a job: it says how far it is, and rows that come later are not in it', async () => {
    const mark = newCode()
    const records = Array.from({ length: 1_203 }, (_, n) => ({
      id: newId(),
      title: `多${mark} ${n}`,
      entrustedCompanyId: s.companies[0],
    }))
    await s.t.db.transaction({ tenantId: s.tenantId }, (tx) => insertRecords(tx, shapeArticle as never, records))
    const made = (await make(s.staff, { conditions: titled(mark) })).data
    expect(made).toMatchObject({ state: 'running', total: 1_203, link: '' })
    await add(`多${mark} 后来`)
    const runner = startRunner(s.t.context, { kinds: { export: runExport }, lanes: { export: 1 } }, 20)
    try {
      await expect
        .poll(async () => (await s.staff.get<ExportState>('rounds/export/state', { id: made.id })).data.state, {
          timeout: 60_000,
        })
        .toBe('done')
    } finally {
      await runner.stop()
    }
    const end = (await s.staff.get<ExportState>('rounds/export/state', { id: made.id })).data
    const rows = await table(end)
    expect([rows.length, end.done, new Set(rows.map((r) => r[0])).size]).toEqual([1_204, 1_203, 1_204])
    expect(rows.some((r) => r[0]?.includes('后来'))).toBe(false)

    // a list of any length is frozen slice by slice, each behind the last row of the one before, in either direction
    for (const sort of ['+createTime', 'createTime']) {
      const q = {
        resource: shapeArticle,
        reach: reachIn(s.t.context, await s.staff.actor()),
        conditions: titled(mark),
        sort,
      } as never
      const scope = { tenantId: s.tenantId }
      const ids: string[] = []
      for (let after: Key | undefined, more = true; more; ) {
        const [slice] = await s.t.db.scoped<FrozenSlice>(scope, frozenQuery(q, 500, after))
        const found = slice?.ids?.split(',') ?? []
        ids.push(...found)
        more = found.length === 500
        after = { k: slice?.k ?? '', id: found.at(-1) ?? '' }
      }
      const all = await s.t.db.scoped<{ id: string }>(scope, idsQuery(q, 2_000))
      expect(ids, sort).toEqual(all.map(({ id }) => String(id)))
      expect(ids).toHaveLength(1_204)
    }
  })

  it('is deleted after a day', async () => {
    const made = (await make(s.staff, { conditions: titled('没有') })).data
    await s.t.db.owner((tx) =>
      tx.query(
        `insert into tenant (id, code, tenant_name) select 4712, $1::text, 'x' where not exists (select 1 from tenant where code = $1::text)`,
        [s.tenantId],
      ),
    )
    await sweepExports(s.t.context)
    expect((await bytes(made)).status).toBe(200)
    await s.t.db.transaction({ tenantId: s.tenantId }, (tx) =>
      tx.query(`update export_file set create_time = create_time - interval '25 hours' where tenant_id = $1`, [
        s.tenantId,
      ]),
    )
    expect(await sweepExports(s.t.context)).toBeGreaterThan(0)
    expect((await bytes(made)).status).toBe(404)
  })
})

describe('a cell', () => {
  it('is no formula in a CSV file, and the text that it is in a workbook', async () => {
    const mark = newCode()
    const evil = ['=cmd|x!A1', '+1+1', '-2+3', '@SUM(A1)', '＝1+1', ' =1+1']
    for (const [n, text] of evil.entries()) await add(`${text} ${mark}${n}`)
    const made = await make(s.staff, { conditions: titled(mark), sort: '+createTime', columns: 'title' })
    const rows = (await table(made.data)).slice(1).map((r) => r[0] as string)
    expect(rows).toHaveLength(evil.length)
    for (const cell of rows) expect(cell[0]).toBe("'")
    const book = await make(s.staff, { conditions: titled(mark), columns: 'title', format: 'xlsx' })
    const { payload } = await bytes(book.data)
    const { sheets } = await readXlsx(new Uint8Array(payload))
    expect(sheets[0]?.rows.slice(1).map((r) => String(r[0])[0])).not.toContain("'")
    expect(harmless('康泰-1')).toBe('康泰-1')
    expect(harmless('\t=1')).toBe("'\t=1")
  })

  it('is a date to a spreadsheet, and a text that none takes for a number', async () => {
    const fields = [f.date('日', 'Day'), f.datetime('时', 'Time'), f.text('号', 'No'), f.money('额', 'Amount')]
    async function* rows() {
      yield ['日', '时', '号', '额']
      yield ['2024-06-15', '2024-06-15 09:30:05', '622202123456789000', 1.5]
      yield ['', '', '00123', '']
    }
    const stream = writeXlsxStream(inBook(fields, rows()), { name: 'x', columns: columnsIn(fields) })
    const bytes = new Uint8Array(await new Response(stream as ReadableStream).arrayBuffer())
    const [sheet] = (await readXlsx(bytes, { readStyles: true })).sheets
    expect(sheet?.rows.map((row) => row.map((cell) => (cell instanceof Date ? cell.toISOString() : cell)))).toEqual([
      ['日', '时', '号', '额'],
      ['2024-06-15T00:00:00.000Z', '2024-06-15T09:30:05.000Z', '622202123456789000', 1.5],
      [null, null, '00123', ''],
    ])
    expect(sheet?.cells?.get('1,0')?.style?.numFmt).toBe('yyyy-mm-dd')
    expect(sheet?.cells?.get('1,2')?.style?.numFmt).toBe('@')
    for (const [text, said] of [
      ['622202123456789000', '="622202123456789000"'],
      ['00123', '="00123"'],
      ['1E10', '="1E10"'],
      ['13800138000', '13800138000'],
      ['SO20240615000001', 'SO20240615000001'],
      ['0', '0'],
      ['=1', "'=1"],
    ] as const)
      expect(csvText(text)).toBe(said)
  })

  it('is a number only where it keeps every digit', () => {
    const none = () => undefined
    expect(cellOf(f.money('额', 'Amount'), '-1234.50', 'zh', none)).toBe(-1234.5)
    expect(cellOf(f.money('额', 'Amount'), '1234567890123456.78', 'zh', none)).toBe('1234567890123456.78')
    expect(cellOf(f.secret('密', 'Secret'), '******0a1b2c', 'en', none)).toBe('Set')
    expect(cellOf(f.flag('旗', 'Flag'), 0, 'zh', none)).toBe('否')
    expect(cellOf(f.text('月', 'Month', { means: 'month' }), '202512', 'zh', none)).toBe('2025-12')
    expect(cellOf(f.text('键', 'Key', { none: '-1' }), '-1', 'zh', none)).toBe('')
  })
})
