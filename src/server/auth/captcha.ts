import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { type Challenge, PROOF, proofText, zeroBits } from '../../model/values/proof.ts'
import type { Database } from '../core/database.ts'
import { GUESSING, type Standing } from '../core/limits/attempts.ts'
import { networkOf } from '../core/network.ts'
import { picture } from './captchaPicture.ts'

const NOBODY = { tenantId: null }

/**
 * Zero bits a proof of work needs: usually, and at most. Each bit doubles the work; 17 take a browser a quarter of a
 * second. Tests of what is not the work itself give little.
 */
export const BITS = { usual: 17, most: 21 }

const steps = (failures: number, from: number): number =>
  failures < from ? 0 : 1 + Math.floor(Math.log2(failures / from))

/** The work asked of a try, by how much the account or the address is being guessed at. Pure. */
export const bitsFor = (s: Pick<Standing, 'account' | 'address'>): number =>
  Math.min(BITS.usual + Math.max(steps(s.account, GUESSING.account), steps(s.address, GUESSING.address)), BITS.most)

/** Challenge that a client solves: read the picture, or do the work. */
export interface Captcha {
  readonly key: string
  /** PNG as a data URL; "" where only work was asked for. */
  readonly image: string
  readonly required: true
  readonly challenge: Pick<Challenge, 'salt' | 'bits'>
}

/** A captcha, good once and for two minutes. Kept in the database: any instance may check it. */
export async function newCaptcha(db: Database, bits: number, withPicture: boolean): Promise<Captcha> {
  const { text, image } = withPicture ? await picture() : { text: '', image: '' }
  const key = randomUUID()
  const salt = randomBytes(6).toString('base64url')
  await db.scoped(NOBODY, {
    name: 'captcha-new',
    text: `with swept as (delete from "captcha" where key in (select key from "captcha" where expires < now() order by expires limit 20))
      insert into "captcha" (key, code, salt, bits, expires) values ($1, $2, $3, $4, now() + interval '2 minutes')`,
    values: [key, text.toLowerCase(), salt, bits],
  })
  return { key, image, required: true, challenge: { salt, bits } }
}

/**
 * Checks a captcha and deletes it: valid at most once, case ignored. A proof of work (`pow:<nonce>`) must meet the bits
 * it was issued for and `bits`, which may have risen since.
 */
export async function captchaIs(db: Database, key: string, code: string, bits: number): Promise<boolean> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(key)) return false
  const [found] = await db.scoped<{ code: string; salt: string; bits: number; fresh: boolean }>(NOBODY, {
    name: 'captcha-take',
    text: 'delete from "captcha" where key = $1 returning code, salt, bits, expires > now() as fresh',
    values: [key],
  })
  if (!found?.fresh) return false
  const given = code.trim().toLowerCase()
  if (!given.startsWith(PROOF)) return found.code !== '' && found.code === given
  return isProof(
    { key: key.toLowerCase(), salt: found.salt, bits: Math.max(found.bits, bits) },
    given.slice(PROOF.length),
  )
}

/** Returns whether this nonce solves the challenge. Pure. */
export const isProof = (challenge: Challenge, nonce: string): boolean =>
  /^\d{1,15}$/.test(nonce) &&
  zeroBits(createHash('sha256').update(proofText(challenge, nonce)).digest()) >= challenge.bits

/**
 * Remembers that this address must solve a captcha although captchas are off: clients that show pictures are given one
 * then.
 */
export async function wantCaptcha(db: Database, address: string): Promise<void> {
  await db.scoped(NOBODY, {
    name: 'captcha-want',
    text: `insert into "captcha_wanted" (address, expires) values ($1, now() + interval '${GUESSING.minutes} minutes') on conflict (address) do update set expires = excluded.expires`,
    values: [networkOf(address)],
  })
}

/** Returns whether this address has to solve a captcha. */
export async function isWanted(db: Database, address: string): Promise<boolean> {
  const found = await db.scoped(NOBODY, {
    name: 'captcha-wanted',
    text: 'select 1 as one from "captcha_wanted" where address = $1 and expires > now()',
    values: [networkOf(address)],
  })
  return found.length > 0
}
