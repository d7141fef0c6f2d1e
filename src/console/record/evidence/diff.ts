import { diffChars } from 'diff'

/** A piece of a text: on both sides, or on this one alone. */
export interface Piece {
  readonly text: string
  readonly own: boolean
}

/** Texts longer than this are shown whole, unmarked: comparing them letter by letter takes too long. */
const TEXT_CHARACTERS_MAX = 6_000

/** The share of letters in common from which on two texts are versions of one; less are letters that all texts share. */
const LIKE = 0.5

/** Both texts in pieces, what only one of them has marked. Pure. */
export function piecesOf(left: string, right: string): readonly [left: Piece[], right: Piece[]] {
  const whole = (text: string): Piece[] => (text === '' ? [] : [{ text, own: left !== right }])
  if (left === right || left === '' || right === '' || left.length + right.length > TEXT_CHARACTERS_MAX)
    return [whole(left), whole(right)]
  const parts = diffChars(left, right)
  const common = parts.reduce((n, p) => n + (p.added || p.removed ? 0 : p.value.length), 0)
  if (common < LIKE * Math.max(left.length, right.length)) return [whole(left), whole(right)]
  const side = (added: boolean) =>
    parts.flatMap((p) => ((added ? p.removed : p.added) ? [] : [{ text: p.value, own: Boolean(p.added || p.removed) }]))
  return [side(false), side(true)]
}
