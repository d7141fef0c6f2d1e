import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildRegistry } from '../../../commands/catalog/build.ts'
import { learnNames } from '../../../commands/catalog/spoken.ts'
import { printKeymap } from '../../../commands/keys/keymapJson.ts'
import { session } from '../../../src/console/data/session.ts'
import { registryNow, setContext, setRegistry } from '../../../src/console/host/host.ts'
import { KeymapScreen } from '../../../src/console/screens/keymap/KeymapScreen.tsx'
import { keymapState, loadKeymap, saveKeymap } from '../../../src/console/state/keymap.ts'
import { CommandButton } from '../../../src/console/ui/CommandButton.tsx'
import { Keys } from '../../../src/console/ui/Keys.tsx'
import { messages } from '../../../src/console/ui/messages/toast.ts'
import { adminIn } from '../palette/bench.tsx'
import { server } from '../server/server.ts'

// as the palette does
learnNames()

const WHO = '000000.7'
const user = userEvent.setup({ delay: null })

/** The screen with the registry that follows the person's keys, as the shell has it. */
function Stage() {
  const { map } = useSnapshot(keymapState)
  setRegistry(buildRegistry(adminIn(), 'zh', map))
  return (
    <MemoryRouter>
      <Keys />
      <CommandButton id="grid.reload" />
      <KeymapScreen />
    </MemoryRouter>
  )
}

const grid = () => screen.getByRole('grid')
const row = (id: string) => document.querySelector(`[role=row][data-command="${id}"]`) as HTMLElement
const caps = (id: string) => row(id).querySelector('.keys')?.textContent
const findBox = () => screen.getByPlaceholderText('按名称、拼音或命令查找')
const bound = () => keymapState.map.bindings
const kept = () => localStorage.getItem(`rounds.keymap.${WHO}`) ?? ''
const down = (init: KeyboardEventInit) =>
  act(() => void fireEvent.keyDown(document.activeElement ?? document.body, init))
const letter = (key: string, more: KeyboardEventInit = {}) => down({ key, code: `Key${key.toUpperCase()}`, ...more })
/** A letter pressed at a time of its own, however slow the machine is, ms. */
const stamped = (key: string, at: number) => {
  const init = { key, code: `Key${key.toUpperCase()}`, bubbles: true, cancelable: true }
  const event = new KeyboardEvent('keydown', init)
  Object.defineProperty(event, 'timeStamp', { value: 5000 + at })
  act(() => void (document.activeElement ?? document.body).dispatchEvent(event))
}
const enter = () => down({ key: 'Enter', code: 'Enter' })

async function open(text = '') {
  act(() => void render(<Stage />))
  await screen.findByRole('grid')
  if (text) await find(text)
}
async function find(text: string) {
  fireEvent.change(findBox(), { target: { value: text } })
  await act(async () => {})
}
/** Opens the recorder of a command by double click. */
async function change(id: string) {
  fireEvent.doubleClick(row(id))
  const dialog = await screen.findByRole('dialog')
  await waitFor(() => expect(within(dialog).getByRole('group', { name: '请按键' })).toHaveFocus())
  return dialog
}

beforeEach(() => {
  server.granted = adminIn()
  session.tenantId = '000000'
  session.userId = '7'
  localStorage.clear()
  loadKeymap(WHO)
  setContext({ screen: 'other', signedIn: true, layers: 0, palette: false, focus: 'page' })
})
afterEach(() => loadKeymap(''))

describe('the table', () => {
  it('is found in by name, pinyin and keys, and draws what is seen of it', async () => {
    await open()
    expect(document.querySelectorAll('[role=row]').length).toBeLessThan(60)
    expect(Number(grid().getAttribute('aria-rowcount'))).toBeGreaterThan(500)
    await find('shuaxin')
    expect(row('grid.reload')).toBeInTheDocument()
    expect(caps('grid.reload')).toContain('u')
    await find('')
    await user.click(screen.getByRole('button', { name: /按键查找/ }))
    stamped('g', 0)
    stamped('q', 300)
    await waitFor(() => expect(row('nav./desk/queues')).toBeInTheDocument())
    expect(document.querySelectorAll('[role=row][data-command]')).toHaveLength(1)
    await down({ key: 'Escape', code: 'Escape' })
    await waitFor(() => expect(document.querySelectorAll('[role=row][data-command]').length).toBeGreaterThan(5))
  })

  it('names families before their commands', async () => {
    await open('所有按')
    expect(row('*.a')).toHaveTextContent('所有按 a 处理的决定')
    expect(caps('*.r')).toContain('r')
  })
})

describe('changing keys', () => {
  it('by pressing: Enter accepts, and every surface shows it at once', async () => {
    await open('grid.reload')
    await change('grid.reload')
    await letter('Q', { shiftKey: true })
    await enter()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(bound()).toEqual({ 'grid.reload': ['shift+q'] })
    expect(caps('grid.reload')).toContain('Shift+Q')
    expect(row('grid.reload')).toHaveTextContent('已修改')
    expect(registryNow().get('grid.reload')?.keys).toEqual(['shift+q'])
    expect(JSON.parse(kept()).bindings).toEqual({ 'grid.reload': ['shift+q'] })
    loadKeymap('')
    expect(bound()).toEqual({})
    loadKeymap(WHO)
    expect(bound()).toEqual({ 'grid.reload': ['shift+q'] })
  })

  it('Escape changes nothing; a second stroke within a second makes a sequence, a later one begins anew', async () => {
    await open('grid.reload')
    await change('grid.reload')
    await letter('q')
    await down({ key: 'Escape', code: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(bound()).toEqual({})
    const dialog = await change('grid.reload')
    stamped('y', 0)
    stamped('g', 1500)
    stamped('w', 1900)
    await waitFor(() => expect(dialog.querySelector('.box')).toHaveTextContent('gw'))
    await enter()
    await waitFor(() => expect(bound()).toEqual({ 'grid.reload': ['g w'] }))
  })

  it('no key pressed meanwhile does what it does on the page', async () => {
    await open('grid.reload')
    await change('grid.reload')
    await down({ key: '?', code: 'Slash', shiftKey: true })
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
  })

  it('a conflict is named with both titles and saved only when the other gives up its key', async () => {
    await open('grid.reload')
    const dialog = await change('grid.reload')
    await letter('x')
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('“刷新”与“勾选当前行”会同时生效：x')
    await enter()
    expect(bound()).toEqual({})
    const take = within(dialog).getByRole('button', { name: /从对方去掉并确认/ })
    expect(take).toHaveFocus()
    await user.click(take)
    await waitFor(() => expect(bound()).toEqual({ 'grid.reload': ['x'], 'grid.toggle': [] }))
  })

  it('a prefix of another command is a conflict, too', async () => {
    await open('grid.reload')
    const dialog = await change('grid.reload')
    await letter('g')
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('会互相等待')
  })

  it.each([
    [{ key: 'w', code: 'KeyW', ctrlKey: true }, 'Ctrl+W', '浏览器用它关闭标签页或窗口'],
    [{ key: 't', code: 'KeyT', ctrlKey: true }, 'Ctrl+T', '浏览器用它打开或切换标签页'],
    [{ key: 'n', code: 'KeyN', ctrlKey: true }, 'Ctrl+N', '浏览器或系统用它打开或切换窗口'],
    [{ key: 'F5', code: 'F5' }, 'F5', '浏览器用它刷新页面'],
  ])('%o is refused with the reason', async (init, keys, why) => {
    await open('grid.reload')
    const dialog = await change('grid.reload')
    await down(init)
    const alert = await within(dialog).findByRole('alert')
    expect(alert).toHaveTextContent(keys)
    expect(alert).toHaveTextContent(why)
    await enter()
    expect(bound()).toEqual({})
  })

  it('what works in text fields takes no letter', async () => {
    await open('session.language')
    const dialog = await change('session.language')
    await letter('q')
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('须带 Ctrl 或 Alt')
    await enter()
    expect(bound()).toEqual({})
  })

  it('by keyboard alone: arrows, Enter, + for another, Delete, Backspace', async () => {
    await open('grid.reload')
    findBox().focus()
    await down({ key: 'ArrowDown', code: 'ArrowDown' })
    expect(grid()).toHaveFocus()
    await down({ key: '+', code: 'Equal', shiftKey: true })
    await screen.findByRole('dialog')
    await waitFor(() => expect(screen.getByRole('group', { name: '请按键' })).toHaveFocus())
    await letter('Q', { shiftKey: true })
    await enter()
    await waitFor(() => expect(bound()).toEqual({ 'grid.reload': ['u', 'shift+q'] }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    act(() => grid().focus())
    await down({ key: 'Delete', code: 'Delete' })
    await waitFor(() => expect(bound()).toEqual({ 'grid.reload': [] }))
    expect(caps('grid.reload')).toContain('无')
    await down({ key: 'Backspace', code: 'Backspace' })
    await waitFor(() => expect(bound()).toEqual({}))
  })

  it('by mouse alone: chosen from a list, removed by its cross, reset', async () => {
    await open('grid.reload')
    await user.click(within(row('grid.reload')).getByRole('button', { name: '改键' }))
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('checkbox', { name: 'Alt' }))
    await user.selectOptions(within(dialog).getByRole('combobox', { name: '键' }), 'r')
    await user.click(within(dialog).getByRole('button', { name: '加入' }))
    await user.click(within(dialog).getByRole('button', { name: /^确认/ }))
    await waitFor(() => expect(bound()).toEqual({ 'grid.reload': ['alt+r'] }))
    await user.click(within(row('grid.reload')).getByRole('button', { name: '去掉按键 Alt+R' }))
    await waitFor(() => expect(bound()).toEqual({ 'grid.reload': [] }))
    await user.click(within(row('grid.reload')).getByRole('button', { name: '恢复' }))
    await waitFor(() => expect(bound()).toEqual({}))
  })

  it('the palette keeps its key, and gets others beside it', async () => {
    await open('palette.open')
    expect(within(row('palette.open')).queryByRole('button', { name: /去掉按键/ })).toBeNull()
    await change('palette.open')
    await letter('o', { ctrlKey: true })
    await enter()
    await waitFor(() => expect(registryNow().get('palette.open')?.keys).toEqual(['mod+k', 'mod+o']))
  })
})

describe('the whole of the keys', () => {
  it('a preset and the switch of single characters are in force at once', async () => {
    await open('grid.first')
    await user.click(screen.getByRole('button', { name: '类 Vim' }))
    await waitFor(() => expect(caps('grid.first')).toContain('g g'))
    await user.click(screen.getByRole('checkbox', { name: '单字符键' }))
    await waitFor(() => expect(registryNow().get('settlementOrder.audit.pass')?.keys).toEqual(['alt+a']))
    expect(JSON.parse(kept())).toMatchObject({ preset: 'vim', characters: false })
  })

  it('import shows what would change before it does, and names what it cannot read', async () => {
    await open('grid.reload')
    await user.click(screen.getByRole('button', { name: '导入' }))
    const dialog = await screen.findByRole('dialog')
    const text = within(dialog).getByRole('textbox', { name: '快捷键 JSON' })
    fireEvent.change(text, { target: { value: '{"bindings": {"grid.reload": ["q"],' } })
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('不是 JSON')
    const map = {
      preset: 'default',
      characters: true,
      bindings: { 'grid.reload': ['shift+q', 'mod+w'], 'gone.one': ['b'] },
    }
    fireEvent.change(text, { target: { value: JSON.stringify(map) } })
    await waitFor(() => expect(within(dialog).getByRole('alert')).toHaveTextContent('mod+w 被浏览器或系统占用'))
    expect(dialog).toHaveTextContent('1 处改变')
    expect(dialog).toHaveTextContent('1 个命令您没有，保留备用')
    expect(bound()).toEqual({})
    await user.click(within(dialog).getByRole('button', { name: '使用这些按键' }))
    await waitFor(() => expect(bound()).toEqual({ 'grid.reload': ['shift+q'], 'gone.one': ['b'] }))
  })

  it('kept keys that cannot be read are named, and kept beside the new ones', async () => {
    localStorage.setItem(`rounds.keymap.${WHO}`, '{"preset": "vim", "bindings": {"grid.reload": ["hyper+v"]}}')
    loadKeymap(WHO)
    await open('grid.reload')
    expect(screen.getByText(/保存的快捷键有 1 处读不懂/)).toBeInTheDocument()
    expect(keymapState.map.preset).toBe('vim')
    act(() => saveKeymap({ ...keymapState.map, bindings: { 'grid.reload': ['q'] } }))
    expect(localStorage.getItem(`rounds.keymap.${WHO}.unread`)).toContain('hyper+v')
    expect(kept()).toBe(printKeymap(keymapState.map))
    await waitFor(() => expect(screen.queryByText(/读不懂/)).toBeNull())
  })

  it('reset all asks, and leaves the preset', async () => {
    saveKeymap({ preset: 'vim', characters: true, bindings: { 'grid.reload': ['q'] } })
    await open('grid.reload')
    await user.click(screen.getByRole('button', { name: '全部恢复' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /确定/ }))
    await waitFor(() => expect(bound()).toEqual({}))
    expect(keymapState.map.preset).toBe('vim')
  })

  it('what was reset comes back, but asks where another command has its key by now', async () => {
    saveKeymap({ ...keymapState.map, bindings: { 'grid.reload': ['q'] } })
    await open('grid.reload')
    await user.click(screen.getByRole('button', { name: '全部恢复' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /确定/ }))
    await waitFor(() => expect(bound()).toEqual({}))
    act(() => saveKeymap({ ...keymapState.map, bindings: { 'grid.toggle': ['q'] } }))
    const undo = messages.list[0]?.action
    await act(async () => void undo?.run())
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: '取消' }))
    expect(bound()).toEqual({ 'grid.toggle': ['q'] })
    await act(async () => void undo?.run())
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /从对方去掉并确认/ }))
    await waitFor(() => expect(bound()['grid.reload']).toEqual(['q']))
    expect(bound()['grid.toggle']).not.toContain('q')
  })
})
