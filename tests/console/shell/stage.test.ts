import { describe, expect, it } from 'vitest'
import { listTitle } from '../../../src/console/data/catalogue.ts'
import { screenRouteOf } from '../../../src/console/shell/screenRoute.ts'
import { firstPageOf, leafIn, leafOf, topOf } from '../../../src/console/shell/top.ts'
import { resources } from '../../../src/model/business.ts'
import { leaves } from '../../../src/model/menus/menus.ts'
import { claimsOf, type Routes } from '../../../src/model/values/routes.ts'
import type { CatalogueMenu } from '../../../src/model/wire/catalogue.ts'
import { catalogueOf } from '../server/catalogue.ts'

const all = catalogueOf()

describe('the screen of an address', () => {
  it.each([
    ['/wel/index', { screen: 'home' }],
    ['/', { screen: 'moved', to: '/wel/index' }],
    ['/wel', { screen: 'moved', to: '/wel/index' }],
    ['/wel/index/', { screen: 'moved', to: '/wel/index' }],
    ['/login', { screen: 'moved', to: '/wel/index' }],
    ['/wel/dashboard', { screen: 'dashboard' }],
    ['/test/index', { screen: 'selfCheck' }],
    ['/preview/preview', { screen: 'preview' }],
    ['/myiframe/https%3A%2F%2Fhelp.example.com', { screen: 'embedded', address: 'https://help.example.com' }],
    ['/desk/queues', { screen: 'queueHub' }],
    ['/desk/firstSteps', { screen: 'firstSteps' }],
    ['/desk/queues/settlementOrder', { screen: 'queue', queue: 'settlementOrder' }],
    ['/desk/queues/nothing', { screen: 'notFound' }],
    ['/svc/settlementOrder', { screen: 'table', resource: 'settlementOrder' }],
    [
      '/svc/settlementOrder/detail/77',
      { screen: 'detail', resource: 'settlementOrder', id: '77', pattern: '/svc/settlementOrder/detail/:id' },
    ],
    [
      '/entrustedcompany/add',
      { screen: 'form', resource: 'entrustedCompany', mode: 'add', id: '', pattern: '/entrustedcompany/add' },
    ],
    [
      '/entrustedcompany/edit/9',
      { screen: 'form', resource: 'entrustedCompany', mode: 'edit', id: '9', pattern: '/entrustedcompany/edit/:id' },
    ],
    [
      '/work/process/leave/form/7',
      {
        screen: 'form',
        resource: 'leave',
        mode: 'add',
        id: '',
        pattern: '/work/process/leave/form/:processDefinitionId',
        initial: { processDefinitionId: '7' },
      },
    ],
    ['/info/index', { screen: 'profile' }],
    ['/logs', { screen: 'errorLog' }],
    ['/404', { screen: 'notFound' }],
    ['/403', { screen: 'forbidden' }],
    ['/500', { screen: 'broken' }],
    ['/svc/nope', { screen: 'notFound' }],
    ['/SVC/nope/5', { screen: 'notFound' }],
    ['/nowhere', { screen: 'notFound' }],
    ['/nowhere/svc', { screen: 'notFound' }],
  ])('%s', (path, stage) => {
    expect(screenRouteOf(all, path)).toEqual(stage)
  })

  it('every route of the model leads to its own resource', () => {
    for (const r of resources.values()) {
      for (const { path, to } of claimsOf(r.routes)) {
        const found = screenRouteOf(all, path.replace(/:\w+/g, '5'))
        if (to === undefined) expect('resource' in found && found.resource, path).toBe(r.id)
        else expect(found, path).toEqual({ screen: 'moved', to: to.replace(/:\w+/g, '5') })
      }
    }
  })

  it('every leaf of the menus leads to a screen', () => {
    const lost = (paths: readonly string[]) => paths.filter((path) => screenRouteOf(all, path).screen === 'notFound')
    expect(lost([...leaves()].map(({ leaf }) => leaf.path))).toEqual([])
    expect(lost(['/svc/nope'])).toEqual(['/svc/nope'])
  })

  it('a resource this user may not see does not exist', () => {
    const some = catalogueOf((id) => id !== 'settlementOrder')
    expect(screenRouteOf(some, '/svc/settlementOrder')).toEqual({ screen: 'notFound' })
    expect(screenRouteOf(some, '/svc/settlementOrder/detail/77')).toEqual({ screen: 'notFound' })
  })
})

describe('the addresses of one resource', () => {
  const routes: Routes = {
    list: '/shape/contract',
    detail: '/contract/detail/:id',
    add: '/contract/detail/new',
    aliases: { '/contract_1/detail/:id': 'detail' },
    more: {
      '/detailSfe/:id/:tabindex': { screen: 'detail' },
      '/contract/:id/detail': { screen: 'edit' },
      '/contract/blackList': { screen: 'list', where: { blackFlag: '1' } },
      '/contract/of/:id': { screen: 'list', where: { parentId: ':id', kind: '2' } },
    },
  }
  const contract = { ...(all.resources[0] as (typeof all.resources)[number]), id: 'contract', routes }
  const detail = (id: string, pattern: string) => ({ screen: 'detail', resource: 'contract', id, pattern })

  it.each([
    ['/contract/detail/7', detail('7', '/contract/detail/:id')],
    ['/Contract/Detail/7/', { screen: 'moved', to: '/Contract/Detail/7' }],
    ['/contract_1/detail/7%2F8', { screen: 'moved', to: '/contract/detail/7%2F8' }],
    ['/detailSfe/7/2', detail('7', '/detailSfe/:id/:tabindex')],
    ['/contract/blackList', { screen: 'table', resource: 'contract', search: { blackFlag_equal: '1' } }],
    ['/contract/of/9', { screen: 'table', resource: 'contract', search: { parentId_equal: '9', kind_equal: '2' } }],
    // columns fixed further to the left decide
    [
      '/contract/detail/new',
      { screen: 'form', resource: 'contract', mode: 'add', id: '', pattern: '/contract/detail/new' },
    ],
    ['/contract/detail/detail', detail('detail', '/contract/detail/:id')],
    [
      '/contract/7/detail',
      { screen: 'form', resource: 'contract', mode: 'edit', id: '7', pattern: '/contract/:id/detail' },
    ],
    ['/contract/7', { screen: 'notFound' }],
  ])('%s, wherever the resource stands in the catalogue', (path, stage) => {
    for (const resources of [
      [...all.resources, contract],
      [contract, ...all.resources],
    ])
      expect(screenRouteOf({ ...all, resources }, path)).toEqual(stage)
  })
})

describe('the top menu', () => {
  const leaf = (path: string): CatalogueMenu => ({
    code: path,
    title: path,
    alias: '',
    pinyin: [],
    path,
    icon: '',
    resource: '',
    newWindow: false,
    children: [],
  })
  const top = (code: string, ...paths: string[]): CatalogueMenu => ({
    ...leaf(''),
    code,
    children: [{ ...leaf(''), code: `${code}G`, children: paths.map(leaf) }],
  })
  const menus = [top('desk', '/wel/index', '/desk/queues'), top('svc', '/svc/settlementOrder')]

  it('is the one a path is in, the first for a path in none', () => {
    expect(topOf(menus, '/wel/index')).toBe('desk')
    expect(topOf(menus, '/svc/settlementOrder')).toBe('svc')
    expect(topOf(menus, '/elsewhere')).toBe('desk')
    expect(topOf([], '/')).toBe('')
  })

  it('leads to its first page of this console', () => {
    expect(firstPageOf(top('svc', 'https://example.com', '/svc/settlementOrder', '/svc/other'))).toBe(
      '/svc/settlementOrder',
    )
    expect(firstPageOf(top('out', 'https://example.com'))).toBe('')
  })

  it('has the leaf of a further list, or the first that a resource has, and lists are called as their leaves', () => {
    const menu = (path: string): CatalogueMenu => ({ ...leaf(path), title: path, resource: 'lecture' })
    const lectures = { ...top('act'), children: [menu('/act/lecture/1'), menu('/act/lecture/2')] }
    const catalogue = { ...all, topMenus: [...menus, lectures] }
    expect(leafIn(catalogue, '/act/lecture/2')).toBe('/act/lecture/2')
    expect(leafIn(catalogue, '/lecture2/detail/7')).toBe('/act/lecture/1')
    expect(topOf(catalogue.topMenus, leafIn(catalogue, '/activityPlan/lecture/edit/7'))).toBe('act')
    expect(listTitle(catalogue, 'lecture', '/act/lecture/2')).toBe('/act/lecture/2')
    expect(listTitle(catalogue, 'lecture', '/act/lecture')).toBe('讲座')
    expect(listTitle(null, 'lecture', '/act/lecture')).toBe('')
  })

  it('without a catalogue no path is in a menu', () => {
    expect(leafOf('/svc/settlementOrder')).toBe('')
  })
})
