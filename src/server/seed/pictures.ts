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

/** Makes a PDF of one page with lines of Latin text; the same bytes on every machine. */
export function plainPdf(lines: readonly string[]): Buffer {
  const text = lines.map((l) => `(${l.replace(/[\\()]/g, (c) => `\\${c}`)}) Tj 0 -22 Td`).join('\n')
  const page = `BT /F1 14 Tf 72 760 Td\n${text}\nET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << /Font << /F1 4 0 R >> >> >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Length ${page.length} >>\nstream\n${page}\nendstream`,
  ]
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
