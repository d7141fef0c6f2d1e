import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calculations } from '../../../src/model/language/conditions/calculations.ts'
import { tester } from '../../../src/model/language/conditions/evaluator.ts'
import {
  agree,
  among,
  and,
  before,
  calculated,
  compared,
  day,
  differs,
  type Expression,
  field,
  minus,
  month,
  not,
  oneOfValues,
  or,
  plus,
  quotient,
  type Sign,
  same,
  text,
  there,
  value,
  when,
  word,
} from '../../../src/model/language/conditions/expression.ts'
import { numberOf, type Value } from '../../../src/model/language/conditions/value.ts'
import { expressionSql, type Place } from '../../../src/server/database/conditions/expressionSql.ts'
import { literals, parameters } from '../../../src/server/database/conditions/places.ts'
import { Values } from '../../../src/server/database/conditions/values.ts'
import { testDatabase } from '../../server/harness.ts'

/** Columns of the rows: two amounts, a whole number, texts, a day, a time, references and a list of them. */
const COLUMNS =
  'id bigint, a numeric(12,2), b numeric(12,2), c integer, t text collate "C", w text collate "C", d date, at timestamptz, r bigint, s bigint, ids bigint[]'
const NUMBERS: ReadonlySet<string> = new Set(['a', 'b', 'c'])

const orNothing = <T>(some: fc.Arbitrary<T>) => fc.option(some, { freq: 4 })
const TEXTS = ['', 'a', 'A', 'ab', 'Ab', 'Ａb', 'é', '康泰', '康 泰', 'z%_']
const DAYS = ['2024-01-31', '2024-02-01', '2024-02-29', '2025-12-31']
const TIMES = DAYS.flatMap((one) => [`${one} 00:00:00`, `${one} 23:59:59`])
const IDS = ['9', '10', '11', '100', '1799000000000000001']
const amount = fc.integer({ min: -300, max: 300 }).map((n) => (n / 100).toFixed(2))

const row = fc.record({
  a: orNothing(amount),
  b: orNothing(amount),
  c: orNothing(fc.nat(5)),
  t: orNothing(fc.constantFrom(...TEXTS)),
  w: orNothing(fc.constantFrom(...TEXTS)),
  d: orNothing(fc.constantFrom(...DAYS)),
  at: orNothing(fc.constantFrom(...TIMES)),
  r: orNothing(fc.constantFrom(...IDS)),
  s: orNothing(fc.constantFrom(...IDS)),
  ids: orNothing(fc.uniqueArray(fc.constantFrom(...IDS), { maxLength: 3 })),
})
type Row = typeof row extends fc.Arbitrary<infer R> ? R & { id: string } : never

const read = (of: Row, name: string): Value => {
  const is = of[name as keyof Row]
  return is !== null && NUMBERS.has(name) ? numberOf(is as string | number) : is
}

/** Ids of the rows of which a condition holds, by the database. */
async function found(rows: readonly Row[], e: Expression, place: (values: Values) => Place): Promise<string[]> {
  const db = await testDatabase()
  const values = new Values()
  const spelt = rows.map((r) => ({ ...r, at: r.at && `${r.at}+08:00` }))
  const from = `jsonb_to_recordset(${values.add(JSON.stringify(spelt))}::jsonb) as x(${COLUMNS})`
  const text = `select id from ${from} where ${expressionSql(e, place(values))} order by id`
  return (await db.scoped<{ id: string }>({ tenantId: null }, { text, values: values.list })).map((r) => String(r.id))
}

/** How many conditions held of some rows and not of others. */
let telling = 0

function holding(rows: readonly Row[], e: Expression): string[] {
  const held = rows.filter(tester<Row>(e, read, calculations)).map((r) => r.id)
  if (held.length > 0 && held.length < rows.length) telling += 1
  return held
}

const sign = fc.constantFrom<Sign>('=', '<', '<=', '>', '>=')
const fieldOf = (...names: readonly string[]) => fc.constantFrom(...names).map(field)
const rowsOf = fc
  .array(row, { minLength: 1, maxLength: 12 })
  .map((all) => all.map((r, n) => ({ ...r, id: String(n + 1) })))

/** Conditions of promises: every node of the language, over fields and values of one type at a time. */
const whole = fc.letrec<{ number: Expression; text: Expression; condition: Expression }>((tie) => {
  const number = () => tie('number')
  const moment = fc.oneof(
    fc.tuple(fieldOf('d'), fc.constantFrom(...DAYS).map(word)),
    fc.tuple(fieldOf('at'), fc.constantFrom(...TIMES).map(word)),
    fc.tuple(fieldOf('at').map(day), fieldOf('d')),
    fc.tuple(fieldOf('r'), fieldOf('s', 'id')),
    fc.tuple(fieldOf('r'), fc.constantFrom(...IDS).map(word)),
    fc.tuple(fieldOf('d').map(month), fc.constantFrom('202401', '202402').map(word)),
  )
  const pair = fc.oneof(fc.tuple(number(), number()), fc.tuple(tie('text'), tie('text')), moment)
  return {
    number: fc.oneof(
      { maxDepth: 3 },
      fieldOf('a', 'b', 'c'),
      fc.integer({ min: -3, max: 3 }).map((n) => when(and(), n, n)),
      fc.tuple(number(), number()).map(([x, y]) => plus(x, y)),
      fc.tuple(number(), number()).map(([x, y]) => minus(x, y)),
      fc.tuple(fieldOf('c'), fc.nat(4)).map(([x, n]) => quotient(x, n)),
      fc.tuple(tie('condition'), number(), number()).map(([c, x, y]) => when(c, x, y)),
    ),
    text: fc.oneof(
      { maxDepth: 3 },
      fieldOf('t', 'w'),
      fc.constantFrom(...TEXTS).map(word),
      fc.array(fieldOf('t', 'c', 'r'), { minLength: 2, maxLength: 3 }).map((parts) => text(parts, '/')),
      fieldOf('t', 'w').map((x) => calculated('folded', x)),
      fieldOf('t', 'w').map((x) => calculated('unified', x)),
    ),
    condition: fc.oneof(
      { maxDepth: 4 },
      fc.tuple(sign, pair).map(([s, [x, y]]) => compared(s, x, y)),
      pair.map(([x, y]) => same(x, y)),
      pair.map(([x, y]) => differs(x, y)),
      fc.oneof(number(), fieldOf('t', 'd', 'at', 'r')).map(there),
      fc.array(fc.constantFrom(...TEXTS), { maxLength: 3 }).map((some) => oneOfValues('t', some)),
      fc.array(fc.constantFrom(...IDS).map(word), { minLength: 1, maxLength: 3 }).map((some) => among('r', some)),
      fc.tuple(number(), number()).map(([x, y]) => before([x, 'r'], [y, 's'])),
      fc.array(tie('condition'), { maxLength: 3 }).map((parts) => and(...parts)),
      fc.array(tie('condition'), { maxLength: 3 }).map((parts) => or(...parts)),
      fc.tuple(tie('condition'), tie('condition')).map(([x, y]) => agree(x, y)),
      tie('condition').map(not),
    ),
  }
}).condition

/** Conditions of rules and filters: a field beside values, which are parameters. */
const asked = fc.letrec<{ condition: Expression }>((tie) => {
  const constants = { t: TEXTS, w: TEXTS, d: DAYS, at: TIMES, r: IDS } as const
  const sought = fc
    .constantFrom(...(Object.keys(constants) as (keyof typeof constants)[]))
    .chain((name) => fc.tuple(fc.constant(name), fc.array(fc.constantFrom(...constants[name]), { maxLength: 3 })))
  const one = sought
    .filter(([, some]) => some.length > 0)
    .map(([name, [first]]) => [name, word(first as string)] as const)
  return {
    condition: fc.oneof(
      { maxDepth: 3 },
      fc.tuple(sign, one).map(([s, [name, is]]) => compared(s, name, is)),
      fc.tuple(sign, fc.integer({ min: -3, max: 3 })).map(([s, n]) => compared(s, 'c', value(numberOf(n)))),
      one.map(([name, is]) => differs(name, is)),
      sought.map(([name, some]) => oneOfValues(name, some)),
      sought.map(([name, some]) => not(oneOfValues(name, some))),
      fc
        .array(fc.constantFrom(...IDS), { maxLength: 3 })
        .map((ids) => ({ is: 'overlaps' as const, of: field('ids'), ids })),
      fc
        .array(fc.constantFrom('a', 'ab', '康泰'), { maxLength: 2 })
        .map((some) => oneOfValues(calculated('folded', 'w'), some)),
      fc.constantFrom('a', 't', 'd', 'at', 'r', 'ids').map((name) => not(there(name))),
      fc.array(tie('condition'), { maxLength: 3 }).map((parts) => and(...parts)),
      fc.array(tie('condition'), { maxLength: 3 }).map((parts) => or(...parts)),
      tie('condition').map(not),
    ),
  }
}).condition

describe('an expression holds of the same rows in memory and in the database', () => {
  it('with its values in the statement, as promises have them', () =>
    fc.assert(
      fc.asyncProperty(rowsOf, whole, async (rows, e) => {
        expect(await found(rows, e, () => literals((name) => `x.${name}`))).toEqual(holding(rows, e))
      }),
      { numRuns: 400 },
    ))

  it('with its values as parameters, as rules and filters have them', () =>
    fc.assert(
      fc.asyncProperty(rowsOf, asked, async (rows, e) => {
        const place = (values: Values): Place => {
          const at = parameters(values, (name) => `x.${name}`)
          // numbers in memory are millionths; the statements of rules and filters have them as they are
          return { ...at, value: (of) => at.value(typeof of === 'bigint' ? Number(of) / 1e6 : of) }
        }
        expect(await found(rows, e, place)).toEqual(holding(rows, e))
      }),
      { numRuns: 400 },
    ))

  it('of some rows and not of others', () => expect(telling).toBeGreaterThan(200))
})
