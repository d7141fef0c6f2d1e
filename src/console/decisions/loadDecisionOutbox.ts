import { useSyncExternalStore } from 'react'
import type { Outcome } from '../../../commands/outcome.ts'
import { whileHere } from '../data/session.ts'
import { deadUntil } from '../host/deadUntil.ts'

type DecisionOutbox = typeof import('./decisionOutbox.ts')

let here: DecisionOutbox | null = null
const listeners = new Set<() => void>()

/**
 * Gets what decides (ADR 35): its own chunk, since a list shows its rows without it. Rejects when it does not come.
 */
export async function loadDecisionOutbox(): Promise<DecisionOutbox> {
  if (here) return here
  here = await import('./decisionOutbox.ts')
  for (const tell of [...listeners]) tell()
  return here
}

/** Module of decisions, null until it is loaded: nothing was decided then. */
export const decisionOutboxNow = (): DecisionOutbox | null => here

/** Calls back when it has come; returns how to stop. */
export function onDecisionOutbox(tell: () => void): () => void {
  listeners.add(tell)
  return () => listeners.delete(tell)
}

/** Module of decisions inside React, null until it is loaded. */
export const useDecisionOutbox = (): DecisionOutbox | null => useSyncExternalStore(onDecisionOutbox, decisionOutboxNow)

/** Does something with it, at once where it is here; nothing where who asked for it has left before it came. */
export async function atDesk(act: (desk: DecisionOutbox) => Promise<Outcome>): Promise<Outcome> {
  const desk = here ?? (await whileHere(deadUntil(loadDecisionOutbox())))
  return desk ? act(desk) : { is: 'cancelled' }
}
