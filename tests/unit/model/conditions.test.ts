import { describe, expect, it } from 'vitest'
import { calculations } from '../../../src/model/language/conditions/calculations.ts'
import { tester } from '../../../src/model/language/conditions/evaluator.ts'
import {
  and,
  differs,
  type Expression,
  equal,
  field,
  isNever,
  less,
  not,
  oneOfValues,
  or,
  plus,
  same,
  there,
  value,
  word,
} from '../../../src/model/language/conditions/expression.ts'
import { fromExpression } from '../../../src/model/language/conditions/fromExpression.ts'
import { expressionSql } from '../../../src/server/database/conditions/expressionSql.ts'
import { literals, parameters } from '../../../src/server/database/conditions/places.ts'
import { sealedForms } from '../../../src/server/database/conditions/sealedForms.ts'
import { Values } from '../../../src/server/database/conditions/values.ts'

type Row = Readonly<Record<string, string | number | null>>
const holds = (e: Expression, row: Row) => tester<Row>(e, (of, name) => of[name])(row)
const sought: Expression = { is: 'sought', name: 'name', op: 'like', texts: ['a'] }

describe('an expression in memory', () => {
  const nothing: Row = { a: null, b: null }
  it('does not hold of a comparison with nothing, and its negation does', () => {
    for (const e of [equal('a', value(1)), equal('a', 'b'), less('a', 'b'), oneOfValues('a', [1, 2]), there('a')]) {
      expect(holds(e, nothing)).toBe(false)
      expect(holds(not(e), nothing)).toBe(true)
    }
    expect(holds(same('a', 'b'), nothing)).toBe(true)
    expect(holds(differs('a', value(1)), nothing)).toBe(true)
  })

  it('of no parts holds where all must, and nowhere where any must', () => {
    expect(holds(and(), nothing)).toBe(true)
    expect(holds(or(), nothing)).toBe(false)
    expect(isNever(oneOfValues('a', []))).toBe(true)
  })

  it('has no answer to what only the database looks up, nor to what it was not told to calculate', () => {
    expect(() => holds(not(sought), nothing)).toThrow('database')
    expect(() => holds(there(plus('a', 'b')), nothing)).toThrow('plus')
    expect(tester<Row>(there(plus('a', 'b')), (of, name) => of[name], calculations)(nothing)).toBe(false)
  })
})

describe('an expression as SQL', () => {
  const written = (e: Expression) => {
    const values = new Values()
    return [
      expressionSql(
        e,
        parameters(values, (name) => name),
      ),
      values.list,
    ]
  }

  it('has one parameter a list, and a list of none is false', () => {
    expect(written(oneOfValues('a', [1, 2]))).toEqual(['a = any($1)', [[1, 2]]])
    expect(written(not(oneOfValues('a', [1, 2])))).toEqual(['(a is null or a <> all($1))', [[1, 2]]])
    expect(written(oneOfValues('a', []))).toEqual(['false', []])
  })

  it('keeps parts together whatever stands around them', () => {
    const at = literals((name) => name)
    const e = and(or(equal('a', 1), not(there('b'))), not(and(equal('a', 'b'), differs('c', word("o'")))))
    expect(expressionSql(e, at)).toBe("((a = 1 or b is null) and (((a = b and c is distinct from 'o''')) is not true))")
    expect(expressionSql(same(equal('a', 1), there('b')), at)).toBe('(a = 1) is not distinct from (b is not null)')
  })

  it('refuses a text where texts are not looked for', () => {
    expect(() => written(sought)).toThrow('search')
    expect(() => written({ is: 'alike', of: field('name'), texts: ['a'] })).toThrow('text')
  })
})

describe('states of departure', () => {
  it.each([
    [{ a: 1 }, 'a = 1'],
    [{ a: [1, 2], b: 'x' }, "(a in (1, 2) and b = 'x')"],
    [{ a: null }, 'a is null'],
    [{ a: [null, 3] }, '(a is null or a = 3)'],
    [{}, 'true'],
  ])('%o', (from, sql) =>
    expect(
      expressionSql(
        fromExpression(from),
        literals((name) => name),
      ),
    ).toBe(sql),
  )
})

it('a sealed field is compared whole only', () => {
  const f = { kind: 'sealed', label: ['账号', 'Account'], facts: {} } as never
  expect(() => sealedForms(f, '000000', less('account', word('1')))).toThrow('no order')
  expect(() => sealedForms(f, '000000', { ...sought, name: 'account' })).toThrow('no order')
  expect(sealedForms(f, '000000', not(there('account')))).toEqual(not(there('account')))
})
