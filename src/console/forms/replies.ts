import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { keyOf } from '../data/queries.ts'

/** A quick reply of a module: `resultType` 0 fits any decision, 1 approvals, 2 rejections. */
export interface Reply {
  readonly id: string
  readonly content: string
  readonly resultType: number | null
  readonly sort: number | null
  /** How the content is read: syllables joined by spaces, several readings by `|`. */
  readonly readings?: string
}

/** The quick replies of a module, the public ones among them. */
export const repliesQuery = (module: string) =>
  queryOptions({
    queryKey: keyOf('quickReply', 'module', module),
    queryFn: ({ signal }) =>
      api.get<readonly Reply[]>('blade-sys/quickReply/quickReplyList', { moduleCode: module }, { signal }),
    staleTime: 10 * 60_000,
    enabled: module !== '',
  })

/** Those that fit a decision, in the server's order. */
export const fitting = (replies: readonly Reply[], result: 'pass' | 'reject' | 'other'): readonly Reply[] => {
  const type = result === 'pass' ? 1 : result === 'reject' ? 2 : 0
  return replies.filter((r) => !r.resultType || type === 0 || r.resultType === type)
}

/** Where a reply stands in a text that people write in, too. */
export interface Placed {
  readonly at: number
  readonly text: string
}

/** The place of a reply after the text was changed by hand; null when the reply itself was changed. Pure. */
export function placedAfter(placed: Placed | null, before: string, after: string): Placed | null {
  if (!placed) return null
  const end = placed.at + placed.text.length
  const least = Math.min(before.length, after.length)
  let head = 0
  while (head < least && before[head] === after[head]) head += 1
  let tail = 0
  while (tail < least - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1
  if (head >= end) return placed
  if (before.length - tail > placed.at) return null
  return { ...placed, at: placed.at + after.length - before.length }
}

/**
 * The text with a reply: in the place of the one chosen before, else behind what was typed, which stays as it is. Pure.
 */
export function withReply(
  text: string,
  placed: Placed | null,
  reply: string,
): { readonly text: string; readonly placed: Placed } {
  if (placed)
    return {
      text: text.slice(0, placed.at) + reply + text.slice(placed.at + placed.text.length),
      placed: { at: placed.at, text: reply },
    }
  const stop = /\p{Script=Han}/u.test(text) ? '；' : '; '
  const head = text.trim() === '' ? '' : /[\s\p{P}]$/u.test(text) ? text : text + stop
  return { text: head + reply, placed: { at: head.length, text: reply } }
}
