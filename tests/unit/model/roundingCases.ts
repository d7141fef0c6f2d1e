import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fen, sum, yuan } from '../../../src/model/values/money.ts'
import {
  afterLine,
  type Before,
  millionths,
  NOTHING_BEFORE,
  type Quote,
  quoteLine,
  shareOf,
  type TaxRates,
  vatOf,
  withholding,
  withoutTax,
} from '../../../src/model/values/tax.ts'
import { pointCost } from '../../../src/server/domains/activities/pointPrice.ts'
import { FEES, feesBy, keyOf, type Line, quoteLines, taxesOf } from '../../../src/server/domains/settlement/requote.ts'

/** Shares, costs and quotes of whole orders, to the fen: properties of `numRuns` random cases each. */
export function roundingCases(numRuns: number): void {
  // Shares, costs and the quotes of whole orders, as the rules reckon them: to the fen, however they are split, put together,
  // fixed and released.

  const RUNS = { numRuns }
  const MILLION = 1_000_000n

  const amount = fc.bigInt({ min: 0n, max: 10n ** 12n })
  const amounts = fc.array(amount, { minLength: 1, maxLength: 12 })
  /** A rate as records hold it. */
  const rateText = fc
    .bigInt({ min: 0n, max: MILLION })
    .map((r) => `${r / MILLION}.${String(r % MILLION).padStart(6, '0')}`)
  const added = (list: readonly bigint[]): bigint => list.reduce((n, a) => n + a, 0n)
  const distance = (a: bigint, b: bigint): bigint => (a < b ? b - a : a - b)

  describe('a share of an amount', () => {
    it('is within half a fen, and never more than the amount', () =>
      fc.assert(
        fc.property(amount, rateText, (a, rate) => {
          const share = shareOf(a, rate)
          expect(distance(share * MILLION, a * millionths(rate)) * 2n <= MILLION).toBe(true)
          expect(share >= 0n && share <= a).toBe(true)
        }),
        RUNS,
      ))

    it('of parts comes to that of the whole, but for half a fen each', () =>
      fc.assert(
        fc.property(amounts, rateText, (parts, rate) => {
          const apart = added(parts.map((p) => shareOf(p, rate)))
          expect(distance(apart, shareOf(added(parts), rate)) * 2n <= BigInt(parts.length + 1)).toBe(true)
        }),
        RUNS,
      ))
  })

  it('an amount is what it is without tax, and the tax: both within half a fen', () =>
    fc.assert(
      fc.property(amount, rateText, (a, rate) => {
        const bare = withoutTax(a, rate)
        const whole = MILLION + millionths(rate)
        expect(bare >= 0n && bare <= a).toBe(true)
        expect(distance(bare * whole, a * MILLION) * 2n <= whole).toBe(true)
      }),
      RUNS,
    ))

  const perYuan = fc.integer({ min: 1, max: 1_000 })

  it('points cost what a yuan is worth of them, within half a fen', () =>
    fc.assert(
      fc.property(fc.nat(10_000_000), perYuan, (points, worth) => {
        const cost = fen(pointCost(points, worth))
        expect(distance(cost * BigInt(worth), BigInt(points) * 100n) * 2n <= BigInt(worth)).toBe(true)
      }),
      RUNS,
    ))

  it('points cost the same however they are split where a fen is worth them, else but for half a fen each', () =>
    fc.assert(
      fc.property(fc.array(fc.nat(10_000_000), { maxLength: 12 }), perYuan, (parts, worth) => {
        const whole = parts.reduce((n, p) => n + p, 0)
        const [apart, together] = [sum(parts.map((p) => pointCost(p, worth))), pointCost(whole, worth)]
        if (100 % worth === 0) expect(apart).toBe(together)
        expect(distance(fen(apart), fen(together)) * 2n <= BigInt(parts.length + 1)).toBe(true)
      }),
      RUNS,
    ))

  it('points are rounded half up', () => {
    expect(pointCost(500, 10)).toBe('50.00')
    expect(pointCost(500, 11)).toBe('45.45')
    expect(pointCost(1, 200)).toBe('0.01')
    expect(pointCost(1, 201)).toBe('0.00')
    expect(pointCost(null, 10)).toBe('0.00')
  })

  const rates: fc.Arbitrary<TaxRates> = fc.record({
    vatRate: fc.constantFrom(0n, 10_000n, 30_000n, 60_000n),
    threshold: fc.constantFrom(0n, 1000_00n, 100_000_00n),
    surcharge: fc.constantFrom(0n, 60_000n, 120_000n),
    reduction: fc.constantFrom(0n, 500_000n, MILLION),
    iitMethod: fc.constantFrom(1 as const, 2 as const),
    iitFixedRate: fc.constantFrom(0n, 15_000n, 200_000n),
  })
  const fee = fc.oneof(
    fc.bigInt({ min: 1n, max: 200_000_00n }),
    fc.constantFrom(1n, 800_00n, 800_01n, 4000_00n, 25_000_01n, 62_500_01n, 100_000_01n),
  )
  const DOCTORS = ['1', '2', '3']
  const ITEMS = ['a', 'b']
  const drafts = fc.array(
    fc.record({ gross: fee, doctor: fc.constantFrom(...DOCTORS), item: fc.constantFrom(...ITEMS), day: fc.nat(3) }),
    { minLength: 1, maxLength: 10 },
  )
  type Draft = Readonly<{ gross: bigint; doctor: string; item: string; day: number }>

  /** Lines of an order; two of a day are taxed in the order of their ids. */
  const linesOf = (all: readonly Draft[]): Line[] =>
    all.map(
      (d, n) =>
        ({
          id: String(n + 1),
          doctorId: d.doctor,
          taxItemCode: d.item,
          grossAmount: yuan(d.gross),
          platformFee: yuan(shareOf(d.gross, '0.06')),
          acceptTime: `2024-06-0${d.day + 1} 10:00:00`,
          taxFinal: 0,
        }) as unknown as Line,
    )
  const keyOfLine = (l: Line): string => keyOf(l.doctorId, l.taxItemCode)
  const grossOf = (l: Line): bigint => fen(l.grossAmount ?? '0')

  /** Per key: what the quoted lines came to. */
  function sums(lines: readonly Line[], quotes: ReadonlyMap<string, Quote>): Map<string, Before> {
    const all = new Map<string, Before>()
    for (const line of lines) {
      const q = quotes.get(line.id)
      if (q) all.set(keyOfLine(line), afterLine(all.get(keyOfLine(line)) ?? NOTHING_BEFORE, grossOf(line), q))
    }
    return all
  }

  describe('the quotes of an order', () => {
    it('leave nobody less than nothing, add up to the fen, and are cumulative by doctor and tax item (INV-24, 25)', () =>
      fc.assert(
        fc.property(drafts, rates, rates, (all, a, b) => {
          const lines = linesOf(all)
          const byItem = new Map([
            ['a', a],
            ['b', b],
          ])
          const quotes = quoteLines(lines, byItem, new Map(), 'left')
          for (const line of lines) {
            const q = quotes.get(line.id)
            if (!q) continue
            expect(q.net >= 0n && q.vat >= 0n && q.surcharge >= 0n && q.iit >= 0n).toBe(true)
            expect(q.vat + q.surcharge + q.iit + q.net).toBe(grossOf(line))
          }
          for (const [key, end] of sums(lines, quotes)) {
            const r = byItem.get(key.split('|')[1] as string) as TaxRates
            const own = lines.filter((l) => keyOfLine(l) === key && quotes.has(l.id))
            if (r.iitMethod === 1) expect(end.iitSum).toBe(withholding(end.taxableSum))
            if (own.every((l) => (quotes.get(l.id) as Quote).vat < grossOf(l)))
              expect(end.vatSum).toBe(vatOf(end.grossSum, r))
          }
        }),
        RUNS,
      ))

    it('are the same in whichever order the lines are read', () =>
      fc.assert(
        fc.property(drafts, rates, (all, r) => {
          const lines = linesOf(all)
          const byItem = new Map(ITEMS.map((i) => [i, r]))
          const told = (some: readonly Line[]) =>
            [...quoteLines(some, byItem, new Map(), 'left')].sort(([x], [y]) => Number(x) - Number(y))
          expect(told([...lines].reverse())).toEqual(told(lines))
        }),
        RUNS,
      ))

    it('of the later lines are the same on top of the earlier ones once those are fixed', () =>
      fc.assert(
        fc.property(drafts, rates, fc.nat(10), (all, r, at) => {
          const lines = linesOf(all.map((d) => ({ ...d, day: 0 })))
          const byItem = new Map(ITEMS.map((i) => [i, r]))
          const whole = quoteLines(lines, byItem, new Map(), 'left')
          const first = quoteLines(lines.slice(0, at), byItem, new Map(), 'left')
          const fixed = sums(lines.slice(0, at), first)
          const rest = quoteLines(lines.slice(at), byItem, fixed, 'left')
          const numbered = (quotes: ReadonlyMap<string, Quote>) => [...quotes].sort(([x], [y]) => Number(x) - Number(y))
          expect(numbered(new Map([...first, ...rest]))).toEqual(numbered(whole))
        }),
        RUNS,
      ))

    it('come to the same fen by doctor, by tax item and in all (INV-14)', () =>
      fc.assert(
        fc.property(drafts, rates, (all, r) => {
          const drawn = linesOf(all)
          const quotes = quoteLines(drawn, new Map(ITEMS.map((i) => [i, r])), new Map(), 'left')
          const lines = drawn.flatMap((l) => {
            const q = quotes.get(l.id)
            return q ? [{ ...l, ...taxesOf(q) }] : []
          })
          const whole = feesBy(lines, () => '').get('')
          for (const group of [(l: Line) => l.doctorId, (l: Line) => l.taxItemCode ?? '', keyOfLine])
            for (const name of FEES)
              expect(sum([...feesBy(lines, group).values()].map((f) => f[name]))).toBe(whole?.[name] ?? '0.00')
        }),
        RUNS,
      ))
  })

  // Events of one doctor's month: a line is fixed, or a fixed one is released (its payment failed).
  const events = fc.array(fc.oneof(fc.record({ fix: fee }), fc.record({ release: fc.nat(20) })), {
    minLength: 1,
    maxLength: 16,
  })

  it('lines that are fixed and released in any order: no tax below nothing, and the next large line makes up for it (INV-26)', () =>
    fc.assert(
      fc.property(events, rates, (all, r) => {
        let kept: { readonly gross: bigint; readonly quote: Quote }[] = []
        const before = (): Before => kept.reduce((b, l) => afterLine(b, l.gross, l.quote), NOTHING_BEFORE)
        const quoted = (gross: bigint) => ({ gross, quote: quoteLine({ gross, rates: r, before: before() }) })
        for (const e of all) {
          if ('release' in e) kept = kept.filter((_, n) => n !== e.release % Math.max(1, kept.length))
          else {
            const line = quoted(e.fix)
            const { vat, surcharge, iit, net } = line.quote
            expect(vat >= 0n && surcharge >= 0n && iit >= 0n && vat + surcharge + iit + net === e.fix).toBe(true)
            // taxes that eat the fee are not fixed
            if (net > 0n) kept.push(line)
          }
        }
        // larger than everything that may be owed of the month, and than what was taken too much
        kept.push(quoted(50_000_000_00n))
        const end = before()
        expect(end.vatSum).toBe(vatOf(end.grossSum, r))
        if (r.iitMethod === 1) expect(end.iitSum).toBe(withholding(end.taxableSum))
      }),
      RUNS,
    ))
}
