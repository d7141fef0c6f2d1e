import { beforeEach, describe, expect, it } from 'vitest'
import { endings } from '../../../src/console/api/tokens.ts'
import { browserVault } from '../../../src/console/api/vault.ts'
import { adopt, keepSession, session, turnAway } from '../../../src/console/data/session.ts'
import {
  closeTabs,
  keepTabs,
  leaveTab,
  nameTab,
  neighbour,
  restoreTabs,
  tabs,
  visit,
  without,
} from '../../../src/console/data/tabs.ts'
import { forgetWayBack, rememberWayBack, wayBack } from '../../../src/console/data/wayBack.ts'

const HOME = '/wel/index'
const paths = () => tabs.list.map((t) => t.path)

beforeEach(() => {
  tabs.list = []
  tabs.active = ''
  sessionStorage.clear()
  Object.assign(session, { tenantId: '000000', userId: '7' })
})

describe('whoever leaves', () => {
  const signIn = (userId: string) => Object.assign(session, { tenantId: '000000', userId })
  const kept = () => JSON.stringify({ ...sessionStorage })
  it('leaves neither tabs nor the address they were at', async () => {
    const stop = keepTabs()
    history.replaceState(null, '', '/svc/a?open=1')
    visit('/svc/a', '?open=1')
    nameTab('/svc/a', 'Doctor Li')
    await Promise.resolve()
    expect(kept()).toContain('Doctor Li')
    rememberWayBack('/svc/a?open=1')
    browserVault().write(null, true)
    adopt()
    await Promise.resolve()
    stop()
    expect([session.userId, location.pathname, kept()]).toEqual(['', '/login', '{}'])
    signIn('8')
    expect(wayBack()).toBe('/')
  })

  it.each([
    ['here', () => void endings.count++],
    [
      'in another tab',
      () => {
        browserVault().write(null)
        adopt()
      },
    ],
  ])('finds both again where the session ended by itself %s, and nobody else does', async (_where, how) => {
    keepSession()
    signIn('7')
    const stop = keepTabs()
    visit('/svc/a', '')
    await Promise.resolve()
    stop()
    how()
    await Promise.resolve()
    // the page waits for its person, who turns away
    expect(session).toMatchObject({ userId: '7', over: true })
    turnAway()
    expect(session).toMatchObject({ userId: '', notice: 'expired' })
    rememberWayBack('/svc/a')
    signIn('8')
    restoreTabs()
    expect([wayBack(), tabs.list]).toEqual(['/', []])
    signIn('7')
    restoreTabs()
    expect([wayBack(), tabs.list.map((tab) => tab.path)]).toEqual(['/svc/a', ['/svc/a']])
    forgetWayBack()
    expect(wayBack()).toBe('/')
  })
})

describe('tabs', () => {
  it('one a path, with the search of the last visit, beside the one in front', () => {
    visit(HOME, '')
    visit('/svc/a', '?x=1')
    visit(HOME, '')
    visit('/svc/b', '')
    visit('/svc/a', '?x=2')
    expect(paths()).toEqual([HOME, '/svc/b', '/svc/a'])
    expect(tabs.list[2]?.to).toBe('/svc/a?x=2')
    expect(tabs.active).toBe('/svc/a')
  })

  it('one for all records of a family, with the address, the name and the list of the one last shown', async () => {
    const stop = keepTabs()
    const detail = '/svc/a/detail/:id'
    nameTab('/svc/a/detail/1', 'A1')
    visit('/svc/a/detail/1', '', detail, { to: '/svc/a' })
    nameTab('/svc/a/detail/2', 'A2')
    visit('/svc/a/detail/2', '?section=lines', detail, { to: '/svc/a?x=1' })
    expect(paths()).toEqual([detail])
    expect(tabs.active).toBe(detail)
    const one = { to: '/svc/a/detail/2?section=lines', title: 'A2', state: { to: '/svc/a?x=1' } }
    expect(tabs.list[0]).toMatchObject(one)
    nameTab('/svc/a/detail/2', 'A2b')
    expect(tabs.list[0]?.title).toBe('A2b')
    nameTab('/svc/a/detail/2', 'A2')
    await Promise.resolve()
    stop()
    restoreTabs()
    expect(tabs.list[0]).toMatchObject(one)
  })

  it('is named by its screen', () => {
    visit('/svc/a', '')
    nameTab('/svc/a', '结算单')
    nameTab('/gone', 'x')
    expect(tabs.list.map((t) => t.title)).toEqual(['结算单'])
    nameTab('/svc/b', '先说了名字')
    visit('/svc/b', '')
    expect(tabs.list.map((t) => t.title)).toEqual(['结算单', '先说了名字'])
  })

  it.each([
    ['the one in front: the previous comes', ['a', 'b', 'c'], 'b', 'b', ['a', 'c'], 'a'],
    ['the first in front: the new first comes', ['a', 'b', 'c'], 'a', 'a', ['b', 'c'], 'b'],
    ['another one: nothing moves', ['a', 'b', 'c'], 'c', 'a', ['b', 'c'], 'c'],
    ['the last one stays', ['a'], 'a', 'a', ['a'], 'a'],
    ['others', ['a', 'b', 'c'], 'b', 'others', ['b'], 'b'],
    ['an unknown one', ['a', 'b'], 'b', 'zzz', ['a', 'b'], 'b'],
  ])('closing %s', (_, list, active, which, left, front) => {
    const now = without({ list: list.map((p) => ({ path: p, to: p, title: '' })), active }, which)
    expect(now.list.map((t) => t.path)).toEqual(left)
    expect(now.active).toBe(front)
  })

  it('closing all leaves the home page, opened or not', () => {
    visit('/svc/a', '')
    visit('/svc/b', '')
    expect(closeTabs('all', HOME)?.to).toBe(HOME)
    expect(tabs.list).toEqual([])
    visit(HOME, '')
    visit('/svc/a', '')
    expect(closeTabs('all', HOME)?.to).toBe(HOME)
    expect(paths()).toEqual([HOME])
  })

  it('closing the current tab opens the next one at its last address', () => {
    visit('/svc/a', '?page=3')
    visit('/svc/b', '')
    expect(closeTabs('/svc/b', HOME)?.to).toBe('/svc/a?page=3')
    expect(closeTabs('/svc/a', HOME)).toBeNull()
  })

  it('what its work is done with gives its place to the page that comes next', () => {
    for (const path of ['/svc/a', '/svc/a/edit/1', '/svc/b']) visit(path, '')
    visit('/svc/a/edit/1', '', '/svc/a/edit/1')
    leaveTab('/svc/a/edit/1')
    visit('/svc/a/1', '')
    expect(paths()).toEqual(['/svc/a', '/svc/a/1', '/svc/b'])
    // a tab in the background, and one that does not exist
    leaveTab('/svc/b')
    leaveTab('/svc/zzz')
    expect([paths(), tabs.active]).toEqual([['/svc/a', '/svc/a/1'], '/svc/a/1'])
  })

  it('go round, and are kept over a reload for this user alone', async () => {
    const stop = keepTabs()
    visit(HOME, '')
    visit('/svc/a', '?x=1')
    expect(neighbour(1)?.to).toBe(HOME)
    expect(neighbour(-1)?.to).toBe(HOME)
    await Promise.resolve()
    stop()
    restoreTabs()
    expect(paths()).toEqual([HOME, '/svc/a'])
    session.userId = '8'
    restoreTabs()
    expect(paths()).toEqual([])
  })

  it('are not without end; the one in front and the one before are never thrown out', () => {
    for (let i = 0; i < 60; i++) visit(`/svc/${i}`, '')
    expect(tabs.list.length).toBe(24)
    expect(paths()).toContain('/svc/59')
    expect(paths()).toContain('/svc/58')
  })
})
