import { act, fireEvent, render, renderHook, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { loadWords } from '../../../src/console/i18n/index.ts'
import { Header } from '../../../src/console/shell/Header.tsx'
import { HeaderTools } from '../../../src/console/shell/HeaderTools.tsx'
import { HEADER_CONTROLS } from '../../../src/console/shell/headerControls.ts'
import { Leaf } from '../../../src/console/shell/Leaf.tsx'
import { errors } from '../../../src/console/state/errors.ts'
import { preferences } from '../../../src/console/state/preferences.ts'
import { useScreenClass } from '../../../src/console/ui/screenClass.ts'
import type { CatalogueMenu } from '../../../src/model/wire/catalogue.ts'
import { show } from '../show.tsx'

beforeAll(() => loadWords())

describe('controls of the top bar', () => {
  const names = () => screen.getAllByRole('button').map((b) => b.getAttribute('aria-label'))

  it('each stands there unless it is hidden, the error log with its number once there are errors', async () => {
    errors.list = []
    const { rerender } = render(<HeaderTools shows={() => true} />)
    expect(names().filter((name) => !name?.includes('全屏'))).toEqual([
      '收件箱',
      '切换到英文',
      '主题色',
      '主题',
      '锁屏',
      '用户菜单 ',
    ])
    const error = { type: 'render', message: 'm', stack: '', info: '', url: '', time: '' }
    await act(async () => {
      errors.list = Array.from({ length: 120 }, () => error)
    })
    expect(screen.getByRole('button', { name: '错误日志 99' }).textContent).toBe('99')
    for (const hidden of HEADER_CONTROLS) {
      rerender(<HeaderTools shows={(control) => control === hidden} />)
      expect(screen.queryAllByRole('button').length, hidden).toBeLessThanOrEqual(1)
    }
    rerender(<HeaderTools shows={() => false} />)
    expect(screen.queryAllByRole('button')).toEqual([])
    errors.list = []
  })
})

describe('the frame', () => {
  afterEach(() => {
    vi.restoreAllMocks()
    preferences.folded = false
  })

  it('has a large logo with its name beside an expanded sidebar, a small one beside a folded one', async () => {
    preferences.folded = false
    show(<Header onMenu={() => {}} menuOpen={false} />, '/wel/index')
    const logo = screen.getByRole('link', { name: /^Rounds/ })
    const width = () => Number(logo.querySelector('svg')?.getAttribute('width'))
    const large = width()
    expect(logo).toHaveTextContent('Rounds')
    await act(async () => {
      preferences.folded = true
    })
    expect(width()).toBeLessThan(large)
    expect(logo).not.toHaveTextContent('Rounds')
    // home stands fixed before the top menus, whichever there are
    const home = screen.getByRole('link', { name: '首页' })
    expect(home).toHaveAttribute('href', '/wel/index')
    expect(home).toHaveAttribute('aria-current', 'true')
  })

  it('goes to full screen and back', async () => {
    const root = document.documentElement
    root.requestFullscreen = vi.fn(async () => {})
    document.exitFullscreen = vi.fn(async () => {})
    const inFull = (element: Element | null) =>
      act(async () => {
        Object.defineProperty(document, 'fullscreenElement', { configurable: true, value: element })
        document.dispatchEvent(new Event('fullscreenchange'))
      })
    await inFull(null)
    render(<HeaderTools shows={(control) => control === 'fullScreen'} />)
    fireEvent.click(screen.getByRole('button', { name: '全屏' }))
    expect(root.requestFullscreen).toHaveBeenCalledOnce()
    await inFull(root)
    fireEvent.click(screen.getByRole('button', { name: '退出全屏' }))
    expect(document.exitFullscreen).toHaveBeenCalledOnce()
    await inFull(null)
  })

  it.each([
    [1200, 3],
    [1199, 2],
    [992, 2],
    [991, 1],
    [768, 1],
    [767, 0],
  ])('a screen of %i px is of class %i', (px, of) => {
    vi.spyOn(globalThis, 'matchMedia').mockImplementation(
      (query) =>
        ({
          matches: px >= Number(/min-width: (\d+)px/.exec(query)?.[1]),
          addEventListener: () => {},
          removeEventListener: () => {},
        }) as unknown as MediaQueryList,
    )
    expect(renderHook(() => useScreenClass()).result.current).toBe(of)
  })

  it('shows another site inside a page of ours, or in a window of its own where the menu says so', () => {
    const menu: CatalogueMenu = {
      ...{ code: 'help', title: '帮助', alias: '', pinyin: [], icon: 'book', resource: '', children: [] },
      ...{ path: 'https://help.example.com/a?b=1', newWindow: false },
    }
    const { again } = show(<Leaf menu={menu} narrow={false} />)
    const link = () => screen.getByRole('link', { name: '帮助' })
    expect(link()).toHaveAttribute('href', `/myiframe/${encodeURIComponent(menu.path)}`)
    expect(link()).not.toHaveAttribute('target')
    again(<Leaf menu={{ ...menu, newWindow: true }} narrow={false} />)
    expect(link()).toHaveAttribute('href', menu.path)
    expect(link()).toHaveAttribute('target', '_blank')
  })
})
