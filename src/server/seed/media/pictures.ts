import { crc32, deflateSync } from 'node:zlib'

/** Width and height of a picture, pixels; four pixels a byte. */
const [WIDTH, HEIGHT] = [320, 220]
/** Paper, ink, seal, grey. */
const PALETTE = [0xfd, 0xfb, 0xf3, 0x2f, 0x3a, 0x4a, 0xc0, 0x39, 0x2b, 0xc9, 0xc4, 0xb6]

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const out = Buffer.alloc(body.length + 8)
  out.writeUInt32BE(data.length, 0)
  body.copy(out, 4)
  out.writeUInt32BE(crc32(body), body.length + 4)
  return out
}

/** The colour of one pixel of a licence: a double frame, a title, lines of text as long as `seed` says, a round seal. */
function pixel(x: number, y: number, seed: number): number {
  const edge = Math.min(x, y, WIDTH - 1 - x, HEIGHT - 1 - y)
  if ((edge >= 6 && edge < 9) || edge === 12) return 1
  if (edge <= 12) return 0
  const [dx, dy] = [x - 250, y - 160]
  const distance = dx * dx + dy * dy
  if (distance < 36 * 36) return distance > 32 * 32 || distance < 7 * 7 ? 2 : 0
  if (y >= 30 && y < 44) return Math.abs(x - WIDTH / 2) < 70 ? 1 : 0
  const line = Math.floor((y - 64) / 18)
  const length = 90 + ((seed * 37 + line * 53) % 110)
  if (line >= 0 && line < 7 && (y - 64) % 18 < 6 && x >= 36 && x < 36 + length) return x < 76 ? 1 : 3
  return 0
}

/**
 * Draws a picture of a licence as PNG, a different one for each `seed`. It is not packed, so that every machine makes
 * the same bytes.
 */
export function licencePicture(seed: number): Buffer {
  const rows = Buffer.alloc((1 + WIDTH / 4) * HEIGHT)
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) {
      const at = y * (1 + WIDTH / 4) + 1 + (x >> 2)
      rows[at] = (rows[at] as number) | (pixel(x, y, seed) << (6 - 2 * (x & 3)))
    }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(WIDTH, 0)
  head.writeUInt32BE(HEIGHT, 4)
  head.set([2, 3, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from(PALETTE)),
    chunk('IDAT', deflateSync(rows, { level: 0 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Objects of a PDF, the first of them its catalogue, as a file. */
function pdfOf(objects: readonly string[]): Buffer {
  let body = '%PDF-1.4\n'
  const places = objects.map((object, n) => {
    const place = body.length
    body += `${n + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`
  const end = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
  return Buffer.from(body + table + end, 'latin1')
}

const streamOf = (text: string): string => `<< /Length ${text.length} >>\nstream\n${text}\nendstream`

/** Makes a PDF of one page with lines of Latin text; the same bytes on every machine. */
export function plainPdf(lines: readonly string[]): Buffer {
  const text = lines.map((l) => `(${l.replace(/[\\()]/g, (c) => `\\${c}`)}) Tj 0 -22 Td`).join('\n')
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << /Font << /F1 4 0 R >> >> >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    streamOf(`BT /F1 14 Tf 72 760 Td\n${text}\nET`),
  ])
}

/** The objects that come before the pages of a Chinese document, the first page's being the sixth. */
const BEFORE_PAGES = 5

/**
 * Makes a PDF of several pages of Chinese text in a font that is not in it, as most electronic invoices are made; the same bytes
 * on every machine.
 */
export function pagesPdf(pages: readonly (readonly string[])[]): Buffer {
  const page = (n: number) => BEFORE_PAGES + 1 + 2 * n
  const hex = (line: string) => Buffer.from(line, 'utf16le').swap16().toString('hex')
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages.map((_, n) => `${page(n)} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [4 0 R] >>',
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> /FontDescriptor 5 0 R /DW 1000 >>',
    '<< /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >>',
    ...pages.flatMap((lines, n) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${page(n) + 1} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      streamOf(`BT /F1 15 Tf 72 760 Td\n${lines.map((l) => `<${hex(l)}> Tj 0 -26 Td`).join('\n')}\nET`),
    ]),
  ])
}
