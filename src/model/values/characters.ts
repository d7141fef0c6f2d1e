/**
 * Invisible characters that change a text: controls, line and paragraph separators, formats (zero-width ones, and those
 * that turn the direction of reading, so that `fdp.exe` reads as `exe.pdf`), fillers and blanks of other scripts.
 * Variation selectors stay: emoji and rare characters of names need them.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115F\u1160\u2800\u3164\uFFA0]|\u034F|\u17B4|\u17B5/u
const HIDDEN_IN_LINES = /[\p{Cf}\p{Zl}\p{Zp}\u115F\u1160\u2800\u3164\uFFA0]|\u034F|\u17B4|\u17B5|(?![\t\n\r])\p{Cc}/u

/**
 * Returns whether a text of one line contains invisible characters. Line ends and tabs around it are trimmed and do not
 * count. Pure.
 */
export const hasHidden = (text: string): boolean => HIDDEN.test(text.replace(/^[\t\n\r ]+|[\t\n\r ]+$/g, ''))

/** The same for a text of several lines, in which line ends and tabs are allowed. Pure. */
export const hasHiddenInLines = (text: string): boolean => HIDDEN_IN_LINES.test(text)
