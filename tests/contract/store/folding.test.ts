import { describe, expect, it } from 'vitest'
import { folded } from '../../../src/model/kernel/folding.ts'
import { testDatabase } from '../../server/harness.ts'

/** The one folding is said twice, in code and in the database. */
const inDatabase = async (texts: readonly string[]) =>
  (
    await (
      await testDatabase()
    ).scoped<{ f: string }>(
      { tenantId: null },
      {
        text: 'select rounds_folded(t) as f from unnest($1::text[]) with ordinality as x(t, n) order by n',
        values: [texts],
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
  })
})
