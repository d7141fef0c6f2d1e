import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fen, yuan } from '../../../src/model/values/money.ts'
import {
  afterLine,
  type Before,
  halfUp,
  millionths,
  NOTHING_BEFORE,
  type Quote,
  quoteLine,
  type RateRow,
  shareOf,
  type TaxRates,
  taxRates,
  vatOf,
  withholding,
} from '../../../src/model/values/tax.ts'

/** The withholding scale, VAT and surcharges: vectors, and properties of `numRuns` random months each. */
export function taxCases(numRuns: number): void {
  const plain: RateRow = {
    vatRate: '0',
    vatMonthThreshold: '0',
    urbanRate: '0',
    eduRate: '0',
    localEduRate: '0',
    reductionRate: '0',
    iitMethod: 1,
    iitFixedRate: '0',
  }
  const none = taxRates(plain)

  /** Lines of one key in order, as amounts in yuan. */
  function quoteAll(amounts: readonly bigint[], rates: TaxRates): { quotes: Quote[]; end: Before } {
    let end = NOTHING_BEFORE
    const quotes = amounts.map((gross) => {
      const quote = quoteLine({ gross, rates, before: end })
      end = afterLine(end, gross, quote)
      return quote
    })
    return { quotes, end }
  }
  const words = (q: Quote) => ({ vat: yuan(q.vat), surcharge: yuan(q.surcharge), iit: yuan(q.iit), net: yuan(q.net) })

  describe('W, the withholding scale', () => {
    it.each([
      ['0', '0.00'],
      ['800', '0.00'],
      ['800.01', '0.00'],
      ['800.02', '0.00'],
      ['800.03', '0.01'],
      ['801', '0.20'],
      ['3999.99', '640.00'],
      ['4000', '640.00'],
      ['4000.01', '640.00'],
      ['4000.04', '640.01'],
      ['5000', '800.00'],
      ['25000', '4000.00'],
      ['25000.01', '4000.00'],
      ['30000', '5200.00'],
      ['62500', '13000.00'],
      ['62500.05', '13000.02'],
      ['100000', '25000.00'],
    ])('W(%s) = %s', (base, tax) => expect(yuan(withholding(fen(base)))).toBe(tax))
  })

  describe('V, the VAT inside a fee', () => {
    const one = taxRates({ ...plain, vatRate: '0.01', vatMonthThreshold: '100000' })
    it.each([
      ['100000', '0.00'],
      ['100000.01', '990.10'],
      ['120000', '1188.12'],
      ['0', '0.00'],
    ])('V(%s) = %s at 1 % above 100,000', (x, vat) => expect(yuan(vatOf(fen(x), one))).toBe(vat))
    it('rounds halves up', () => expect(yuan(vatOf(fen('2.02'), taxRates({ ...plain, vatRate: '1' })))).toBe('1.01'))
  })

  describe('a line', () => {
    it('3000 then 3000 in one month: 440.00, then 520.00', () => {
      const { quotes } = quoteAll([fen('3000'), fen('3000')], none)
      expect(quotes.map((q) => yuan(q.iit))).toEqual(['440.00', '520.00'])
      expect(quotes.map((q) => yuan(q.net))).toEqual(['2560.00', '2480.00'])
    })

    it('120000 at VAT 1 %, threshold 100000, surcharges 7+3+2 % halved', () => {
      const rates = taxRates({
        ...plain,
        vatRate: '0.010000',
        vatMonthThreshold: '100000.00',
        urbanRate: '0.07',
        eduRate: '0.03',
        localEduRate: '0.02',
        reductionRate: '0.5',
      })
      expect(words(quoteLine({ gross: fen('120000'), rates, before: NOTHING_BEFORE }))).toEqual({
        vat: '1188.12',
        surcharge: '71.29',
        iit: '31019.80',
        net: '87720.79',
      })
    })

    it('the line that crosses the threshold bears the VAT of the whole month', () => {
      const rates = taxRates({ ...plain, vatRate: '0.01', vatMonthThreshold: '100000' })
      const { quotes, end } = quoteAll([fen('60000'), fen('60000')], rates)
      expect(quotes.map((q) => yuan(q.vat))).toEqual(['0.00', '1188.12'])
      expect(end.vatSum).toBe(vatOf(end.grossSum, rates))
    })

    it('VAT never exceeds the line, and the next line catches up', () => {
      const rates = taxRates({ ...plain, vatRate: '0.01', vatMonthThreshold: '100000' })
      const { quotes, end } = quoteAll([fen('100000'), fen('0.50'), fen('20000')], rates)
      expect(quotes.map((q) => yuan(q.vat)).slice(0, 2)).toEqual(['0.00', '0.50'])
      expect(end.vatSum).toBe(vatOf(end.grossSum, rates))
    })

    it('taxes that eat the fee leave nothing: the caller freezes it', () => {
      const rates = taxRates({ ...plain, vatRate: '0.01', vatMonthThreshold: '100000', urbanRate: '0.07' })
      const { quotes } = quoteAll([fen('100000'), fen('0.50')], rates)
      expect((quotes[1] as Quote).net <= 0n).toBe(true)
    })

    it('a fixed rate takes no notice of the month', () => {
      const rates = taxRates({ ...plain, iitMethod: 2, iitFixedRate: '0.015' })
      const { quotes } = quoteAll([fen('3000'), fen('3000.10')], rates)
      expect(quotes.map((q) => yuan(q.iit))).toEqual(['45.00', '45.00'])
    })

    it('after a released line the scale never takes less than nothing (INV-26)', () => {
      // 800, 3200, 3200 fixed, the second released: 512.00 withheld against W(4000) = 640.00, then the next line catches
      // up.
      const { quotes } = quoteAll([fen('800'), fen('3200'), fen('3200')], none)
      const kept = [quotes[0] as Quote, quotes[2] as Quote]
      const before: Before = {
        grossSum: fen('4000'),
        vatSum: 0n,
        iitSum: kept.reduce((n, q) => n + q.iit, 0n),
        taxableSum: fen('4000'),
      }
      expect(yuan(before.iitSum)).toBe('512.00')
      expect(yuan(quoteLine({ gross: fen('1000'), rates: none, before }).iit)).toBe('288.00')
      const over: Before = { ...before, iitSum: fen('5000') }
      expect(quoteLine({ gross: fen('1000'), rates: none, before: over }).iit).toBe(0n)
    })

    it('refuses a negative fee and malformed rates', () => {
      expect(() => quoteLine({ gross: -1n, rates: none, before: NOTHING_BEFORE })).toThrow(RangeError)
      for (const wrong of ['', 'x', '0.1234567', '.5', '1e-2']) expect(() => millionths(wrong)).toThrow(RangeError)
      expect(millionths('-0.5')).toBe(-500_000n)
    })

    it('empty rates of a row mean none', () =>
      expect(
        taxRates({
          vatRate: null,
          vatMonthThreshold: null,
          urbanRate: null,
          eduRate: null,
          localEduRate: null,
          reductionRate: null,
          iitMethod: null,
          iitFixedRate: null,
        }),
      ).toEqual(none))
  })

  it.each([
    ['100.00', '0.06', '6.00'],
    ['0.75', '0.06', '0.05'],
    ['0.25', '0.5', '0.13'],
    ['1234.56', '0.055', '67.90'],
  ])('%s at %s is %s', (amount, rate, share) => expect(yuan(shareOf(fen(amount), rate))).toBe(share))

  const amount = fc.oneof(
    fc.bigInt({ min: 1n, max: 500_000_00n }),
    fc.constantFrom(
      1n,
      799_99n,
      800_00n,
      800_01n,
      4000_00n,
      4000_01n,
      25_000_00n,
      25_000_01n,
      62_500_00n,
      62_500_01n,
      100_000_00n,
    ),
  )
  const rate = fc.bigInt({ min: 0n, max: 150_000n })
  const rates: fc.Arbitrary<TaxRates> = fc.record({
    vatRate: fc.oneof(fc.constantFrom(0n, 10_000n, 30_000n, 60_000n), rate),
    threshold: fc.constantFrom(0n, 500_00n, 100_000_00n, 120_000_00n),
    surcharge: fc.oneof(fc.constantFrom(0n, 60_000n, 120_000n), rate),
    reduction: fc.constantFrom(0n, 500_000n, 1_000_000n),
    iitMethod: fc.constantFrom(1 as const, 2 as const),
    iitFixedRate: rate,
  })
  const lines = fc.array(amount, { minLength: 1, maxLength: 8 })
  const RUNS = { numRuns }

  describe('properties', () => {
    it('gross = vat + surcharge + iit + net, and no tax is negative (INV-24)', () =>
      fc.assert(
        fc.property(lines, rates, (amounts, r) => {
          const { quotes } = quoteAll(amounts, r)
          quotes.forEach((q, i) => {
            expect(q.vat + q.surcharge + q.iit + q.net).toBe(amounts[i])
            expect(q.vat >= 0n && q.surcharge >= 0n && q.iit >= 0n).toBe(true)
            expect(q.vat <= (amounts[i] as bigint)).toBe(true)
          })
        }),
        RUNS,
      ))

    it('the scale is cumulative: Σ iit = W(Σ(G − vat)) and Σ vat = V(ΣG) unless a line was smaller than its VAT (INV-25)', () =>
      fc.assert(
        fc.property(lines, rates, (amounts, r) => {
          const { quotes, end } = quoteAll(amounts, r)
          if (r.iitMethod === 1) expect(end.iitSum).toBe(withholding(end.taxableSum))
          else
            expect(end.iitSum).toBe(
              quotes.reduce((n, q, i) => n + halfUp(((amounts[i] as bigint) - q.vat) * r.iitFixedRate, 1_000_000n), 0n),
            )
          const capped = quotes.some((q, i) => q.vat === amounts[i])
          if (!capped) expect(end.vatSum).toBe(vatOf(end.grossSum, r))
          else expect(end.vatSum <= vatOf(end.grossSum, r)).toBe(true)
        }),
        RUNS,
      ))

    it('how a fee is split into lines changes nothing in the withholding of the month', () =>
      fc.assert(
        fc.property(lines, (amounts) => {
          const whole = amounts.reduce((n, a) => n + a, 0n)
          expect(quoteAll(amounts, none).end.iitSum).toBe(
            quoteLine({ gross: whole, rates: none, before: NOTHING_BEFORE }).iit,
          )
        }),
        RUNS,
      ))

    it('W and V grow with their base, W never faster than it', () =>
      fc.assert(
        fc.property(amount, amount, rates, (a, b, r) => {
          const [low, high] = a < b ? [a, b] : [b, a]
          expect(withholding(high) >= withholding(low)).toBe(true)
          expect(withholding(high) - withholding(low) <= high - low).toBe(true)
          expect(vatOf(high, r) >= vatOf(low, r)).toBe(true)
          expect(vatOf(high, r) < high || r.vatRate >= 1_000_000n).toBe(true)
        }),
        RUNS,
      ))

    it('half-up is within half a unit, and ties go away from zero', () =>
      fc.assert(
        fc.property(
          fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
          fc.bigInt({ min: 1n, max: 10n ** 6n }),
          (n, d) => {
            const off = halfUp(n, d) * d - n
            const twice = (off < 0n ? -off : off) * 2n
            expect(twice <= d).toBe(true)
            if (twice === d) expect(off < 0n).toBe(n < 0n)
          },
        ),
        RUNS,
      ))
  })
}
