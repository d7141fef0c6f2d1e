import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useSnapshot } from 'valtio'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadResource } from '../../../src/console/data/domains.ts'
import { registryNow } from '../../../src/console/host/host.ts'
import { QueueScreen } from '../../../src/console/queue/QueueScreen.tsx'
import { MenuHost } from '../../../src/console/ui/MenuHost.tsx'
import { closeMenu, menu, type OpenMenu as OpenMenuOf, openMenu } from '../../../src/console/ui/menu.ts'
import { Toasts } from '../../../src/console/ui/messages/Toasts.tsx'
import { messages, toast } from '../../../src/console/ui/messages/toast.ts'
import type { Catalogue } from '../../../src/model/wire/catalogue.ts'
import { catalogueOf } from '../server/catalogue.ts'
import { orders } from '../server/samples.ts'
import { server } from '../server/server.ts'
import { calm, here, names, ready, stage } from '../stage.tsx'
import { forgetAll } from './openQueue.tsx'

let shown: ReturnType<typeof stage>
const user = userEvent.setup({ delay: null })

beforeEach(async () => {
  server.granted = catalogueOf()
  await loadResource('settlementOrder')
})
beforeEach(forgetAll)
afterEach(() => {
  act(() => closeMenu())
  shown.leave()
  cleanup()
  vi.restoreAllMocks()
})

function OpenMenu() {
  const { open } = useSnapshot(menu)
  return open ? <MenuHost what={open as OpenMenuOf} /> : null
}
const open = async () => {
  server.hold('settlementOrder', orders(6))
  const page = (
    <>
      <QueueScreen queue="settlementOrder" />
      <OpenMenu />
      <Toasts />
    </>
  )
  shown = stage(page, '/desk/queues/settlementOrder', 'queue', server.granted as Catalogue)
  await ready()
  await calm()
}
/** Every single key that decides something somewhere. */
const deciding = () =>
  [...new Set(registryNow().commands.flatMap((c) => (c.category === 'decision' ? (c.keys ?? []) : [])))].filter((k) =>
    /^[a-z]$/.test(k),
  )
const nothingHappened = () => {
  expect(server.decisions).toEqual([])
  expect(here()).toBe('SO1000')
  expect(names()).toHaveLength(6)
}
/** Every deciding key, as it comes to the list while something above it has not got the focus yet. */
const pressedAtList = () => {
  const list = document.querySelector('[role=grid]') as HTMLElement
  for (const key of deciding()) {
    fireEvent.keyDown(list, { key, code: `Key${key.toUpperCase()}` })
    fireEvent.keyUp(list, { key, code: `Key${key.toUpperCase()}` })
  }
}
const inMenu = () => document.activeElement?.closest('[role=menu]') ?? null

/** Everything of a queue that floats and takes keys. */
const floating: Readonly<Record<string, () => Promise<unknown>>> = {
  'the orders of the list': () => user.keyboard('{Alt>}s{/Alt}'),
  'the columns of the list': () => user.keyboard('{Alt>}c{/Alt}'),
  'the menu of a row': async () => fireEvent.contextMenu(document.querySelector('.g-r.here .g-c.name') as Element),
  'the menu of a header': async () => fireEvent.contextMenu(document.querySelectorAll('.g-h')[2] as Element),
  'any other menu': async () =>
    act(() => openMenu({ label: 'm', at: { x: 1, y: 1 }, entries: [{ id: 'x', label: '导出', run: () => {} }] })),
}

describe.each(Object.entries(floating))('%s', (_, float) => {
  it('hears keys from the first moment on, and decides nothing', async () => {
    await open()
    expect(deciding().length).toBeGreaterThan(1)
    await float()
    // while its code is on its way, and when it is shown: a browser gives it the focus later than it shows it
    pressedAtList()
    await waitFor(() => expect(menu.open).not.toBeNull())
    pressedAtList()
    await calm()
    nothingHappened()
    for (const key of deciding()) await user.keyboard(key)
    await waitFor(() => expect(inMenu()).not.toBeNull())
    for (const key of deciding()) await user.keyboard(key)
    // keys that move in the menu do not move in the list behind it
    await user.keyboard('{ArrowDown}{ArrowDown}{PageDown}{End}')
    // nor do its other keys act: no other menu comes in its place
    const { open: opened } = menu
    await user.keyboard('{Alt>}s{/Alt}{Alt>}c{/Alt}')
    await calm()
    nothingHappened()
    expect(opened).not.toBeNull()
    expect(menu.open).toBe(opened)
    const before = shown.search()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(menu.open).toBeNull())
    await calm()
    // Escape has closed the menu alone
    expect(shown.search()).toBe(before)
    nothingHappened()
  })
})

it('a menu is walked by arrows and by typing, and chosen from by Enter', async () => {
  await open()
  act(() => document.querySelector<HTMLElement>('[role=grid]')?.focus())
  const run = vi.fn()
  const entry = (id: string, label: string) => ({ id, label, run: () => run(id) })
  act(() =>
    openMenu({
      label: 'm',
      at: { x: 1, y: 1 },
      entries: [entry('a', 'Amount'), entry('b', 'Created'), entry('c', 'Company')],
    }),
  )
  await waitFor(() => expect(inMenu()).not.toBeNull())
  await user.keyboard('{ArrowDown}{ArrowDown}')
  await waitFor(() => expect(document.activeElement).toHaveTextContent('Created'))
  await user.keyboard('com')
  await waitFor(() => expect(document.activeElement).toHaveTextContent('Company'))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(run.mock.calls).toEqual([['c']]))
  await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('grid'))
})

it('Escape closes a menu that has no focus yet, and nothing else', async () => {
  await open()
  act(() => openMenu({ label: 'm', at: { x: 1, y: 1 }, entries: [{ id: 'x', label: 'x', run: () => {} }] }))
  const search = shown.search()
  fireEvent.keyDown(document.querySelector('[role=grid]') as HTMLElement, { key: 'Escape', code: 'Escape' })
  await waitFor(() => expect(menu.open).toBeNull())
  await calm()
  expect(shown.search()).toBe(search)
  nothingHappened()
})

it('a menu goes with its page', async () => {
  await open()
  act(() => openMenu({ label: 'm', at: { x: 1, y: 1 }, entries: [{ id: 'x', label: 'x', run: () => {} }] }))
  await waitFor(() => expect(inMenu()).not.toBeNull())
  await act(async () => void (await shown.router.navigate('/elsewhere')))
  await waitFor(() => expect(menu.open).toBeNull())
})

it('keys pressed in a message or in the list of messages decide nothing', async () => {
  await open()
  act(() => toast.info('x', { label: () => '查看', run: () => {} }))
  const button = await screen.findByRole('button', { name: '查看' })
  act(() => button.focus())
  for (const key of deciding()) await user.keyboard(key)
  nothingHappened()
  act(() => {
    messages.open = true
  })
  // its code comes with the first time it is opened
  await waitFor(() => expect(document.activeElement?.closest('[data-floating]')).not.toBeNull(), { timeout: 20_000 })
  for (const key of deciding()) await user.keyboard(key)
  await calm()
  nothingHappened()
})
