import type { Draw } from './draw.ts'
import type { Kind } from './kinds.ts'
import type { Company, Mind } from './mind.ts'
import type { Stage } from './stage.ts'
import type { Player } from './start.ts'

/** What acts are made of. */
export interface Scene {
  readonly stage: Stage
  readonly mind: Mind
  readonly players: readonly Player[]
  readonly draw: Draw
  /** Kinds of activities that the walk is about. */
  readonly kinds: readonly Kind[]
  /** How many of them run at once, mostly. */
  readonly most: number
}

/** One act of one person, or of the system: what it is, why it must be refused (null: it must not), what comes of it. */
export interface Act {
  readonly name: string
  readonly by: Player | null
  readonly about: string
  readonly why: string | null
  /** Files that whoever acts has uploaded before. */
  readonly files?: number
  readonly go: (files: readonly string[]) => Promise<unknown>
  readonly after: (answer: unknown) => void
}

/** Draws an act; null where there is nothing to act on. */
export type Making = (scene: Scene) => Act | null

/** Every reason that holds. */
export const whyNot = (...reasons: readonly (string | false | null | undefined)[]): string | null =>
  reasons.filter(Boolean).join(' + ') || null

const fits = (p: Player, roles: readonly string[], company: Company | null): boolean =>
  (p.role === 'administrator' || roles.includes(p.role)) && (p.company === null || p.company === company?.id)

/** Why this is not for this person: not their role, or of another company. */
export const notFor = (p: Player, roles: readonly string[], company: Company | null = null): string | null =>
  fits(p, roles, company) ? null : 'not theirs'

/** Somebody: mostly of those whom it is for. */
export function somebody({ players, draw }: Scene, roles: readonly string[], company: Company | null = null): Player {
  const theirs = players.filter((p) => p.role !== 'administrator' && fits(p, roles, company))
  return (draw.chance(0.8) ? draw.of(theirs) : undefined) ?? (draw.of(players) as Player)
}

/** fen as yuan with two decimals. */
export const yuan = (fen: number): string => (fen / 100).toFixed(2)
