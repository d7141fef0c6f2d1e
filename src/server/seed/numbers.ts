/** Official numbers that look right and belong to nobody: region 99 does not exist. */

/** Check characters of identity numbers, by remainder. */
const ID_CHECKS = '10X98765432'
export const ID_CARD_ALPHABET = ID_CHECKS
/** The four digits behind the region that tell copies of a person apart; those of the first 499 doctors. */
const ID_COPY = 100

const four = (n: number): string => String(n).padStart(4, '0')

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
  const body = `99${four(ID_COPY + (Math.floor(n / 499) % 900))}${day}${serial}`
  const rest = ID_WEIGHTS.reduce((sum, w, i) => sum + w * Number(body[i]), 0) % 11
  return `${body}${ID_CHECKS[rest]}`
}

/** The four digits of a credit code that tell copies of an organisation apart. */
const CREDIT_COPY = '1000'

export const CREDIT_ALPHABET = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const CREDIT_WEIGHTS = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28]

/** A unified social credit code (GB 32100) of the `n`-th organisation: region 99…, a valid check character. */
export function creditCodeOf(n: number): string {
  const body = `9199${CREDIT_COPY}MA${String(n * 37)
    .padStart(7, '0')
    .slice(-7)}`
  const sum = [...body].reduce((total, c, i) => total + CREDIT_ALPHABET.indexOf(c) * (CREDIT_WEIGHTS[i] as number), 0)
  return `${body}${CREDIT_ALPHABET[(31 - (sum % 31)) % 31]}`
}

/** Characters by which the check characters of an alphabet are replaced when its sum grows by `by`. */
const turned = (alphabet: string, by: number): string =>
  [...alphabet].map((_, i) => alphabet[(((i + by) % alphabet.length) + alphabet.length) % alphabet.length]).join('')

/** By how much other digits change a weighted sum. */
const growth = (from: string, to: string, weights: readonly number[]): number =>
  weights.reduce((sum, w, i) => sum + w * (Number(to[i]) - Number(from[i])), 0)

/**
 * The digits of the `n`-th copy of a person's identity number, and what the check characters of `ID_CARD_ALPHABET` become
 * with them.
 */
export function idCardCopy(n: number): { readonly id_card: string; readonly id_card_check: string } {
  const id_card = four(ID_COPY + n)
  return { id_card, id_card_check: turned(ID_CARD_ALPHABET, growth(four(ID_COPY), id_card, ID_WEIGHTS.slice(2, 6))) }
}

/** The same of an organisation's credit code. The check character is what the sum lacks to a multiple of 31. */
export function creditCopy(n: number): { readonly credit: string; readonly credit_check: string } {
  const credit = four(Number(CREDIT_COPY) + n)
  return { credit, credit_check: turned(CREDIT_ALPHABET, -growth(CREDIT_COPY, credit, CREDIT_WEIGHTS.slice(4, 8))) }
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
