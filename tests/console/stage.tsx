import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import type { ReactElement } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { vi } from 'vitest'
import { queryClient } from '../../src/console/data/queries.ts'
import { onOutcome, providePorts, setContext, setRegistry } from '../../src/console/host/host.ts'
import { Keys } from '../../src/console/ui/Keys.tsx'
// Loaded with the first question in the browser; here there is no idle moment to fetch it ahead.
import '../../src/console/forms/dialogs/DecisionDialog.tsx'
import { showOutcomeOf } from '../../src/console/shell/ports.ts'
import { setRouter } from '../../src/console/state/url.ts'
import { stepBack } from '../../src/console/ui/stepBack.ts'
import type { Catalogue } from '../../src/model/wire/catalogue.ts'
import { registryOf } from './registries.ts'
import { server } from './server/server.ts'

// The first test of a file loads the whole screen with it; on a machine with other work that takes its time.
vi.setConfig({ testTimeout: 40_000 })

/** Puts a screen on the stage, with the keyboard and the surfaces that say outcomes. */
export function stage(
  ui: ReactElement,
  path: string,
  kind: 'queue' | 'table' | 'steps' | 'home',
  with_: Catalogue,
  resource = 'settlementOrder',
) {
  setRegistry(registryOf(with_))
  setContext({
    screen: kind,
    ...(kind === 'table' ? { resource } : {}),
    signedIn: true,
    layers: 0,
    palette: false,
    focus: 'page',
  })
  const router = createMemoryRouter([{ path: '*', element: ui }], { initialEntries: [path] })
  setRouter(router)
  const stops = [
    onOutcome(showOutcomeOf),
    providePorts({ shell: { stepBack: () => (stepBack() ? { is: 'done' } : { is: 'cancelled' }) } }),
  ]
  const view = render(
    <QueryClientProvider client={queryClient}>
      <Keys />
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return {
    ...view,
    router,
    search: () => router.state.location.search,
    leave: () => {
      view.unmount()
      for (const stop of stops) stop()
      setRouter(null)
      router.dispose()
    },
  }
}

export const grid = () => screen.getByRole('grid')
/** Names of the rows on the screen, in order. */
export const names = (): string[] => [...document.querySelectorAll('.g-r .g-c.name')].map((c) => c.textContent ?? '')
/** The name of the row under the cursor. */
export const here = (): string => document.querySelector('.g-r.here .g-c.name')?.textContent ?? ''
export const position = (): string => document.querySelector('[data-position]')?.textContent ?? ''
export const ready = () => waitFor(() => expectReady())
const expectReady = () => {
  if (!document.querySelector('main[data-ready] .g-r .g-c.name')?.textContent) throw new Error('not ready')
}

const pause = (ms: number) => act(async () => new Promise((r) => setTimeout(r, ms)))

/**
 * Waits until nothing moves any more: `ms` at least, then until the page and what was sent stay the same three times in
 * a row, however slow the machine is.
 */
export async function calm(ms = 30): Promise<void> {
  const picture = () => `${server.decisions.length} ${document.body.innerHTML}`
  await pause(ms)
  let before = picture()
  for (let same = 0; same < 3; ) {
    await pause(10)
    const now = picture()
    same = now === before ? same + 1 : 0
    before = now
  }
}
