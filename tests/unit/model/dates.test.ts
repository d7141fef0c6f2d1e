import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { instantOf, monthOf, wallClock, wallDate } from '../../../src/model/values/dates.ts'

const RUNS = { numRuns: 10_000 }
/** Whole seconds from 1992 (no summer time since) to 2099. */
const instants = fc
  .integer({ min: Date.UTC(1992, 0, 2) / 1000, max: Date.UTC(2099, 11, 30) / 1000 })
  .map((s) => s * 1000)

describe('Shanghai wall clock', () => {
  it.each([
    ['2024-06-14T15:59:59.999Z', '2024-06-14 23:59:59', '202406'],
    ['2024-06-14T16:00:00.000Z', '2024-06-15 00:00:00', '202406'],
    ['2024-06-30T15:59:59.000Z', '2024-06-30 23:59:59', '202406'],
    ['2024-06-30T16:00:00.000Z', '2024-07-01 00:00:00', '202407'],
    ['2023-12-31T16:00:00.000Z', '2024-01-01 00:00:00', '202401'],
    ['2024-02-28T16:00:00.000Z', '2024-02-29 00:00:00', '202402'],
  ])('%s is %s', (utc, wall, month) => {
    const at = new Date(utc)
    expect(wallClock(at)).toBe(wall)
    expect(wallDate(at)).toBe(wall.slice(0, 10))
    expect(monthOf(at)).toBe(month)
  })

  it('is what the time zone database says', () => {
    const format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'Asia/Shanghai',
      dateStyle: 'short',
      timeStyle: 'medium',
    })
    fc.assert(
      fc.property(instants, (at) => void expect(wallClock(at)).toBe(format.format(at))),
      { numRuns: 2_000 },
    )
  })

  it('converts to text and back, to the second', () =>
    fc.assert(
      fc.property(instants, (at) => void expect(instantOf(wallClock(at))).toBe(at)),
      RUNS,
    ))
  it('keeps the order of time', () =>
    fc.assert(
      fc.property(instants, instants, (a, b) => void expect(a < b).toBe(a !== b && wallClock(a) < wallClock(b))),
      RUNS,
    ))
})

describe('instantOf', () => {
  it.each([
    ['2024-06-15', '2024-06-14T16:00:00.000Z'],
    ['2024-06-15 08:30', '2024-06-15T00:30:00.000Z'],
    ['2024-06-15T08:30:15', '2024-06-15T00:30:15.000Z'],
    [' 2024-02-29 ', '2024-02-28T16:00:00.000Z'],
  ])('%s', (wall, utc) => expect(new Date(instantOf(wall) as number).toISOString()).toBe(utc))

  it.each([
    '',
    '2023-02-29',
    '2024-13-01',
    '2024-00-10',
    '2024-06-31',
    '2024-06-15 24:00:00',
    '2024-06-15 12:60',
    '15/06/2024',
    '2024-6-5',
    '0000-01-01',
    'now',
  ])('%j is no time', (wall) => expect(instantOf(wall)).toBeNull())

  it('never throws', () =>
    fc.assert(
      fc.property(fc.string(), (text) => void instantOf(text)),
      RUNS,
    ))
})
