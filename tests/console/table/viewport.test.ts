import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  CAP,
  isCapped,
  limitOf,
  moveTo,
  offsetAt,
  placeOf,
  resized,
  reveal,
  rowsIn,
  scrolled,
  spacerOf,
  topFor,
  topLimitOf,
  type Viewport,
  viewport,
} from '../../../src/console/grid/viewport.ts'

const of = (count: number, height = 900): Viewport => resized(viewport(28), { count, height })

/** Model of a browser's answer to a written scrollTop and a wheel step. */
const wheel = (v: Viewport, by: number): Viewport => scrolled(v, Math.min(Math.max(v.top + by, 0), topLimitOf(v)))

describe('the window', () => {
  it('is a plain scroller while the rows fit', () => {
    const v = scrolled(of(1_000), 5_432)
    expect(spacerOf(v)).toBe(28_000)
    expect(v.offset).toBe(5_432)
    expect(rowsIn(v)).toEqual([194, 227])
    expect(placeOf(v, 200)).toBe(5_600)
  })

  it('never asks the browser for more than the cap', () => {
    for (const count of [1_000_000, 10_000_000, 100_000_000]) expect(spacerOf(of(count))).toBe(CAP)
  })

  it('reaches the last of ten million rows by thumb, by key and by wheel', () => {
    const v = of(10_000_000)
    expect(rowsIn(scrolled(v, topLimitOf(v)))[1]).toBe(10_000_000)
    expect(rowsIn(reveal(v, 9_999_999))[1]).toBe(10_000_000)
    let w = scrolled(v, topLimitOf(v) - 50_000)
    for (let i = 0; i < 1_000; i++) w = wheel(w, 120)
    expect(rowsIn(w)[1]).toBe(10_000_000)
    expect(w.top).toBe(topLimitOf(w))
  })

  it('goes back to the first row by wheel from a thumb position near the top', () => {
    let v = scrolled(of(10_000_000), 90_000)
    for (let i = 0; i < 1_000; i++) v = wheel(v, -120)
    expect(v.offset).toBe(0)
    expect(v.top).toBe(0)
  })

  it('keeps rows where they are in the element while small steps are scrolled', () => {
    const v = scrolled(of(10_000_000), 4_000_000)
    const row = rowsIn(v)[0] + 10
    const before = placeOf(v, row)
    expect(placeOf(wheel(v, 120), row)).toBe(before)
    expect(placeOf(wheel(wheel(v, -120), 360), row)).toBe(before)
  })

  it('draws rows on whole px at the end of ten million', () => {
    const v = reveal(of(10_000_000), 9_999_999)
    expect(Number.isInteger(placeOf(v, 9_999_999))).toBe(true)
    expect(placeOf(v, 9_999_999) + 28).toBe(spacerOf(v))
  })

  it('every notch is exact, wherever it happens', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 300_000, max: 20_000_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.array(fc.integer({ min: -2_900, max: 2_900 }), { maxLength: 60 }),
        (count, part, steps) => {
          let v = scrolled(of(count), Math.round(topLimitOf(of(count)) * part))
          for (const step of steps) {
            const wanted = Math.min(Math.max(v.offset + step, 0), limitOf(v))
            v = wheel(v, step)
            expect(v.offset).toBeCloseTo(wanted, 4)
          }
        },
      ),
      { numRuns: 200 },
    )
  })

  it('maps thumb and offset onto each other', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (count, part) => {
          const v = of(count)
          const offset = limitOf(v) * part
          const top = topFor(v, offset)
          expect(top).toBeGreaterThanOrEqual(0)
          expect(top).toBeLessThanOrEqual(topLimitOf(v) + 1e-6)
          expect(Math.abs(offsetAt(v, top) - offset)).toBeLessThan(0.01 + offset * 1e-9)
        },
      ),
    )
  })

  it('shows every row that is revealed and never leaves its limits', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12_000_000 }),
        fc.array(fc.double({ min: 0, max: 0.9999999, noNaN: true }), { maxLength: 20 }),
        (count, goals) => {
          let v = of(count)
          for (const goal of goals) {
            const index = Math.floor(goal * count)
            v = reveal(v, index)
            const [first, last] = rowsIn(v)
            expect(first).toBeLessThanOrEqual(index)
            expect(last).toBeGreaterThan(index)
            expect(v.offset).toBeLessThanOrEqual(limitOf(v))
            expect(v.top).toBeLessThanOrEqual(topLimitOf(v) + 1e-6)
            expect(placeOf(v, index)).toBeGreaterThanOrEqual(v.top - 0.01)
          }
        },
      ),
    )
  })

  it('keeps its place when rows leave or the window grows', () => {
    const v = moveTo(of(2_000_000), 30_000_000)
    expect(resized(v, { count: 1_999_990 }).offset).toBe(30_000_000)
    expect(resized(v, { height: 500 }).offset).toBe(30_000_000)
    const few = resized(v, { count: 10 })
    expect(few.offset).toBe(0)
    expect(isCapped(few)).toBe(false)
  })

  it('shifts nothing when nothing moved', () => {
    const v = moveTo(of(500), 1_000)
    expect(moveTo(v, 1_000)).toBe(v)
    expect(scrolled(v, v.top)).toBe(v)
    expect(resized(v, { count: 500 })).toBe(v)
  })
})
