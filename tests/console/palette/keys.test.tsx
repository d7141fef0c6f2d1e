import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRegistry } from '../../../commands/registry.ts'
import { focusOf, isEditable, ownedBy } from '../../../src/console/host/focus.ts'
import {
  popLayer,
  providePorts,
  pushLayer,
  registryNow,
  setContext,
  setRegistry,
  touchRows,
} from '../../../src/console/host/host.ts'
import { keyState } from '../../../src/console/host/keyState.ts'
import { CommandButton } from '../../../src/console/ui/CommandButton.tsx'
import { bench } from './bench.tsx'

const row = (settlementStatus: number) => ({ id: '7', version: 1, settlementStatus })
const done = { is: 'done' } as const
const grid = { move: vi.fn(() => done), toggle: vi.fn(() => done), open: vi.fn(() => done) }
const decide = { decide: vi.fn(async () => ({ is: 'pending' }) as const) }
const shell = { open: vi.fn(() => done), stepBack: vi.fn(() => done) }
let given: () => void
let cursor = row(0)

beforeEach(() => {
  vi.clearAllMocks()
  cursor = row(0)
  given = providePorts({ grid, decide, shell, rows: { cursor: () => cursor, ticked: () => [] } })
})
afterEach(() => given())

const down = (target: Element, init: KeyboardEventInit & { keyCode?: number }) => fireEvent.keyDown(target, init)
const key = (letter: string): KeyboardEventInit => ({ key: letter, code: `Key${letter.toUpperCase()}` })

describe('keys of the page', () => {
  it('moves, decides, and says it was used', () => {
    bench()
    expect(down(document.body, key('j'))).toBe(false)
    expect(grid.move).toHaveBeenCalledWith(1, false)
    down(document.body, key('a'))
    expect(decide.decide).toHaveBeenCalledWith('settlementOrder', 'audit.pass', { detailed: false, batch: false })
  })

  it('a decision that cannot start in the row’s state does nothing and says why', async () => {
    const { said } = bench()
    cursor = row(5)
    down(document.body, key('a'))
    await waitFor(() => expect(said.at(-1)?.outcome).toEqual({ is: 'nothing', why: '当前状态不允许该操作' }))
    expect(decide.decide).not.toHaveBeenCalled()
  })

  it('a key of a decision and of another command does nothing for both and names them', async () => {
    const { said } = bench()
    const ids = ['settlementOrder.audit.pass', 'queue.hold']
    setRegistry(
      createRegistry(
        registryNow().commands.map((c) => (ids.includes(c.id) ? { ...c, keys: ['a'], ownKeys: true } : c)),
      ),
    )
    down(document.body, key('a'))
    await waitFor(() => expect(said.at(-1)?.outcome.is).toBe('nothing'))
    expect(JSON.stringify(said.at(-1)?.outcome)).toMatch(/按键 a 在此处对应多个命令，因此未执行：.+、.+/)
    expect(decide.decide).not.toHaveBeenCalled()
  })

  it('held decisions fire once, held cursor moves go on', () => {
    bench()
    down(document.body, key('a'))
    down(document.body, { ...key('a'), repeat: true })
    expect(decide.decide).toHaveBeenCalledTimes(1)
    down(document.body, key('j'))
    down(document.body, { ...key('j'), repeat: true })
    expect(grid.move).toHaveBeenCalledTimes(2)
  })

  it('shows an unfinished sequence, then hides', async () => {
    bench()
    down(document.body, key('g'))
    expect(keyState.pending).toBe('g')
    expect(keyState.next.map((n) => n.keys)).toContain('g q')
    down(document.body, key('q'))
    expect(shell.open).toHaveBeenCalledWith('/desk/queues', false)
    expect(keyState.pending).toBe('')
  })

  it('a letter that means nothing here says so once, and what there is instead', async () => {
    const { said } = bench()
    const words = () => said.flatMap(({ outcome }) => (outcome.is === 'nothing' ? [outcome.why] : []))
    down(document.body, key('t'))
    await waitFor(() => expect(words()).toEqual(['按键 t 在此处没有作用；可用：a 审核通过、r 审核驳回']))
    for (let n = 0; n < 3; n++) down(document.body, key('t'))
    setContext({ view: 'toSettle' })
    down(document.body, key('w'))
    await waitFor(() => expect(words()).toHaveLength(2))
    expect(words()).toHaveLength(2)
    expect(decide.decide).not.toHaveBeenCalled()
    // in a list decisions have no keys: where they do is said
    setContext({ screen: 'table', queue: '', view: '' })
    down(document.body, key('a'))
    await waitFor(() => expect(words().at(-1)).toBe('“审核通过”在此处没有快捷键，请用按钮或命令面板'))
  })

  it('is dead behind a dialog, and alive again after it', () => {
    bench()
    const back = pushLayer()
    for (const k of ['a', 'j', 'r', 'z', 'x']) down(document.body, key(k))
    down(document.body, { key: 'Escape', code: 'Escape' })
    expect(decide.decide).not.toHaveBeenCalled()
    expect(grid.move).not.toHaveBeenCalled()
    expect(shell.stepBack).not.toHaveBeenCalled()
    back()
    back()
    down(document.body, key('j'))
    expect(grid.move).toHaveBeenCalledTimes(1)
  })

  it('an Escape that closed a dialog on its way does not step back as well', () => {
    bench()
    pushLayer()
    const close = () => popLayer()
    document.addEventListener('keydown', close, { capture: true, once: true })
    down(document.body, { key: 'Escape', code: 'Escape' })
    expect(shell.stepBack).not.toHaveBeenCalled()
    down(document.body, { key: 'Escape', code: 'Escape' })
    expect(shell.stepBack).toHaveBeenCalledTimes(1)
  })

  it('an Escape that closed an open list on its way does not step back as well', () => {
    bench(<input role="combobox" aria-label="field" aria-expanded="true" aria-controls="none" />)
    const field = screen.getByLabelText('field')
    const close = () => field.setAttribute('aria-expanded', 'false')
    document.addEventListener('keydown', close, { capture: true, once: true })
    down(field, { key: 'Escape', code: 'Escape' })
    expect(shell.stepBack).not.toHaveBeenCalled()
    down(field, { key: 'Escape', code: 'Escape' })
    expect(shell.stepBack).toHaveBeenCalledTimes(1)
  })

  it('letters typed into a field stay there; Escape and Ctrl+K work', async () => {
    bench(<input aria-label="field" />)
    const field = screen.getByLabelText('field')
    for (const k of ['a', 'j', 'g', 'q']) expect(down(field, key(k))).toBe(true)
    expect(decide.decide).not.toHaveBeenCalled()
    down(field, { key: 'Escape', code: 'Escape' })
    expect(shell.stepBack).toHaveBeenCalledTimes(1)
  })

  it('an input method: ignored in a field, understood on the page', () => {
    bench(<input aria-label="field" />)
    const field = screen.getByLabelText('field')
    down(field, { key: 'Escape', code: 'Escape', isComposing: true })
    down(field, { key: 'Process', code: 'Escape', keyCode: 229 })
    expect(shell.stepBack).not.toHaveBeenCalled()
    fireEvent.compositionEnd(field)
    down(field, { key: 'Escape', code: 'Escape' })
    expect(shell.stepBack).not.toHaveBeenCalled()
    down(document.body, { key: 'Process', code: 'KeyA', keyCode: 229 })
    expect(decide.decide).toHaveBeenCalledTimes(1)
  })

  it('Enter on a focused button belongs to the button; letters do not', () => {
    bench(<button type="button">b</button>)
    const button = screen.getByText('b')
    button.focus()
    expect(down(button, { key: 'Enter', code: 'Enter' })).toBe(true)
    expect(grid.open).not.toHaveBeenCalled()
    down(button, key('j'))
    expect(grid.move).toHaveBeenCalled()
  })

  it('ignores a key that a nearer handler has used', () => {
    bench(<button type="button" data-testid="near" onKeyDown={(e) => e.preventDefault()} />)
    down(screen.getByTestId('near'), key('a'))
    expect(decide.decide).not.toHaveBeenCalled()
  })
})

describe('where the keyboard is', () => {
  const at = (html: string): Element => {
    document.body.innerHTML = html
    return document.querySelector('[data-here]') as Element
  }
  it.each([
    ['<div role="grid"><div role="row" data-here></div></div>', 'grid', false, 'nothing'],
    ['<div role="dialog"><div role="grid"><button data-here></button></div></div>', 'widget', false, 'activation'],
    ['<div role="menu"><div role="menuitem" data-here></div></div>', 'widget', false, 'activation'],
    ['<ul role="listbox"><li role="option" data-here></li></ul>', 'widget', false, 'activation'],
    ['<ul role="tree"><li role="treeitem" data-here></li></ul>', 'widget', false, 'nothing'],
    ['<input role="combobox" aria-expanded="true" data-here>', 'widget', true, 'nothing'],
    ['<input role="combobox" aria-expanded="false" data-here>', 'input', true, 'nothing'],
    ['<input type="checkbox" data-here>', 'page', false, 'activation'],
    ['<input type="date" data-here>', 'input', true, 'nothing'],
    ['<textarea data-here></textarea>', 'input', true, 'nothing'],
    ['<select data-here></select>', 'input', true, 'nothing'],
    ['<div contenteditable="true"><b data-here></b></div>', 'input', true, 'nothing'],
    ['<section data-focus="detail"><p data-here></p></section>', 'detail', false, 'movement'],
    ['<section data-focus="detail"><a href="#" data-here></a></section>', 'detail', false, 'both'],
    ['<div role="tablist"><button role="tab" data-here></button></div>', 'page', false, 'both'],
    ['<p data-here></p>', 'page', false, 'nothing'],
  ])('%s is %s', (html, focus, editable, owns) => {
    const here = at(html)
    expect(focusOf(here)).toBe(focus)
    expect(isEditable(here)).toBe(editable)
    expect(ownedBy(here)).toBe(owns)
  })
})

describe('CommandButton', () => {
  it('shows title and key, runs, and is disabled with the command', async () => {
    bench(<CommandButton id="settlementOrder.audit.pass" />)
    const button = screen.getByRole('button', { name: /审核通过/ })
    expect(button).toHaveTextContent('a')
    expect(button).toHaveAttribute('aria-keyshortcuts', 'A')
    expect(button).not.toHaveAttribute('aria-disabled')
    fireEvent.click(button)
    await waitFor(() => expect(decide.decide).toHaveBeenCalledTimes(1))
    cursor = row(6)
    touchRows()
    await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'true'))
    expect(button.title).toContain('当前状态不允许该操作')
    fireEvent.click(button)
    expect(decide.decide).toHaveBeenCalledTimes(1)
  })

  it('does not take the focus, and does not vanish while a dialog is open', async () => {
    bench(<CommandButton id="queue.hold" />)
    const button = screen.getByRole('button', { name: /搁置/ })
    expect(fireEvent.mouseDown(button)).toBe(false)
    pushLayer()
    await waitFor(() => expect(screen.getByRole('button', { name: /搁置/ })).not.toHaveAttribute('aria-disabled'))
    popLayer()
    setContext({ screen: 'home' })
    await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'true'))
  })

  it('is not there without the command', () => {
    const { container } = bench(<CommandButton id="nobody.may" />)
    expect(container.querySelector('button')).toBeNull()
  })
})
