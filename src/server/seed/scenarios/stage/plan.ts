import { monthOfDay, plusDays, plusMonths } from '../../values/times.ts'

/** The last state of an order in the demo, and the steps that led to it. */
export type Outcome =
  | 'new' // 0, as it was born
  | 'resubmitted' // 0 again, after a rejection
  | 'rejected' // 1, by finance
  | 'refused' // 1, by the company
  | 'reviewed' // 2
  | 'confirmed' // 3
  | 'toPay' // 4
  | 'paid' // 5, lines payable
  | 'partlyPaid' // 5, some doctors paid
  | 'settled' // 6
  | 'settledLate' // 6, but the bank paid months later
  | 'refunded' // 6, one line was voided after the company had paid
  | 'taxToPay' // 5, all doctors paid, the taxes still to be passed on
  | 'taxPaying' // 5, the taxes on their way
  | 'taxFailed' // 5, the taxes came back
  | 'voidEarly' // 9 from 2
  | 'voidLate' // 9 from 4

/**
 * The twelve months that have orders, oldest first, and the months after them up to today's (cycles still open or
 * waiting).
 * The newest month with orders ended at least ten days ago, so that its cycles can have been confirmed and reviewed.
 */
export function monthsUpTo(today: string): { settled: string[]; after: string[] } {
  const last = plusMonths(monthOfDay(plusDays(today, -10)), -1)
  const after: string[] = []
  for (let m = plusMonths(last, 1); m <= monthOfDay(today); m = plusMonths(m, 1)) after.push(m)
  return { settled: Array.from({ length: 12 }, (_, i) => plusMonths(last, i - 11)), after }
}

/**
 * Last states of the orders of the first company (康泰), for which ca001 confirms: nearly all wait for its confirmation,
 * the newest one for review.
 */
const FIRST: Readonly<Record<number, readonly Outcome[]>> = {
  0: ['settled', 'settled', 'partlyPaid'],
  1: ['toPay', 'confirmed', 'reviewed'],
  11: ['new'],
}

/** Where the taxes of a company's orders stand that were all paid lately. */
const TAXES_OPEN: readonly Outcome[] = ['taxToPay', 'taxPaying', 'taxFailed']

/** Fates by age: the oldest months are done, the middle ones on their way, the newest six are the work of today. */
export function outcomeOf(company: number, month: number, nth: number): Outcome {
  if (company === 0) return FIRST[month]?.[nth] ?? 'reviewed'
  const turn = company * 3 + month * 5 + nth
  if (month <= 1)
    return turn % 17 === 4
      ? 'voidLate'
      : month === 1 && company === 11
        ? 'settledLate'
        : turn % 7 === 3
          ? 'refunded'
          : 'settled'
  if (month === 2)
    return turn % 13 === 3
      ? 'voidEarly'
      : company % 4 === 1
        ? (TAXES_OPEN[nth] ?? 'settled')
        : turn % 3 === 0
          ? 'partlyPaid'
          : 'paid'
  if (month === 3) return turn % 2 === 0 ? 'paid' : 'toPay'
  if (month <= 5) return turn % 5 === 4 ? 'toPay' : 'confirmed'
  const FRESH: readonly Outcome[] = [
    'new',
    'new',
    'new',
    'rejected',
    'new',
    'new',
    'reviewed',
    'new',
    'resubmitted',
    'new',
    'new',
    'confirmed',
    'new',
    'new',
    'refused',
    'new',
  ]
  return FRESH[turn % FRESH.length] ?? 'new'
}

/** Months whose orders are paid, most of them settled. */
export const isLongSettled = (month: number): boolean => month <= 2

/** The last month with activities that ended with it: all orders of it and of the months before are to be settled. */
export const hasEnded = (month: number): boolean => month <= 1

/** Companies that use only two of the three fiscal-tax companies. */
export const partnersOf = (company: number): number => (company % 6 === 4 ? 2 : 3)

/** Which of them takes a company's `item`-th tax item: each its share. */
export const partnerAt = (company: number, item: number): number => (company + item) % partnersOf(company)

/** Companies whose newest ended cycle still waits for its confirmation, and has no orders yet. */
export const waitsForConfirmation = (company: number, month: number): boolean =>
  month === 11 && [3, 5, 8].includes(company)

/**
 * Person who confirmed a cycle, and so may not review its orders: fin3 nearly all, so that fin and fin2 have a queue to
 * work; fin some of the newest, fin2 some of the oldest that wait, so that the queue of each has a few of their own.
 */
export function confirmerOf(company: number, month: number): 'fin' | 'fin2' | 'fin3' {
  if (company !== 0 && month >= 10 && (company + month) % 4 === 0) return 'fin'
  return company !== 0 && month === 8 && company % 4 === 2 ? 'fin2' : 'fin3'
}

/**
 * Months whose cycles were confirmed in the last days only: what their orders wait for is the work of today. All of the
 * first company's wait for its own confirmation.
 */
export const confirmedLate = (company: number, month: number): boolean => month >= (company === 0 ? 2 : 4)
