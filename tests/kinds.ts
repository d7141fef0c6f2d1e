import fc from 'fast-check'
import type { Operator } from '../src/model/language/conditions/condition.ts'
import { problemOf } from '../src/model/language/derived/validate.ts'
import * as f from '../src/model/language/fields/field.ts'
import type { Kind } from '../src/model/language/fields/kinds.ts'
import { sanitizeHtml } from '../src/server/database/kinds/html.ts'

/** What tests need of a kind: a new kind does not compile in them until it has its sample. */
export interface Sample {
  /** A field of the kind that asks nothing. */
  readonly field: f.Field
  /** A value that a call may send. */
  readonly good: unknown
  /** Any value as code and wire spell it. */
  readonly any: fc.Arbitrary<unknown>
  /** What is read back is not what was written. */
  readonly oneWay?: true
  /** The n-th value of a condition, n from 1: all different where the kind has so many. */
  nth(n: number, field: f.Field): string
  /** A value that few rows of `fill.ts` have, or that few are beyond. */
  rare(op: Operator, field: f.Field): string
  /**
   * A column of `fill.ts` in SQL, by the number `i` of the row; `mixed(n)` is a number below n that looks random. Null
   * for null; `byName` for texts, which are names, codes or months by what their field is called.
   */
  readonly sql:
    | 'byName'
    | ((column: { readonly field: f.Field; readonly single: boolean; mixed(n: number): string }) => string | null)
}

const day = fc.integer({ min: -20_000, max: 40_000 }).map((n) => new Date(n * 86_400_000).toISOString().slice(0, 10))
const two = (most: number) => fc.integer({ min: 0, max: most }).map((n) => String(n).padStart(2, '0'))
const time = fc.tuple(day, two(23), two(59), two(59)).map(([d, h, m, s]) => `${d} ${h}:${m}:${s}`)
const decimal = (most: number, places: number) =>
  fc
    .tuple(fc.boolean(), fc.integer({ min: 0, max: most }), fc.integer({ min: 0, max: 10 ** places - 1 }))
    .map(([minus, whole, part]) => {
      const value = `${whole}.${String(part).padStart(places, '0')}`
      return minus && /[1-9]/.test(value) ? `-${value}` : value
    })
const number = { nth: (n: number) => String(n), rare: (op: Operator) => (op === 'in' ? '77777' : '7') }
const isLower = (op: Operator): boolean => op === 'ge' || op === 'gt'
const size = { ...number, rare: (op: Operator) => (isLower(op) ? '99999.00' : '1.00') }
const moment = {
  nth: (n: number) => `20${10 + (n % 80)}-01-01`,
  rare: (op: Operator) => (isLower(op) ? '2030-01-01' : '2019-12-31'),
}
const words = {
  nth: (n: number) => `n${n}`,
  rare: () => '康泰恒',
  sql: 'byName' as const,
}
const text = (field: f.Field): Sample => ({
  ...words,
  field,
  good: 'x',
  any: fc
    .oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.string({ unit: 'grapheme-composite', maxLength: 60 }),
      fc.constantFrom('康泰', '"', '\\', '\\u0000', '$1'),
    )
    .map((v) => v.trim())
    .filter((v) => v !== '' && problemOf(field, v) === null),
})
/** Rich text as it is kept: cleaning it again changes nothing. */
const rich = (field: f.Field): Sample => ({
  ...text(field),
  any: (text(field).any as fc.Arbitrary<string>)
    .map((v) => sanitizeHtml(v).trim())
    .filter((v) => v !== '' && sanitizeHtml(v) === v && problemOf(field, v) === null),
})
const person = (field: f.Field, values: readonly string[]): Omit<Sample, 'sql'> => ({
  ...words,
  field,
  good: values[0],
  any: fc.constantFrom(...values),
})
const whole = (field: f.Field, min: number, max: number): Sample => ({
  ...number,
  field,
  good: 1,
  any: fc.integer({ min, max }),
  sql: ({ single, mixed }) => (single ? 'i' : mixed(100)),
})
const id: Omit<Sample, 'field'> = {
  ...number,
  good: '1',
  any: fc.bigInt({ min: 1n, max: 9_223_372_036_854_775_807n }).map(String),
  sql: () => 'i',
}
const SAFE = Number.MAX_SAFE_INTEGER

export const samples = {
  text: text(f.text('文', 'Text')),
  longText: text(f.longText('长', 'Long')),
  html: rich(f.html('页', 'Page')),
  file: { ...id, field: f.file('件', 'File') },
  image: { ...id, field: f.image('图', 'Image') },
  phone: {
    ...person(f.phone('机', 'Phone'), ['13800000001', '19912345678']),
    sql: () => `'1' || lpad((3000000000 + i)::text, 10, '0')`,
  },
  idCard: {
    ...person(f.idCard('证', 'Identity'), ['11010519491231002X', '440524190101010014']),
    sql: () => `'~fill~' || lpad(i::text, 62, '0')`,
  },
  sealed: {
    ...person(f.sealed('账', 'Account'), ['6222020000001111', '开户行 6222 0200']),
    sql: () => `'~fill~' || lpad(i::text, 62, '0')`,
  },
  integer: whole(f.integer('数', 'Number'), -2_147_483_647, 2_147_483_647),
  money: {
    ...size,
    field: f.money('额', 'Amount', { min: '-9999999.99' }),
    good: '1.00',
    any: decimal(9_999_999, 2),
    sql: () => '0',
  },
  rate: { ...size, field: f.rate('率', 'Rate'), good: '0.010000', any: decimal(99, 6), sql: () => '0.06' },
  points: whole(f.points('分', 'Points'), 0, SAFE),
  date: {
    ...moment,
    field: f.date('日', 'Day'),
    good: '2024-06-15',
    any: day,
    sql: ({ mixed }) => `date '2020-01-01' + ${mixed(1600)}`,
  },
  datetime: {
    ...moment,
    field: f.datetime('时', 'Time'),
    good: '2024-06-15 08:00:00',
    any: time,
    sql: () => `timestamptz '2020-01-01 00:00:00+08' + i * interval '37 seconds'`,
  },
  epochSeconds: whole(f.epochSeconds('秒', 'Seconds'), 0, SAFE),
  epochMillis: whole(f.epochMillis('毫', 'Millis'), 0, SAFE),
  flag: {
    field: f.flag('旗', 'Flag'),
    good: 1,
    any: fc.constantFrom(0, 1),
    nth: () => '1',
    rare: () => '1',
    sql: () => 'case when i % 50 = 0 then 1 else 0 end',
  },
  choice: {
    field: f.choice('状', 'State', { 0: ['甲', 'A'], 1: ['乙', 'B', 'good'], 9: ['丙', 'C'] }),
    good: 1,
    any: fc.constantFrom(0, 1, 9),
    nth: (_, field) => (f.isChoice(field) ? (Object.keys(field.values)[0] as string) : ''),
    rare: (_, field) => (f.isChoice(field) ? (Object.keys(field.values)[0] as string) : ''),
    // skewed as life is: most records are done, few wait
    sql: ({ field, mixed }) => {
      const values = f.isChoice(field) ? Object.keys(field.values) : []
      return `(array[${values.join(',')}])[case when i % 20 = 0 then 1 + ${mixed(values.length)} else ${values.length} end]`
    },
  },
  word: {
    field: f.choice('态', 'State', { RECEIVED: ['甲', 'A'], PROCESSED: ['乙', 'B', 'good'], FAILED: ['丙', 'C'] }),
    good: 'PROCESSED',
    any: fc.constantFrom('RECEIVED', 'PROCESSED', 'FAILED'),
    nth: (_, field) => (f.isChoice(field) ? (Object.keys(field.values)[0] as string) : ''),
    rare: (_, field) => (f.isChoice(field) ? (Object.keys(field.values)[0] as string) : ''),
    sql: ({ field, mixed }) => {
      const values = f.isChoice(field) ? Object.keys(field.values) : []
      return `(array[${values.map((v) => `'${v}'`).join(',')}])[case when i % 20 = 0 then 1 + ${mixed(values.length)} else ${values.length} end]`
    },
  },
  dict: { ...text(f.dict('code', '典', 'Dict')), nth: (n) => `n${n}`, rare: () => 'k3', sql: () => `'k' || (i % 7)` },
  ref: { ...id, field: f.ref('user', '人', 'User') },
  tree: { ...id, field: f.tree('dept', '部', 'Dept') },
  refs: {
    ...id,
    field: f.refs('user', '众', 'Users'),
    good: ['1'],
    any: fc.uniqueArray(fc.bigInt({ min: 1n, max: 9_223_372_036_854_775_807n }).map(String), {
      minLength: 1,
      maxLength: 9,
    }),
    sql: () => null,
  },
  rows: {
    field: f.list('行', 'Rows', {
      title: f.text('名', 'Title', { required: '请输入名' }),
      fee: f.money('额', 'Fee'),
      many: f.integer('数', 'Many'),
    }),
    good: [{ title: 'x', fee: null, many: null }],
    any: fc.array(
      fc.record({
        title: fc.constantFrom('甲', '乙乙', 'c"d'),
        fee: fc.option(decimal(9_999, 2).filter((v) => !v.startsWith('-'))),
        many: fc.option(fc.integer({ min: -9, max: 9 })),
      }),
      { minLength: 1, maxLength: 5 },
    ),
    nth: (n) => String(n),
    rare: () => '[]',
    sql: () => null,
  },
  secret: {
    field: f.secret('密', 'Secret'),
    good: 'hunter2',
    any: fc.constantFrom('hunter2', '密码 with blanks ', '**', "'; drop"),
    oneWay: true,
    nth: (n) => String(n),
    rare: () => '',
    sql: () => null,
  },
  json: {
    field: f.json('数据', 'Data'),
    good: {},
    any: fc.oneof(
      fc.dictionary(
        fc.string({ unit: 'grapheme-ascii', maxLength: 8 }),
        fc.oneof(fc.integer(), fc.string({ unit: 'grapheme', maxLength: 8 }), fc.boolean()),
        {
          noNullPrototype: true,
        },
      ),
      fc.array(fc.integer(), { minLength: 1 }),
    ),
    nth: (n) => String(n),
    rare: () => '{}',
    sql: () => null,
  },
} as const satisfies Readonly<Record<Kind, Sample>>

/** The sample of a field's kind. */
export const sampleOf = (field: Pick<f.Field, 'kind'>): Sample => samples[field.kind]
