import { onLeave } from '../data/session.ts'
import type { Typed } from './values.ts'

/** Answers kept at a time, more than a user leaves unfinished. */
const MOST = 50

const drafts = new Map<string, Typed>()

/** What was typed into a question that was then turned away from. By the question's name, empty when there is none. */
export const draftOf = (about: string): Typed => drafts.get(about) ?? {}

/** Keeps what was typed for the next time the same is asked of the same records; nothing typed keeps nothing. */
export function keepDraft(about: string, typed: Typed): void {
  drafts.delete(about)
  if (Object.values(typed).every((text) => text === '')) return
  drafts.set(about, typed)
  if (drafts.size > MOST) drafts.delete(drafts.keys().next().value as string)
}

/** The question was answered: the next time begins anew. */
export const dropDraft = (about: string): void => void drafts.delete(about)

onLeave(() => drafts.clear())
