import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import type { AnyCommand } from '../../../commands/command.ts'
import { always } from '../../../commands/context.ts'
import { createRegistry } from '../../../commands/registry.ts'
import { queryClient } from '../../../src/console/data/queries.ts'
import { openPalette, setRegistry } from '../../../src/console/host/host.ts'
import { loadConsoleWords } from '../../../src/console/i18n/index.ts'
import { PaletteHost, warmPalette } from '../../../src/console/palette/PaletteHost.tsx'
import { GlobalStyle } from '../../../src/console/theme/global.ts'
import { titles } from '../titles.ts'

/** The product's palette over 10,000 commands. `?floor` opens an input whose handler does nothing instead. */
const commands: AnyCommand[] = titles.map((t) => ({
  ...t,
  category: 'navigation',
  icon: 'list',
  when: always,
  selection: 'none',
  run: () => ({ is: 'nothing', why: '' }),
}))
setRegistry(createRegistry(commands))

const root = createRoot(document.getElementById('root') as HTMLElement)
if (location.search === '?floor') {
  root.render(<input id="floor" onInput={() => {}} />)
  requestAnimationFrame(() => {
    document.getElementById('floor')?.focus()
    document.body.setAttribute('data-ready', '1')
  })
} else {
  void loadConsoleWords().then(() => {
    root.render(
      <QueryClientProvider client={queryClient}>
        <GlobalStyle />
        <PaletteHost />
      </QueryClientProvider>,
    )
    warmPalette()
    setTimeout(() => document.body.setAttribute('data-ready', '1'), 600)
  })
  addEventListener('keydown', (e) => {
    if (e.ctrlKey && e.key === 'k') {
      e.preventDefault()
      // with nothing typed, only a scope lists anything: a bench has neither queues nor anything used lately
      openPalette('/')
    }
  })
}
