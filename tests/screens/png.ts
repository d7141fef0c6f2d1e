import { deflateSync, inflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])

/** The parts of a PNG, in order. */
function* chunksOf(png: Buffer) {
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    yield { type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) }
    at += 12 + length
  }
}

const CRC = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
  return c >>> 0
})

function chunk(type: string, data: Buffer): Buffer {
  const made = Buffer.alloc(12 + data.length)
  made.writeUInt32BE(data.length, 0)
  made.write(type, 4, 'latin1')
  data.copy(made, 8)
  let crc = 0xffffffff
  for (const byte of made.subarray(4, 8 + data.length)) crc = (CRC[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8)
  made.writeUInt32BE((crc ^ 0xffffffff) >>> 0, 8 + data.length)
  return made
}

/** The prediction of PNG's fourth filter: of left, above and above left the one nearest to their plane. */
function paeth(a: number, b: number, c: number): number {
  const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)]
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c
}

/** The samples of an eight-bit picture without interlacing. `bytes`: of one pixel (3 or 4). */
function samples(png: Buffer) {
  const parts = [...chunksOf(png)]
  const head = parts[0]?.data ?? Buffer.alloc(13)
  const [width, height, bytes] = [head.readUInt32BE(0), head.readUInt32BE(4), head[9] === 6 ? 4 : 3]
  const raw = inflateSync(Buffer.concat(parts.filter((p) => p.type === 'IDAT').map((p) => p.data)))
  const line = width * bytes
  const out = Buffer.alloc(line * height)
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (line + 1)]
    for (let x = 0; x < line; x++) {
      const at = y * line + x
      const a = x < bytes ? 0 : (out[at - bytes] ?? 0)
      const b = y === 0 ? 0 : (out[at - line] ?? 0)
      const c = x < bytes || y === 0 ? 0 : (out[at - line - bytes] ?? 0)
      const guess = [0, a, b, (a + b) >> 1, paeth(a, b, c)][filter ?? 0] ?? 0
      out[at] = (raw[y * (line + 1) + 1 + x] ?? 0) + guess
    }
  }
  return { width, height, bytes, out }
}

/**
 * A screenshot with 256 colours instead of sixteen million: half its size or less, and not to be told from it by eye,
 * since screens have few colours. `png`: eight bits a channel, without interlacing. The 256 commonest colours (rounded to
 * five bits a channel) stay; the rest becomes the nearest of them.
 */
export function smaller(png: Buffer): Buffer {
  const { width, height, bytes, out } = samples(png)
  const coarse = (at: number) =>
    (((out[at] ?? 0) >> 3) << 10) | (((out[at + 1] ?? 0) >> 3) << 5) | ((out[at + 2] ?? 0) >> 3)
  const seen = new Map<number, { count: number; exact: Map<number, number> }>()
  for (let at = 0; at < out.length; at += bytes) {
    const key = coarse(at)
    const entry = seen.get(key) ?? { count: 0, exact: new Map<number, number>() }
    seen.set(key, entry)
    entry.count++
    const rgb = out.readUIntBE(at, 3)
    entry.exact.set(rgb, (entry.exact.get(rgb) ?? 0) + 1)
  }
  const common = [...seen].sort((a, b) => b[1].count - a[1].count).slice(0, 256)
  // of the colours that are rounded to one, the one that is there most: the background stays what it is
  const palette = common.map(([, { exact }]) => [...exact].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0)
  const parts = (rgb: number) => [rgb >> 16, (rgb >> 8) & 255, rgb & 255] as const
  const index = new Map<number, number>(common.map(([key], i) => [key, i]))
  const indexOf = (key: number) => {
    const found = index.get(key)
    if (found !== undefined) return found
    const [r, g, b] = [(key >> 10) << 3, ((key >> 5) & 31) << 3, (key & 31) << 3]
    let best = 0
    let least = Number.POSITIVE_INFINITY
    for (const [i, rgb] of palette.entries()) {
      const [R, G, B] = parts(rgb)
      const far = (R - r) ** 2 + (G - g) ** 2 + (B - b) ** 2
      if (far < least) [best, least] = [i, far]
    }
    index.set(key, best)
    return best
  }
  const lines = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) lines[y * (width + 1) + 1 + x] = indexOf(coarse((y * width + x) * bytes))
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from(palette.flatMap(parts))),
    chunk('IDAT', deflateSync(lines, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
