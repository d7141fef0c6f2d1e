import { useSyncExternalStore } from 'react'
import type { Outcome } from '../../../commands/outcome.ts'
import { whileHere } from '../data/session.ts'
import { deadUntil } from '../host/deadUntil.ts'

type Desk = typeof import('./desk.ts')

let here: Desk | null = null
const listeners = new Set<() => void>()

/**
 * Gets what decides (ADR 35): its own chunk, since a list shows its rows without it. Rejects when it does not come.
 */
export async function loadDesk(): Promise<Desk> {
  if (here) return here
  here = await import('./desk.ts')
  for (const tell of [...listeners]) tell()
  return here
}

/** Module of decisions, null until it is loaded: nothing was decided then. */
export const deskNow = (): Desk | null => here

/** Calls back when it has come; returns how to stop. */
export function onDesk(tell: () => void): () => void {
  listeners.add(tell)
  return () => listeners.delete(tell)
}

/** Module of decisions inside React, null until it is loaded. */
export const useDesk = (): Desk | null => useSyncExternalStore(onDesk, deskNow)

/** Does something with it, at once where it is here; nothing where who asked for it has left before it came. */
export async function atDesk(act: (desk: Desk) => Promise<Outcome>): Promise<Outcome> {
  const desk = here ?? (await whileHere(deadUntil(loadDesk())))
  return desk ? act(desk) : { is: 'cancelled' }
}
