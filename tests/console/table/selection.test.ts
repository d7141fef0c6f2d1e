import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  anchored,
  countOf,
  everything,
  has,
  isNothing,
  merged,
  moved,
  nothing,
  pinned,
  type Selection,
  stretch,
  toggle,
  without,
} from '../../../src/console/grid/selection.ts'
import { TableModel } from '../../../src/console/lists/tableModel.ts'
import type { WireRow } from '../../../src/model/wire/wire.ts'

const id = (index: number) => `r${index}`
const at = (s: Selection, index: number) => has(s, id(index), index)
const ticked = (s: Selection, total = 30) => Array.from({ length: total }, (_, i) => i).filter((i) => at(s, i))

describe('ticked rows', () => {
  it('x ticks and unticks', () => {
    const one = toggle(nothing, id(4), 4)
    expect(ticked(one)).toEqual([4])
    expect(ticked(toggle(one, id(4), 4))).toEqual([])
    expect(isNothing(toggle(one, id(4), 4))).toBe(true)
    expect(isNothing(nothing)).toBe(true)
  })

  it('Shift stretches from the anchor and shrinks again', () => {
    let s = toggle(nothing, id(5), 5)
    s = stretch(s, 6)
    s = stretch(s, 9)
    expect(ticked(s)).toEqual([5, 6, 7, 8, 9])
    s = stretch(s, 7)
    expect(ticked(s)).toEqual([5, 6, 7])
    s = stretch(s, 3)
    expect(ticked(s)).toEqual([3, 4, 5])
    expect(countOf(s, 30)).toBe(3)
  })

  it('starts a stretch at the cursor when nothing was ticked', () => {
    expect(ticked(stretch(nothing, 4, 3))).toEqual([3, 4])
    expect(ticked(stretch(anchored(nothing, 8), 6))).toEqual([6, 7, 8])
  })

  it('keeps what was ticked before a stretch, and a second stretch', () => {
    let s = toggle(nothing, id(20), 20)
    s = stretch(anchored(s, 2), 4)
    s = stretch(anchored(s, 10), 12)
    expect(ticked(s)).toEqual([2, 3, 4, 10, 11, 12, 20])
    expect(countOf(s, 30)).toBe(7)
  })

  it('takes single rows out of a stretch and puts them back', () => {
    let s = stretch(anchored(nothing, 1), 5)
    s = toggle(s, id(3), 3)
    expect(ticked(s)).toEqual([1, 2, 4, 5])
    expect(countOf(s, 30)).toBe(4)
    expect(ticked(toggle(s, id(3), 3))).toEqual([1, 2, 3, 4, 5])
  })

  it('Ctrl+A is all that match, with exceptions', () => {
    let s = toggle(everything, id(2), 2)
    expect(at(s, 2)).toBe(false)
    expect(at(s, 999_999)).toBe(true)
    expect(countOf(s, 1_000_000)).toBe(999_999)
    s = toggle(s, id(2), 2)
    expect(countOf(s, 1_000_000)).toBe(1_000_000)
    expect(stretch(s, 9)).toBe(s)
  })

  it('is cheap at a million rows', () => {
    let s = stretch(anchored(nothing, 0), 999_999)
    expect(countOf(s, 1_000_000)).toBe(1_000_000)
    for (let i = 0; i < 200; i++) s = toggle(s, id(i * 7), i * 7)
    expect(countOf(s, 1_000_000)).toBe(999_800)
    expect(s.spans.length).toBe(1)
    expect(s.except.size).toBe(200)
  })

  it('never changes what it was given', () => {
    const s = stretch(toggle(nothing, id(1), 1), 4)
    const copy = structuredClone(s)
    toggle(s, id(2), 2)
    stretch(s, 9)
    without(s, new Map([[id(2), 2]]))
    expect(s).toEqual(copy)
  })

  it('follows the rows when the list is fetched anew', () => {
    const s = stretch(toggle(nothing, id(20), 20), 22)
    const where = new Map([[id(20), 17]])
    const m = moved(s, -3, (x) => where.get(x))
    expect(m.spans).toEqual([{ from: 17, to: 19 }])
    expect(has(m, id(20), 17)).toBe(true)
    expect(m.live).toBe(false)
  })

  it('lets go of rows that left', () => {
    const s = stretch(anchored(nothing, 1), 4)
    expect(
      ticked(
        without(
          s,
          new Map([
            [id(2), 2],
            [id(9), 9],
          ]),
        ),
      ),
    ).toEqual([1, 3, 4])
  })

  it('joins stretches', () => {
    expect(
      merged([
        { from: 5, to: 9 },
        { from: 1, to: 2 },
        { from: 3, to: 6 },
      ]),
    ).toEqual([{ from: 1, to: 9 }])
  })

  it('pins the rows of a range that were seen: others in their places are not ticked', () => {
    const s = stretch(toggle(nothing, 'a', 2), 5)
    const seen = new Map([
      ['a', 2],
      ['b', 3],
      ['d', 5],
    ])
    const p = pinned(s, seen)
    expect(['a', 'b', 'd'].map((id) => has(p, id, 99))).toEqual([true, true, true])
    // nobody saw the row between; another one at a seen place is not ticked
    expect([has(p, 'x', 4), has(p, 'x', 3), has(p, 'x', 5)]).toEqual([true, false, false])
    expect(countOf(p, 10)).toBe(4)
    const without = pinned(toggle(s, 'c', 4), new Map([...seen, ['c', 4]]))
    expect([has(without, 'c', 4), has(without, 'y', 4), countOf(without, 10)]).toEqual([false, false, 3])
    expect(pinned(everything, seen)).toBe(everything)
  })

  it('agrees with a plain set over any keystrokes', () => {
    const index = fc.integer({ min: 0, max: 29 })
    const step = fc.oneof(
      fc.record({ do: fc.constant('toggle' as const), index }),
      fc.record({ do: fc.constant('stretch' as const), index, to: fc.array(index, { minLength: 1, maxLength: 4 }) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        let s = nothing
        let plain = new Set<number>()
        for (const x of steps) {
          if (x.do === 'toggle') {
            s = toggle(s, id(x.index), x.index)
            plain = new Set(plain)
            if (!plain.delete(x.index)) plain.add(x.index)
          } else {
            s = anchored(s, x.index)
            let over = plain
            // The first extent brings rows back that were taken out; a later, nearer one gives only its own rows back.
            const first = x.to[0] as number
            const revived = new Set(plain)
            for (const i of s.except.values())
              if (
                i >= Math.min(x.index, first) &&
                i <= Math.max(x.index, first) &&
                s.spans.some((p) => i >= p.from && i <= p.to)
              )
                revived.add(i)
            for (const to of x.to) {
              const excepted = new Set([...s.except.values()])
              s = stretch(s, to)
              over = new Set(revived)
              for (let i = Math.min(x.index, to); i <= Math.max(x.index, to); i++)
                if (to === first || !s.except.has(id(i)) || !excepted.has(i)) over.add(i)
              for (const i of s.except.values()) over.delete(i)
            }
            plain = over
          }
          expect(ticked(s)).toEqual([...plain].sort((a, b) => a - b))
          expect(countOf(s, 30)).toBe(plain.size)
        }
      }),
      { numRuns: 300 },
    )
  })
})

describe('ticks of a table', () => {
  const rows = (...ids: string[]) => ids.map((one) => ({ id: one, version: 1 }) as WireRow)
  const ids = (m: TableModel) =>
    m
      .ticked()
      .map((row) => row.id)
      .sort()

  it('of a range stay on their records when the list is fetched anew, ordered otherwise, or another page is shown', () => {
    const m = new TableModel('settlementOrder')
    m.show(rows('a', 'b', 'c', 'd'), 0, 8, true)
    m.moveTo(0)
    m.moveTo(1, true)
    m.moveTo(2, true)
    expect(ids(m)).toEqual(['a', 'b', 'c'])
    m.show(rows('n', 'b', 'c', 'd'), 0, 9, true)
    expect([ids(m), m.selected]).toEqual([['a', 'b', 'c'], 3])
    expect(m.isMeant({ id: 'n', version: 1 } as WireRow, 0)).toBe(false)
    m.show(rows('x', 'y'), 4, 9, true)
    m.show(rows('m', 'n', 'b', 'c'), 0, 10, true)
    expect([ids(m), m.selected]).toEqual([['a', 'b', 'c'], 3])
  })
})
