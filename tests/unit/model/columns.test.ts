import { describe, expect, it } from 'vitest'
import { queues, resourceOf, resources } from '../../../src/model/business.ts'
import { is, isNot } from '../../../src/model/language/conditions/condition.ts'
import { isChoice } from '../../../src/model/language/fields/field.ts'
import { type Flag, flagFields, flagProblems, flagsOf } from '../../../src/model/language/flag.ts'
import { showsMaker } from '../../../src/model/queueViews.ts'
import { columnNames, isColumn, listColumns, partyOf, rowsOf } from '../../../src/model/wire/columns.ts'
import type { WireTable } from '../../../src/model/wire/wire.ts'

const order = resourceOf('settlementOrder')

describe('the columns of a list', () => {
  it('are what is shown and what the list is worked with, in the model’s order', () => {
    const columns = listColumns(order, ['totalAmount', 'entrustedCompanyId', 'nosuch'])
    expect(columns).toEqual([
      'id',
      'code',
      'cycleMonth',
      'fiscalTaxName',
      'entrustedCompanyId',
      'entrustedCompanyName',
      'totalAmount',
      'settlementStatus',
      'pushStatus',
      'invoiceStatus',
      'version',
    ])
  })

  it.each([...resources.values()].map((r) => [r.id, r] as const))(
    'of %s hold its name, its statuses and all that its columns show',
    (_, r) => {
      const columns = listColumns(r)
      const all = columnNames(r)
      expect([...columns].sort((a, b) => all.indexOf(a) - all.indexOf(b))).toEqual(columns)
      expect(columns.every((name) => isColumn(r, name))).toBe(true)
      const statuses = Object.entries(r.fields).flatMap(([name, f]) => (isChoice(f) ? [name] : []))
      expect(columns).toEqual(expect.arrayContaining(['id', 'version', r.name, ...r.list.columns, ...statuses]))
    },
  )

  it('hold whatever the views of a queue ask of their rows', () => {
    for (const q of queues.values())
      for (const v of q.views) {
        const names = v.where.map((c) => c.field)
        const shown = q.columns?.[v.resource] ?? []
        expect(listColumns(resourceOf(v.resource), [...shown, ...names])).toEqual(expect.arrayContaining(names))
      }
  })

  it.each(['__proto__', 'constructor', 'tenantId', 'Code', ''])('%s is none', (name) =>
    expect(isColumn(order, name)).toBe(false),
  )
})

describe('what a list says besides its fields', () => {
  it('the maker’s name beside who made a record, where that is shown', () => {
    expect(listColumns(order, ['createUser'])).toEqual(expect.arrayContaining(['createUser', 'createUserName']))
    expect(listColumns(order)).not.toContain('createUserName')
    // which lists name it depends on the reader (queueViews.ts)
    expect(isColumn(order, 'createUserName')).toBe(false)
    expect(showsMaker(order, (code) => /settlementOrder_(view|audit)/.test(code))).toBe(true)
    expect(showsMaker(order, (code) => code === 'settlementOrder_view')).toBe(false)
    expect(showsMaker(resourceOf('authenticationDoctor'), () => true)).toBe(false)
  })

  it('whose a record is: the owner’s name, else that of another record, person or organisation', () => {
    expect(partyOf(order, order.list.columns)).toBe('entrustedCompanyName')
    expect(partyOf(order, ['code', 'fiscalTaxName'])).toBe('fiscalTaxName')
    expect(partyOf(order, ['code', 'totalAmount'])).toBeUndefined()
    const line = resourceOf('orderDoctorSettlement')
    expect(partyOf(line, line.list.columns)).toBe('doctorName')
  })

  it('flags where their conditions are met, in the order declared', () => {
    expect(flagsOf(order, { refundAmount: '1.00', approvalRemark: '' }).map((f) => f.label[0])).toEqual(['有退款'])
    expect(flagFields(order)).toEqual(['refundAmount', 'pushStatus', 'approvalRemark', 'invoiceStatus'])
    const flag = (where: Flag['where']): Flag => ({ label: ['甲', 'A'], tone: 'bad', where })
    const problems = (where: Flag['where']) => flagProblems({ fields: order.fields, flags: [flag(where)] })
    expect(problems([isNot('refundAmount', '0.00')])).toEqual([])
    expect(problems([])).toEqual(['flag A has no condition: every record would have it'])
    expect(problems([is('nosuch', 1)])).toEqual(['flag A has no field nosuch'])
    expect(problems([{ field: 'code', op: 'like', value: 'x' }])).toEqual([
      'flag A asks like of code, which cannot be asked of a row',
    ])
  })
})

describe('rows of a table', () => {
  it('have the values of their place, shared words among them', () => {
    const table: WireTable = {
      columns: ['id', 'name', 'version'],
      values: [['1', '2', '3'], { words: ['康泰', ''], at: [0, 1, 0] }, [5, 6, 7]],
    }
    expect(rowsOf(table)).toEqual([
      { id: '1', name: '康泰', version: 5 },
      { id: '2', name: '', version: 6 },
      { id: '3', name: '康泰', version: 7 },
    ])
    expect(rowsOf({ columns: ['id', 'version'], values: [[], []] })).toEqual([])
  })
})
