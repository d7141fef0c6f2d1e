import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { viewPlaces } from '../../../commands/catalog/savedViews.ts'
import type { AnyCommand } from '../../../commands/command.ts'
import { always } from '../../../commands/context.ts'
import { createRegistry } from '../../../commands/registry.ts'
import { queryClient } from '../../../src/console/data/queries.ts'
import { openPalette, setRegistry } from '../../../src/console/host/host.ts'
import { loadConsoleWords } from '../../../src/console/i18n/index.ts'
import { PaletteHost, warmPalette } from '../../../src/console/palette/PaletteHost.tsx'
import { GlobalStyle } from '../../../src/console/theme/global.ts'
import type { Catalogue } from '../../../src/model/wire/catalogue.ts'
import { savedViews } from '../savedViews.ts'
import { titles } from '../titles.ts'

/** The product's palette over 10,000 commands and 200 saved views. `?floor` opens an input whose handler does nothing instead. */
const others: AnyCommand[] = titles.map((t) => ({
  ...t,
  category: 'navigation',
  icon: 'list',
  when: always,
  selection: 'none',
  run: () => ({ is: 'nothing', why: '' }),
}))
const catalogue: Catalogue = {
  ...{ etag: 'bench', language: 'zh', today: '2024-06-15', queues: [], topMenus: [], resources: [], permissions: [] },
  user: { id: '1', name: 'bench', account: 'bench', avatar: '', tenantId: '000000', roles: [], company: '' },
}
const views = viewPlaces(catalogue, 'zh', savedViews([{ list: '/bench', resource: 'bench' }]))
setRegistry(
  createRegistry(
    others,
    views.map((v): AnyCommand => ({ ...v, when: always })),
  ),
)

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
