import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryClient } from '../api/queries.ts'
import { mountBeside } from '../shell/host.tsx'

/** Mounts a dialog that asks the server things beside the page, once. */
export const mountHost = (name: string, host: ReactNode): void => mountBeside(name, <QueryClientProvider client={queryClient}>{host}</QueryClientProvider>)
