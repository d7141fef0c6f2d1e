import { createHash, createHmac, randomBytes } from 'node:crypto'

/**
 * Opaque tokens: `<tenant>.<32 random bytes, base64url>`. The tenant in front only says where to look (row security
 * needs it before the row is found); a wrong one finds nothing. The database keeps SHA-256 of the whole token.
 */
export interface Pair {
  readonly access: string
  readonly refresh: string
}

const SHAPE = /^([0-9A-Za-z_-]{1,12})\.([0-9A-Za-z_-]{43})$/

const token = (tenantId: string, secret: Buffer): string => `${tenantId}.${secret.toString('base64url')}`

/** A new pair, random. */
export const newPair = (tenantId: string): Pair => ({
  access: token(tenantId, randomBytes(32)),
  refresh: token(tenantId, randomBytes(32)),
})

/** 32 random bytes that make `nextPair` unpredictable to whoever holds the old token alone. */
export const newSalt = (): Buffer => randomBytes(32)

/**
 * The pair that follows a refresh token: the same for everyone who presents that token, and nobody can compute it
 * without the token and the key.
 */
export const nextPair = (refresh: string, salt: Uint8Array): Pair => {
  const tenantId = tenantOf(refresh)
  if (tenantId === null) throw new Error('not a refresh token')
  const derive = (use: string) => createHmac('sha256', refresh).update(salt).update(use).digest()
  return { access: token(tenantId, derive('access')), refresh: token(tenantId, derive('refresh')) }
}

/** The tenant a token names; null when the text is no token. */
export const tenantOf = (text: string): string | null => SHAPE.exec(text)?.[1] ?? null

/** Stored hash of a token. */
export const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/** The token of a `Blade-Auth` header (`bearer <token>`, the word in any case); null when there is none. */
export const bearerOf = (header: string | string[] | undefined): string | null => {
  const text = Array.isArray(header) ? header[0] : header
  return /^\s*bearer\s+(\S+)\s*$/i.exec(text ?? '')?.[1] ?? null
}
