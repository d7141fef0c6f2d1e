import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fen, parseAmount, readable, sum, yuan } from '../../../src/model/values/money.ts'

const RUNS = { numRuns: 10_000 }
const amounts = fc.bigInt({ min: -(10n ** 18n - 1n), max: 10n ** 18n - 1n })

describe('fen and yuan', () => {
  it.each([
    ['0', 0n],
    ['1234.5', 123450n],
    ['1234.50', 123450n],
    ['0.01', 1n],
    ['-0.01', -1n],
    ['-12', -1200n],
    [' 7.00 ', 700n],
    ['9999999999999999.99', 999999999999999999n],
  ])('fen(%j) = %s', (text, value) => expect(fen(text)).toBe(value))

  it.each(['', '.', '.5', '1.', '1.234', '1,000', '1e3', '１', 'NaN', '--1', '+1', '12345678901234567', '1.2.3', ' '])(
    'refuses %j',
    (text) => expect(() => fen(text)).toThrow(RangeError),
  )

  it.each([
    [0n, '0.00'],
    [1n, '0.01'],
    [-1n, '-0.01'],
    [-100n, '-1.00'],
    [123450n, '1234.50'],
  ])('yuan(%s) = %s', (value, text) => expect(yuan(value)).toBe(text))

  it('go round', () =>
    fc.assert(
      fc.property(amounts, (a) => void expect(fen(yuan(a))).toBe(a)),
      RUNS,
    ))
  it('always two places, never a minus zero', () =>
    fc.assert(
      fc.property(amounts, (a) => void expect(yuan(a)).toMatch(/^(?!-0\.00)-?\d+\.\d{2}$/)),
      RUNS,
    ))
  it('sum is exact where floats are not', () => {
    expect(sum(['0.10', '0.20'])).toBe('0.30')
    expect(sum([])).toBe('0.00')
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), { maxLength: 50 }),
        (list) => void expect(sum(list.map(yuan))).toBe(yuan(list.reduce((n, a) => n + a, 0n))),
      ),
      { numRuns: 2_000 },
    )
  })
})

describe('readable and parseAmount', () => {
  it.each([
    ['1234567.50', '1,234,567.50'],
    ['-1234.00', '-1,234.00'],
    ['-123.45', '-123.45'],
    ['999', '999'],
    ['', ''],
    [null, ''],
    [undefined, ''],
  ])('readable(%j) = %j', (amount, text) => expect(readable(amount)).toBe(text))

  it.each([
    ['1,234.5', '1234.50'],
    ['￥1234', '1234.00'],
    ['¥ 1 234.00', '1234.00'],
    ['１２３．４５', '123.45'],
    ['100元', '100.00'],
    ['-5', '-5.00'],
    ['1,234,567', '1234567.00'],
    ['1，234', '1234.00'],
    ['1\u00a0234\u00a0567.50', '1234567.50'],
    ['1.5万', '15000.00'],
    ['1万元', '10000.00'],
    ['-0.12345678亿', '-12345678.00'],
    ['0.000001万', '0.01'],
    ['1,5', null],
    ['1，5', null],
    ['12,34', null],
    ['1 234,50', null],
    ['1,2,3', null],
    ['1,234 567', null],
    ['1234,567', null],
    [',123', null],
    ['1,234,', null],
    ['0.0000001万', null],
    ['万', null],
    ['1万2', null],
    ['1 2', null],
    ['1元2', null],
    ['abc', null],
    ['1.234', null],
    ['', null],
    ['元', null],
  ])('parseAmount(%j) = %j', (typed, amount) => expect(parseAmount(typed)).toBe(amount))

  it('what is shown can be typed back', () =>
    fc.assert(
      fc.property(amounts, (a) => void expect(parseAmount(readable(yuan(a)))).toBe(yuan(a))),
      RUNS,
    ))
  it('never throws on what people type', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (typed) => {
        const parsed = parseAmount(typed)
        expect(parsed === null || /^-?\d+\.\d{2}$/.test(parsed)).toBe(true)
      }),
      RUNS,
    ))
})
