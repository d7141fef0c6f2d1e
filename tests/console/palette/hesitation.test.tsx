import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useSnapshot } from 'valtio'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildRegistry } from '../../../commands/catalog/build.ts'
import { DEFAULT_KEYMAP, type Keymap } from '../../../commands/keys/keymap.ts'
import { popLayer, providePorts, pushLayer, setContext, setRegistry } from '../../../src/console/host/host.ts'
import { forgetPending, keyState } from '../../../src/console/host/keyState.ts'
import { forgetPresses } from '../../../src/console/host/pressLog.ts'
import { KeysAndPalette } from '../../../src/console/shell/KeysAndPalette.tsx'
import { WhichKey } from '../../../src/console/shell/WhichKey.tsx'
import { paletteState } from '../../../src/console/state/palette.ts'
import { CommandButton } from '../../../src/console/ui/CommandButton.tsx'
import { server } from '../server/server.ts'
import { adminIn, bench, ON_QUEUE } from './bench.tsx'

const done = { is: 'done' } as const
const grid = { move: vi.fn(() => done), section: vi.fn(() => done), toggle: vi.fn(() => done) }
const decide = { decide: vi.fn(async () => ({ is: 'pending' }) as const) }
const shell = { open: vi.fn(() => done), stepBack: vi.fn(() => done) }
let given: () => void

beforeEach(() => {
  vi.clearAllMocks()
  forgetPresses()
  given = providePorts({
    grid,
    decide,
    shell,
    rows: { cursor: () => ({ id: '7', version: 1, settlementStatus: 0 }), ticked: () => [] },
  })
})
afterEach(() => {
  forgetPending()
  paletteState.explainOpen = false
  vi.useRealTimers()
  given()
})

const down = (init: KeyboardEventInit & { keyCode?: number }, target: Element = document.body) =>
  act(() => fireEvent.keyDown(target, init))
const key = (letter: string): KeyboardEventInit => ({ key: letter, code: `Key${letter.toUpperCase()}` })
const digit = (n: string): KeyboardEventInit => ({ key: n, code: `Digit${n}` })
const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** The list while it is due, as the shell has it. */
const Shown = () => (useSnapshot(keyState).shown ? <WhichKey /> : null)

describe('within a sequence', () => {
  const panel = () => screen.queryByRole('status', { name: /之后的按键/ })
  const waits = async () => {
    bench(<Shown />)
    vi.useFakeTimers()
    await down(key('g'))
  }
  it('who stops is shown how it goes on, after 400 ms and not before', async () => {
    await waits()
    await later(399)
    expect(keyState.shown).toBe(false)
    await later(1)
    expect(keyState.shown).toBe(true)
    expect(panel()).toHaveTextContent('审核工作台')
    expect(keyState.next.find((n) => n.rest === 'q')?.title).toBe('审核工作台')
  })

  it('it stays for who reads it, and the next key takes it away', async () => {
    await waits()
    await later(20_000)
    expect(keyState).toMatchObject({ shown: true, pending: 'g' })
    await down(key('q'))
    expect(shell.open).toHaveBeenCalledWith('/desk/queues', false)
    expect(keyState).toMatchObject({ shown: false, pending: '' })
  })

  it('Escape and a click take it away, and do nothing else', async () => {
    await waits()
    await later(400)
    await down({ key: 'Escape', code: 'Escape' })
    expect(keyState).toMatchObject({ shown: false, pending: '' })
    expect(shell.stepBack).not.toHaveBeenCalled()
    await down(key('g'))
    await later(400)
    act(() => void fireEvent.pointerDown(document.body))
    expect(keyState).toMatchObject({ shown: false, pending: '' })
  })

  it('a continuation is chosen with the mouse, too', async () => {
    await waits()
    await later(400)
    const queues = screen.getByRole('button', { name: /审核工作台/ })
    fireEvent.pointerDown(queues)
    act(() => void fireEvent.click(queues))
    expect(shell.open).toHaveBeenCalledWith('/desk/queues', false)
    expect(keyState.pending).toBe('')
  })

  it('a fast typist never sees it', async () => {
    await waits()
    await later(100)
    await down(key('q'))
    await later(1000)
    expect(keyState.shown).toBe(false)
    expect(shell.open).toHaveBeenCalledTimes(1)
  })

  it('is drawn by the shell', async () => {
    server.granted = adminIn()
    setContext({ ...ON_QUEUE })
    act(() => void render(<KeysAndPalette />))
    await down(key('g'))
    await waitFor(() => expect(panel()).toBeInTheDocument())
    await down({ key: 'Escape', code: 'Escape' })
    await waitFor(() => expect(panel()).toBeNull())
  })
})

describe('numbers', () => {
  const moves = async (...keys: (KeyboardEventInit & { keyCode?: number })[]) => {
    for (const one of keys) await down(one)
  }
  it('5j, 12k and 3 Shift+J go so far', async () => {
    bench()
    setContext({ previewOpen: false })
    await moves(digit('5'), key('j'))
    expect(grid.move).toHaveBeenLastCalledWith(5, false)
    await moves(digit('1'), digit('2'), key('k'))
    expect(grid.move).toHaveBeenLastCalledWith(-12, false)
    await moves(digit('3'), { key: 'Shift', shiftKey: true }, { ...key('J'), shiftKey: true })
    expect(grid.move).toHaveBeenLastCalledWith(3, true)
    await moves(key('j'))
    expect(grid.move).toHaveBeenLastCalledWith(1, false)
  })

  it('a digit beside an open record is its section where no move follows', async () => {
    bench()
    vi.useFakeTimers()
    await moves(digit('3'))
    expect(keyState.pending).toBe('3')
    await later(399)
    expect(grid.section).not.toHaveBeenCalled()
    await later(1)
    expect(grid.section).toHaveBeenCalledWith(3)
    await moves(digit('3'), key('j'))
    expect(grid.move).toHaveBeenCalledWith(3, false)
    await later(1000)
    expect(grid.section).toHaveBeenCalledTimes(1)
  })

  it('what is no move comes after the section, and a click does not lose it', async () => {
    bench()
    const order: string[] = []
    grid.section.mockImplementation(() => {
      order.push('section')
      return done
    })
    decide.decide.mockImplementation(async () => {
      order.push('decide')
      return { is: 'pending' }
    })
    await moves(digit('2'), key('a'))
    await waitFor(() => expect(order).toEqual(['section', 'decide']))
    await moves(digit('2'))
    act(() => void fireEvent.pointerDown(document.body))
    expect(grid.section).toHaveBeenCalledTimes(2)
  })

  it('in the record itself it is the section at once', async () => {
    bench(<section data-focus="detail" data-testid="detail" tabIndex={-1} />)
    await down(digit('3'), screen.getByTestId('detail'))
    expect(grid.section).toHaveBeenCalledWith(3)
  })
})

describe('own keys', () => {
  const own = (map: Partial<Keymap>) =>
    act(() => setRegistry(buildRegistry(adminIn(), 'zh', { ...DEFAULT_KEYMAP, ...map })))

  it('show at once on buttons and in the key sheet, and are the ones that work', async () => {
    bench(<CommandButton id="settlementOrder.audit.pass" />)
    const button = () => screen.getByRole('button', { name: /审核通过/ })
    expect(button()).toHaveTextContent('a')
    own({ bindings: { '*.a': ['p'] } })
    expect(button()).toHaveTextContent('p')
    expect(button()).toHaveAttribute('aria-keyshortcuts', 'P')
    expect(button().title).toContain('(p)')
    await down(key('a'))
    expect(decide.decide).not.toHaveBeenCalled()
    await down(key('p'))
    expect(decide.decide).toHaveBeenCalledTimes(1)
    await down({ key: '?', code: 'Slash', shiftKey: true })
    const sheet = await screen.findByRole('dialog', { name: '快捷键一览' })
    await waitFor(() =>
      expect(sheet.querySelector('[data-command="settlementOrder.audit.pass"] kbd')).toHaveTextContent('p'),
    )
  })

  it('reasons name them, too', async () => {
    bench(<CommandButton id="settlementOrder.audit.pass.batch" />)
    const button = screen.getByRole('button')
    await waitFor(() => expect(button.title).toContain('请先勾选行（x）'))
    own({ bindings: { 'grid.toggle': ['alt+t'] } })
    await waitFor(() => expect(button.title).toContain('请先勾选行（Alt+T）'))
  })

  it('with single characters off no letter decides, Alt does, behind an input method, too', async () => {
    bench()
    own({ characters: false })
    await down(key('a'))
    await down({ key: 'Process', code: 'KeyA', keyCode: 229 })
    expect(decide.decide).not.toHaveBeenCalled()
    await down({ ...key('a'), altKey: true })
    expect(decide.decide).toHaveBeenCalledTimes(1)
    await down({ key: 'Process', code: 'KeyA', keyCode: 229, altKey: true })
    expect(decide.decide).toHaveBeenCalledTimes(2)
  })
})

describe('why a key did nothing', () => {
  const explained = async () => {
    await down({ key: '/', code: 'Slash', altKey: true })
    return screen.findByRole('dialog', { name: '为什么没反应' })
  }
  it('says what ran, and of what did not each candidate with its reason', async () => {
    bench(<input aria-label="field" />)
    await down(key('j'))
    const free = pushLayer()
    await down(key('a'))
    free()
    popLayer()
    await down(key('a'), screen.getByLabelText('field'))
    await down({ ...key('b'), isComposing: true }, screen.getByLabelText('field'))
    setContext({ screen: 'table', queue: '', view: '' })
    await down(key('r'))
    await down({ key: 'ü', code: 'Quote' })
    const dialog = await explained()
    await waitFor(() => expect(dialog).toHaveTextContent('执行了“下一行”'))
    expect(dialog).toHaveTextContent('有对话框打开着，页面上的键不起作用')
    expect(dialog).toHaveTextContent('输入法正在组字')
    expect(dialog).toHaveTextContent('用这个键的命令都不在此处')
    expect(dialog).toHaveTextContent('没有命令用这个键')
    expect(dialog).toHaveTextContent('审核驳回')
  })

  it('a command that is disabled says why', async () => {
    given()
    given = providePorts({
      decide,
      rows: { cursor: () => ({ id: '7', version: 1, settlementStatus: 6 }), ticked: () => [] },
    })
    bench()
    await down(key('a'))
    const dialog = await explained()
    await waitFor(() => expect(dialog).toHaveTextContent('但未执行：当前状态不允许该操作'))
  })

  it('what is typed into a password stays unknown, of other text the last key alone is kept', async () => {
    bench(
      <>
        <input type="password" aria-label="secret" />
        <input aria-label="field" />
      </>,
    )
    await down(key('x'), screen.getByLabelText('secret'))
    for (const letter of 'clear') await down(key(letter), screen.getByLabelText('field'))
    const dialog = await explained()
    await waitFor(() => expect(dialog.querySelectorAll('ol > li')).toHaveLength(1))
    expect(dialog.querySelector('h3 kbd')).toHaveTextContent('r')
  })
})
