import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  afterDecision,
  baseOf,
  hiddenBefore,
  isHidden,
  neighbour,
  type Sequence,
  sequence,
  serverOffset,
  visibleCount,
  visibleOf,
  withHidden,
  withTotal,
} from '../../../src/console/queue/list/sequence.ts'

const shown = (s: Sequence) => Array.from({ length: s.total }, (_, i) => i).filter((i) => !isHidden(s, i))
const free = () => false

describe('the list without what was decided', () => {
  it('counts past hidden rows both ways', () => {
    const s = sequence(10, [0, 1, 5])
    expect(visibleCount(s)).toBe(7)
    expect([0, 1, 2, 3, 4, 5, 6, 7].map((v) => baseOf(s, v))).toEqual([2, 3, 4, 6, 7, 8, 9, -1])
    expect([0, 2, 4, 5, 6, 9, 10].map((b) => visibleOf(s, b))).toEqual([-1, 0, 2, -1, 3, 6, -1])
  })

  it('hides rows, shows them again in place, and reports when nothing changed', () => {
    let s = sequence(5)
    s = withHidden(s, 3, true)
    s = withHidden(s, 1, true)
    expect(s.hidden).toEqual([1, 3])
    expect(withHidden(s, 3, true)).toBe(s)
    expect(withHidden(s, 9, true)).toBe(s)
    expect(withHidden(s, 3, false).hidden).toEqual([1])
    expect(visibleOf(withHidden(s, 1, false), 1)).toBe(1)
  })

  it('forgets hidden rows that a shorter list no longer has', () => {
    expect(withTotal(sequence(10, [2, 9]), 5)).toEqual({ total: 5, hidden: [2] })
  })

  it.each([
    ['the next row', 10, [3], 3, [], 4],
    ['past rows decided before', 10, [3, 4, 5], 3, [], 6],
    ['past held rows', 10, [3], 3, [4, 5], 6],
    ['the row before, at the end', 10, [9], 9, [], 8],
    ['the free row before, when only held ones follow', 10, [7], 7, [8, 9], 6],
    ['a held row when there is nothing else', 3, [1], 1, [0, 2], 2],
    ['a held row before, at the end', 2, [1], 1, [0], 0],
    ['nowhere when the list is clear', 2, [0, 1], 1, [], -1],
  ])('goes to %s', (_, total, hidden, at, held, to) => {
    expect(afterDecision(sequence(total, hidden), at, (b) => (held as number[]).includes(b))).toBe(to)
  })

  it('stays quick among a million rows with many held ones', () => {
    const s = sequence(1_000_000, [500])
    expect(afterDecision(s, 500, (b) => b > 500 && b < 4_000)).toBe(4_000)
    expect(afterDecision(s, 500, () => true)).toBe(501)
  })

  it('asks the server for where a row is now', () => {
    expect(serverOffset([], 100)).toBe(100)
    expect(serverOffset([0, 1, 2, 250], 100)).toBe(97)
    expect(serverOffset([0, 1, 2, 250], 300)).toBe(296)
  })

  it('both ways agree with a filtered list', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 60 }),
        fc.array(fc.integer({ min: 0, max: 59 }), { maxLength: 40 }),
        (total, hidden) => {
          const s = sequence(total, hidden)
          const plain = shown(s)
          expect(visibleCount(s)).toBe(plain.length)
          plain.forEach((base, visible) => {
            expect(baseOf(s, visible)).toBe(base)
            expect(visibleOf(s, base)).toBe(visible)
            expect(neighbour(s, base, 1)).toBe(plain[visible + 1] ?? -1)
            expect(neighbour(s, base, -1)).toBe(plain[visible - 1] ?? -1)
          })
          for (const base of s.hidden) {
            expect(visibleOf(s, base)).toBe(-1)
            expect(neighbour(s, base, 1)).toBe(plain.find((b) => b > base) ?? -1)
            expect(neighbour(s, base, -1)).toBe(plain.findLast((b) => b < base) ?? -1)
            expect(hiddenBefore(s, base)).toBe(s.hidden.indexOf(base))
          }
        },
      ),
    )
  })

  it('a walk of decisions and returns never loses a row', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.array(fc.tuple(fc.boolean(), fc.nat(39)), { maxLength: 80 }),
        (total, walk) => {
          let s = sequence(total)
          const gone = new Set<number>()
          let cursor = 0
          for (const [decide, n] of walk) {
            if (decide && cursor >= 0) {
              s = withHidden(s, cursor, true)
              gone.add(cursor)
              cursor = afterDecision(s, cursor, free)
              if (cursor >= 0) expect(gone.has(cursor)).toBe(false)
              else expect(gone.size).toBe(total)
            } else {
              const back = [...gone][n % Math.max(1, gone.size)]
              if (back === undefined) continue
              const before = cursor
              s = withHidden(s, back, false)
              gone.delete(back)
              if (cursor < 0) cursor = back
              else expect(baseOf(s, visibleOf(s, cursor))).toBe(before)
            }
            expect(visibleCount(s)).toBe(total - gone.size)
          }
        },
      ),
    )
  })
})
