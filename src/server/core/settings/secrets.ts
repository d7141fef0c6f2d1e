import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../errors.ts'
import type { Config } from './config.ts'
import { StartError } from './startError.ts'

/** Keys of this process by name; what is new is written with the first one. */
export interface KeyRing {
  readonly first: string
  readonly keys: ReadonlyMap<string, Buffer>
}

const NAME = /^[A-Za-z0-9_-]{1,16}$/

/**
 * `name:base64 of 32 bytes`, joined by commas, the one in use first. Earlier ones stay until everything is written
 * anew.
 */
export function parseKeys(text: string): KeyRing {
  const keys = new Map<string, Buffer>()
  for (const part of text.split(',').map((x) => x.trim())) {
    const [name = '', value = '', ...more] = part.split(':')
    const key = Buffer.from(value, 'base64')
    if (!NAME.test(name) || key.length !== 32 || more.length > 0 || keys.has(name))
      throw new StartError(
        'SECRET_KEYS must be keys as name:base64 of 32 bytes, joined by commas, each name once (openssl rand -base64 32).',
      )
    keys.set(name, key)
  }
  return { first: [...keys.keys()][0] as string, keys }
}

/**
 * The keys that the configuration names, else those in `secret.keys` of the data folder. For the embedded database and
 * for demo data the file is made at the first start, readable by its owner alone.
 * @throws StartError where there are none for real data.
 */
export function keysOf(config: Pick<Config, 'secretKeys' | 'dataDir' | 'databaseUrl' | 'seed'>): KeyRing {
  if (config.secretKeys) return parseKeys(config.secretKeys)
  const path = join(config.dataDir, 'secret.keys')
  if (!existsSync(path)) {
    // An installation with real data must configure its key: a key generated here would be lost with the folder.
    if (config.databaseUrl && config.seed === 'none')
      throw new StartError(
        `No keys to encrypt with: set SECRET_KEYS (SECRET_KEYS=k1:$(openssl rand -base64 32), kept apart from the database and its backups), or put them into ${path}.`,
      )
    mkdirSync(config.dataDir, { recursive: true })
    try {
      writeFileSync(path, `k1:${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
    } catch (e) {
      // another instance on the same folder was first
      if ((e as NodeJS.ErrnoException).code !== 'EEXIST') throw e
    }
  }
  return parseKeys(readFileSync(path, 'utf8').trim())
}

let ring: KeyRing | null = null

/** Says which keys this process has; without any nothing is encrypted and nothing signed. */
export const setKeys = (keys: KeyRing | null): void => {
  ring = keys
}

/** The keys of this process; 409 where there are none. */
export function ringNow(): KeyRing {
  if (!ring) throw new AppError(409, ['密钥尚未配置，暂不能保存', 'No keys are configured, so this cannot be kept'])
  return ring
}

const known = new WeakMap<Buffer, Map<string, Buffer>>()

/** Keys for each use are derived from the same secret and reveal nothing about each other. */
export function derived(key: Buffer, use: 'seal' | 'sign' | 'field' | 'find' | 'file' | 'proof'): Buffer {
  const uses = known.get(key) ?? new Map<string, Buffer>()
  known.set(key, uses)
  const there = uses.get(use) ?? Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `rounds ${use}`, 32))
  uses.set(use, there)
  return there
}

/** How a sealed text begins: the name of its key and its mark. Of a text of any other form: null. */
const partsOf = (sealed: string): { readonly key: string; readonly mark: string; readonly body: Buffer } | null => {
  const [key, mark, body, ...more] = sealed.split('.')
  return key && mark && body && more.length === 0 && /^[0-9a-f]{6}$/.test(mark)
    ? { key, mark, body: Buffer.from(body, 'base64url') }
    : null
}

/** The mark of a sealed text: six hex digits that differ whenever it is sealed. */
export const markOf = (sealed: string): string => partsOf(sealed)?.mark ?? '000000'

/** Name of the key new texts are sealed with. */
export const keyInUse = (): string => ringNow().first

/** AES-256-GCM with the first key: `key.mark.base64url(iv, tag, text)`. Key and mark are authenticated with it. */
export function seal(text: string): string {
  const { first, keys } = ringNow()
  const iv = randomBytes(12)
  const head = `${first}.${randomBytes(3).toString('hex')}`
  const cipher = createCipheriv('aes-256-gcm', derived(keys.get(first) as Buffer, 'seal'), iv)
  cipher.setAAD(Buffer.from(head))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return `${head}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`
}

/** The text of a sealed one. Throws where its key is gone or anything of it was changed. */
export function unseal(sealed: string): string {
  const parts = partsOf(sealed)
  const key = parts && ringNow().keys.get(parts.key)
  if (!parts || !key) throw new Error(`a secret is sealed with a key that is not configured (${parts?.key ?? 'none'})`)
  const cipher = createDecipheriv('aes-256-gcm', derived(key, 'seal'), parts.body.subarray(0, 12))
  cipher.setAAD(Buffer.from(`${parts.key}.${parts.mark}`))
  cipher.setAuthTag(parts.body.subarray(12, 28))
  return Buffer.concat([cipher.update(parts.body.subarray(28)), cipher.final()]).toString('utf8')
}

const mac = (key: Buffer, text: string): Buffer => createHmac('sha256', derived(key, 'sign')).update(text).digest()

/** Proof of each key, by name: the same for the same key, without revealing the key. */
export const keyProofs = (): ReadonlyMap<string, string> =>
  new Map(
    [...ringNow().keys].map(([name, key]) => [
      name,
      createHmac('sha256', derived(key, 'proof')).update('rounds').digest('base64url'),
    ]),
  )

/** Signs a text with the key in use: base64url of HMAC-SHA-256. */
export const sign = (text: string): string => {
  const { first, keys } = ringNow()
  return mac(keys.get(first) as Buffer, text).toString('base64url')
}

/** Returns whether this text was signed with one of the keys. Compares in constant time. */
export function isSigned(text: string, signature: string): boolean {
  const given = Buffer.from(signature, 'base64url')
  return [...ringNow().keys.values()].some((key) => given.length === 32 && timingSafeEqual(mac(key, text), given))
}
