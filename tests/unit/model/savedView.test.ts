import { describe, expect, it } from 'vitest'
import { resources } from '../../../src/model/business.ts'
import { SAVED, VIEW_ICONS, VIEW_KEYS, viewAddress, viewColumnsIn } from '../../../src/model/wire/savedView.ts'
import { listAt } from '../../../src/server/domains/desk/savedViewChecks.ts'

const NONE = { order: [], hidden: [], shown: [], widths: {} }

describe('columns of a view', () => {
  it('are as they were sent, each name once; what is left out is as declared', () => {
    expect(viewColumnsIn({})).toEqual(NONE)
    expect(viewColumnsIn({ order: ['b', 'a', 'b'], widths: { a: 120 } })).toEqual({
      ...NONE,
      order: ['b', 'a'],
      widths: { a: 120 },
    })
  })

  it('are none where a part is of another shape or beyond its limit', () => {
    const wrong = [
      ...[null, 1, 'a', [], { more: [] }, { order: 'a' }, { hidden: [1] }, { shown: [''] }],
      { order: Array.from({ length: 301 }, (_, n) => `c${n}`) },
      ...[{ widths: [] }, { widths: { a: 39 } }, { widths: { a: 1201 } }, { widths: { a: '90' } }],
      ...[{ widths: { a: Number.NaN } }, { order: ['x'.repeat(101)] }],
    ]
    for (const sent of wrong) expect([sent, viewColumnsIn(sent)]).toEqual([sent, null])
  })
})

it('a view has one address, with what its list itself stands for', () => {
  const view = { id: '7', list: '/svc/settlementOrder', search: 'settlementStatus_equal=0&sort=%2BcreateTime' }
  expect(viewAddress(view)).toBe('/svc/settlementOrder?settlementStatus_equal=0&sort=%2BcreateTime&saved=7')
  const ofQueue = { ...view, list: '/desk/queues/settlementOrder?view=audit', search: '' }
  expect(viewAddress(ofQueue)).toBe('/desk/queues/settlementOrder?view=audit&saved=7')
})

it('no field is called as the parameter of views, and keys and icons are different ones', () => {
  const named = [...resources.values()].filter((r) => Object.hasOwn(r.fields, SAVED)).map((r) => r.id)
  expect(named).toEqual([])
  expect(new Set(VIEW_KEYS).size).toBe(VIEW_KEYS.length)
  expect(new Set(VIEW_ICONS).size).toBe(VIEW_ICONS.length)
})

describe('the list of a view', () => {
  const actor = (...permissions: string[]) => ({ permissions: new Set(permissions) })
  it('is there for who may see its records, by the one address of the list', () => {
    expect(listAt(actor('settlementOrder_view'), '/svc/settlementOrder')?.of.id).toBe('settlementOrder')
    for (const address of ['/svc/settlementOrder?x=1', '/svc/settlementOrder/detail/1', '/nowhere', ''])
      expect([address, listAt(actor('settlementOrder_view'), address)]).toEqual([address, null])
    expect(listAt(actor(), '/svc/settlementOrder')).toBeNull()
  })

  it('is a view of a queue for whose work that is, with its conditions', () => {
    const address = '/desk/queues/settlementOrder?view=audit'
    expect(listAt(actor('settlementOrder_view'), address)).toBeNull()
    const found = listAt(actor('settlementOrder_view', 'settlementOrder_audit'), address)
    expect(found?.always).toEqual([{ field: 'settlementStatus', op: 'equal', value: '0' }])
  })

  it('may stand for values of its address', () => {
    expect(listAt(actor('work_view'), '/work/todo')?.always).toEqual([{ field: 'kind', op: 'equal', value: '1' }])
  })
})
