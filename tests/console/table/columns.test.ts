import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ageText } from '../../../src/console/fields/age.ts'
import { CELL_SPACE, columnsOf, type Fittable, FLAGS, fitted } from '../../../src/console/fields/columns.ts'
import {
  asDeclared,
  isAsDeclared,
  type ListSetup,
  withOrder,
  withShown,
  withWidth,
} from '../../../src/console/fields/listSetup.ts'
import { textWidth } from '../../../src/console/fields/textWidth.ts'
import { queues, resourceOf, resources } from '../../../src/model/business.ts'
import { partyOf } from '../../../src/model/wire/columns.ts'

type Named = Fittable & { readonly name: number }
const column = fc.record({
  least: fc.integer({ min: 40, max: 200 }),
  more: fc.integer({ min: 0, max: 200 }),
  fair: fc.double({ min: 0, max: 1, noNaN: true }),
  most: fc.integer({ min: 0, max: 300 }),
  rank: fc.constantFrom<(0 | 1 | 2 | 3)[]>(0, 1, 2, 3),
  core: fc.boolean(),
})
const columns = fc.array(column, { maxLength: 20 }).map((list): Named[] =>
  list.map(({ least, more, fair, most, rank, core }, name) => {
    const width = least + more
    return {
      name,
      least,
      fair: Math.round(least + fair * more),
      width,
      most: width + most,
      rank: core ? 0 : rank,
      core,
    }
  }),
)
const room = fc.integer({ min: 0, max: 3_000 })
const sum = (list: readonly Fittable[], of: 'least' | 'fair' | 'width' | 'most') => list.reduce((n, c) => n + c[of], 0)
const names = (list: readonly { readonly name: number | string }[]) => list.map((c) => c.name)

describe('the columns of a list in so many px', () => {
  it('stay between what they need and what they can use, and fill the room as far as that goes', () =>
    fc.assert(
      fc.property(columns, room, fc.constantFrom('scrolls', 'drops'), (list, px, how) => {
        const got = fitted(list, px, how as 'scrolls' | 'drops')
        for (const c of got) {
          const was = list[c.name] as Named
          expect([c.width >= was.least, c.width <= was.most, Number.isInteger(c.width)]).toEqual([true, true, true])
        }
        if (px > 0) expect(sum(got, 'width')).toBe(Math.min(Math.max(px, sum(got, 'least')), sum(got, 'most')))
        expect(names(got)).toEqual(names(list).filter((name) => names(got).includes(name)))
      }),
    ))

  it('scrolling leaves none out; dropping leaves out as few as it can, the least important first', () =>
    fc.assert(
      fc.property(columns, room, (list, px) => {
        expect(fitted(list, px)).toHaveLength(list.length)
        const got = new Set(names(fitted(list, px, 'drops')))
        const left = list.filter((c) => !got.has(c.name))
        expect(left.every((c) => c.rank > 0)).toBe(true)
        for (const out of left)
          for (const kept of list.filter((c) => got.has(c.name)))
            expect(kept.rank < out.rank || (kept.rank === out.rank && kept.name < out.name)).toBe(true)
        const first = left.sort((a, b) => a.rank - b.rank || a.name - b.name)[0]
        const needs = first && first.rank > 1 ? 'fair' : 'least'
        if (first) expect(sum([...list.filter((c) => got.has(c.name)), first], needs)).toBeGreaterThan(px)
      }),
    ))

  it('more room never takes a column away', () =>
    fc.assert(
      fc.property(columns, room, fc.nat(500), (list, px, more) => {
        if (px === 0) return
        const wide = new Set(names(fitted(list, px + more, 'drops')))
        expect(names(fitted(list, px, 'drops')).every((name) => wide.has(name))).toBe(true)
      }),
    ))

  it('a narrow screen is filled by what is core and what fits besides; the others follow as they would like to be', () =>
    fc.assert(
      fc.property(columns, room, (list, px) => {
        const got = fitted(list, px, 'narrow')
        const core = list.filter((c) => c.core)
        if (px === 0) return
        const isSplit = (at: number): boolean => {
          const front = list.filter((c) => names(got.slice(0, at)).includes(c.name))
          const need = (c: Fittable) => Math.max(c.fair, Math.min(c.width, 120))
          const used = front.reduce((n, c) => n + (c.core ? c.fair : need(c)), 0)
          return (
            core.every((c) => front.includes(c)) &&
            (front.length === core.length || used <= px) &&
            list.every((c) => front.includes(c) || used + need(c) > px) &&
            isDeepStrictEqual(got, [...fitted(front, px), ...list.filter((c) => !front.includes(c))])
          )
        }
        expect(Array.from({ length: list.length + 1 }, (_, at) => at).some(isSplit)).toBe(true)
      }),
    ))
})

describe('what tells one row from another', () => {
  it('a tax month is read in every queue of returns and certificates, at 1440 px', () => {
    const views = [...queues.values()].flatMap((q) => q.views.map((v) => ({ q, v })))
    const months = views.filter(
      ({ v }) => 'taxMonth' in resourceOf(v.resource).fields && /^summaryTax/.test(v.resource),
    )
    expect(months.length).toBeGreaterThan(2)
    for (const { q, v } of months) {
      const of = resourceOf(v.resource)
      const listed = q.columns?.[v.resource] ?? of.list.columns
      const shown = fitted(columnsOf(of, listed, { language: 'zh', today: '2024-06-15' }), 560, 'drops')
      expect(
        shown.map((c) => c.name),
        `${q.code}.${v.code}`,
      ).toContain('taxMonth')
    }
  })

  it('codes of several days with the same number stay apart in every list that has room for them', () => {
    const codes = ['AR20260101000001', 'AR20260102000001', 'AR20261102000001']
    for (const of of [...resources.values()].filter((r) => r.fields[r.name]?.facts.code?.count === 'daily')) {
      const [name] = fitted(columnsOf(of, of.list.columns, { language: 'zh', today: '2024-06-15' }), 750, 'drops')
      const cut = codes.map((code) => name?.narrow?.(code, name.width - CELL_SPACE) ?? code)
      expect([of.id, new Set(cut).size]).toEqual([of.id, 3])
      for (const [n, code] of codes.entries()) expect(cut[n]?.endsWith(code.slice(-8)), of.id).toBe(true)
    }
  })
})

describe('what columns a list has', () => {
  const order = resourceOf('settlementOrder')
  const queue = queues.get('settlementOrder')?.columns?.settlementOrder ?? []
  const how = { language: 'zh', today: '2024-06-15', age: 'createTime' } as const

  it('a queue at 1366 px: code, company, amount, age, lines, doctors, taxes, maker, flags', () => {
    const shown = [
      'code',
      'entrustedCompanyName',
      'totalAmount',
      'createTime',
      'orderCount',
      'doctorCount',
      'taxAmount',
      'createUser',
      FLAGS,
    ]
    // beside a record of 405 px and menus of 176 px; with a scrollbar; where the record was made wider
    for (const px of [750, 735, 698])
      for (const language of ['zh', 'en'] as const) {
        const list = fitted(columnsOf(order, [...queue, FLAGS], { ...how, language }), px, 'drops')
        expect([px, names(list)]).toEqual([px, shown])
        // its name is told apart at the least, and whole as soon as the others have what they need
        expect(list[1]?.width).toBeGreaterThanOrEqual(px === 750 ? 146 : 96)
        // ten characters and two separators are no more cut off than a code
        expect(list[2]?.width).toBeGreaterThanOrEqual(textWidth('1,234,567.89') - 6)
        expect(list[8]?.width).toBeLessThan(list[1]?.width ?? 0)
      }
    const list = fitted(columnsOf(order, [...queue, FLAGS], how), 750, 'drops')
    expect(list.map((c) => c.title).slice(3)).toEqual(['等待', '订单数', '医生数', '税额合计', '创建人', '标记'])
  })

  it('columns of little weight are left out before a company’s name is cut off; money that is judged by is not', () => {
    const at = (px: number) => fitted(columnsOf(order, [...queue, FLAGS], how), px, 'drops')
    expect(at(800).map((c) => c.name)).not.toContain('doctorAmount')
    expect(at(800)[1]?.width).toBeGreaterThanOrEqual(146)
    expect(at(1_046).map((c) => c.name)).toEqual(names(columnsOf(order, [...queue, FLAGS], how)))
  })

  it.each(['zh', 'en'] as const)('short titles are read whole, in %s', (language) => {
    const list = fitted(columnsOf(order, [...queue, FLAGS], { ...how, language }), 400, 'drops')
    for (const { brief, width } of list.filter((c) => textWidth(c.brief) <= 40))
      expect([brief, width >= textWidth(brief) + 18]).toEqual([brief, true])
    // and so are the words of a status
    const [, status] = fitted(columnsOf(order, ['code', 'settlementStatus'], { ...how, language }), 200)
    expect(status?.width).toBeGreaterThanOrEqual(language === 'zh' ? textWidth('待企业确认') + 29 : 120)
  })

  it('codes lose their middle and moments whole parts where they do not fit', () => {
    const [code, made] = columnsOf(order, ['code', 'createTime'], { language: 'zh' })
    const [a, b] = ['SO20261113000010', 'SO20261113000011'].map((text) => code?.narrow?.(text, 100))
    expect([a, b]).toEqual(['SO…113000010', 'SO…113000011'])
    expect(code?.narrow?.('SO20261113000010', 120)).toBe('SO20261113000010')
    // wide letters take more room
    expect(code?.narrow?.('91991000MA0000555W', 116)).toBe('91…MA0000555W')
    // no code, or no room for an end that says something: as it is
    expect(code?.narrow?.('北辰医药2026-001', 60)).toBe('北辰医药2026-001')
    expect(code?.narrow?.('SO20261113000010', 40)).toBe('SO20261113000010')
    expect([134, 120, 90, 20].map((px) => made?.narrow?.('2026-11-13 10:16:55', px))).toEqual([
      '2026-11-13 10:16:55',
      '2026-11-13 10:16',
      '2026-11-13',
      '2026-11-13 10:16:55',
    ])
  })

  it('an amount loses cents that it does not have before it is cut off', () => {
    const [total] = columnsOf(order, ['totalAmount'], { language: 'zh' })
    const in76 = ['9,000,000.00', '10,000,000.00', '-10,000,000.00', '10,000,000.01'].map((text) =>
      total?.narrow?.(text, 76),
    )
    expect(in76).toEqual(['9,000,000.00', '10,000,000', '-10,000,000', '10,000,000.01'])
    expect(total?.narrow?.('10,000,000.00', 84)).toBe('10,000,000.00')
  })

  it('a phone: code, company and amount in 356 px', () => {
    const list = fitted(columnsOf(order, [...queue, FLAGS], how), 356, 'narrow')
    expect(names(list).slice(0, 3)).toEqual(['code', 'entrustedCompanyName', 'totalAmount'])
    expect(sum(list.slice(0, 3), 'width')).toBe(356)
    expect(list[1]?.width).toBeGreaterThanOrEqual(90)
    // of a report whose it is: the doctor's, and what tells its number from others, which a desk reads whole
    const report = resourceOf('caseCollectionReport')
    const reports = columnsOf(report, queues.get('reports')?.columns?.caseCollectionReport ?? [], how)
    const few = fitted(reports, 356, 'narrow')
    expect(names(few).slice(0, 3)).toEqual(['codeNumber', 'doctorName', 'feeAmount'])
    expect(sum(few.slice(0, 3), 'width')).toBe(356)
    const number = (list: typeof reports) => {
      const [first] = list
      return first?.narrow?.('HD20240601000012-00001', first.width - CELL_SPACE)
    }
    expect(number(few)).toContain('0601000012-00001')
    for (const px of [750, 600]) expect(number(fitted(reports, px, 'drops'))).toBe('HD20240601000012-00001')
    // lists without an amount show the next column that fits
    const user = resourceOf('user')
    const people = fitted(columnsOf(user, user.list.columns, { language: 'zh' }), 356, 'narrow').slice(0, 3)
    expect(names(people)).toEqual(['realName', 'account', 'deptName'])
    expect(sum(people, 'width')).toBe(356)
    // and of a ledger whether the amount came or went
    const ledger = resourceOf('entrustedAccountRecord')
    const shown = fitted(columnsOf(ledger, ledger.list.columns, { language: 'zh' }), 356, 'narrow').slice(0, 4)
    expect(names(shown)).toEqual(['recordNo', 'entrustedCompanyName', 'direction', 'amount'])
    expect(sum(shown, 'width')).toBe(356)
    // its title is read whole, in English too
    for (const family of [...resources.values()].filter((r) => r.list.direction)) {
      const columns = fitted(columnsOf(family, family.list.columns, { language: 'en' }), 356, 'narrow')
      const way = columns.find((c) => c.name === family.list.direction)
      expect([family.id, (way?.width ?? 0) >= textWidth(way?.brief ?? '') + 19]).toEqual([family.id, true])
    }
  })

  it.each([...resources.values()].filter((r) => r.list.columns.length > 0).map((r) => [r.id, r] as const))(
    'of %s: its name first, every one between bounds, and whose it is known to lists that have it',
    (_, r) => {
      const list = columnsOf(r, r.list.columns, { language: 'en' })
      expect(list.some((c) => c.name === r.name)).toBe(r.list.columns.includes(r.name))
      for (const c of list)
        expect([c.name, c.least > 0, c.width >= c.least, c.most >= c.width]).toEqual([c.name, true, true, true])
      const party = partyOf(r, r.list.columns)
      if (party) expect(list.find((c) => c.name === party)?.rank).toBe(0)
    },
  )

  it('says how long something waits by days, today by the hour, and when it was made to who points at it', () => {
    const age = columnsOf(order, ['code', 'createTime'], how)[1]
    expect(age?.text({ id: '1', version: 0, createTime: '2024-06-12 23:59:00' })).toBe('3 天')
    expect(age?.hint({ id: '1', version: 0, createTime: '2024-06-12 23:59:00' })).toBe('创建时间 2024-06-12 23:59:00')
    expect(ageText('2024-06-15 08:05:00', '2024-06-15', 'en')).toBe('08:05')
    expect(ageText('2024-06-14 23:59:59', '2024-06-15', 'en')).toBe('1 d')
    expect(ageText('2024-06-16 08:05:00', '2024-06-15', 'en')).toBe('08:05')
    expect(ageText('', '2024-06-15', 'en')).toBe('')
    // a table shows the moment itself
    expect(
      columnsOf(order, ['createTime'], { language: 'zh' })[0]?.text({ id: '1', version: 0, createTime: 'x' }),
    ).toBe('x')
  })

  it('points out what is declared, the gravest first', () => {
    const [, flags] = columnsOf(order, ['code', FLAGS], how)
    const row = { id: '1', version: 0, refundAmount: '5.00', pushStatus: 2, approvalRemark: '', invoiceStatus: 0 }
    expect(flags?.text(row)).toBe('有退款 推送失败')
    expect(flags?.badge(row)?.tone).toBe('bad')
    expect(flags?.text({ ...row, refundAmount: '0.00', pushStatus: 0 })).toBe('')
  })

  it('names who made a record', () => {
    const [, maker] = columnsOf(order, ['code', 'createUser'], how)
    expect(maker?.text({ id: '1', version: 0, createUser: '77', createUserName: '方静' })).toBe('方静')
    expect(maker?.text({ id: '1', version: 0, createUser: '77', createUserName: '' })).toBe('')
  })
})

describe('what a user did to a list', () => {
  const order = resourceOf('settlementOrder')
  const list = ['code', 'a', 'b', 'c']
  const seen = (setup: ListSetup) => names(columnsOf(order, order.list.columns, { language: 'zh', setup }))

  it('orders its columns, behind the name', () => {
    const first = withOrder(asDeclared, order.list.columns, 'createTime', 'entrustedCompanyName')
    expect(seen(first).slice(0, 3)).toEqual(['code', 'createTime', 'entrustedCompanyName'])
    expect(seen(withOrder(first, seen(first) as string[], 'createTime', null)).at(-1)).toBe('createTime')
    // a column that comes later stands behind those that were ordered
    expect(seen({ ...asDeclared, order: ['createTime', 'code'] }).slice(0, 2)).toEqual(['code', 'createTime'])
    expect(seen({ ...asDeclared, order: ['nosuch'] })).toEqual(order.list.columns)
  })

  it('hides, shows, makes wider, and comes back to what is declared', () => {
    expect(withShown(asDeclared, 'a', false, false)).toEqual({ ...asDeclared, hidden: ['a'] })
    expect(withShown(withShown(asDeclared, 'a', false, false), 'a', true, false)).toEqual(asDeclared)
    expect(withShown(asDeclared, 'x', true, true)).toEqual({ ...asDeclared, shown: ['x'] })
    expect(withShown(withShown(asDeclared, 'x', true, true), 'x', false, true)).toEqual(asDeclared)
    const wide = withWidth(asDeclared, 'a', 300)
    expect([isAsDeclared(wide), isAsDeclared(withWidth(wide, 'a', null))]).toEqual([false, true])
    expect(withOrder(asDeclared, list, 'c', 'a').order).toEqual(['code', 'c', 'a', 'b'])
    const own = columnsOf(order, ['code', 'createTime'], {
      language: 'zh',
      setup: withWidth(asDeclared, 'createTime', 300),
    })
    expect(fitted(own, 600)[1]?.width).toBe(300)
  })
})

it('the words of a choice are read whole where there is room, in either language', () => {
  const user = resourceOf('user')
  const [kind] = columnsOf(user, ['userType'], { language: 'en' })
  expect(kind?.width).toBeGreaterThanOrEqual(textWidth('Fiscal-tax company') + 16)
  expect(kind?.least).toBeLessThanOrEqual(120)
})
