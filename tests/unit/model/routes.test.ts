import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pages, resourceOf, resources } from '../../../src/model/business.ts'
import { routeProblems } from '../../../src/model/contradictions/routeProblems.ts'
import { answer } from '../../../src/model/language/domain/answer.ts'
import { call } from '../../../src/model/language/domain/call.ts'
import { pageProblems, publicPage } from '../../../src/model/language/domain/page.ts'
import { money, phone, text } from '../../../src/model/language/fields/field.ts'
import type { Resource } from '../../../src/model/language/resource.ts'
import { matchRoute } from '../../../src/model/values/matchRoute.ts'
import {
  claimsOf,
  doubleClaims,
  particularityOf,
  pathOf,
  type Routes,
  recordAddress,
} from '../../../src/model/values/routes.ts'
import { searchable } from '../../../src/server/database/schema/search.ts'

const order = resourceOf('settlementOrder')
const wrong = (routes: Routes) => routeProblems({ ...order, routes } as Resource)

describe('the addresses of a resource', () => {
  it('of the model are as they should be', () => {
    expect([...resources.values()].flatMap(routeProblems)).toEqual([])
    expect(pages.map((page) => page.id)).toEqual([...new Set(pages.map((page) => page.id))])
  })

  it('may have aliases, second details and lists of some of the records', () => {
    const routes: Routes = {
      list: '/svc/x',
      detail: '/x/detail/:id',
      aliases: { '/x_1/detail/:id': 'detail', '/x/list': 'list' },
      more: {
        '/detailX/:id/:tabindex': { screen: 'detail' },
        '/x/void': { screen: 'list', where: { settlementStatus: '9' } },
        '/x/of/:id': { screen: 'list', where: { settlementCycleId: ':id' } },
      },
    }
    expect(wrong(routes)).toEqual([])
    expect(claimsOf(routes).map((c) => [c.path, c.screen, c.to])).toEqual([
      ['/svc/x', 'list', undefined],
      ['/x/detail/:id', 'detail', undefined],
      ['/detailX/:id/:tabindex', 'detail', undefined],
      ['/x/void', 'list', undefined],
      ['/x/of/:id', 'list', undefined],
      ['/x_1/detail/:id', 'detail', '/x/detail/:id'],
      ['/x/list', 'list', '/svc/x'],
    ])
  })

  it.each<[Routes, string]>([
    [{ list: 'svc/x' }, 'route svc/x is odd: segments of letters and digits, parameters as :name'],
    [{ detail: '/x/:id/:id' }, 'route /x/:id/:id has a parameter twice'],
    [{ detail: '/x/:code' }, 'route /x/:code names no record: a detail screen needs :id'],
    [{ detail: '/x/:id/:nosuch' }, 'route /x/:id/:nosuch has the parameter nosuch, which is no field'],
    [{ edit: '/x/:id/:tabindex' }, 'route /x/:id/:tabindex has the parameter tabindex, which is no field'],
    [{ list: '/x/:id' }, 'route /x/:id has the parameter id, which says nothing'],
    [{ list: '/x', aliases: { '/y': 'detail' } }, 'route /y leads to the detail screen, which has no address'],
    [{ list: '/x', aliases: { '/y/:id': 'list' } }, 'route /y/:id has other parameters than /x'],
    [{ more: { '/x/:id': { screen: 'detail', where: { code: '1' } } } }, 'route /x/:id says where, which is for lists'],
    [
      { more: { '/x/add': { screen: 'add', where: { nosuch: '1' } } } },
      'route /x/add begins with nosuch, which a new record cannot be given',
    ],
    [
      { more: { '/x': { screen: 'list', where: { settlementCycleId: ':id' } } } },
      'route /x asks for the parameter id, which it does not have',
    ],
    [
      { more: { '/x': { screen: 'list', where: { approvalRemark: '1' } } } },
      'route /x selects by approvalRemark, which is no filter',
    ],
  ])('%j is a problem by its name', (routes, said) => expect(wrong(routes)).toContain(said))
})

describe('the address of a record', () => {
  it('there is one for every family that is found from anywhere, and it leads to that family', () => {
    expect(searchable().length).toBeGreaterThan(15)
    for (const r of searchable()) {
      const [path = '', search = ''] = (recordAddress(r.routes, { id: '7' }) ?? '').split('?')
      const claim = claimsOf(r.routes).find((c) => c.to === undefined && matchRoute(c.path, path))
      expect([claim?.screen, claim?.screen === 'detail' ? matchRoute(claim.path, path)?.id : search], r.id).toEqual(
        r.routes?.detail ? ['detail', '7'] : ['list', 'open=7'],
      )
    }
  })

  it.each([
    [{ list: '/a', detail: '/a/:id' }, { id: '7' }, '/a/7'],
    [{ list: '/a', detail: '/a/:id/:of' }, { id: '7', of: '8' }, '/a/7/8'],
    [{ list: '/a' }, { id: 'x&y' }, '/a?open=x%26y'],
    [{ detail: '/a/:id/:tabindex' }, { id: '7' }, '/a/7/0'],
    [{}, { id: '7' }, null],
    [undefined, { id: '7' }, null],
  ])('of %j with %j is %s', (routes, record, address) => expect(recordAddress(routes, record)).toBe(address))

  it.each([
    ['/a/:id', { id: '7' }, '/a/7'],
    ['/a/:id/:tabindex', { id: '7' }, '/a/7/0'],
    ['/a/:id/:other', { id: 'x/y' }, '/a/x%2Fy/-'],
  ])('%s with %j is %s', (route, values, path) => expect(pathOf(route, values)).toBe(path))

  it('no field is called as the parameter that names it', () =>
    expect(routeProblems({ ...order, fields: { ...order.fields, open: text('开', 'Open') } } as Resource)).toEqual([
      'has the field open, which addresses say of the record that is shown',
    ]))
})

describe('an address', () => {
  it('that two claim fails by both names, whatever their parameters are called and however it is spelt', () => {
    expect(
      doubleClaims([
        { id: 'a', paths: ['/x/detail/:id', '/x/add'] },
        { id: 'b', paths: ['/X/Detail/:code', '/wel/index', '/desk/queues/:id'] },
        { id: 'c', paths: ['/y', '/y'] },
      ]),
    ).toEqual([
      'b: the address /X/Detail/:code is claimed by a: choose another',
      'b: the address /wel/index is claimed by the console itself: choose another',
      'b: the address /desk/queues/:id is claimed by the console itself: choose another',
      'c: the address /y is claimed by itself twice: choose another',
    ])
  })

  it('meets its own paths alone', () => {
    expect(matchRoute('/a/:id/:tabindex', '/A/7%2F8/1/')).toEqual({ id: '7/8', tabindex: '1' })
    expect(matchRoute('/a/:id', '/a/')).toBeNull()
    expect(matchRoute('/a/:id', '/a/1/2')).toBeNull()
    expect(matchRoute('/a', '/b')).toBeNull()
    expect(matchRoute('/a/:id', '/a/%')).toEqual({ id: '%' })
    expect(matchRoute('/', '/')).toEqual({})
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (id) => {
        const path = `/a/${encodeURIComponent(id)}`
        expect(matchRoute('/a/:id', path)?.id).toBe(id)
      }),
    )
  })

  it('that is more particular is meant, from left to right', () => {
    const all = ['/a/:id/:tab', '/:x/b/c', '/a/b/:tab', '/a/:id/c']
    expect([...all].sort((a, b) => (particularityOf(a) < particularityOf(b) ? -1 : 1))).toEqual([
      '/a/b/:tab',
      '/a/:id/c',
      '/a/:id/:tab',
      '/:x/b/c',
    ])
  })
})

describe('a public page', () => {
  const asked = call('invoice.public', {
    method: 'GET',
    paths: ['blade-svc/summaryInvoice/public'],
    title: ['汇总发票', 'Summary invoice'],
    open: 'public',
    query: { id: text('编号', 'No.', { required: '请输入编号' }) },
    safe: true,
    answer: answer.one({ title: text('名称', 'Title'), amount: money('金额', 'Amount') }),
  })
  const page = publicPage('invoicePage', {
    path: '/getSummaryInvoiceDetail/:id',
    title: ['发票', 'Invoice'],
    call: asked,
  })

  it('shows what one public read answers', () => expect(pageProblems(page, [asked])).toEqual([]))

  it.each([
    [{}, [], 'its call invoice.public is in no domain'],
    [{ open: 'session' }, null, 'its call invoice.public is not open to the public'],
    [{ safe: false }, null, 'its call invoice.public is no read'],
    [{ answer: answer.nothing }, null, 'its call invoice.public answers no fields to be shown'],
    [{ query: {} }, null, 'its address /getSummaryInvoiceDetail/:id has other parameters than its call: none'],
    [
      { answer: answer.one({ mobile: phone('手机号', 'Mobile', { masked: true }) }) },
      null,
      'shows the masked mobile to everybody',
    ],
  ])('%j is a problem by its name', (more, known, said) => {
    const other = { ...asked, ...more } as typeof asked
    expect(pageProblems({ ...page, call: other }, known ?? [other])).toContain(said)
  })
})
