/**
 * Proof of work at sign-in: a number is to be found so that the SHA-256 of `proofText` begins with so many zero bits.
 * Trying takes 2^bits hashes on average, looking takes one. Both sides bring their own SHA-256.
 */
export interface Challenge {
  readonly key: string
  readonly salt: string
  readonly bits: number
}

/**
 * Text of the proof that is hashed. Short enough for one block of SHA-256 as long as the nonce stays below nine digits.
 */
export const proofText = (c: Pick<Challenge, 'key' | 'salt'>, nonce: number | string): string =>
  `${c.key}.${c.salt}.${nonce}`

/** Prefix that distinguishes a solved challenge from the text of a picture in the same parameter. */
export const PROOF = 'pow:'

/** Zero bits a hash begins with. */
export function zeroBits(hash: Uint8Array): number {
  let bits = 0
  for (const byte of hash) {
    if (byte === 0) {
      bits += 8
      continue
    }
    return bits + Math.clz32(byte) - 24
  }
  return bits
}
