import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'

const mounted = new Set<string>()

/**
 * Mounts something beside the page, once: questions asked by code neither wait for a screen to place them nor vanish
 * with it.
 */
export function mountBeside(name: string, what: ReactNode): void {
  if (mounted.has(name)) return
  mounted.add(name)
  const place = document.createElement('div')
  place.dataset.host = name
  document.body.append(place)
  createRoot(place).render(what)
}
