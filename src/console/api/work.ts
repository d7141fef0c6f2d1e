import { sha256 } from '@noble/hashes/sha2.js'
import { type Challenge, proofText, zeroBits } from '../../model/values/proof.ts'

/**
 * Looks for a nonce among `count` numbers from `from`; null when none of them solves the challenge. Own SHA-256,
 * because browsers offer theirs on https addresses only.
 */
export function search(challenge: Challenge, from: number, count: number): number | null {
  const encoder = new TextEncoder()
  const start = sha256.create().update(encoder.encode(proofText(challenge, '')))
  const hasher = start.clone()
  const digits = new Uint8Array(20)
  const hash = new Uint8Array(32)
  for (let nonce = from; nonce < from + count; nonce++) {
    const { written } = encoder.encodeInto(String(nonce), digits)
    start._cloneInto(hasher)
    hasher.update(digits.subarray(0, written)).digestInto(hash)
    if (zeroBits(hash) >= challenge.bits) return nonce
  }
  return null
}
