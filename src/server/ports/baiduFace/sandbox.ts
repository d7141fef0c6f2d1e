import { createHash } from 'node:crypto'
import type { Asking, Known } from '../adapter.ts'
import { PortError } from '../portError.ts'
import type { BaiduFace } from './port.ts'

/** Keeps nothing, so it knows of no key: asked anew, it answers alike. */
const find = async (): Promise<Known<never>> => ({ state: 'absent' })

/** From this score on a face is the person's. */
const ENOUGH = 80

/** A score between 60 and 99 that somebody always has. */
const scoreOf = (who: string): number => 60 + (createHash('sha256').update(who).digest().readUInt32BE(0) % 40)

/** How the check of somebody ends, as the token of their check says it. Pure. */
export function tokenOf(who: string, key: string): string {
  const score = scoreOf(who)
  return `BF-${score >= ENOUGH && !who.endsWith('9') ? 'PASSED' : 'FAILED'}-${score}-${key}`
}

const checkOf = (verifyToken: string) => ({
  verifyToken,
  url: `/faceverify/${verifyToken.startsWith('BF-PASSED') ? 1 : 2}`,
})
const begun = (who: string, key: string) => checkOf(tokenOf(who, key))

/** Scores of checks with a result that a person gave: above and below `ENOUGH`. */
const PLAYED = { PASSED: 95, FAILED: 65 } as const

/** A check with the result that a person gave (domain §6); null of a check that this sandbox has not begun. Pure. */
export function sandboxCheck(verifyToken: string | null, result: keyof typeof PLAYED) {
  const [, key] = /^BF-(?:PASSED|FAILED)-\d+-(.+)$/.exec(verifyToken ?? '') ?? []
  return key ? checkOf(`BF-${result}-${PLAYED[result]}-${key}`) : null
}

const AGREES = 'AGREES'
const DIFFERS = 'DIFFERS'

/**
 * A provider that decides by what it is told, without clock or memory (domain §7): a face has a score of the identity number,
 * from 80 on it passes, numbers that end with 9 fail; numbers that end with 0000 are of another name, mobile numbers that do
 * are of somebody else; a card says what was typed, but for numbers that end with 8, whose name is read wrong, and those that
 * end with 7, which cannot be read.
 */
export const sandbox = (): BaiduFace => ({
  faceInit: {
    async call({ idNo }, { key }: Asking) {
      if (idNo?.endsWith('0000')) throw new PortError('REJECTED', 'sandbox: another name', 'MISMATCH')
      return begun(idNo ?? '', key)
    },
    find,
  },
  faceSimpler: {
    async call({ name }, { key }: Asking) {
      return begun(name ?? '', key)
    },
    find,
  },
  faceResult: {
    async call({ verifyToken }) {
      const [kind, status, score] = (verifyToken ?? '').split('-')
      if (kind !== 'BF' || (status !== 'PASSED' && status !== 'FAILED'))
        throw new PortError('REJECTED', 'sandbox: no such check', 'EXPIRED')
      return { status, score: `0.${(score ?? '').padStart(2, '0')}0000` }
    },
    find,
  },
  elements: {
    async call({ idNo, phone }) {
      const twoElement = idNo?.endsWith('0000') ? DIFFERS : AGREES
      return { twoElement, threeElement: twoElement === DIFFERS || phone?.endsWith('0000') ? DIFFERS : AGREES }
    },
    find,
  },
  readCard: {
    async call({ known }) {
      const [typed] = known ?? []
      if (typed?.idNo?.endsWith('7')) throw new PortError('REJECTED', 'sandbox: not read', 'UNREADABLE')
      const name = typed?.name ?? ''
      return { name: typed?.idNo?.endsWith('8') ? `${name}x` : name, idNo: typed?.idNo ?? '' }
    },
    find,
  },
})
