import type { Line } from '../../../model/language/section.ts'
import { fen, yuan } from '../../../model/values/money.ts'

/** A line of arithmetic with its amount; `off` is by how much a `=` misses what the lines before come to. */
export interface Added {
  readonly line: Line
  /** "" while the record does not say, or says what is no amount (masked). */
  readonly amount: string
  readonly off: string
}

/** The lines sum by sum: each begins with a `start`. Pure. */
export const sumsOf = (lines: readonly Added[]): Added[][] =>
  lines.reduce<Added[][]>((sums, added) => {
    if (added.line.sign === 'start') sums.push([added])
    else sums.at(-1)?.push(added)
    return sums
  }, [])

/** Where the sums of a head stand. */
export interface Arranged {
  /** Sums below one another; a sum that begins with the amount of the previous one (`shared`) does not repeat it. */
  readonly sums: readonly { readonly terms: readonly Added[]; readonly shared: boolean }[]
  /** Components of an amount among those sums: its result has been shown. */
  readonly parts: readonly (readonly Added[])[]
}

/** Most terms of sums that stand side by side on any screen, so that they can share their first. */
const SHARING = 3

/** Sums without what would be said twice. Pure. */
export function arranged(all: readonly (readonly Added[])[]): Arranged {
  const listed = new Set<string>()
  const sums: Added[][] = []
  const parts: Added[][] = []
  for (const terms of all) {
    const result = terms.at(-1)?.line
    if (result?.sign === '=' && listed.has(result.field)) parts.push([...terms])
    else sums.push([...terms])
    for (const { line } of terms) listed.add(line.field)
  }
  const share = sums.every((terms) => terms.length <= SHARING)
  const starts = sums.map(([first]) => first?.line.field)
  return { sums: sums.map((terms, i) => ({ terms, shared: share && i > 0 && starts[i] === starts[i - 1] })), parts }
}

const amountIn = (value: unknown): bigint | null => {
  try {
    return fen(String(value ?? ''))
  } catch {
    return null
  }
}

/** Adds up lines of arithmetic over a row. A sum of which an amount is not known is not judged. Pure. */
export function addUp(lines: readonly Line[], row: Readonly<Record<string, unknown>>): Added[] {
  let total: bigint | null = null
  return lines.map((line) => {
    const amount = amountIn(row[line.field])
    const shown = amount === null ? '' : yuan(amount)
    if (line.sign === '=') {
      const by = total === null || amount === null ? 0n : amount - total
      return { line, amount: shown, off: by === 0n ? '' : yuan(by) }
    }
    if (line.sign === 'start') total = amount
    else total = total === null || amount === null ? null : line.sign === '+' ? total + amount : total - amount
    return { line, amount: shown, off: '' }
  })
}
