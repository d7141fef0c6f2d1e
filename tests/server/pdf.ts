import { inflateSync } from 'node:zlib'

/** Streams of a PDF, unpacked. */
function streamsOf(file: Buffer): string[] {
  const found: string[] = []
  const text = file.toString('latin1')
  for (const match of text.matchAll(/\/Length (\d+)[^>]*>>\s*stream\n/g)) {
    const start = match.index + match[0].length
    try {
      found.push(inflateSync(file.subarray(start, start + Number(match[1]))).toString('latin1'))
    } catch {
      // not packed: no text
    }
  }
  return found
}

/** The characters of the font's glyphs, by their numbers. */
function charactersIn(streams: readonly string[]): ReadonlyMap<string, string> {
  const known = new Map<string, string>()
  const told = streams.find((s) => s.includes('beginbfrange')) ?? ''
  for (const [, from = '', list = ''] of told.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/gi))
    for (const [n, [, hex = '']] of [...list.matchAll(/<([0-9a-f]*)>/gi)].entries())
      known.set(
        (Number.parseInt(from, 16) + n).toString(16).padStart(4, '0'),
        Buffer.from(hex, 'hex').swap16().toString('utf16le'),
      )
  return known
}

/** What a PDF with one font says, a line for each text, in the order drawn. */
export function textIn(file: Buffer): string[] {
  const streams = streamsOf(file)
  const characters = charactersIn(streams)
  return streams
    .filter((s) => s.includes(' TJ'))
    .flatMap((s) =>
      [...s.matchAll(/\[(.*)\] TJ/g)].map(([, shown = '']) =>
        [...shown.matchAll(/<([0-9a-f]*)>/gi)]
          .flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
          .map((glyph) => characters.get(glyph.toLowerCase()) ?? '�')
          .join(''),
      ),
    )
}

/** How many pages a PDF has. */
export const pagesIn = (file: Buffer): number =>
  Number(/\/Type \/Pages\s*\/Count (\d+)/.exec(file.toString('latin1'))?.[1])
