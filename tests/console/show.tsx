import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { MemoryRouter } from 'react-router-dom'

/** Renders with a query client and a router of its own. */
export function show(ui: ReactElement, path = '/') {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const wrapped = (element: ReactElement) => (
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[path]}>{element}</MemoryRouter>
    </QueryClientProvider>
  )
  const result = render(wrapped(ui))
  return { ...result, client, again: (element: ReactElement) => result.rerender(wrapped(element)) }
}
