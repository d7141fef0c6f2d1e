import type { Tx } from '../../core/database.ts'

/** Statements told of a step, and the least time of one that is, ms. */
const TOLD = 5
const LEAST = 50
/** Characters of a statement that are told. */
const WIDTH = 90

/** Statistics of a kind of statement: how often it ran, how long in all (ms), how many rows it wrote or found. */
export interface Spent {
  readonly times: number
  readonly ms: number
  readonly rows: number
}

const isWriting = (text: string): boolean => /^\s*(with\b[\s\S]*?\)\s*)?(insert|update|delete)\b/i.test(text)

/** Name of a statement: what it writes into, else its beginning. */
const nameOf = (text: string): string =>
  (isWriting(text) && /\b(insert into|update|delete from)\s+("[^"]+"|\w+)/i.exec(text)?.[0]) ||
  text.replaceAll(/\s+/g, ' ').trim().slice(0, WIDTH)

function add(all: Map<string, Spent>, name: string, ms: number, rows: number): void {
  const { times: t = 0, ms: m = 0, rows: r = 0 } = all.get(name) ?? {}
  all.set(name, { times: t + 1, ms: m + ms, rows: r + rows })
}

/**
 * Times of the statements of a load by kind, with their rows: one whose time grows faster than its rows is seen where the
 * load is made.
 */
export class StatementTimes {
  private readonly spent = new Map<string, Spent>()
  private readonly whole = new Map<string, Spent>()

  /** The transaction, watched. Statements that write are counted, and answer no rows. */
  watch(tx: Tx): Tx {
    return {
      ...tx,
      query: async <R>(text: string, values?: readonly unknown[]) => {
        const writing = isWriting(text)
        const from = performance.now()
        const found = writing
          ? await tx.query<{ n: number }>(
              `with written as (${text} returning 1) select count(*)::int as n from written`,
              values,
            )
          : await tx.query(text, values)
        const rows = writing ? Number(found[0]?.n) : found.length
        for (const all of [this.spent, this.whole]) add(all, nameOf(text), performance.now() - from, rows)
        return (writing ? [] : found) as R[]
      },
    }
  }

  /** Every kind of statement since the beginning, by what it is told as. */
  all(): ReadonlyMap<string, Spent> {
    return this.whole
  }

  /** The slowest since the last time, a line each; forgets all. */
  slowest(): string[] {
    const lines = [...this.spent]
      .filter(([, { ms }]) => ms >= LEAST)
      .sort(([, a], [, b]) => b.ms - a.ms)
      .slice(0, TOLD)
      .map(([name, { times, ms, rows }]) => {
        const seconds = String(Math.round(ms / 100) / 10).padStart(8)
        return `${seconds} s ${String(rows).padStart(9)} rows  ${name}${times > 1 ? ` (${times} times)` : ''}`
      })
    this.spent.clear()
    return lines
  }
}
