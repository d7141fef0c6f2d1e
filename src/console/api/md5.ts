/**
 * MD5 (RFC 1321) of a text in UTF-8, as lower-case hex. Not a protection: it is the spelling in which stock clients
 * send a password; the server puts its own key derivation over what it receives.
 */
export function md5(text: string): string {
  const bytes = new TextEncoder().encode(text)
  const length = (((bytes.length + 8) >>> 6) + 1) << 4
  const words = new Uint32Array(length)
  for (let i = 0; i < bytes.length; i++) words[i >> 2] = (words[i >> 2] ?? 0) | ((bytes[i] ?? 0) << ((i % 4) * 8))
  words[bytes.length >> 2] = (words[bytes.length >> 2] ?? 0) | (0x80 << ((bytes.length % 4) * 8))
  words[length - 2] = bytes.length << 3
  words[length - 1] = Math.floor(bytes.length / 0x20000000)

  let [a, b, c, d] = [0x67452301, 0xefcdab89 | 0, 0x98badcfe | 0, 0x10325476]
  for (let block = 0; block < length; block += 16) {
    const [a0, b0, c0, d0] = [a, b, c, d]
    for (let i = 0; i < 64; i++) {
      const round = i >> 4
      let f: number
      let g: number
      if (round === 0) [f, g] = [(b & c) | (~b & d), i]
      else if (round === 1) [f, g] = [(d & b) | (~d & c), (5 * i + 1) & 15]
      else if (round === 2) [f, g] = [b ^ c ^ d, (3 * i + 5) & 15]
      else [f, g] = [c ^ (b | ~d), (7 * i) & 15]
      const sum = (a + f + (SINES[i] ?? 0) + (words[block + g] ?? 0)) | 0
      const shift = SHIFTS[round * 4 + (i & 3)] ?? 0
      ;[a, d, c, b] = [d, c, b, (b + ((sum << shift) | (sum >>> (32 - shift)))) | 0]
    }
    ;[a, b, c, d] = [(a + a0) | 0, (b + b0) | 0, (c + c0) | 0, (d + d0) | 0]
  }
  return [a, b, c, d].map(littleEndian).join('')
}

const SHIFTS = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]
const SINES = Array.from({ length: 64 }, (_, i) => Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32) | 0)

const littleEndian = (word: number): string =>
  [0, 8, 16, 24].map((at) => ((word >>> at) & 0xff).toString(16).padStart(2, '0')).join('')
