import { act, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { endings, tokens } from '../../../src/console/api/tokens.ts'
import type { Answer } from '../../../src/console/api/transport.ts'
import { App } from '../../../src/console/app.tsx'
import { chunks } from '../../../src/console/data/domains.ts'
import { dropSettings } from '../../../src/console/data/keepSettings.ts'
import { mySettings } from '../../../src/console/data/mySettings.ts'
import { adopt, keepSession, session } from '../../../src/console/data/session.ts'
import { tabs } from '../../../src/console/data/tabs.ts'
import { context } from '../../../src/console/host/context.ts'
import { runCommand } from '../../../src/console/host/host.ts'
import { setLock } from '../../../src/console/state/lock.ts'
import { keepPreferences, preferences } from '../../../src/console/state/preferences.ts'
import { status } from '../../../src/console/state/status.ts'
import { go } from '../../../src/console/state/url.ts'
import { messages, toast } from '../../../src/console/ui/messages/toast.ts'
import type { Catalogue, CatalogueMenu } from '../../../src/model/wire/catalogue.ts'
import { catalogueToWire, namesToWire } from '../../../src/model/wire/catalogueWire.ts'
import { pair } from '../api/fakes.ts'
import { catalogueOf } from '../server/catalogue.ts'
import { answer, ok } from '../server/envelope.ts'
import { type Say, server } from '../server/server.ts'

const leaf = (title: string, path: string, resource = ''): CatalogueMenu => ({
  code: path,
  title,
  alias: '',
  pinyin: [],
  path,
  icon: 'inbox',
  resource,
  newWindow: false,
  children: [],
})
const group = (title: string, ...children: CatalogueMenu[]): CatalogueMenu => ({
  ...leaf(title, ''),
  code: title,
  children,
})
const words = {
  zh: { desk: '工作台', home: '首页', hub: '审核工作台', svc: '结算管理', orders: '结算单', cycles: '结算周期' },
  en: {
    desk: 'Workbench',
    home: 'Home',
    hub: 'Queue hub',
    svc: 'Settlement',
    orders: 'Settlement orders',
    cycles: 'Cycles',
  },
}
/** As the server sends it, without what spells its titles. */
const sent = (c: Catalogue) => ({
  ...catalogueToWire(c),
  names: namesToWire(c, () => ({ syllables: '', exceptions: {} })),
})
const catalogue = (language: 'zh' | 'en'): Catalogue => {
  const w = words[language]
  return {
    ...catalogueOf(),
    language,
    etag: `"${language}"`,
    topMenus: [
      {
        ...group(w.desk, group('g1', leaf(w.home, '/wel/index')), group('g2', leaf(w.hub, '/desk/queues'))),
        code: 'desk',
      },
      {
        ...group(
          w.svc,
          group(
            'g3',
            leaf(w.orders, '/svc/settlementOrder', 'settlementOrder'),
            leaf(w.cycles, '/svc/settlementCycle', 'settlementCycle'),
          ),
        ),
        code: 'svc',
      },
    ],
  }
}

// Whether an element is hidden is asked of every ancestor's style: half of the time of such a test.
beforeAll(() => {
  configure({ defaultHidden: true })
  keepPreferences()
})
beforeEach(async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  localStorage.clear()
  sessionStorage.clear()
  dropSettings()
  Object.assign(preferences, { language: 'zh', folded: false, closedGroups: [], favourites: [] })
  Object.assign(messages, { list: [], open: false })
  status.online = true
  server.answer({
    'rounds/catalogue': (_, e) => {
      const language = e.headers['Accept-Language'] === 'en-US' ? 'en' : 'zh'
      if (e.headers['If-None-Match'] === `"${language}"`) return answer(304, '')
      return answer(
        200,
        { code: 200, success: true, data: sent(catalogue(language)), msg: '' },
        { etag: `"${language}"` },
      )
    },
    'rounds/settings': () => ({}),
    'rounds/settings/save': () => ({}),
    'rounds/queue-counts': () => ok([{ queue: 'settlementOrder', view: 'audit', total: 1234, exact: true }]),
    'blade-system/user/info': () => ok({ account: 'fin', name: '方静', roleName: '财务' }),
    'blade-auth/oauth/captcha': () => answer(200, { key: '', image: '' }),
    'blade-system/tenant/info': () => ok({}),
    'blade-auth/oauth/logout': () => answer(200, { success: 'true' }),
  })
  tokens.start({ ...pair(1), since: Date.now() })
  keepSession()
})
afterEach(() => {
  tokens.forget()
  vi.unstubAllGlobals()
})

const open = async (path: string) => {
  history.replaceState(null, '', path)
  const user = userEvent.setup()
  render(<App />)
  await waitFor(() => expect(document.querySelector('main[data-ready]')).not.toBeNull())
  return user
}
const side = () =>
  within(screen.getByRole('navigation', { name: preferences.language === 'zh' ? '侧边菜单' : 'Side menu' }))
const bar = () =>
  within(screen.getByRole('navigation', { name: preferences.language === 'zh' ? '已打开的页面' : 'Open pages' }))

describe('the console', () => {
  it('opens on what is to do: menus, counts, one heading, a ready main', async () => {
    await open('/')
    expect(location.pathname).toBe('/wel/index')
    expect(screen.getAllByRole('heading', { level: 1 }).map((h) => h.textContent)).toEqual(['首页'])
    expect(document.title).toBe('首页 · Rounds')
    expect(side().getByRole('link', { name: '首页' })).toHaveAttribute('aria-current', 'page')
    expect(await screen.findAllByText('1,234')).not.toEqual([])
    expect(context).toMatchObject({ signedIn: true, screen: 'home', layers: 0 })
    expect(screen.getAllByRole('main').length).toBe(1)
    const top = within(screen.getByRole('navigation', { name: '顶部菜单' }))
    expect(top.getAllByRole('link').map((l) => l.getAttribute('aria-label') ?? l.textContent)).toEqual([
      ...['首页', '工作台', '结算管理'],
    ])
    expect(screen.getByRole('button', { name: '意见反馈' })).toBeInTheDocument()
    expect(bar().getByRole('link', { name: '首页' })).toHaveAttribute('aria-current', 'page')
    await userEvent.click(side().getByRole('button', { name: '收起侧边栏' }))
    expect(preferences.folded).toBe(true)
    await act(async () => {
      preferences.hiddenControls = ['menuCollapse', 'topMenu', 'search']
    })
    expect(screen.queryByRole('navigation', { name: '顶部菜单' })).toBeNull()
    expect(screen.queryByRole('button', { name: '搜索命令、菜单、记录' })).toBeNull()
    expect(side().getByRole('button', { name: '展开侧边栏' })).not.toBeVisible()
    preferences.hiddenControls = []
    // the sign-in page leads to the first page while somebody is signed in
    await act(async () => go('/login'))
    await waitFor(() => expect(location.pathname).toBe('/wel/index'))
  })

  it('without a session every page is the sign-in page, which keeps where it was to go', async () => {
    tokens.forget()
    adopt()
    history.replaceState(null, '', '/svc/settlementOrder')
    render(<App />)
    await screen.findByRole('heading', { name: '登录' })
    expect(location.pathname).toBe('/login')
    expect(server.of('rounds/catalogue')).toEqual([])
  })

  it('the first page is walked by keys, a digit opens, and the sidebar shows where one is', async () => {
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
    onTestFinished(() => scrolled.mockRestore())
    const seen = () =>
      scrolled.mock.contexts.filter((el): el is Element => el instanceof Element && el.closest('nav') !== null)
    const user = await open('/wel/index')
    const links = () => within(screen.getByRole('main')).getAllByRole('link')
    await user.keyboard('j')
    expect(links()[0]).toHaveFocus()
    await user.keyboard('jj{ArrowRight}k')
    expect(links()[2]).toHaveFocus()
    const place = links()[2]?.getAttribute('href')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(location.pathname + location.search).toBe(place))
    await act(async () => go('/desk/queues'))
    await screen.findByRole('heading', { level: 1, name: '审核工作台' })
    const third = links()[2]?.getAttribute('href')
    expect(links()[2]).toHaveTextContent('3')
    await user.keyboard('3')
    await waitFor(() => expect(location.pathname + location.search).toBe(third))
    await waitFor(() => expect(seen().some((el) => el.getAttribute('href') === third)).toBe(true))
  })

  it('shows to who works no queue neither queues nor keys to decide with', async () => {
    const keys = () => [...document.querySelectorAll('dl kbd')].map((k) => k.textContent)
    // a user without a stored catalogue
    tokens.start({ ...pair(1), userId: '772', since: Date.now() })
    adopt()
    server.answers['rounds/catalogue'] = () =>
      ok(sent({ ...catalogue('zh'), queues: [], topMenus: catalogue('zh').topMenus.slice(0, 1) }))
    await open('/wel/index')
    expect(screen.queryByRole('heading', { name: '待办' })).toBeNull()
    expect(screen.queryByRole('heading', { name: '常用入口' })).toBeNull()
    expect(keys()).toContain('x')
    expect(keys()).not.toContain('a')
  })

  it('holds a list of some of the records to what its address says', async () => {
    // somebody of whom no catalogue is kept
    tokens.start({ ...pair(1), userId: '773', since: Date.now() })
    adopt()
    const routes = { more: { '/svc/orders/of/:id': { screen: 'list', where: { settlementCycleId: ':id' } } } } as const
    const all = catalogue('zh')
    const resources = all.resources.map((r) =>
      r.id === 'settlementOrder' ? { ...r, routes: { ...r.routes, ...routes } } : r,
    )
    server.answers['rounds/catalogue'] = () => ok(sent({ ...all, resources }))
    server.answers['rounds/window'] = () => ok({ columns: ['id', 'version'], values: [[], []], offset: 0 })
    await open('/svc/orders/of/7?sort=%2Bcode')
    expect(location.pathname).toBe('/svc/orders/of/7')
    expect(location.search).toBe('?sort=%2Bcode&settlementCycleId_equal=7')
    await waitFor(() => expect(server.of('rounds/window').length).toBeGreaterThan(0))
    for (const asked of server.of('rounds/window')) expect(asked.params).toMatchObject({ settlementCycleId_equal: '7' })
  })

  it('says that the server is not reachable, and continues by itself when it is back', async () => {
    const there = server.answers['rounds/catalogue'] as Say
    // somebody of whom no catalogue is kept
    tokens.start({ ...pair(1), userId: '771', since: Date.now() })
    adopt()
    // as long as nothing is answered, something is said
    let put: (away: Answer) => void = () => {}
    server.answers['rounds/catalogue'] = () => new Promise((done) => (put = done))
    history.replaceState(null, '', '/')
    render(<App />)
    expect(await screen.findByText('正在加载…')).toBeInTheDocument()
    const away = () =>
      answer(503, { code: 503, success: false, data: null, msg: '数据库正在恢复' }, { 'retry-after': '5' })
    server.answers['rounds/catalogue'] = away
    put(away())
    expect(await screen.findByText('服务器暂时不可用，恢复后会自动继续')).toBeInTheDocument()
    expect(screen.getByText('数据库正在恢复')).toBeInTheDocument()
    server.answers['rounds/catalogue'] = there
    await waitFor(() => expect(document.querySelector('main[data-ready]')).not.toBeNull())
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('首页')
  })

  it('what is typed before the page of a form is there stands in its first field, and is no key of the page before', async () => {
    const load = chunks.people as NonNullable<typeof chunks.people>
    let come = () => {}
    const line = new Promise<void>((done) => {
      come = done
    })
    vi.spyOn(chunks, 'people').mockImplementationOnce(() => line.then(load))
    await open('/svc/settlementCycle')
    await act(async () => go('/entrustedcompany/add'))
    expect(screen.queryByLabelText(/企业名称/)).toBeNull()
    for (const key of ['n', '康', 'x', 'Backspace', '泰', 'Tab', '医']) fireEvent.keyDown(document.body, { key })
    come()
    const name = await screen.findByLabelText(/企业名称/)
    await waitFor(() => expect(name).toHaveValue('n康泰'))
    expect(name).toHaveFocus()
    expect(location.pathname).toBe('/entrustedcompany/add')
    // from now on keys are everybody's again
    expect(fireEvent.keyDown(document.body, { key: 'y' })).toBe(true)
    await act(async () => go('/wel/index'))
    fireEvent.click(await screen.findByRole('button', { name: '放弃修改' }))
    await screen.findByRole('heading', { level: 1, name: '首页' })
  })

  it('an unknown address ends at /404, leaves no tab, and offers the nearest by keyboard and mouse', async () => {
    const user = await open('/svc/setlementcycle')
    await screen.findByRole('heading', { name: '找不到页面' })
    expect(location.pathname).toBe('/404')
    const main = screen.getByRole('main')
    expect(main).toHaveTextContent('/svc/setlementcycle')
    expect(tabs.list).toEqual([])
    expect(tabs.active).toBe('')
    const [first, second] = within(main).getAllByRole('link')
    expect(first).toHaveFocus()
    expect(first).toHaveAttribute('href', '/svc/settlementCycle')
    await user.keyboard('{ArrowDown}')
    expect(second).toHaveFocus()
    await user.keyboard('k{Enter}')
    await screen.findByRole('heading', { level: 1, name: '结算周期' })
    history.back()
    await screen.findByRole('heading', { name: '找不到页面' })
    await user.click(within(screen.getByRole('main')).getAllByRole('link')[0] as HTMLElement)
    await screen.findByRole('heading', { level: 1, name: '结算周期' })
  })

  it('an address that others may open is refused by its name, and stays', async () => {
    server.answers['rounds/place'] = ({ path }) => ok(path === '/sys/secret' ? { title: '机密' } : null)
    await open('/sys/secret')
    await screen.findByRole('heading', { level: 1, name: '没有权限' })
    expect(screen.getByRole('alert')).toHaveTextContent('您没有“机密”的权限')
    expect(within(screen.getByRole('main')).getByRole('link', { name: '回到首页' })).toHaveAttribute('href', '/')
    expect(location.pathname).toBe('/sys/secret')
    expect(tabs.list).toEqual([])
  })

  it('/404 is an address of its own', async () => {
    const user = await open('/404')
    await screen.findByRole('heading', { name: '找不到页面' })
    expect(location.pathname).toBe('/404')
    expect(tabs.list).toEqual([])
    const main = within(screen.getByRole('main'))
    expect(main.getByRole('link', { name: '回到首页' })).toHaveAttribute('href', '/')
    await user.click(main.getByRole('button', { name: /直接搜索/ }))
    await screen.findByRole('dialog')
    await user.keyboard('{Escape}')
  })

  it('a top menu opens its first page, with its sidebar; pages become tabs; middle click, Delete and the cross close them', async () => {
    const user = await open('/svc/settlementCycle')
    await user.click(within(screen.getByRole('navigation', { name: '顶部菜单' })).getByRole('link', { name: '工作台' }))
    await screen.findByRole('heading', { level: 1, name: '首页' })
    fireEvent(
      bar().getByRole('link', { name: '结算周期' }),
      new MouseEvent('auxclick', { button: 1, bubbles: true, cancelable: true }),
    )
    // on a small screen the sidebar is a drawer, until another page is open
    const drawer = () => document.querySelector('nav[data-drawer]')
    fireEvent.click(screen.getByRole('button', { name: '打开菜单' }))
    expect(drawer()).not.toBeNull()
    await user.click(side().getByRole('link', { name: '审核工作台' }))
    await screen.findByRole('heading', { level: 1, name: '审核工作台' })
    await waitFor(() => expect(drawer()).toBeNull())
    // the bar follows the page
    await waitFor(() =>
      expect(
        bar()
          .getAllByRole('link')
          .map((l) => l.textContent),
      ).toEqual(['首页', '审核工作台']),
    )
    await waitFor(() => expect(context.screen).toBe('queueHub'))
    for (const open of [
      () => fireEvent.contextMenu(bar().getByRole('link', { name: '首页' })),
      () => fireEvent.click(bar().getByRole('button', { name: '页签操作' })),
    ]) {
      open()
      await screen.findByRole('menuitem', { name: '查找菜单' })
      expect(screen.getAllByRole('menuitem').map((m) => m.textContent)).toEqual([
        ...['查找菜单', '关闭', '关闭其他', '关闭全部', '清除缓存'],
      ])
      await user.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull())
    }
    fireEvent(
      bar().getByRole('link', { name: '首页' }),
      new MouseEvent('auxclick', { button: 1, bubbles: true, cancelable: true }),
    )
    await waitFor(() =>
      expect(
        bar()
          .getAllByRole('link')
          .map((l) => l.textContent),
      ).toEqual(['审核工作台']),
    )
    expect(location.pathname).toBe('/desk/queues')
    await user.click(screen.getByRole('link', { name: /^Rounds/ }))
    await screen.findByRole('heading', { level: 1, name: '首页' })
    bar().getByRole('link', { name: '首页' }).focus()
    await user.keyboard('{Delete}')
    await screen.findByRole('heading', { level: 1, name: '审核工作台' })
    await waitFor(() => expect(bar().queryByRole('button', { name: /^关闭 / })).toBeNull())
  })

  it('finds menus of all modules from the sidebar by keyboard, and keeps favourites at hand wherever one is', async () => {
    const user = await open('/svc/settlementCycle')
    await user.click(side().getByRole('button', { name: '收藏 结算周期' }))
    expect(preferences.favourites).toEqual(['/svc/settlementCycle'])
    await user.type(side().getByRole('searchbox'), '审核工')
    await waitFor(() => expect(document.querySelector('.find a.leaf')).toHaveTextContent('审核工作台'))
    await user.keyboard('{ArrowDown}{Enter}')
    await screen.findByRole('heading', { level: 1, name: '审核工作台' })
    expect(side().getByRole('searchbox'), 'one is there').toHaveValue('')
    expect(side().getAllByRole('link', { name: '结算周期' }), 'in its module and at hand').toHaveLength(2)
    await user.type(side().getByRole('searchbox'), 'qqq')
    await side().findByText('没有找到菜单')
    await user.keyboard('{Escape}')
    expect(side().queryByText('没有找到菜单')).toBeNull()
    expect(mySettings().get('favourites').value).toEqual(['/svc/settlementCycle'])
  })

  it('switches the language without losing the place, and asks for the catalogue in it', async () => {
    const user = await open('/desk/queues')
    await user.click(screen.getByRole('button', { name: '切换到英文' }))
    await screen.findByRole('heading', { level: 1, name: 'Queue hub' })
    await waitFor(() => expect(side().getByRole('link', { name: 'Home' })).toBeInTheDocument())
    expect(document.documentElement.lang).toBe('en')
    expect(server.of('rounds/catalogue').at(-1)?.headers['Accept-Language']).toBe('en-US')
    expect(location.pathname).toBe('/desk/queues')
  })

  it('the kept catalogue shows at once, and the server is asked whether it changed', async () => {
    await open('/wel/index')
    document.body.innerHTML = ''
    expect(server.of('rounds/catalogue')[0]?.headers['If-None-Match']).toBeUndefined()
    const { loadCatalogue, catalogueNow } = await import('../../../src/console/data/catalogue.ts')
    await loadCatalogue()
    expect(server.of('rounds/catalogue').at(-1)?.headers['If-None-Match']).toBe('"zh"')
    expect(catalogueNow()?.language).toBe('zh')
  })

  it('a locked console shows and hears nothing until the password is given, and is where it was', async () => {
    server.answers['blade-auth/oauth/token'] = () => answer(400, { code: 400, success: false, msg: '用户名或密码错误' })
    const user = await open('/info/index')
    const { tenantId, userId } = session
    await user.click(screen.getByRole('button', { name: /用户菜单/ }))
    await user.click(await screen.findByRole('menuitem', { name: '锁屏' }))
    // the first lock of a sign-in asks for a lock password, and locks with none on a click
    const ask = await screen.findByRole('dialog', { name: '锁屏' })
    await user.click(within(ask).getByRole('button', { name: /^锁屏/ }))
    expect(await within(ask).findByText('锁屏密码不能为空')).toBeInTheDocument()
    expect(server.of('rounds/session/lock')).toHaveLength(0)
    server.answers['rounds/session/lock'] = () =>
      answer(200, { code: 200, success: true, data: { own: false }, msg: '' })
    await user.click(within(ask).getByRole('button', { name: '不设密码，用登录密码解锁' }))
    await screen.findByRole('heading', { name: '已锁屏' })
    expect(server.of('rounds/session/lock').map((c) => c.body)).toEqual([{ signInPassword: 1 }])
    expect(location.pathname).toBe('/lock')
    // kept in the browser: another tab, or this one loaded anew, is locked as well
    expect(JSON.parse(localStorage.getItem('rounds.locked') ?? '{}')).toMatchObject({ userId, back: '/info/index' })
    expect(document.querySelector('[data-locked]')).toHaveAttribute('inert')
    await user.keyboard('{Control>}k{/Control}?')
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.type(screen.getByLabelText('密码'), 'wrong{Enter}')
    expect(await screen.findByText('用户名或密码错误')).toBeInTheDocument()
    expect(location.pathname).toBe('/lock')
    server.answers['blade-auth/oauth/token'] = () =>
      answer(200, { access_token: 'A', refresh_token: '', expires_in: 3600, tenant_id: tenantId, user_id: userId })
    await user.type(screen.getByLabelText('密码'), 'fin{Enter}')
    await waitFor(() => expect(screen.queryByRole('heading', { name: '已锁屏' })).toBeNull())
    expect(location.pathname).toBe('/info/index')
    expect(localStorage.getItem('rounds.locked')).toBeNull()
    expect(document.querySelector('[data-locked]')).toBeNull()
    // signing out is possible without the password
    await act(async () => setLock({ tenantId, userId, account: 'fin', name: '方静', back: '/info/index' }))
    fireEvent.click(await screen.findByRole('button', { name: '退出登录' }))
    await screen.findByRole('heading', { name: '登录' })
    expect(server.of('blade-auth/oauth/logout')).toHaveLength(1)
  })

  it('signing out asks; keys do nothing meanwhile; Escape returns to the page; yes ends the session', async () => {
    const user = await open('/info/index')
    const face = screen.getByRole('button', { name: /用户菜单/ })
    await user.click(face)
    await screen.findByRole('menuitem', { name: '退出登录' })
    const entries = screen.getAllByRole('menuitem').map((m) => m.textContent)
    expect(entries.slice(0, 2)).toEqual(['数据看板', '个人信息'])
    await user.click(screen.getByRole('menuitem', { name: '退出登录' }))
    const dialog = await screen.findByRole('dialog', { name: '确定退出登录？' })
    expect(context.layers).toBe(1)
    await waitFor(() => expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: '退出登录' })))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(context.layers).toBe(0))
    expect(server.of('blade-auth/oauth/logout')).toEqual([])
    await user.click(face)
    await user.click(await screen.findByRole('menuitem', { name: '退出登录' }))
    await screen.findByRole('dialog')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('退出登录'))
    await user.keyboard('{Enter}')
    await screen.findByRole('heading', { name: '登录' })
    expect(location.pathname).toBe('/login')
    expect(tokens.token()).toBe('')
    expect(server.of('blade-auth/oauth/logout').length).toBe(1)
    expect(localStorage.getItem('rounds.catalogue')).toBeNull()
    await waitFor(() => expect(context.signedIn).toBe(false))
  })

  it('a session that ends by itself is begun again over the page; somebody else takes the sign-in page', async () => {
    server.answers['blade-system/user/info'] = () =>
      answer(401, { code: 401, success: false, data: null, msg: '请求未授权' })
    server.answers['blade-auth/oauth/token'] = (_, e) =>
      (e.body as { grant_type: string }).grant_type === 'refresh_token'
        ? answer(400, { code: 400, success: false, msg: '登录已过期' })
        : answer(200, { access_token: 'A', refresh_token: '', expires_in: 3600, tenant_id: '000000', user_id: '7' })
    history.replaceState(null, '', '/info/index')
    render(<App />)
    const user = userEvent.setup()
    const over = await screen.findByRole('dialog', { name: '请重新登录' })
    expect(over).toHaveTextContent('fin')
    expect(location.pathname).toBe('/info/index')
    expect(screen.getByRole('heading', { level: 1, name: '个人信息' })).toBeInTheDocument()
    // no key and no click but those of the dialog
    await user.keyboard('{Escape}')
    expect(screen.getByRole('dialog', { name: '请重新登录' })).toBe(over)
    expect(context.layers).toBe(1)
    server.answers['blade-system/user/info'] = () => ok({ account: 'fin', name: '方静' })
    await waitFor(() => expect(document.activeElement).toHaveAttribute('name', 'password'))
    const before = server.of('blade-system/user/info').length
    await user.keyboard('fin{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    // everything is asked for anew
    await waitFor(() => expect(server.of('blade-system/user/info').length).toBeGreaterThan(before))
    expect([location.pathname, session.userId]).toEqual(['/info/index', '7'])
    // and once more: who is somebody else
    endings.count++
    await user.click(await screen.findByRole('button', { name: '换个账号登录' }))
    await screen.findByRole('heading', { name: '登录' })
    expect(screen.getByRole('alert')).toHaveTextContent('登录已过期')
    expect(screen.queryByRole('heading', { level: 1, name: '个人信息' })).toBeNull()
    expect(location.pathname).toBe('/login')
  })

  it('a lost server is said once, and once that it is back; both can be read again', async () => {
    const user = await open('/wel/index')
    await act(async () => {
      status.online = false
    })
    await act(async () => {
      status.online = true
    })
    expect(messages.list.map((m) => m.tone)).toEqual(['good', 'bad'])
    expect(context.online).toBe(true)
    await act(() => runCommand('help.messages', 'palette'))
    const log = screen.getByRole('complementary', { name: '本页消息' })
    expect(within(log).getAllByRole('listitem').length).toBe(2)
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('complementary', { name: '本页消息' })).toBeNull()
  })

  it('a screen that throws leaves the rest standing', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    server.answers['rounds/queue-counts'] = () => ok('not a list')
    history.replaceState(null, '', '/desk/queues')
    render(<App />)
    await screen.findByRole('heading', { name: '审核工作台' })
    expect(screen.getByRole('navigation', { name: '侧边菜单' })).toBeInTheDocument()
  })

  it('says a security event at once and until it is put away, and opens the list', async () => {
    const event = {
      id: '812-40',
      kind: 'changed',
      resource: 'securityEvent',
      recordId: '5',
      version: 0,
      transition: 'add',
      by: '',
      byId: '',
      at: '2024-06-15 08:00:00',
      security: {
        kind: 1,
        subject: 'sod.enabled',
        detail: ['职责分离已关闭', 'Separation of duties was switched off'],
      },
    }
    let tell = (_text: string) => {}
    const body = new ReadableStream<Uint8Array>({
      start: (to) => {
        tell = (text) => to.enqueue(new TextEncoder().encode(text))
        tell('event: hello\nid: 812-39\ndata: {}\n\n')
      },
    })
    vi.stubGlobal('fetch', async (url: string) =>
      String(url).includes('rounds/events') ? { status: 200, body } : new Promise(() => {}),
    )
    // A lock of its own: unanswered streams of earlier tests keep theirs.
    Object.defineProperty(navigator, 'locks', {
      configurable: true,
      value: { request: (_name: string, _how: unknown, work: () => unknown) => work() },
    })
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'))
    server.answers['rounds/window'] = () => ok({ columns: ['id', 'version'], values: [[], []], offset: 0 })
    server.answers['rounds/total'] = () => ok({ total: 0, exact: true })
    const user = await open('/wel/index')
    tell(`id: 812-40\ndata: ${JSON.stringify(event)}\n\n`)
    const said = await screen.findByRole('alert')
    expect(said).toHaveTextContent('安全事件：职责分离已关闭')
    expect(said).toHaveAttribute('data-tone', 'warn')
    // Other messages disappear by themselves; this one stays until it is closed.
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    toast.good('过一会儿就消失')
    vi.advanceTimersByTime(3_600_000)
    vi.useRealTimers()
    expect(messages.list.map((m) => [m.tone, m.shown])).toEqual([
      ['good', false],
      ['warn', true],
    ])
    await user.click(within(said).getByRole('button', { name: '查看安全事件' }))
    await waitFor(() => expect(location.pathname).toBe('/system/securityEvent'))
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
