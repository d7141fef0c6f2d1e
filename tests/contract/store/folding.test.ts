import { describe, expect, it } from 'vitest'
import { resources } from '../../../src/model/business.ts'
import { isWords } from '../../../src/model/language/derived/unique.ts'
import type { Field } from '../../../src/model/language/fields/field.ts'
import { folded, unified } from '../../../src/model/values/folding.ts'
import { columnOf, tableOf } from '../../../src/server/database/names.ts'
import { business } from '../../../src/server/domains/domains.ts'
import { duplicate } from '../../../src/server/writing/save/unique.ts'
import { newTenantId, testDatabase } from '../../server/harness.ts'

/** The one folding is said twice, in code and in the database. */
const inDatabase = async (texts: readonly string[], small = true) =>
  (
    await (
      await testDatabase()
    ).scoped<{ f: string }>(
      { tenantId: null },
      {
        text: 'select rounds_folded(t, $2) as f from unnest($1::text[]) with ordinality as x(t, n) order by n',
        values: [texts, small],
      },
    )
  ).map((row) => row.f)

describe('texts that look alike', () => {
  it('are one in code and database, whatever character of the first plane', async () => {
    // Latin Extended-D grows with Unicode, of which a database and a runtime know another version
    const all = Array.from({ length: 0xffff }, (_, n) => n + 1).filter(
      (n) => !(n >= 0xd800 && n <= 0xdfff) && !(n >= 0xa720 && n <= 0xa7ff),
    )
    const texts = all.map((n) => `Ab${String.fromCodePoint(n)}c`)
    const found = await inDatabase(texts)
    expect(texts.flatMap((text, n) => (folded(text) === found[n] ? [] : [all[n]?.toString(16)]))).toEqual([])
    const cased = await inDatabase(texts, false)
    expect(texts.flatMap((text, n) => (unified(text) === cased[n] ? [] : [all[n]?.toString(16)]))).toEqual([])
  })

  it('are what people cannot tell apart, and no more', async () => {
    for (const [one, other] of [
      ['试测（北京） ＡＢ', '试测(北京)ab'],
      ['阿卜杜拉•艾山', '阿卜杜拉·艾山'],
      ['⽩浪⻓城', '白浪长城'],
      ['张\u3000三\u00a0', '张三'],
      ['\u202d138\u202c', '138'],
    ] as const)
      expect(folded(one)).toBe(folded(other))
    for (const [one, other] of [
      ['张三', '章三'],
      ['内科(一)', '内科(二)'],
      ['a', 'а'],
    ] as const)
      expect(folded(one)).not.toBe(folded(other))
    const texts = ['', ' ', '\u200b', '𠮷田', 'e\u0301', '①㈱', 'ﬁ', '한', 'Ⅷ']
    expect(await inDatabase(texts)).toEqual(texts.map(folded))
    expect(await inDatabase(texts, false)).toEqual(texts.map(unified))
  })
})

describe('what is unique, of two at the same moment', () => {
  it('is compared by the one folding wherever people type it', async () => {
    const db = await testDatabase()
    const indexes = await db.scoped<{ of: string; def: string }>(
      { tenantId: null },
      {
        text: `select c.relname as of, pg_get_indexdef(i.indexrelid) as def from pg_index i join pg_class c on c.oid = i.indrelid
               where i.indisunique and c.relnamespace = 'public'::regnamespace`,
        values: [],
      },
    )
    const bare = (def: string) => def.replace(/::[a-z ]+|[" ]/g, '')
    const typed = [...resources.values()].flatMap((r) =>
      (r.view === undefined ? (r.unique ?? []) : []).flatMap((set) =>
        set.map(String).flatMap((name) => {
          const f = r.fields[name] as Field | undefined
          const people = f?.kind === 'text' && f.facts.readOnly !== 'always' && !f.facts.code
          return people ? [{ r, f, name, all: set.map((n) => columnOf(String(n))) }] : []
        }),
      ),
    )
    expect(typed.length).toBeGreaterThan(30)
    for (const { r, f, name, all } of typed) {
      const column = columnOf(name)
      const said = isWords(f)
        ? new RegExp(`rounds_folded\\(\\(?${column}\\)?(,true)?\\)`)
        : new RegExp(`rounds_folded\\(\\(?${column}\\)?,false\\)`)
      const of = indexes.filter((i) => i.of === tableOf(r) && all.every((c) => bare(i.def).includes(c)))
      expect([
        r.id,
        name,
        of.length > 0 && of.every((i) => said.test(bare(i.def)) || i.def.toLowerCase().includes('coalesce')),
      ]).toEqual([r.id, name, true])
    }
  })

  it('is refused by the database itself, by its field', async () => {
    const db = await testDatabase()
    const tenantId = newTenantId()
    const add = (id: number, code: string) =>
      db.scoped(
        { tenantId },
        {
          text: `insert into post (tenant_id, id, post_name, post_code) values ($1, $2, '岗位', $3)`,
          values: [tenantId, id, code],
        },
      )
    await add(1, 'Ａ１')
    await add(2, 'ａ1')
    const post = resources.get('post')
    if (!post) throw new Error('no post')
    for (const [n, code] of ['A1', 'a１', ' A1', 'A\u200b1'].entries()) {
      const e = await add(10 + n, code).catch((thrown: unknown) => thrown)
      expect([code, duplicate(business.tables, post, e, 'zh')]).toMatchObject([
        code,
        { code: 400, data: { postCode: '岗位编号已存在' } },
      ])
    }
    const file = resources.get('entrustedInvoiceDetailPoint')
    if (!file) throw new Error('no file')
    const number = Object.assign(new Error('x'), {
      code: '23505',
      constraint: 'entrusted_invoice_detail_point_number_key',
    })
    expect(duplicate(business.tables, file, number, 'zh')).toMatchObject({
      code: 400,
      data: { invoiceNo: '发票号码已存在' },
    })
  })
})
