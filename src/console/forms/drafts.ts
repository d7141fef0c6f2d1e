import { onLeave, personNow } from '../data/session.ts'
import type { Typed } from './values.ts'

/** Answers kept at a time, more than a user leaves unfinished. */
const MOST = 50

/** Where this window keeps them, so that they outlive a reload and the end of a session: a person's own, and no other's. */
const keyNow = (): string => `rounds.drafts.${personNow()}`

const isTyped = (x: unknown): x is [string, Typed] =>
  Array.isArray(x) && typeof x[0] === 'string' && typeof x[1] === 'object' && x[1] !== null

function read(key: string): Map<string, Typed> {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]')
    return new Map(Array.isArray(found) ? found.filter(isTyped) : [])
  } catch {
    return new Map()
  }
}

let kept: { readonly key: string; readonly drafts: Map<string, Typed> } | null = null
function own(): Map<string, Typed> {
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

/** What was typed into a question that was then left. By the question's name, empty when there is none. */
export const draftOf = (about: string): Typed => own().get(about) ?? {}

/** Keeps what was typed for the next time the same is asked of the same records; nothing typed keeps nothing. */
export function keepDraft(about: string, typed: Typed): void {
  const drafts = own()
  drafts.delete(about)
  if (Object.values(typed).some((text) => text !== '')) {
    drafts.set(about, typed)
    if (drafts.size > MOST) drafts.delete(drafts.keys().next().value as string)
  }
  write()
}

/** The question was answered: the next time begins anew. */
export function dropDraft(about: string): void {
  own().delete(about)
  write()
}

onLeave((who, notice) => {
  kept = null
  // who signs out is done; whose session has ended comes back to what they typed
  if (notice === undefined || notice === '') forget(`rounds.drafts.${who}`)
})

function forget(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // no storage: nothing is kept there
  }
}
