import type { AnyCommand } from '../command.ts'
import { parseKeys, splitStroke, stroke } from './parse.ts'

/** First stroke of what has no place with Alt: `d s`, do s. */
export const DO = 'd'

/** A single stroke that a slip of the hand or a dictated word presses: a letter, a digit or a sign, with Shift or without. */
export function isCharacter(keys: string): boolean {
  const strokes = parseKeys(keys)
  const { modifiers, key } = splitStroke(strokes[0] ?? '')
  return strokes.length === 1 && (key.length === 1 || key === 'plus') && modifiers.every((m) => m === 'shift')
}

/** Returns whether a stroke types a character or moves in a text field. */
export function types(stroke: string): boolean {
  const { modifiers, key } = splitStroke(stroke)
  return !/^f\d+$/.test(key) && modifiers.every((m) => m === 'shift')
}

const isLetter = (keys: string): boolean => isCharacter(keys) && /[a-z]$/.test(keys) && !keys.endsWith('plus')

/** Replacement of a character: Alt with a letter that Alt means nothing with yet, else a sequence. */
function instead(keys: string, taken: ReadonlySet<string>): string {
  const [text = ''] = parseKeys(keys)
  const { modifiers, key } = splitStroke(text)
  // with Shift as without: both are free, or both are sequences
  const free = isLetter(text) && !taken.has(`alt+${key}`) && !taken.has(`alt+shift+${key}`)
  return free ? stroke(['alt', ...modifiers], key) : `${DO} ${text}`
}

/**
 * Commands of which those that are meant have no single character as a key. Who has another key keeps that alone; of
 * the others each character becomes Alt with the letter, or `d` and the character. Pure.
 */
export function withoutCharacters(
  commands: readonly AnyCommand[],
  isMeant: (c: AnyCommand) => boolean,
): readonly AnyCommand[] {
  const taken = new Set(commands.flatMap((c) => (c.keys ?? []).flatMap((k) => parseKeys(k)[0] ?? [])))
  return commands.map((c) => {
    const keys = c.keys ?? []
    if (!isMeant(c) || !keys.some(isCharacter)) return c
    const others = keys.filter((k) => !isCharacter(k))
    return { ...c, keys: others.length > 0 ? others : keys.map((k) => instead(k, taken)) }
  })
}
