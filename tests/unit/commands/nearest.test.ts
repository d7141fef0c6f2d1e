import { describe, expect, it } from 'vitest'
import { screensOf } from '../../../commands/catalog/screens.ts'
import { distance, nearest } from '../../../commands/search/nearest.ts'
import { admin, catalogueOf } from './catalogue.ts'

describe('the distance of two words', () => {
  it.each([
    ['', '', 0],
    ['abc', '', 3],
    ['abc', 'abc', 0],
    ['abc', 'abd', 1],
    ['abc', 'ab', 1],
    ['abc', 'acb', 1],
    ['kitten', 'sitting', 3],
  ])('%s and %s: %d', (a, b, n) => {
    expect(distance(a, b)).toBe(n)
    expect(distance(b, a)).toBe(n)
  })
})

describe('the places nearest to an address', () => {
  const screens = screensOf(admin())
  const first = (path: string, most = 3) => nearest(path, screens, most).map((s) => s.path)

  it.each([
    ['/svc/setlementOrder', '/svc/settlementOrder'],
    ['/svc/SettlementOrders', '/svc/settlementOrder'],
    ['/settlementOrder', '/svc/settlementOrder'],
    ['/svc/settlementOrder/list/12', '/svc/settlementOrder'],
    ['/svc/settlement', '/svc/settlementOrder'],
    ['/param', '/system/param'],
    ['/system/params', '/system/param'],
    ['/user', '/system/user'],
    ['/结算周期', '/svc/settlementCycle'],
    [`/${encodeURIComponent('委托企业')}`, '/csc/entrustedCompany'],
    ['/desk/queues/settlementOrdr', '/desk/queues/settlementOrder?view=audit'],
    ['/svc/client-companies', '/csc/entrustedCompany'],
    ['/activityPlan/index', '/act/activityPlan'],
    ['/dict-horizontal', '/dict-horizontal/index'],
  ])('%s is most likely %s', (path, is) => expect(first(path)).toContain(is))

  it('of an address that is like nothing are its neighbours', () => {
    expect(nearest('/svc/nope', screens, 5).filter((s) => s.path.startsWith('/svc/')).length).toBeGreaterThanOrEqual(4)
    expect(nearest('/%E0%A4%A', screens, 5)).toHaveLength(5)
  })

  it('are screens that this person may open, each once', () => {
    const own = screensOf(catalogueOf('auditor')).map((s) => s.path)
    expect(new Set(own).size).toBe(own.length)
    expect(own.length).toBeLessThan(screens.length)
  })
})
