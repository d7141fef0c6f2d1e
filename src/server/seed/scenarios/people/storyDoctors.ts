import type { Doctor } from './parties.ts'

/** Doctors that tours and tests tell of (domain §9), by their place among all: D0001, D0007, D0009. */
export const [TWICE, LISTED, RETRIED] = [0, 6, 8] as const
/** Accounts with their last digit are refused by the bank at first. */
export const isRefused = (bankAccount: string | null | undefined): boolean => bankAccount?.endsWith('9') ?? false
/** The account of a doctor, where it has to end in a digit. */
export const lastDigitOf = (n: number): number | undefined => (n === RETRIED ? 9 : undefined)

/** Are these fees of somebody that a story is told of? Then chance adds none that would change its amounts. */
export const isInStory = (doctor: Doctor, doctors: readonly Doctor[]): boolean =>
  [TWICE, LISTED, RETRIED].some((n) => doctors[n]?.id === doctor.id)
