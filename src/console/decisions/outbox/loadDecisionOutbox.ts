import { useSyncExternalStore } from 'react'
import type { Outcome } from '../../../../commands/outcome.ts'
import { whileHere } from '../../data/session.ts'
import { deadUntil } from '../../host/deadUntil.ts'

type DecisionOutbox = typeof import('./decisionOutbox.ts')

let here: DecisionOutbox | null = null
const listeners = new Set<() => void>()

/**
 * Loads the decision outbox (ADR 35): a chunk of its own, since a list renders without it. Rejects when loading fails.
 */
export async function loadDecisionOutbox(): Promise<DecisionOutbox> {
  if (here) return here
  here = await import('./decisionOutbox.ts')
  for (const listener of [...listeners]) listener()
  return here
}

/** Module of decisions, null until it is loaded: nothing was decided then. */
export const decisionOutboxNow = (): DecisionOutbox | null => here

/** Calls back when it has come; returns how to stop. */
export function onDecisionOutbox(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Module of decisions inside React, null until it is loaded. */
export const useDecisionOutbox = (): DecisionOutbox | null => useSyncExternalStore(onDecisionOutbox, decisionOutboxNow)

/** Runs an act on the decision outbox, loading its chunk first; cancelled where the person signed out meanwhile. */
export async function atDesk(act: (desk: DecisionOutbox) => Promise<Outcome>): Promise<Outcome> {
  const desk = here ?? (await whileHere(deadUntil(loadDecisionOutbox())))
  return desk ? act(desk) : { is: 'cancelled' }
}
