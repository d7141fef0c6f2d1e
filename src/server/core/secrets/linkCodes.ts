import { createHash, randomBytes } from 'node:crypto'

/** Codes of links that are their bearer's permission: the tenant they are of, and 128 random bits. Only the hash is kept. */

/** A new code of a tenant. */
export const newLinkCode = (tenantId: string): string => `${tenantId}-${randomBytes(16).toString('base64url')}`

/** Stored form of the code of a link. Pure. */
export const keptCode = (code: string): string => createHash('sha256').update(code).digest('hex')

/** The tenant that a code says it is of; null for what is none. Pure. */
export const tenantOfCode = (code: string): string | null => /^(\w{1,12})-[\w-]{22}$/.exec(code)?.[1] ?? null
