import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Time-based one-time passwords as authenticator apps make them: RFC 6238 with SHA-1, six digits and steps of thirty
 * seconds. SHA-1, because several apps ignore what an address says of the algorithm.
 */
const STEP = 30
const DIGITS = 6
/** Steps before and after the present one that are taken: clocks differ, and typing takes its time (RFC 6238, 5.2). */
const DRIFT = 1

/** Bytes of a secret: as long as the hash (RFC 4226, 4). */
export const SECRET_BYTES = 20

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Bytes in base 32 (RFC 4648) without padding, as apps take a secret. Pure. */
export function base32(bytes: Uint8Array): string {
  let [text, held, bits] = ['', 0, 0]
  for (const byte of bytes) {
    held = (held << 8) | byte
    for (bits += 8; bits >= 5; bits -= 5) text += BASE32[(held >> (bits - 5)) & 31]
    held &= (1 << bits) - 1
  }
  return bits > 0 ? text + BASE32[(held << (5 - bits)) & 31] : text
}

/** The step of a time in seconds since 1970. Pure. */
export const stepAt = (seconds: number): number => Math.floor(seconds / STEP)

/** The code of a step: six digits (RFC 4226, 5.3). Pure. */
export function codeOf(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const at = (hash.at(-1) ?? 0) & 15
  return String((hash.readUInt32BE(at) & 0x7fffffff) % 10 ** DIGITS).padStart(DIGITS, '0')
}

/**
 * The step that a code is of, among those around the present one and after the last one used; null for none. Compares
 * in constant time. Pure.
 */
export function stepOfCode(
  secret: Uint8Array,
  code: string,
  at: { readonly step: number; readonly lastUsed: number },
): number | null {
  let found: number | null = null
  for (let step = at.step - DRIFT; step <= at.step + DRIFT; step++) {
    const same = timingSafeEqual(Buffer.from(codeOf(secret, step)), Buffer.from(code))
    if (same && step > at.lastUsed) found ??= step
  }
  return found
}

/** The address by which an app takes a secret over (`otpauth:`, Key URI format), for an account at an issuer. Pure. */
export function keyUri(issuer: string, account: string, secret: Uint8Array): string {
  const query = new URLSearchParams({ secret: base32(secret), issuer, algorithm: 'SHA1' })
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?${query}&digits=${DIGITS}&period=${STEP}`
}
