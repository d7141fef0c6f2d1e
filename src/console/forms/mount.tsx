import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from '../api/queries.ts'

const mounted = new Set<string>()

/**
 * Mounts a dialog host beside the page, once. Questions are asked by code (`await askDecision(…)`), from whichever screen;
 * their dialogs must neither wait for a screen to place them nor vanish with it.
 */
export function mountHost(name: string, host: ReactNode): void {
  if (mounted.has(name)) return
  mounted.add(name)
  const place = document.createElement('div')
  place.dataset.host = name
  document.body.append(place)
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>{host}</QueryClientProvider>
    </StrictMode>,
  )
}
