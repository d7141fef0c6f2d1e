import { instantOf } from '../../model/kernel/dates.ts'
import { EPOCH } from '../core/ids.ts'

/** Official numbers that look right and belong to nobody: region 99 does not exist. */

const ID_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/**
 * An identity number (GB 11643) of the `n`-th doctor: region 99…, a birthday between 1960 and 1995, a valid check
 * character.
 */
export function idCardOf(n: number, female: boolean): string {
  const day = new Date(Date.UTC(1960, 0, 1) + ((n * 7919) % 12_775) * 86_400_000)
    .toISOString()
    .slice(0, 10)
    .replaceAll('-', '')
  const serial = String(((n * 2) % 998) + (female ? 0 : 1)).padStart(3, '0')
  const body = `99${String(100 + (Math.floor(n / 499) % 900)).padStart(4, '0')}${day}${serial}`
  const rest = ID_WEIGHTS.reduce((sum, w, i) => sum + w * Number(body[i]), 0) % 11
  return `${body}${'10X98765432'[rest]}`
}

const CREDIT = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const CREDIT_WEIGHTS = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28]

/** A unified social credit code (GB 32100) of the `n`-th organisation: region 99…, a valid check character. */
export function creditCodeOf(n: number): string {
  const body = `9199${String(1000 + (n % 9000)).padStart(4, '0')}MA${String(n * 37)
    .padStart(7, '0')
    .slice(-7)}`
  const sum = [...body].reduce((total, c, i) => total + CREDIT.indexOf(c) * (CREDIT_WEIGHTS[i] as number), 0)
  return `${body}${CREDIT[(31 - (sum % 31)) % 31]}`
}

/** A mobile number of the `n`-th person. */
export const phoneOf = (n: number): string => `199${String(n).padStart(8, '0')}`

/**
 * A bank account of the `n`-th person. The sandbox bank refuses, delays or returns by the last digit: 9, 8, 7, one in a
 * hundred each.
 */
export function bankAccountOf(n: number): string {
  const odd = n % 100
  const last = odd === 97 ? 7 : odd === 98 ? 8 : odd === 99 ? 9 : n % 7
  return `622588${String(n * 97).padStart(9, '0')}${last}`
}

/** Ids as the snowflake makes them (store/snowflake.ts), from the time a record was born instead of the clock. */
export class SeedIds {
  private readonly used = new Map<number, number>()

  constructor(private readonly worker = 1023) {}

  /** A new id for a record of that moment (wall clock). */
  at(wall: string): string {
    const found = instantOf(wall)
    if (found === null) throw new RangeError(`not a time: ${wall}`)
    if (found < EPOCH) throw new RangeError(`before there are ids: ${wall}`)
    let ms = found - EPOCH
    let n = this.used.get(ms) ?? 0
    while (n > 4095) {
      ms += 1
      n = this.used.get(ms) ?? 0
    }
    this.used.set(ms, n + 1)
    return String((BigInt(ms) << 22n) | (BigInt(this.worker) << 12n) | BigInt(n))
  }
}

/** Daily codes: PREFIX + yyyyMMdd + six digits, counted per prefix and day. */
export class SeedCodes {
  private readonly last = new Map<string, number>()

  next(prefix: string, wall: string): string {
    const head = `${prefix}${wall.slice(0, 10).replaceAll('-', '')}`
    const n = (this.last.get(head) ?? 0) + 1
    this.last.set(head, n)
    return `${head}${String(n).padStart(6, '0')}`
  }
}
