import type { Mentionable } from '../../../model/wire/comments.ts'

/** Text after an `@` that is being typed in front of the cursor. */
export interface Mentioning {
  /** Where the `@` stands. */
  readonly at: number
  readonly typed: string
}

/** Longest name that is looked for, characters. */
const TYPED_MAX = 20

/**
 * Returns what is being typed after an `@`; null where the cursor stands behind none. An `@` within a word (an address) begins
 * no mention. Pure.
 */
export function mentioningAt(text: string, cursor: number): Mentioning | null {
  const before = text.slice(0, cursor)
  const at = Math.max(before.lastIndexOf('@'), before.lastIndexOf('＠'))
  if (at < 0 || /[A-Za-z0-9._-]$/.test(before.slice(0, at))) return null
  const typed = before.slice(at + 1)
  return typed.length > TYPED_MAX || /[\s@＠]/.test(typed) ? null : { at, typed }
}

/** Returns the text with a person's name in place of what was typed, and where the cursor stands then. Pure. */
export function withMention(
  text: string,
  { at, typed }: Mentioning,
  { name }: Pick<Mentionable, 'name'>,
): { readonly text: string; readonly cursor: number } {
  const put = `@${name} `
  return { text: text.slice(0, at) + put + text.slice(at + 1 + typed.length), cursor: at + put.length }
}

/** Returns the chosen people whose mention still stands in the text. Pure. */
export const stillMentioned = <P extends Pick<Mentionable, 'name'>>(text: string, chosen: readonly P[]): P[] =>
  chosen.filter(({ name }) => text.includes(`@${name}`))

/** A piece of a comment: text, or the name of somebody mentioned. */
export interface Piece {
  /** Where it begins in the text. */
  readonly at: number
  readonly text: string
  readonly mention: boolean
}

/** Returns the pieces of a comment's text, names of the mentioned marked. Pure. */
export function piecesOf(text: string, mentions: readonly Pick<Mentionable, 'name'>[]): Piece[] {
  const names = mentions.map(({ name }) => `@${name}`).sort((a, b) => b.length - a.length)
  const pieces: Piece[] = []
  let rest = text
  const put = (piece: string, mention: boolean) => pieces.push({ at: text.length - rest.length, text: piece, mention })
  while (rest !== '') {
    const found = names
      .map((name) => ({ name, at: rest.indexOf(name) }))
      .filter(({ at }) => at >= 0)
      .sort((a, b) => a.at - b.at || b.name.length - a.name.length)[0]
    if (!found) {
      put(rest, false)
      break
    }
    if (found.at > 0) put(rest.slice(0, found.at), false)
    rest = rest.slice(found.at)
    put(found.name, true)
    rest = rest.slice(found.name.length)
  }
  return pieces
}
