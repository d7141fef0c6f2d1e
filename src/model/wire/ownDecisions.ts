import { MADE } from '../language/decidable.ts'
import { isInState } from '../language/lifecycle.ts'
import type { CatalogueDecision } from './catalogue.ts'

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
