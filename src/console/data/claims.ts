import { meets } from '../../model/language/conditions/meets.ts'
import { CLAIM_CHANGES, CLAIM_SECONDS, CLAIMS, type Claim } from '../../model/wire/claim.ts'
import type { RoundsEvent, WireRow } from '../../model/wire/wire.ts'
import { api } from '../api/client.ts'
import { onEvent, onGap } from '../api/events.ts'
import { catalogueNow } from './catalogue.ts'
import { onLeave, session } from './session.ts'

/** A record in somebody's hand, as this window knows it. */
export interface KnownClaim {
  readonly user: string
  readonly name: string
  /** When it ends unless it was renewed, ms by the clock of this page. */
  readonly until: number
}

/** Claims that ended are looked for this long after, ms: a renewal that came late is not an end. */
const GRACE_MS = 2_000

const known = new Map<string, Map<string, KnownClaim>>()
const watchers = new Map<string, number>()
const listeners = new Set<(resource: string) => void>()
const timers = new Map<string, ReturnType<typeof setTimeout>>()
/** Watched resources whose claims were answered, or failed to be. */
const answered = new Set<string>()
let stops: readonly (() => void)[] = []

const changed = (resource: string): void => {
  for (const run of [...listeners]) run(resource)
}

const viewsOn = (resource: string) =>
  (catalogueNow()?.queues ?? []).flatMap((q) => q.views.filter((v) => v.resource === resource))

/** Returns whether this person works a queue over the resource: nobody else receives claims. */
export const hasClaims = (resource: string): boolean => viewsOn(resource).length > 0

/** Returns whether a record is in a queue that this person works: only such a one is taken in hand. */
export const isInQueue = (resource: string, row: WireRow): boolean =>
  viewsOn(resource).some((view) => meets(view.where, row))

/** Returns whose hand a record is in, where that is another person's; undefined otherwise. */
export function claimOf(resource: string, id: string): KnownClaim | undefined {
  const claim = known.get(resource)?.get(id)
  return claim && claim.user !== session.userId && claim.until > Date.now() ? claim : undefined
}

/** Called when claims changed that are watched. Returns how to stop. */
export function onClaims(run: (resource: string) => void): () => void {
  listeners.add(run)
  return () => listeners.delete(run)
}

/** Takes over what the server answered of one record: whose it is now, null for nobody's. */
export function learnClaim(resource: string, id: string, claim: Claim | null): void {
  const of = known.get(resource) ?? new Map<string, KnownClaim>()
  known.set(resource, of)
  if (claim) of.set(id, knownOf(claim))
  else of.delete(id)
  expireLater(resource)
  changed(resource)
}

const knownOf = ({ user, name, seconds }: Claim): KnownClaim => ({ user, name, until: Date.now() + seconds * 1_000 })

async function read(resource: string): Promise<void> {
  const all = await api.get<readonly Claim[]>(CLAIMS.read, { resource }, { quiet: true }).catch(() => null)
  if (!watchers.has(resource)) return
  const of = known.get(resource) ?? new Map<string, KnownClaim>()
  const now = Date.now()
  // without an answer what has ended is over, and the rest stands as long as it was known to
  if (all) known.set(resource, new Map(all.map((claim) => [claim.id, knownOf(claim)])))
  else for (const [id, claim] of of) if (claim.until <= now) of.delete(id)
  answered.add(resource)
  expireLater(resource)
  changed(resource)
}

/** Returns whether it is known which records of a resource others have in hand, or nobody watches for it. */
const isKnown = (resource: string): boolean => !watchers.has(resource) || answered.has(resource)

/** Longest that a list waits with its cursor for the first answer about claims, ms. */
const FIRST_ANSWER_MS = 1_500

/** Waits until it is known which records of a watched resource others have in hand; null where nothing is waited for. */
export function claimsKnown(resource: string): Promise<void> | null {
  if (isKnown(resource)) return null
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(latest)
      stop()
      resolve()
    }
    const stop = onClaims(() => isKnown(resource) && done())
    const latest = setTimeout(done, FIRST_ANSWER_MS)
  })
}

/** Renewals emit no event: when the first claim should be over, the server is asked which still stand. */
function expireLater(resource: string): void {
  clearTimeout(timers.get(resource))
  timers.delete(resource)
  const ends = [...(known.get(resource)?.values() ?? [])].map((claim) => claim.until)
  if (ends.length === 0 || !watchers.has(resource)) return
  const wait = Math.max(0, Math.min(...ends) - Date.now()) + GRACE_MS
  timers.set(
    resource,
    setTimeout(() => void read(resource), wait),
  )
}

function receive({ kind, resource, recordId, transition, by, byId }: RoundsEvent): void {
  if (kind !== 'claim' || !watchers.has(resource)) return
  const held = known.get(resource)?.get(recordId)
  if (transition === CLAIM_CHANGES.taken)
    learnClaim(resource, recordId, { id: recordId, user: byId, name: by, seconds: CLAIM_SECONDS })
  else if (held?.user === byId) learnClaim(resource, recordId, null)
}

/** Keeps the claims of a resource known while somebody looks at its records. Returns how to stop. */
export function watchClaims(resource: string): () => void {
  if (!hasClaims(resource)) return () => {}
  if (watchers.size === 0)
    stops = [
      onEvent(receive),
      onGap(() => {
        for (const one of watchers.keys()) void read(one)
      }),
    ]
  const count = watchers.get(resource) ?? 0
  watchers.set(resource, count + 1)
  if (count === 0) void read(resource)
  let there = true
  return () => {
    if (!there) return
    there = false
    const left = (watchers.get(resource) ?? 1) - 1
    if (left > 0) {
      watchers.set(resource, left)
      return
    }
    forget(resource)
    if (watchers.size > 0) return
    for (const stop of stops) stop()
    stops = []
  }
}

function forget(resource: string): void {
  watchers.delete(resource)
  known.delete(resource)
  answered.delete(resource)
  clearTimeout(timers.get(resource))
  timers.delete(resource)
}

onLeave(() => known.clear())
