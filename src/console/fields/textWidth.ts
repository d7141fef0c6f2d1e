/** Px of a Latin letter or a digit at the size of lists; a Chinese character is twice as wide. */
const LETTER = 6.8

/** About how wide a text is in a list, px: good enough to give columns their room, without laying anything out. */
export function textWidth(text: string): number {
  let letters = 0
  for (const c of text) letters += c > '\u2e7f' ? 2 : 1
  return Math.ceil(letters * LETTER)
}
