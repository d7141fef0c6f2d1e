/** Full-width and Chinese punctuation, as typed with an input method on, becomes what the key is for. */
const CHINESE: ReadonlyMap<string, string> = new Map(
  ['、/', '》>', '《<', '。.', '，,', '【[', '】]', '；;'].map((pair) => [pair.charAt(0), pair.charAt(1)]),
)
/** Full-width ASCII is 0xFEE0 above plain ASCII. No other likeness is folded: ª of a Spanish keyboard is not the key a. */
export const plainCharacter = (key: string): string =>
  CHINESE.get(key) ??
  key
    .replace(/^[！-～]$/, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/^[A-Z]$/, (c) => c.toLowerCase())

/**
 * The letter a key stands for: what it produces where that is a–z, else (another script, an input method, ⌥ on a Mac) the
 * letter at its place on a US keyboard; "" for no letter. `code`: physical key (`KeyA`).
 */
export function letterOf(key: string, code: string): string {
  const character = plainCharacter(key)
  if (/^[a-z]$/.test(character)) return character
  if (/^[!-~]$/.test(character)) return ''
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? ''
}
