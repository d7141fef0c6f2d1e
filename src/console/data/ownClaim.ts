import { CLAIM_CHANGES, CLAIM_SECONDS, CLAIMS, type ClaimAnswer } from '../../model/wire/claim.ts'
import type { RoundsEvent } from '../../model/wire/wire.ts'
import { api } from '../api/client.ts'
import { onEvent } from '../api/events.ts'
import { sendLeaving } from '../api/leaving.ts'
import { tokens } from '../api/tokens.ts'
import { claimOf, learnClaim } from './claims.ts'
import { beforeSignOut, onLeave, session } from './session.ts'

/** A record that this window has, or wants, in hand. */
export interface InHand {
  readonly resource: string
  readonly id: string
}

/** How long somebody rests on a record before it is theirs, ms: rows passed on the way are not. */
export const REST_MS = 500
/** A claim is renewed this often, ms: twice within its time. */
const RENEW_MS = (CLAIM_SECONDS * 1_000) / 2
/** A window that nobody sees gives its record up after this time, ms. */
const HIDDEN_MS = 60_000

/** The record that the person stands on, and the one the server gave to this window. */
let wanted: InHand | null = null
let mine: InHand | null = null
let rest: ReturnType<typeof setTimeout> | undefined
let renewal: ReturnType<typeof setInterval> | undefined
let hidden: ReturnType<typeof setTimeout> | undefined
/** A request is on its way: there is one at a time, and the last wish counts. */
let busy = false
let stops: readonly (() => void)[] | null = null
let lost: ((record: InHand, by: string) => void) | null = null

const same = (a: InHand | null, b: InHand | null): boolean => a?.id === b?.id && a?.resource === b?.resource

/** Sends what the person stands on, and gives up what they left. Nothing that fails here is shown: no decision asks for it. */
async function settle(renewing = false): Promise<void> {
  if (busy || session.userId === '') return
  const want = document.visibilityState === 'hidden' && hidden === undefined ? null : wanted
  if (same(want, mine) && !(renewing && want)) return
  const left = same(want, mine) ? null : mine
  busy = true
  try {
    if (want && !claimOf(want.resource, want.id)) await take(want, left)
    else if (left) await release(left)
  } catch {
    // tried again with the next renewal, or the next row
  }
  busy = false
  // the person went on meanwhile
  if (!same(want, wanted) && rest === undefined) void settle()
}

async function take({ resource, id }: InHand, left: InHand | null, takeOver = false): Promise<boolean> {
  const answer = await api.post<ClaimAnswer>(
    CLAIMS.take,
    { resource, id, takeOver: takeOver ? 1 : 0, leaves: left ? `${left.resource}.${left.id}` : '' },
    { quiet: true },
  )
  mine = answer.mine ? { resource, id } : null
  if (left) learnClaim(left.resource, left.id, null)
  learnClaim(resource, id, answer.claim)
  return answer.mine
}

async function release(left: InHand): Promise<void> {
  mine = null
  learnClaim(left.resource, left.id, null)
  await api.post(CLAIMS.release, left, { quiet: true })
}

function receive({ kind, resource, recordId, transition, by, byId }: RoundsEvent): void {
  if (kind !== 'claim') return
  const record = { resource, id: recordId }
  if (same(record, mine)) {
    const byOther = transition === CLAIM_CHANGES.taken && byId !== session.userId
    // another window of this person left it, and this one is still on it
    const leftElsewhere = transition === CLAIM_CHANGES.released && byId === session.userId && !busy
    if (byOther) {
      mine = null
      lost?.(record, by)
    } else if (leftElsewhere) {
      mine = null
      void settle()
    }
  } else if (same(record, wanted) && transition === CLAIM_CHANGES.released) void settle()
}

const seen = (): void => {
  clearTimeout(hidden)
  hidden = undefined
  if (document.visibilityState === 'visible') void settle()
  else
    hidden = setTimeout(() => {
      hidden = undefined
      void settle()
    }, HIDDEN_MS)
}

const left = (): void => {
  if (mine) sendLeaving(CLAIMS.release, mine, tokens.token() ?? '')
  mine = null
}

function begin(): void {
  if (stops) return
  document.addEventListener('visibilitychange', seen)
  window.addEventListener('pagehide', left)
  renewal = setInterval(() => void settle(true), RENEW_MS)
  stops = [
    onEvent(receive),
    beforeSignOut(async () => {
      wanted = null
      if (mine) await release(mine)
    }),
    () => document.removeEventListener('visibilitychange', seen),
    () => window.removeEventListener('pagehide', left),
  ]
}

function end(): void {
  for (const timer of [rest, hidden]) clearTimeout(timer)
  clearInterval(renewal)
  rest = undefined
  hidden = undefined
  for (const stop of stops ?? []) stop()
  stops = null
  wanted = null
  mine = null
}
onLeave(end)

/**
 * Notes which record the person stands on, null for none: after they have rested on it for `REST_MS` it is theirs, and the one before
 * is given up. A page that follows on the same record keeps it.
 */
export function standOn(record: InHand | null): void {
  if (same(record, wanted)) return
  wanted = record
  if (!record && !mine) {
    clearTimeout(rest)
    rest = undefined
    return
  }
  begin()
  clearTimeout(rest)
  rest = setTimeout(() => {
    rest = undefined
    void settle()
  }, REST_MS)
}

/** Takes a record at once, from whoever has it. Resolves whether it is this person's now; rejects without an answer. */
export const takeOver = (record: InHand): Promise<boolean> => takeNow(record, true)

async function takeNow(record: InHand, over: boolean): Promise<boolean> {
  wanted = record
  begin()
  clearTimeout(rest)
  rest = undefined
  busy = true
  try {
    return await take(record, same(record, mine) ? null : mine, over)
  } finally {
    busy = false
  }
}

/** Claims a record at once, where it is free. Resolves whether it is this person's now; rejects without an answer. */
export const claimNow = (record: InHand): Promise<boolean> => takeNow(record, false)

/** Called when somebody took over the record in hand. Returns how to stop. */
export function onLost(run: (record: InHand, by: string) => void): () => void {
  lost = run
  return () => {
    if (lost === run) lost = null
  }
}
