/** Width and height of a film, points: whole blocks of sixteen. */
const [COLUMNS, ROWS] = [6, 4]
const RATE = 10

/** Bits, one after the other, as H.264 writes its headers. */
class Bits {
  private text = ''
  u(n: number, width: number): this {
    this.text += n.toString(2).padStart(width, '0')
    return this
  }
  /** Exp-Golomb (ISO/IEC 14496-10 9.1). */
  ue(n: number): this {
    const bits = (n + 1).toString(2)
    this.text += '0'.repeat(bits.length - 1) + bits
    return this
  }
  /** Zeros up to a whole byte. */
  align(): this {
    this.text += '0'.repeat((8 - (this.text.length % 8)) % 8)
    return this
  }
  raw(bytes: Uint8Array): this {
    for (const byte of bytes) this.u(byte, 8)
    return this
  }
  /** The bytes of a unit, with its stop bit and without what would look like a start of one. */
  unit(head: number): Buffer {
    this.text += '1'
    this.align()
    const out = [head]
    let zeros = 0
    for (let at = 0; at < this.text.length; at += 8) {
      const byte = Number.parseInt(this.text.slice(at, at + 8), 2)
      if (zeros >= 2 && byte <= 3) {
        out.push(3)
        zeros = 0
      }
      out.push(byte)
      zeros = byte === 0 ? zeros + 1 : 0
    }
    return Buffer.from(out)
  }
}

/** Profile, level, size: baseline, frames in their order. */
const sequence = () =>
  new Bits()
    .u(66, 8)
    .u(0xc0, 8)
    .u(10, 8)
    .ue(0)
    .ue(0)
    .ue(2)
    .ue(1)
    .u(0, 1)
    .ue(COLUMNS - 1)
    .ue(ROWS - 1)
    .u(0b1000, 4)
    .unit(0x67)
const picture = () => new Bits().ue(0).ue(0).u(0, 2).ue(0).ue(0).ue(0).u(0, 3).ue(0).ue(0).ue(0).u(0, 3).unit(0x68)

/** A whole frame: a bright block walks over a dark ground, its points as they are (I_PCM). */
function whole(n: number): Buffer {
  const bits = new Bits().ue(0).ue(7).ue(0).u(0, 4).ue(n).u(0, 2).ue(0)
  const at = (n * 5) % (COLUMNS * ROWS)
  for (let block = 0; block < COLUMNS * ROWS; block++) {
    bits.ue(25).align()
    const bright = block === at ? 200 : 40 + ((block * 7) % 40)
    bits.raw(new Uint8Array(256).fill(bright)).raw(new Uint8Array(128).fill(block === at ? 150 : 120))
  }
  return bits.unit(0x65)
}

/** A frame in which nothing moves. */
const still = (frame: number): Buffer =>
  new Bits()
    .ue(0)
    .ue(5)
    .ue(0)
    .u(frame % 16, 4)
    .u(0, 3)
    .ue(0)
    .ue(COLUMNS * ROWS)
    .unit(0x41)

const u32 = (...numbers: number[]): Buffer => {
  const out = Buffer.alloc(numbers.length * 4)
  for (const [n, value] of numbers.entries()) out.writeUInt32BE(value, n * 4)
  return out
}
const u16 = (...numbers: number[]): Buffer => Buffer.from(numbers.flatMap((n) => [n >> 8, n & 255]))
const box = (name: string, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  return Buffer.concat([u32(body.length + 8), Buffer.from(name, 'latin1'), body])
}
const MATRIX = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)

/** Makes a small film of so many seconds (MP4, H.264 baseline, no sound); the same bytes on every machine. */
export function smallFilm(seconds: number): Buffer {
  const [width, height] = [COLUMNS * 16, ROWS * 16]
  const frames = Array.from({ length: seconds * RATE }, (_, n) => (n % RATE === 0 ? whole(n / RATE) : still(n % RATE)))
  const samples = frames.map((unit) => Buffer.concat([u32(unit.length), unit]))
  const [sps, pps] = [sequence(), picture()]
  const head = box('ftyp', Buffer.from('isom', 'latin1'), u32(512), Buffer.from('isomiso2avc1mp41', 'latin1'))
  const length = frames.length * (1000 / RATE)
  const config = box(
    'avcC',
    Buffer.from([1, sps[1] as number, sps[2] as number, sps[3] as number, 0xff, 0xe1]),
    u16(sps.length),
    sps,
    Buffer.from([1]),
    u16(pps.length),
    pps,
  )
  const entry = box(
    'avc1',
    Buffer.alloc(6),
    u16(1),
    Buffer.alloc(16),
    u16(width, height),
    u32(0x480000, 0x480000, 0),
    u16(1),
    Buffer.alloc(32),
    u16(24, 0xffff),
    config,
  )
  const table = (offset: number) =>
    box(
      'stbl',
      box('stsd', u32(0, 1), entry),
      box('stts', u32(0, 1, frames.length, 1000 / RATE)),
      box('stss', u32(0, seconds), u32(...Array.from({ length: seconds }, (_, n) => n * RATE + 1))),
      box('stsc', u32(0, 1, 1, samples.length, 1)),
      box('stsz', u32(0, 0, samples.length), u32(...samples.map((s) => s.length))),
      box('stco', u32(0, 1, offset)),
    )
  const movie = (offset: number) =>
    box(
      'moov',
      box('mvhd', u32(0, 0, 0, 1000, length, 0x10000), u16(0x100, 0), u32(0, 0), MATRIX, Buffer.alloc(24), u32(2)),
      box(
        'trak',
        box('tkhd', u32(3, 0, 0, 1, 0, length, 0, 0), u16(0, 0, 0, 0), MATRIX, u32(width << 16, height << 16)),
        box(
          'mdia',
          box('mdhd', u32(0, 0, 0, 1000, length), u16(0x55c4, 0)),
          box('hdlr', u32(0, 0), Buffer.from('vide', 'latin1'), Buffer.alloc(12), Buffer.from('film\0', 'latin1')),
          box(
            'minf',
            box('vmhd', u32(1), Buffer.alloc(8)),
            box('dinf', box('dref', u32(0, 1), box('url ', u32(1)))),
            table(offset),
          ),
        ),
      ),
    )
  const offset = head.length + movie(0).length + 8
  return Buffer.concat([head, movie(offset), box('mdat', ...samples)])
}
