import type { Mentionable } from '../../../model/wire/comments.ts'
import { onLeave, personNow } from '../../data/session.ts'

/** A comment that was begun and not sent. */
export interface CommentDraft {
  readonly text: string
  readonly mentions: readonly Pick<Mentionable, 'id' | 'name'>[]
}

const NONE: CommentDraft = { text: '', mentions: [] }
const PREFIX = 'rounds.comment.'

/** Where this window keeps it, so that it outlives a reload and the end of a session: a person's own, and no other's. */
const keyOf = (resource: string, record: string): string => `${PREFIX}${personNow()}.${resource}.${record}`

/** Comment that was begun on a record; an empty one for none. */
export function commentDraft(resource: string, record: string): CommentDraft {
  try {
    const found = JSON.parse(sessionStorage.getItem(keyOf(resource, record)) ?? 'null') as Partial<CommentDraft> | null
    return typeof found?.text === 'string' && Array.isArray(found.mentions) ? (found as CommentDraft) : NONE
  } catch {
    return NONE
  }
}

/** Keeps a comment that was begun; an empty one is forgotten. */
export function keepCommentDraft(resource: string, record: string, draft: CommentDraft): void {
  try {
    if (draft.text.trim() === '') sessionStorage.removeItem(keyOf(resource, record))
    else sessionStorage.setItem(keyOf(resource, record), JSON.stringify(draft))
  } catch {
    // Full or forbidden: it is kept as long as the page is there.
  }
}

onLeave((who, notice) => {
  if (notice === 'expired') return
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(`${PREFIX}${who}.`)) sessionStorage.removeItem(key)
  } catch {
    // Forbidden: nothing was kept.
  }
})
