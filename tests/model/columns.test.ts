import { describe, expect, it } from 'vitest'
import { queues, resourceOf, resources } from '../../src/model/all.ts'
import { columnNames, isColumn, listColumns, rowsOf } from '../../src/model/kernel/columns.ts'
import { isChoice } from '../../src/model/kernel/field.ts'
import type { WireTable } from '../../src/model/kernel/wire.ts'

const order = resourceOf('settlementOrder')

describe('the columns of a list', () => {
  it('are what is shown and what the list is worked with, in the model’s order', () => {
    const columns = listColumns(order, ['totalAmount', 'entrustedCompanyId', 'nosuch'])
    expect(columns).toEqual([
      'id',
      'code',
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
