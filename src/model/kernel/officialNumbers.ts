import { instantOf } from './dates.ts'

/** Official numbers whose last character is computed from those before it. */

const ID_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
/** Check characters of identity numbers, by the remainder of the weighted sum. */
export const ID_CARD_ALPHABET = '10X98765432'

const CREDIT_WEIGHTS = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28]
/** Characters of credit codes, by their value. */
export const CREDIT_ALPHABET = '0123456789ABCDEFGHJKLMNPQRTUWXY'

/** By how much a run of digits, from the `at`-th character on, adds to the weighted sum of its number. */
const weighted = (weights: readonly number[], digits: string, at: number): number =>
  [...digits].reduce((sum, c, i) => sum + CREDIT_ALPHABET.indexOf(c) * (weights[at + i] ?? 0), 0)

/** The share of some digits of an identity number in its weighted sum. `at`: index of the first. */
export const idCardSum = (digits: string, at = 0): number => weighted(ID_WEIGHTS, digits, at)
/** The same of a credit code, letters included. */
export const creditSum = (text: string, at = 0): number => weighted(CREDIT_WEIGHTS, text, at)

/** The check character of the first 17 digits of an identity number. */
export const idCardCheck = (body: string): string => ID_CARD_ALPHABET.charAt(idCardSum(body) % 11)
/** The check character of the first 17 characters of a credit code: what its sum lacks to a multiple of 31. */
export const creditCheck = (body: string): string => CREDIT_ALPHABET.charAt((31 - (creditSum(body) % 31)) % 31)

/** GB 11643: 17 digits, a check character, a real birthday. */
export function isIdCard(value: string): boolean {
  if (!/^\d{17}[\dXx]$/.test(value)) return false
  if (instantOf(`${value.slice(6, 10)}-${value.slice(10, 12)}-${value.slice(12, 14)}`) === null) return false
  return idCardCheck(value.slice(0, 17)) === value[17]?.toUpperCase()
}

/** GB 32100, a unified social credit code: kind and region, an organisation, a check character. Capital letters. */
export const isCreditCode = (value: string): boolean =>
  /^[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}$/.test(value) && creditCheck(value.slice(0, 17)) === value[17]
