import type { CatalogueDecision } from '../wire/catalogue.ts'
import { choice } from './fields/field.ts'
import { isInState } from './lifecycle.ts'

/**
 * The filter "may I decide this?" of lists whose records need a second person: 1 where a checked decision that this
 * person holds starts in the record's state and they did not make it, 0 where they did, no value where none waits.
 * Only lists have it: it depends on who asks.
 */
export const DECIDABLE = 'decidable'
export const decidable = choice('可决定', 'Decidable', { 1: ['是', 'Yes'], 0: ['否', 'No'] })

/** The column of rows that says how whoever asks is a maker of each: codes (`makerCode`) with a space between. */
export const MADE = 'madeByMe'

/** Returns whether any of these decisions needs a second person: then rows are asked for `MADE`. */
export const needsSecond = (decisions: readonly CatalogueDecision[]): boolean => decisions.some((d) => d.makers)

/** Returns why this person may not take a decision of a row because they made it, in words; "" where they may. Pure. */
export function madeWhy(d: CatalogueDecision, row: Readonly<Record<string, unknown>>): string {
  if (!d.makers || !isInState(d.from, row)) return ''
  const made = typeof row[MADE] === 'string' ? row[MADE].split(' ') : []
  return made.map((code) => (d.makers && Object.hasOwn(d.makers, code) ? d.makers[code] : '')).find(Boolean) ?? ''
}

/**
 * Returns why nothing of a row is this person's to decide because they made it, in words; "" where a checked decision is
 * theirs to take, or none waits: what `DECIDABLE` says of the row. Pure.
 */
export function ownWhy(decisions: readonly CatalogueDecision[], row: Readonly<Record<string, unknown>>): string {
  const waiting = decisions.filter((d) => d.makers && !d.closed && isInState(d.from, row))
  const reasons = waiting.map((d) => madeWhy(d, row))
  return reasons.every((why) => why !== '') ? (reasons[0] ?? '') : ''
}
