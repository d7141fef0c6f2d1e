import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { isSealed } from '../../../model/language/fields/secrets.ts'
import { derived, ringNow } from '../settings/secrets.ts'

/**
 * Associated data of an encrypted text: its owner, and the kind of its field. Not the column: copies of a value stand
 * in many tables, and lists of several tables show them in one column.
 */
export interface Bound {
  readonly tenantId: string
  readonly kind: string
}

/** Bytes of the keyed hash, which is the nonce, and of the tag. */
const [HASH, TAG] = [12, 16]

const bytesOf = ({ tenantId, kind }: Bound, more: string): Buffer => Buffer.from([tenantId, kind, more].join('\0'))

function cipherOf(bound: Bound, text: string, name: string, key: Buffer): string {
  // the nonce depends on the text alone: two texts share one only where 96 bits of HMAC-SHA-256 agree (as AES-SIV, RFC
  // 5297)
  const hash = createHmac('sha256', derived(key, 'find')).update(bytesOf(bound, text)).digest().subarray(0, HASH)
  const cipher = createCipheriv('aes-256-gcm', derived(key, 'field'), hash)
  cipher.setAAD(bytesOf(bound, name))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return `~${name}~${Buffer.concat([hash, cipher.getAuthTag(), body]).toString('base64url')}`
}

/**
 * Encrypts a text with the key in use: `~key~base64url(hash, tag, text)`, AES-256-GCM with a keyed hash of the text as
 * its nonce, so that equal texts of a tenant and kind are equal here too: found, counted and held unique without being
 * read. RangeError for what is encrypted already.
 */
export function encrypt(bound: Bound, text: string): string {
  if (isSealed(text)) throw new RangeError('an encrypted text is no value')
  const { first, keys } = ringNow()
  return cipherOf(bound, text, first, keys.get(first) as Buffer)
}

/** All forms that a text may be kept in: one a key, that of the key in use first. */
export const formsOf = (bound: Bound, text: string): string[] =>
  [...ringNow().keys].map(([name, key]) => cipherOf(bound, text, name, key))

/** The name of the key that an encrypted text was encrypted with. */
const keyNameOf = (sealed: string): string => sealed.slice(1, sealed.indexOf('~', 1))

/** Prefix of texts that were encrypted with the key in use. */
export const prefixInUse = (): string => `~${ringNow().first}~`

/** The text of an encrypted one. Throws where its key is gone, it is another tenant's or kind's, or a bit was changed. */
export function decrypt(bound: Bound, sealed: string): string {
  const name = keyNameOf(sealed)
  const key = ringNow().keys.get(name)
  if (!key) throw new Error(`a ${bound.kind} is encrypted with the key ${name}, which is not configured`)
  const bytes = Buffer.from(sealed.slice(name.length + 2), 'base64url')
  const cipher = createDecipheriv('aes-256-gcm', derived(key, 'field'), bytes.subarray(0, HASH))
  cipher.setAAD(bytesOf(bound, name))
  cipher.setAuthTag(bytes.subarray(HASH, HASH + TAG))
  try {
    return Buffer.concat([cipher.update(bytes.subarray(HASH + TAG)), cipher.final()]).toString('utf8')
  } catch (e) {
    throw new Error(`an encrypted ${bound.kind} was changed or is not of this tenant`, { cause: e })
  }
}

/** Encrypts the bytes of a file with the key in use: a line with its name, then nonce, tag and bytes. */
export function encryptBytes(bound: Bound, bytes: Buffer): Buffer {
  const { first, keys } = ringNow()
  const nonce = randomBytes(HASH)
  const cipher = createCipheriv('aes-256-gcm', derived(keys.get(first) as Buffer, 'file'), nonce)
  cipher.setAAD(bytesOf(bound, first))
  const body = [cipher.update(bytes), cipher.final()]
  return Buffer.concat([Buffer.from(`${first}\n`), nonce, cipher.getAuthTag(), ...body])
}

/** The bytes of an encrypted file; null where its key is gone, it is another file or a bit was changed. */
export function decryptBytes(bound: Bound, kept: Buffer): Buffer | null {
  const end = kept.indexOf('\n')
  const name = kept.subarray(0, Math.max(end, 0)).toString('latin1')
  const key = ringNow().keys.get(name)
  const rest = kept.subarray(end + 1)
  if (!key || rest.length < HASH + TAG) return null
  const cipher = createDecipheriv('aes-256-gcm', derived(key, 'file'), rest.subarray(0, HASH))
  cipher.setAAD(bytesOf(bound, name))
  cipher.setAuthTag(rest.subarray(HASH, HASH + TAG))
  try {
    return Buffer.concat([cipher.update(rest.subarray(HASH + TAG)), cipher.final()])
  } catch {
    return null
  }
}
