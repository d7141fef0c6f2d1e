import { describe, expect, it } from 'vitest'
import { cellForSheet, linesIn, tsvOf } from '../../../src/console/grid/tsv.ts'
import { bulkFields, plan } from '../../../src/console/lists/bulk/bulkPlan.ts'
import { groupFields } from '../../../src/console/lists/groups/groupFields.ts'
import { openedIn, restOf, withOpened } from '../../../src/console/lists/groups/groupRows.ts'
import { resourceOf, resources } from '../../../src/model/business.ts'
import type { Condition } from '../../../src/model/language/conditions/condition.ts'
import { resolved } from '../../../src/model/language/conditions/relative.ts'
import { groupingOf } from '../../../src/model/language/derived/grouping.ts'
import { fieldOf } from '../../../src/model/language/resource.ts'
import { relativeIn, relativeSpan } from '../../../src/model/values/relativeDays.ts'

const orders = resourceOf('settlementOrder')

describe('copied rows', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+86 1', "'+86 1"],
    ['@x', "'@x"],
    ['-12.50', '-12.50'],
    ['-x', "'-x"],
    ['a\tb\nc', 'a b c'],
  ])('%s becomes %s', (text, cell) => expect(cellForSheet(text)).toBe(cell))

  it('are lines of cells', () => {
    const columns = ['a', 'b'].map((name) => ({ copy: (row: Readonly<Record<string, unknown>>) => String(row[name]) }))
    expect(
      tsvOf(columns, [
        { id: '1', version: 0, a: 'x', b: '1.00' } as never,
        { id: '2', version: 0, a: '=y', b: '' } as never,
      ]),
    ).toBe("x\t1.00\n'=y\t")
  })

  it('are pasted by their first column, each once', () =>
    expect(linesIn("SO1\tx\r\nSO2\n\nSO1\n'=y")).toEqual(['SO1', 'SO2', '=y']))
})

describe('groups', () => {
  it('are of what a list may be filtered by, and of no personal data, in any resource', () => {
    for (const r of resources.values())
      for (const name of Object.keys(r.fields))
        if (groupingOf(r, name)) expect(r.fields[name]?.facts.masked, `${r.id}.${name}`).not.toBe(true)
    expect(groupingOf(orders, 'totalAmount')).toBeNull()
    expect(groupingOf(orders, 'remark')).toBeNull()
    expect(groupingOf(orders, 'entrustedCompanyName')).toMatchObject({ named: 'entrustedCompanyName' })
    expect(groupFields(orders, orders.list.columns, 'zh').map((f) => f.name)).not.toContain('code')
  })

  it('are opened and closed as conditions on their field', () => {
    const status = groupingOf(orders, 'settlementStatus')
    if (!status) throw new Error('settlement orders are not grouped by status')
    const other: Condition = { field: 'code', op: 'like', value: 'SO' }
    const one = withOpened([other], status, ['0'])
    expect(one).toEqual([other, { field: 'settlementStatus', op: 'equal', value: '0' }])
    expect(openedIn(withOpened(one, status, ['0', '2']), status)).toEqual(['0', '2'])
    expect(withOpened(one, status, [])).toEqual([other])
    const months = groupingOf(orders, 'createTime')
    if (!months) throw new Error('settlement orders are not grouped by month')
    expect(openedIn(withOpened([other], months, ['2024-02']), months)).toEqual(['2024-02'])
    expect(withOpened([], months, ['2024-02']).map((c) => c.value)).toEqual(['2024-02-01', '2024-02-29'])
  })

  it('that were left out have the rest of count and sums, to the cent', () => {
    const group = { value: '1', name: '', count: 3, sums: ['0.10'] }
    const all = { groups: 2, count: 5, sums: ['90071992547409.93'] }
    expect(restOf({ sums: ['a'], groups: [group], all })).toEqual({ groups: 1, count: 2, sums: ['90071992547409.83'] })
    expect(restOf({ sums: ['a'], groups: [group], all: { ...all, groups: 1 } })).toBeNull()
  })
})

describe('days that follow the calendar', () => {
  it.each([
    ['本月', '2024-02-01', '2024-02-29'],
    ['last month', '2024-01-01', '2024-01-31'],
    ['近7天', '2024-02-09', '2024-02-15'],
    ['last-30-days', '2024-01-17', '2024-02-15'],
    ['上周', '2024-02-05', '2024-02-11'],
    ['去年', '2023-01-01', '2023-12-31'],
  ])('%s', (text, first, last) => expect(relativeSpan(relativeIn(text) ?? '', '2024-02-15')).toEqual({ first, last }))

  it('become dates by the end that the operator needs; months become their values', () => {
    const at = fieldOf(orders, 'createTime')
    const value = (op: Condition['op']) =>
      resolved(at, { field: 'createTime', op, value: '@last-month' }, '2024-01-15').value
    expect([value('ge'), value('le'), value('gt'), value('lt')]).toEqual([
      '2023-12-01',
      '2023-12-31',
      '2023-12-31',
      '2023-12-01',
    ])
    const month = { field: 'cycleMonth', op: 'equal', value: '@last-month' } as const
    expect(resolved(fieldOf(orders, 'cycleMonth'), month, '2024-01-15')).toMatchObject({ op: 'equal', value: '202312' })
    expect(resolved(fieldOf(orders, 'cycleMonth'), { ...month, value: '@this-year' }, '2024-01-15')).toMatchObject({
      op: 'in',
    })
    expect(relativeIn('近0天')).toBeNull()
  })
})

describe('a field of many rows', () => {
  it('is one that a form lets people write, of no resource a number that is unique, a file or a secret', () => {
    for (const r of resources.values())
      for (const name of bulkFields(r)) {
        const facts = r.fields[name]?.facts
        expect(
          facts?.readOnly === 'always' || facts?.readOnly === 'edit' || facts?.code !== undefined,
          `${r.id}.${name}`,
        ).toBe(false)
      }
  })

  it('is planned row by row: what changes, what has the value, what may not', () => {
    const textOf = (r: ReturnType<typeof resourceOf>) =>
      bulkFields(r).find((n) => r.fields[n]?.kind === 'text' && !r.form?.where?.[n] && !r.fields[n]?.facts.masked)
    const of = [...resources.values()].find((r) => textOf(r) !== undefined)
    const name = of && textOf(of)
    if (!of || !name) throw new Error('no resource has a text to edit')
    const row = (id: string, value: string, open: number) => ({ id, version: 0, [name]: value, open }) as never
    const planned = plan(of, { open: [1] } as never, [row('1', 'a', 1), row('2', 'b', 1), row('3', 'a', 0)], name, 'b')
    expect(planned.map((p) => p.will)).toEqual(['change', 'same', 'notEditable'])
  })
})
