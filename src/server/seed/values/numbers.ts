import {
  CREDIT_ALPHABET,
  creditCheck,
  creditSum,
  ID_CARD_ALPHABET,
  idCardCheck,
  idCardSum,
} from '../../../model/values/officialNumbers.ts'

/** Official numbers in a valid form that are not assigned: Macao (82) has no districts, region 99 does not exist. */

/** The four digits behind the region that distinguish copies of a person; those of the first 499 doctors. */
const ID_COPY = 100

const four = (n: number): string => String(n).padStart(4, '0')

/**
 * An identity number (GB 11643) of the `n`-th doctor: region 82…, a birthday between 1960 and 1995, a valid check
 * character.
 */
export function idCardOf(n: number, female: boolean): string {
  const day = new Date(Date.UTC(1960, 0, 1) + ((n * 7919) % 12_775) * 86_400_000)
    .toISOString()
    .slice(0, 10)
    .replaceAll('-', '')
  const serial = String(((n * 2) % 998) + (female ? 0 : 1)).padStart(3, '0')
  const body = `82${four(ID_COPY + (Math.floor(n / 499) % 900))}${day}${serial}`
  return `${body}${idCardCheck(body)}`
}

/** The four digits of a credit code that distinguish copies of an organisation. */
const CREDIT_COPY = '1000'

/** A unified social credit code (GB 32100) of the `n`-th organisation: region 99…, a valid check character. */
export function creditCodeOf(n: number): string {
  const body = `9199${CREDIT_COPY}MA${String(n * 37)
    .padStart(7, '0')
    .slice(-7)}`
  return `${body}${creditCheck(body)}`
}

/** Characters by which the check characters of an alphabet are replaced when its sum grows by `by`. */
const turned = (alphabet: string, by: number): string =>
  [...alphabet].map((_, i) => alphabet[(((i + by) % alphabet.length) + alphabet.length) % alphabet.length]).join('')

/**
 * The digits of the `n`-th copy of a person's identity number, and what the check characters of `ID_CARD_ALPHABET`
 * become with them.
 */
export function idCardCopy(n: number): { readonly id_card: string; readonly id_card_check: string } {
  const id_card = four(ID_COPY + n)
  return { id_card, id_card_check: turned(ID_CARD_ALPHABET, idCardSum(id_card, 2) - idCardSum(four(ID_COPY), 2)) }
}

/** The same of an organisation's credit code. The check character is what the sum lacks to a multiple of 31. */
export function creditCopy(n: number): { readonly credit: string; readonly credit_check: string } {
  const credit = four(Number(CREDIT_COPY) + n)
  return { credit, credit_check: turned(CREDIT_ALPHABET, creditSum(CREDIT_COPY, 4) - creditSum(credit, 4)) }
}

/** A mobile number of the `n`-th person. */
export const phoneOf = (n: number): string => `199${String(n).padStart(8, '0')}`

/**
 * A bank account of the `n`-th person. The sandbox bank refuses, delays or returns by the last digit: 9, 8, 7, one in a
 * hundred each.
 */
export function bankAccountOf(n: number, digit?: number): string {
  const odd = n % 100
  const last = digit ?? (odd === 97 ? 7 : odd === 98 ? 8 : odd === 99 ? 9 : n % 7)
  return `622588${String(n * 97).padStart(9, '0')}${last}`
}
