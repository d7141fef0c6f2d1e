/** Bytes of a frame: MPEG-2.5 layer III, one channel, 8 kbit/s of 8,000 values a second: 72 ms. */
const FRAME = 72
const FRAMES_A_SECOND = 1000 / 72

/** Frequencies of a small tune, as lines of 576 below 4,000 Hz. */
const TUNE = [64, 72, 80, 84, 96, 84, 80, 72] as const

/** MP3 frame in which a single line sounds: all pairs before it are nothing, it is one (Huffman table 1). */
function frame(line: number): Buffer {
  const pairs = (line >> 1) + 1
  // of the last pair the first value is one and the second nothing: `01` and its sign
  const data = `${'1'.repeat(line >> 1)}010`
  const field = (n: number, width: number) => n.toString(2).padStart(width, '0')
  const side = [
    // where its data begin, private bits
    field(0, 8),
    field(0, 1),
    // length of the data, pairs, loudness, scale factors, no window of its own
    field(data.length, 12),
    field(pairs, 9),
    field(176, 8),
    field(0, 9),
    field(0, 1),
    // the same table for all regions
    field(1, 5).repeat(3),
    field(7, 4),
    field(7, 3),
    field(0, 2),
  ].join('')
  const bits = `${side}${data}`.padEnd((FRAME - 4) * 8, '0')
  const out = Buffer.alloc(FRAME)
  // sync, version 2.5, layer III, no check; 8 kbit/s, 8,000 Hz; one channel
  out.set([0xff, 0xe3, 0x18, 0xc4])
  for (let at = 0; at < FRAME - 4; at++) out[at + 4] = Number.parseInt(bits.slice(at * 8, at * 8 + 8), 2)
  return out
}

/** Makes a small tune of so many seconds (MP3); the same bytes on every machine. */
export const smallSound = (seconds: number): Buffer =>
  Buffer.concat(
    Array.from({ length: Math.round(seconds * FRAMES_A_SECOND) }, (_, n) =>
      frame(TUNE[Math.floor(n / (FRAMES_A_SECOND / 2)) % TUNE.length] as number),
    ),
  )
