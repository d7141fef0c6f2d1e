import { type Fields, isRows } from '../../model/language/fields/field.ts'
import { kindOf } from '../../model/language/fields/kinds.ts'
import { onLeave, personNow } from '../data/session.ts'
import type { Typed } from './base/values.ts'

/** Answers kept at a time, more than a user leaves unfinished. */
const DRAFTS_MAX = 50

/** Typed values, with the previous ones where there were any. */
interface Draft {
  readonly typed: Typed
  readonly was: Typed
}

/** Where this window keeps them, so that they outlive a reload and the end of a session: a person's own, and no other's. */
const keyNow = (): string => `rounds.drafts.${personNow()}`

const isTyped = (x: unknown): x is Typed =>
  typeof x === 'object' && x !== null && Object.values(x).every((text) => typeof text === 'string')
const isDraft = (x: unknown): x is [string, Draft] =>
  Array.isArray(x) && typeof x[0] === 'string' && isTyped(x[1]?.typed) && isTyped(x[1]?.was)

function read(key: string): Map<string, Draft> {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]')
    return new Map(Array.isArray(found) ? found.filter(isDraft) : [])
  } catch {
    return new Map()
  }
}

let kept: { readonly key: string; readonly drafts: Map<string, Draft> } | null = null
function own(): Map<string, Draft> {
  const key = keyNow()
  if (kept?.key !== key) kept = { key, drafts: read(key) }
  return kept.drafts
}

function write(): void {
  try {
    sessionStorage.setItem(keyNow(), JSON.stringify([...own()]))
  } catch {
    // Full or forbidden: they are kept as long as the page is there.
  }
}

/**
 * Is what is typed into this field kept? Nothing secret is: what is written and never read back, numbers that identify a
 * person or an account, what others see masked. A list is kept where all of it is. Pure.
 */
export function isKept(field: Fields[string]): boolean {
  const { writeOnly, sealed, personal } = kindOf(field)
  if (writeOnly || sealed || personal || field.facts.masked || field.facts.means === 'bankAccount') return false
  return !isRows(field) || Object.values<Fields[string]>(field.rows).every(isKept)
}

/** Values typed into a question or a form that was then left. By its name, empty when there is none. */
export const draftOf = (about: string): Typed => own().get(about)?.typed ?? NOTHING
/** Previous values of these fields at the time of typing. */
export const draftWas = (about: string): Typed => own().get(about)?.was ?? NOTHING
const NOTHING: Typed = {}

/**
 * Keeps what was typed for the next time the same is asked of the same records, but for what is secret; nothing typed
 * keeps nothing. `was`: what it takes the place of, for a form that begins with a record.
 */
export function keepDraft(about: string, fields: Fields, typed: Typed, was: Typed = NOTHING): void {
  const drafts = own()
  drafts.delete(about)
  const keep = (all: Typed): Typed =>
    Object.fromEntries(Object.entries(all).filter(([name]) => fields[name] !== undefined && isKept(fields[name])))
  const [mine, before] = [keep(typed), keep(was)]
  if (Object.entries(mine).some(([name, text]) => text !== (before[name] ?? ''))) {
    drafts.set(about, { typed: mine, was: before })
    if (drafts.size > DRAFTS_MAX) drafts.delete(drafts.keys().next().value as string)
  }
  write()
}

/** The question was answered, or what was typed given up: the next time begins anew. */
export function dropDraft(about: string): void {
  if (own().delete(about)) write()
}

/** Forgets what is kept of a person. */
export function forgetDrafts(who: string): void {
  kept = null
  forget(`rounds.drafts.${who}`)
}

onLeave((who, notice) => {
  kept = null
  // signing out drops drafts; after an expired session the person returns to what they typed
  if (notice !== 'expired') forgetDrafts(who)
})

function forget(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // no storage: nothing is kept there
  }
}
