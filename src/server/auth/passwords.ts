import { createHash, randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/**
 * Clients send md5 of the password as lower-case hex (stock behaviour), so that is what the server keeps argon2id of. A
 * client that sends the plain text is refused: it does not hash to the same. md5 is a spelling here, no protection.
 */
export const asSent = (password: string): string => createHash('md5').update(password, 'utf8').digest('hex')

const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** argon2id of what a client sends. About 25 ms on a worker thread. */
export const secretOf = (sent: string): Promise<string> => hash(spelling(sent), options)

/** Hex may come in upper case; anything else is taken as it is. */
const spelling = (sent: string): string => (/^[0-9a-fA-F]{32}$/.test(sent) ? sent.toLowerCase() : sent)

let nobody: Promise<string> | undefined

/** Prepares the stand-in for unknown accounts, so that the first of them takes no longer than the others. */
export const warmPasswords = (): Promise<string> => {
  nobody ??= secretOf(randomBytes(16).toString('hex'))
  return nobody
}

/** Returns whether this is the password. Without a secret (unknown account) it takes as long and returns false. */
export async function matches(secret: string | null, sent: string): Promise<boolean> {
  const right = await verify(secret ?? (await warmPasswords()), spelling(sent))
  return right && secret !== null
}

/** A password for the first administrator: 16 letters and digits, easy to type. */
export const newPassword = (): string =>
  Array.from(randomBytes(16), (b) => 'abcdefghjkmnpqrstuvwxyz23456789'[b % 31]).join('')
