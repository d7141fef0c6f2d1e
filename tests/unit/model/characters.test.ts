import { describe, expect, it } from 'vitest'
import { problemOf } from '../../../src/model/language/derived/validate.ts'
import { dict, type Field, longText, text } from '../../../src/model/language/fields/field.ts'
import { hasHidden, hasHiddenInLines } from '../../../src/model/values/characters.ts'

/** Named by code point: none of them can be seen. */
const range = (from: number, to = from) => Array.from({ length: to - from + 1 }, (_, i) => from + i)
const hidden = [
  ...range(0x01, 0x08),
  ...range(0x0b, 0x0c),
  ...range(0x0e, 0x1f),
  ...range(0x7f, 0x9f),
  0xad,
  0x61c,
  0x180e,
  ...range(0x200b, 0x200f),
  ...range(0x2028, 0x2029),
  ...range(0x202a, 0x202e),
  ...range(0x2060, 0x2064),
  ...range(0x2066, 0x2069),
  0x3164,
  0xfeff,
  0xffa0,
  0xe0041,
]
const lines = [0x09, 0x0a, 0x0d]
const name = (code: number) => `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
const within = (code: number) => `康${String.fromCodePoint(code)}泰`

describe('invisible characters', () => {
  it.each(hidden.map((c) => [name(c), c] as const))('%s is refused in one line and in several', (_, code) => {
    for (const at of [within(code), `${String.fromCodePoint(code)}康泰`, `康泰${String.fromCodePoint(code)}`]) {
      expect(hasHidden(at)).toBe(true)
      expect(hasHiddenInLines(at)).toBe(true)
    }
  })
  it.each(lines.map((c) => [name(c), c] as const))('%s belongs to several lines, not to one', (_, code) => {
    expect(hasHidden(within(code))).toBe(true)
    expect(hasHiddenInLines(within(code))).toBe(false)
    expect(hasHidden(`${String.fromCodePoint(code)} 康泰${String.fromCodePoint(code)}`)).toBe(false)
  })
  it.each([
    '康泰（北京）医药有限公司',
    'Müller & Söhne',
    '𠮷野',
    '葛󠄀城',
    '❤️ 好',
    '👍🏽',
    'a\u00a0b',
    '　全角　',
    'é',
    'שלום',
    'مرحبا',
    '한국',
    '①②',
    '\u3000',
  ])('%s can be seen and stays', (seen) => {
    expect(hasHidden(seen)).toBe(false)
    expect(hasHiddenInLines(seen)).toBe(false)
  })
})

describe('a field', () => {
  const plain = text('公司名称', 'Company name') as Field
  it('refuses them and names itself in both languages', () => {
    for (const code of hidden)
      expect(problemOf(plain, within(code)), name(code)).toEqual([
        '公司名称含有不可见字符，请删除',
        'Company name contains invisible characters; remove them',
      ])
  })
  it('of several lines keeps its lines', () => {
    const note = longText('备注', 'Remark') as Field
    expect(problemOf(note, '一\n二\r\n三\t四')).toBeNull()
    expect(problemOf(note, '一\u202e二')).toEqual([
      '备注含有不可见字符，请删除',
      'Remark contains invisible characters; remove them',
    ])
    expect(problemOf(plain, '一\n二')).toEqual([
      '公司名称含有不可见字符，请删除',
      'Company name contains invisible characters; remove them',
    ])
  })
  it('of a dictionary refuses them, rich text does not', () => {
    expect(problemOf(dict('DICT', '类型', 'Kind') as Field, 'a\u200bb')).not.toBeNull()
    expect(problemOf({ kind: 'html', label: ['正文', 'Body'], facts: {} }, '<p>\u200b</p>')).toBeNull()
  })
})
