import type { Field } from '../../model/language/fields/field.ts'
import { displayOf } from './displays.ts'
import { textWidth } from './textWidth.ts'

/** Shortens a text to a width in px; the distinguishing part stays. */
export type Narrow = (text: string, px: number) => string

/** Px of a digit, of a letter, of the widest ones (M, W) and of an ellipsis in a code; rather too wide than cut off after all. */
const DIGIT = 7.2
const LETTER = 9
const WIDEST = 12
const DOTS = 13
/** Fewest characters of the end that are worth it. */
const LEAST_TAIL = 4

function codeWidth(text: string): number {
  let px = 0
  for (const c of text) px += c === 'M' || c === 'W' ? WIDEST : c >= 'A' ? LETTER : DIGIT
  return px
}

/**
 * A code without its middle: SO…000010. Codes of one day, or of one register, differ at their ends. Where not even that
 * fits, and for what is no code, the text as it is. Pure.
 */
const withoutMiddle: Narrow = (text, px) => {
  if (codeWidth(text) <= px || /[^\x20-\x7e]/.test(text)) return text
  const head = /^[A-Z]{0,3}/.exec(text)?.[0] || text.slice(0, 2)
  let tail = ''
  for (let at = text.length - 1; at > head.length; at--) {
    const longer = text.slice(at)
    if (codeWidth(head) + DOTS + codeWidth(longer) > px) break
    tail = longer
  }
  return tail.length < LEAST_TAIL ? text : `${head}…${tail}`
}

/** Where a moment (yyyy-MM-dd HH:mm:ss) may end: at its seconds, minutes, day. */
const ENDS = [19, 16, 10] as const

/** A moment without its seconds, then without its time: a part that is cut off says nothing. Pure. */
const wholeParts: Narrow = (text, px) => {
  const end = text.length === ENDS[0] && ENDS.find((n) => textWidth(text.slice(0, n)) <= px)
  return end ? text.slice(0, end) : text
}

/** An amount without cents that it does not have: one that is cut off reads as another. Pure. */
const withoutCents: Narrow = (text, px) =>
  text.endsWith('.00') && text.replace(/\d/g, '00').length * (DIGIT / 2) > px ? text.slice(0, -3) : text

const BY_GROUP: Readonly<Record<string, Narrow>> = { times: wholeParts, amounts: withoutCents }

/** How the values of a field become shorter; undefined where they are cut off at the end. */
export const narrowOf = (field: Field): Narrow | undefined =>
  field.facts.search === 'code' ? withoutMiddle : BY_GROUP[displayOf(field).group]
