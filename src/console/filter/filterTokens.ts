/**
 * The filter line in pieces. A piece is `name:value` or a bare word; spaces part them; double quotes hold a value
 * together and take the meaning from what stands in them (`">5"` is the text >5). Full-width signs count as their
 * half-width twins.
 */
export interface Piece {
  /** Where it begins in the line, characters from 0. */
  readonly at: number
  readonly end: number
  /** Null for a bare word. */
  readonly name: string | null
  readonly value: Marked
}

/** A text that remembers which of its characters were quoted. */
export interface Marked {
  readonly text: string
  readonly quoted: readonly boolean[]
}

const HALF: Readonly<Record<string, string>> = {
  '：': ':',
  '＞': '>',
  '＜': '<',
  '＝': '=',
  '！': '!',
  '，': ',',
  '“': '"',
  '”': '"',
  '＂': '"',
  '～': '~',
  '　': ' ',
  '＊': '*',
}
const half = (c: string): string => HALF[c] ?? c
const isSpace = (c: string): boolean => /\s/.test(c)

/** The pieces of a line. An unclosed quote reaches to the end: half-typed lines are read, too. */
export function pieces(line: string): Piece[] {
  const found: Piece[] = []
  let i = 0
  while (i < line.length) {
    if (isSpace(half(line[i] as string))) {
      i += 1
      continue
    }
    const at = i
    let name: string | null = null
    let text = ''
    const quoted: boolean[] = []
    let inside = false
    let began = false // a quote was opened in this piece: a colon after it is text
    for (; i < line.length; i++) {
      const raw = line[i] as string
      const c = half(raw)
      if (inside && c === '\\' && i + 1 < line.length) {
        i += 1
        text += line[i]
        quoted.push(true)
      } else if (c === '"') {
        inside = !inside
        began = true
      } else if (inside) {
        text += raw
        quoted.push(true)
      } else if (isSpace(c)) {
        break
      } else if (c === ':' && name === null && !began && text !== '') {
        name = text
        text = ''
        quoted.length = 0
      } else {
        text += c
        quoted.push(false)
      }
    }
    // `""` is an intended empty value; no text at all occurs only behind a colon.
    found.push({ at, end: i, name, value: { text, quoted } })
  }
  return found
}

/** The part of a marked text. */
export const cut = (m: Marked, from: number, to = m.text.length): Marked => ({
  text: m.text.slice(from, to),
  quoted: m.quoted.slice(from, to),
})

/** Index of an unquoted sign, −1 when there is none. */
export function indexOfSign(m: Marked, sign: string, from = 0): number {
  for (let i = m.text.indexOf(sign, from); i >= 0; i = m.text.indexOf(sign, i + 1)) if (!m.quoted[i]) return i
  return -1
}

/** The parts between unquoted signs. */
export function split(m: Marked, sign: string): Marked[] {
  const parts: Marked[] = []
  let from = 0
  for (let i = indexOfSign(m, sign); i >= 0; i = indexOfSign(m, sign, from)) {
    parts.push(cut(m, from, i))
    from = i + sign.length
  }
  return [...parts, cut(m, from)]
}

/** A text as it must be written so that it is read as this text: quoted only where it has to be. */
export const quote = (text: string, signs: RegExp = /[\s",:：＞＜＝！，“”＂～　＊]|^[><=!~]|\*$|\.\.|~/): string =>
  text === '' || signs.test(text) ? `"${text.replace(/[\\"“”＂]/g, (c) => `\\${c}`)}"` : text
