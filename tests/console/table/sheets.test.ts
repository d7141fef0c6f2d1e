import { describe, expect, it } from 'vitest'
import { cellForSheet, cellsIn, linesIn, tsvOf } from '../../../src/console/grid/tsv.ts'
import { bulkFields, plan } from '../../../src/console/lists/bulk/bulkPlan.ts'
import { cellValue } from '../../../src/console/lists/cells/cellValue.ts'
import { groupFields } from '../../../src/console/lists/groups/groupFields.ts'
import { openedIn, restOf, withOpened } from '../../../src/console/lists/groups/groupRows.ts'
import { resourceOf, resources } from '../../../src/model/business.ts'
import type { Condition } from '../../../src/model/language/conditions/condition.ts'
import { resolved } from '../../../src/model/language/conditions/relative.ts'
import { groupingOf } from '../../../src/model/language/derived/grouping.ts'
import { isChoice } from '../../../src/model/language/fields/field.ts'
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

describe('cells of a spreadsheet', () => {
  it('are read row by row, quoted ones with their lines, the mark before a formula taken off', () => {
    expect(cellsIn('a\tb\r\n"c ""d""\nof two lines"\t\r\n')).toEqual([
      ['a', 'b'],
      ['c "d"\nof two lines', ''],
    ])
    expect(cellsIn("'=1+1\t'x")).toEqual([['=1+1', "'x"]])
    expect(cellsIn('12" \tx')).toEqual([['12" ', 'x']])
    expect(cellsIn('')).toEqual([['']])
    for (const text of ['a"b', '=x', '-12.50', '+86 1']) expect(cellsIn(cellForSheet(text)), text).toEqual([[text]])
  })

  it('name values of a choice in either language; no record and nothing personal is pasted', () => {
    const { relType } = resourceOf('doctorEmployeeRel').fields
    const { enableStatus } = resourceOf('baseProduct').fields
    const company = resourceOf('doctorEmployeeRel').fields.entrustedCompanyId
    const phone = resourceOf('entrustedEmployee').fields.phone
    if (!relType || !isChoice(relType) || !enableStatus || !company || !phone) throw new Error('other fields')
    const none = new Map()
    const [key, [zh, en]] = Object.entries(relType.values)[0] as [string, readonly [string, string]]
    for (const text of [zh, en.toUpperCase(), ` ${key} `]) expect(cellValue(relType, text, none).typed).toBe(key)
    expect(cellValue(relType, '别的', none).why?.[0]).toContain(zh)
    expect(cellValue(enableStatus, 'no', none)).toEqual({ typed: '0' })
    expect(cellValue(company, '康泰', none).why).toBeDefined()
    expect(cellValue(phone, '13800000000', none).why).toBeDefined()
    const dict = { kind: 'dict', label: ['模块', 'Module'], facts: {}, dict: 'x' } as never
    expect(cellValue(dict, '结算', new Map([['svc', '结算']]))).toEqual({ typed: 'svc' })
  })
})

describe('fields of many rows', () => {
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
    const rows = [row('1', 'a', 1), row('2', 'b', 1), row('3', 'a', 0)]
    const planned = plan(of, { open: [1] } as never, rows, () => ({ [name]: { typed: 'b' } }))
    expect(planned.map((p) => p.will)).toEqual(['change', 'same', 'notEditable'])
  })

  it('are planned together: each by its own rule, and nothing of a row of which one is wrong', () => {
    const of = resourceOf('baseProduct')
    const row = (id: string, productLine: string) =>
      ({ id, version: 0, productName: '甲', productLine, spec: '', enableStatus: 1 }) as never
    const given = { productLine: { typed: '心血管' }, productName: { typed: '' }, enableStatus: { typed: '1' } }
    const all = (more: object) =>
      plan(of, {}, [row('1', '呼吸'), row('2', '心血管')], () => ({ ...given, ...more })).map((p) => [
        p.will,
        ...p.fields.map((f) => f.will),
      ])
    expect(all({})).toEqual([
      ['wrong', 'change', 'wrong', 'same'],
      ['wrong', 'same', 'wrong', 'same'],
    ])
    expect(all({ productName: { typed: '甲' } })).toEqual([
      ['change', 'change', 'same', 'same'],
      ['same', 'same', 'same', 'same'],
    ])
    expect(plan(of, {}, [row('1', '')], () => ({}))).toEqual([])
  })

  it('are compared with what the record says besides: an end before its start is wrong', () => {
    const of = resourceOf('budgetOrder')
    const row = { id: '1', version: 0, periodStart: '2024-06-01', periodEnd: '2024-06-30' } as never
    const one = (name: string, typed: string) => plan(of, {}, [row], () => ({ [name]: { typed } }))[0]?.will
    expect([one('periodEnd', '2024-05-31'), one('periodEnd', '2024-07-31')]).toEqual(['wrong', 'change'])
  })
})
