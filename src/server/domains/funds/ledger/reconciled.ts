import { fen, yuan } from '../../../../model/values/money.ts'

/** Movement of money as one side lists it. */
export interface Movement {
  /** Business reference, serial number of the bank, or number of the document. */
  readonly ref: string
  readonly serial: string
  /** Yuan, as a decimal text. */
  readonly amount: string
  readonly status: 'SUCCESS' | 'RETURNED'
}

/** A difference with what a person said of it. */
export interface Difference {
  readonly yurRef: string
  /** Null where that side has nothing. */
  readonly our: string | null
  readonly bank: string | null
  /** 1 only ours, 2 only the bank's, 3 other amounts, 4 other states. */
  readonly diffType: 1 | 2 | 3 | 4
  readonly handle: string
  readonly remark: string
}

const total = (amounts: readonly (string | null)[]): bigint => amounts.reduce((sum, a) => sum + fen(a ?? '0'), 0n)
const distance = (a: bigint, b: bigint): bigint => (a > b ? a - b : b - a)

/** Amount of a difference: the distance of both sides, or all of it where the states differ. */
const amountOf = (d: Difference): bigint =>
  d.diffType === 4 ? fen(d.our ?? d.bank ?? '0') : distance(fen(d.our ?? '0'), fen(d.bank ?? '0'))

/**
 * Compares the ledger with the bank's statement (3.24). Movements are matched by reference, else by serial number, each
 * once. `before`: earlier differences: their handling is kept, and money returned late, recorded on arrival, stays a
 * difference until it is handled. INV-48: matched and differing movements together are ours plus those that only the
 * bank has. Pure.
 */
export function compared(ours: readonly Movement[], bank: readonly Movement[], before: readonly Difference[] = []) {
  const theirs = new Map<string, Movement>()
  for (const m of bank) for (const key of [m.serial, m.ref]) if (key) theirs.set(key, m)
  const left = new Set(bank)
  const described = (d: Difference): Difference => {
    const known = before.find((b) => b.yurRef === d.yurRef && b.diffType === d.diffType)
    return known ? { ...d, handle: known.handle, remark: known.remark } : d
  }
  const differences: Difference[] = []
  const differ = (yurRef: string, our: string | null, other: string | null, diffType: Difference['diffType']) =>
    differences.push(described({ yurRef, our, bank: other, diffType, handle: '', remark: '' }))
  let matchedCount = 0
  for (const m of ours) {
    const found = [theirs.get(m.ref), theirs.get(m.serial)].find((t) => t && left.delete(t))
    if (!found) differ(m.ref, m.amount, null, 1)
    else if (fen(found.amount) !== fen(m.amount)) differ(m.ref, m.amount, found.amount, 3)
    else if (found.status !== m.status) differ(m.ref, m.amount, found.amount, 4)
    else matchedCount += 1
  }
  for (const m of left) differ(m.ref || m.serial, null, m.amount, 2)
  // Money that came back late has no row in the bank's statement of the day: it stays a difference, whatever both sides
  // list.
  const late = before.filter((d) => d.diffType === 4 && d.bank === null)
  const all = [...differences, ...late]
  return {
    ourCount: ours.length + late.length,
    ourAmount: yuan(total([...ours.map((m) => m.amount), ...late.map((d) => d.our)])),
    bankCount: bank.length,
    bankAmount: yuan(total(bank.map((m) => m.amount))),
    matchedCount,
    diffCount: all.length,
    bankOnlyCount: left.size,
    diffAmount: yuan(all.reduce((sum, d) => sum + amountOf(d), 0n)),
    resultDetail: all,
  }
}
