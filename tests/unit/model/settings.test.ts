import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Frecency, heavierEntry } from '../../../src/model/wire/settings/book.ts'
import { mergeSetting } from '../../../src/model/wire/settings/merge.ts'
import { same } from '../../../src/model/wire/settings/same.ts'
import { SETTING_BYTES_MAX, SETTING_GROUPS } from '../../../src/model/wire/settings/setting.ts'
import { allSettings, RECORDS_KEPT, settingOf, settings } from '../../../src/model/wire/settings/settings.ts'
import { type HeldRows, type ListSetup, OPEN_TABS_MAX } from '../../../src/model/wire/settings/shapes.ts'

const name = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
const names = fc.uniqueArray(name, { maxLength: 6 })
const setup: fc.Arbitrary<ListSetup> = fc.record({
  order: names,
  hidden: names,
  shown: names,
  widths: fc.dictionary(name, fc.integer({ min: 40, max: 1200 })),
})
const held: fc.Arbitrary<HeldRows> = fc.dictionary(
  fc.constantFrom('1', '2', '3', '4', '5'),
  fc.record({ title: fc.constantFrom('x', 'y'), view: fc.constant('audit'), at: fc.integer({ min: 0, max: 9 }) }),
)
const entry = fc.tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 0, max: 5_000_000_000 }))
const book: fc.Arbitrary<Frecency> = fc.dictionary(name, entry)

describe('settings', () => {
  it('are declared once each, in both languages, in a group, with a default that is a value', () => {
    expect(new Set(allSettings.map((s) => s.key)).size).toBe(allSettings.length)
    for (const s of allSettings) {
      expect([s.title[0], s.title[1]].every((t) => t !== '')).toBe(true)
      expect(Object.keys(SETTING_GROUPS)).toContain(s.group)
      expect(s.check(s.fallback), s.key).toEqual(s.fallback)
    }
  })

  it.each([
    ['theme', true],
    ['columns.settlementOrder', true],
    ['columns.settlementOrder.audit.settlementOrder', true],
    ['held.list.settlementOrder', true],
    ['used.records', true],
    ['columns', false],
    ['columns.', false],
    ['columns.a b', false],
    ['columns..a', false],
    ['theme.dark', false],
    ['used.other', false],
    ['__proto__', false],
    ['', false],
  ])('the key %j is declared: %s', (key, known) => expect(settingOf(key) !== null).toBe(known))

  it.each([
    ['theme', 'pink'],
    ['theme', 1],
    ['folded', 'true'],
    ['favourites', ['/a', '/a']],
    ['favourites', [1]],
    ['favourites', 'x'],
    ['previewWidth', 12.5],
    ['previewWidth', 20],
    ['columns.x', { order: [], hidden: [], shown: [], widths: { a: 3 } }],
    ['columns.x', { order: [], more: 1 }],
    ['columns.x', []],
    ['held.x', { '1': { title: 'a', view: 'b' } }],
    ['held.x', { '1': { title: 'a'.repeat(61), view: 'b', at: 1 } }],
    ['used.records', { a: [1] }],
    ['used.records', { a: ['1', 2] }],
    ['tabs', [{ path: '/a', to: 'https://elsewhere' }]],
    ['tabs', [{ path: '/a', to: '/a', title: 'a name' }]],
    ['tabs', Array.from({ length: OPEN_TABS_MAX + 1 }, (_, n) => ({ path: `/${n}`, to: '/' }))],
  ])('%s takes no %j', (key, value) => expect(settingOf(key)?.setting.check(value)).toBeNull())

  it('a value with as much as its form allows keeps within the limit', () => {
    const rows = Object.fromEntries(
      Array.from({ length: 500 }, (_, n) => [
        String(10n ** 18n + BigInt(n)),
        { title: '结'.repeat(60), view: 'audit', at: 1_750_000_000_000 },
      ]),
    )
    expect(settings.held.check(rows)).not.toBeNull()
    expect(Buffer.byteLength(JSON.stringify(rows))).toBeLessThan(SETTING_BYTES_MAX)
  })
})

describe('two changes of one setting', () => {
  it.each([
    [
      'of different fields are both kept',
      'columns.x',
      { widths: { a: 50 } },
      { hidden: ['b'], widths: { a: 50 } },
      { widths: { a: 50, c: 60 } },
      { order: [], hidden: ['b'], shown: [], widths: { a: 50, c: 60 } },
    ],
    [
      'of one field: mine',
      'columns.x',
      { widths: { a: 50 } },
      { widths: { a: 60 } },
      { widths: { a: 70 } },
      { order: [], hidden: [], shown: [], widths: { a: 60 } },
    ],
    [
      'of a reset and another field: what the other added stays',
      'columns.x',
      { widths: { a: 50 } },
      null,
      { widths: { a: 50, b: 60 } },
      { order: [], hidden: [], shown: [], widths: { b: 60 } },
    ],
    [
      'of a list: added by either, without what one removed',
      'favourites',
      ['/a', '/b'],
      ['/a', '/b', '/c'],
      ['/b', '/d'],
      ['/b', '/c', '/d'],
    ],
    ['of a list: my order', 'favourites', ['/a', '/b'], ['/b', '/a'], ['/a', '/b', '/c'], ['/b', '/a', '/c']],
    ['of a word: mine', 'theme', null, 'dark', 'light', 'dark'],
    ['where mine is no change: theirs', 'theme', 'dark', 'dark', null, null],
    ['that leave nothing: the default', 'favourites', ['/a', '/b'], ['/a'], ['/b'], null],
  ])('%s', (_, key, base, mine, theirs, merged) => {
    const of = settingOf(key)?.setting
    expect(of && mergeSetting(of, base && of.check(base), mine && of.check(mine), theirs && of.check(theirs))).toEqual(
      merged,
    )
  })

  it('loses no held row, and the oldest go where there are too many', () => {
    const rows = (from: number, n: number) =>
      Object.fromEntries(
        Array.from({ length: n }, (_, k) => [String(from + k), { title: 't', view: 'v', at: from + k }]),
      )
    const merged = mergeSetting(settings.held, {}, rows(1, 300), rows(1000, 300))
    expect(Object.keys(merged ?? {})).toHaveLength(500)
    expect(Object.keys(merged ?? {})).not.toContain('100')
    expect(Object.keys(merged ?? {})).toContain('101')
  })

  it('nothing changed by one side is lost, whichever comes first', () => {
    fc.assert(
      fc.property(setup, name, fc.integer({ min: 40, max: 1200 }), names, (base, column, width, hidden) => {
        const mine = { ...base, widths: { ...base.widths, [column]: width } }
        const theirs = { ...base, hidden }
        const one = mergeSetting(settings.columns, base, mine, theirs) ?? settings.columns.fallback
        const other = mergeSetting(settings.columns, base, theirs, mine) ?? settings.columns.fallback
        expect(one).toEqual({ ...base, widths: mine.widths, hidden })
        expect(same(one, other)).toBe(true)
      }),
    )
    fc.assert(
      fc.property(held, held, held, (base, mine, theirs) => {
        const merged = mergeSetting(settings.held, base, mine, theirs) ?? {}
        for (const id of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
          // a row is gone only where one side took it off and the other left it as it was
          const gone = (a: HeldRows, b: HeldRows) => a[id] === undefined && same(b[id], base[id])
          expect(merged[id] === undefined).toBe(gone(mine, theirs) || gone(theirs, mine))
        }
      }),
    )
    fc.assert(
      fc.property(names, names, names, (base, mine, theirs) => {
        const merged = new Set(mergeSetting(settings.favourites, base, mine, theirs) ?? [])
        for (const one of mine) if (!base.includes(one)) expect(merged.has(one)).toBe(true)
        for (const one of theirs) if (!base.includes(one)) expect(merged.has(one)).toBe(true)
        for (const one of base) expect(merged.has(one)).toBe(mine.includes(one) && theirs.includes(one))
      }),
    )
  })

  it('a third change merges as well, and what is merged is merged with nothing more to do', () => {
    fc.assert(
      fc.property(setup, setup, setup, (base, mine, theirs) => {
        const merged = mergeSetting(settings.columns, base, mine, theirs)
        expect(mergeSetting(settings.columns, theirs, merged, theirs)).toEqual(merged)
        expect(mergeSetting(settings.columns, base, mine, base)).toEqual(
          mergeSetting(settings.columns, mine, mine, mine),
        )
      }),
    )
  })

  it('of a book: the heavier entry, in either order, never more than are kept', () => {
    fc.assert(
      fc.property(book, book, book, (base, mine, theirs) => {
        const one = mergeSetting(settings.usedRecords, base, mine, theirs) ?? {}
        const other = mergeSetting(settings.usedRecords, base, theirs, mine) ?? {}
        expect(same(one, other)).toBe(true)
      }),
    )
    fc.assert(
      fc.property(entry, entry, (a, b) => {
        expect(heavierEntry(a, b)).toEqual(heavierEntry(b, a))
      }),
    )
    const of = (letter: string) =>
      Object.fromEntries(Array.from({ length: RECORDS_KEPT }, (_, n) => [`${letter}${n}`, [n + 1, 1000] as const]))
    expect(Object.keys(mergeSetting(settings.usedRecords, {}, of('a'), of('b')) ?? {})).toHaveLength(RECORDS_KEPT)
  })
})

describe('texts of settings', () => {
  it.each(['a\0b', '\ud83d', '\ude00b'])('%j is none that a database keeps', (text) => {
    expect(settings.favourites.check([text])).toBeNull()
    expect(settings.held.check({ 1: { title: text, view: 'audit', at: 1 } })).toBeNull()
  })
  it('keep whole rare characters', () => expect(settings.favourites.check(['𠮷'])).toEqual(['𠮷']))
  it('name no prototype', () => {
    expect(settings.usedRecords.check(JSON.parse('{"__proto__":[1,1]}'))).toBeNull()
    const base = { 'a.1': [1, 1] }
    const theirs = { ...base, 'a.2': [1, 2] }
    expect(mergeSetting(settings.usedRecords, base, { ...base, constructor: [1, 1] }, theirs)).toEqual({
      ...theirs,
      constructor: [1, 1],
    })
  })
  it('of tabs are addresses without what was filtered by', () =>
    expect(
      settings.tabs.check([
        { path: '/desk/queues/x', to: '/desk/queues/x?view=audit&phone_equal=13800000000&saved=7' },
      ]),
    ).toEqual([{ path: '/desk/queues/x', to: '/desk/queues/x?view=audit&saved=7' }]))
})
