import { instantOf, wallDate } from './dates.ts'
import { unified } from './folding.ts'

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

/** A number as it is kept: what people type or paste between its characters, and width, mean nothing. Capital letters. */
export const bareNumber = (typed: string): string =>
  unified(typed)
    .replace(/[-—·]/g, '')
    .replace(/[a-z]/g, (c) => c.toUpperCase())

/** A mobile number as it is kept: without what leads to the country. */
export const barePhone = (typed: string): string => bareNumber(typed).replace(/^(?:\+|00)86|^86(?=1\d{10}$)/, '')

/** The first two digits of identity numbers: provinces, Hong Kong, Macao and Taiwan (GB/T 2260). */
const PROVINCES = new Set(
  [
    [11, 15],
    [21, 23],
    [31, 37],
    [41, 46],
    [50, 54],
    [61, 65],
    [71, 71],
    [81, 83],
  ].flatMap(([from, to]) =>
    Array.from({ length: (to as number) - (from as number) + 1 }, (_, n) => String((from as number) + n)),
  ),
)

/** Why a number is no identity number. */
export type IdCardFault = 'form' | 'region' | 'birth' | 'early' | 'future'

/**
 * GB 11643: a province that there is, a birthday that there was, from 1900 to `today` (yyyy-MM-dd), 17 digits and a check
 * character; of foreigners with permanent residence 9, the province and the country. Null where it is one.
 */
export function idCardFault(value: string, today: string): IdCardFault | null {
  if (!/^\d{17}[\dXx]$/.test(value)) return 'form'
  const day = `${value.slice(6, 10)}-${value.slice(10, 12)}-${value.slice(12, 14)}`
  if (instantOf(day) === null) return 'birth'
  if (day < '1900-01-01') return 'early'
  if (day > today) return 'future'
  const foreign = value.startsWith('9') && value.slice(3, 6) !== '000' && PROVINCES.has(value.slice(1, 3))
  if (!foreign && !PROVINCES.has(value.slice(0, 2))) return 'region'
  return idCardCheck(value.slice(0, 17)) === value[17]?.toUpperCase() ? null : 'form'
}

/** Whether a number is an identity number today. */
export const isIdCard = (value: string): boolean => idCardFault(value, wallDate(Date.now())) === null

/** A number of a bank account: digits, of some accounts of non-residents and free-trade zones behind some letters. */
export const isBankAccount = (value: string): boolean => /^[A-Z]{0,4}\d{6,30}$/.test(value)

/**
 * The check digit of the first 11 digits of a bank's branch number (联行号): a bank of three digits, a region and a branch
 * of four each, and what ISO 7064 (mod 11, 10) makes of them.
 */
export function bankBranchCheck(body: string): string {
  let sum = 10
  for (const digit of body) sum = (((sum + Number(digit)) % 10 || 10) * 2) % 11
  return String((11 - sum) % 10)
}

/** A branch number of a bank in the payment system: 12 digits, the last of which checks the others. */
export const isBankBranch = (value: string): boolean =>
  /^\d{12}$/.test(value) && bankBranchCheck(value.slice(0, 11)) === value[11]

/** A telephone number as it is kept: mobile ones bare, of others the hyphens between their parts. */
export function bareTelephone(typed: string): string {
  const mobile = barePhone(typed)
  if (/^1[3-9]\d{9}$/.test(mobile)) return mobile
  return unified(typed)
    .replace(/[—–]/g, '-')
    .replace(/^(?:\+|00)86-?/, '')
    .replace(/^\((0\d{2,3})\)-?/, '$1-')
    .replace(/(?:转|ext\.?|x)(?=\d{1,6}$)/i, '-')
}

/**
 * A telephone number that an invoice may have: a mobile one; of a landline 7 or 8 digits behind an area code or none, with
 * an extension or none; a number of service (95588, 400-820-1234).
 */
export const isTelephone = (value: string): boolean =>
  /^(?:1[3-9]\d{9}|(?:0\d{2,3}-?)?[2-9]\d{6,7}(?:-\d{1,6})?|[48]00-?\d{3}-?\d{4}|(?:95|96)\d{3,4})$/.test(value)

/** GB 32100, a unified social credit code: kind and region, an organisation, a check character. Capital letters. */
export const isCreditCode = (value: string): boolean =>
  /^[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}$/.test(value) && creditCheck(value.slice(0, 17)) === value[17]
