import type { Tx } from '../../core/database.ts'

/** Statements told of a step, and the least time of one that is, ms. */
const TOLD = 5
const LEAST = 50
/** Characters of a statement that are told. */
const WIDTH = 90

/** One kind of statement: what it begins with, how often it ran, how long in all (ms), how many rows it wrote or found. */
interface Spent {
  times: number
  ms: number
  rows: number
}

/** What a statement writes into begins here; a list of columns says nothing more. */
const WRITES = /\b(insert into|update|delete from)\s+("[^"]+"|\w+)/i
const isWriting = (text: string): boolean => /^\s*(with\b[\s\S]*?\)\s*)?(insert|update|delete)\b/i.test(text)

/** What a statement is told as: what it writes into, else its beginning. */
const nameOf = (text: string): string =>
  (isWriting(text) ? WRITES.exec(text)?.[0] : undefined) ?? text.replaceAll(/\s+/g, ' ').trim().slice(0, WIDTH)

/**
 * Watches the statements of a long transaction, so that one whose time grows faster than its rows is seen where it is
 * made: by kind, with seconds and rows.
 */
export class StatementTimes {
  private readonly spent = new Map<string, Spent>()
  /** The transaction, watched: every statement is awaited by itself. */
  readonly tx: Tx

  constructor(tx: Tx) {
    this.tx = {
      ...tx,
      query: async <R>(text: string, values?: readonly unknown[]) => {
        const from = performance.now()
        const counted = isWriting(text)
        const found = await tx.query<R>(
          counted ? `with written as (${text} returning 1) select count(*)::int as n from written` : text,
          values,
        )
        const ms = performance.now() - from
        this.add(nameOf(text), ms, counted ? Number((found[0] as { n?: number })?.n ?? 0) : found.length)
        return counted ? [] : found
      },
    }
  }

  private add(name: string, ms: number, rows: number): void {
    const one = this.spent.get(name) ?? { times: 0, ms: 0, rows: 0 }
    this.spent.set(name, { times: one.times + 1, ms: one.ms + ms, rows: one.rows + rows })
  }

  /** The slowest since the last time, a line each; forgets them. */
  slowest(): string[] {
    const lines = [...this.spent]
      .filter(([, { ms }]) => ms >= LEAST)
      .sort(([, a], [, b]) => b.ms - a.ms)
      .slice(0, TOLD)
      .map(
        ([name, { times, ms, rows }]) =>
          `${String(Math.round(ms / 100) / 10).padStart(8)} s ${String(rows).padStart(9)} rows  ${name}${times > 1 ? ` (${times} times)` : ''}`,
      )
    this.spent.clear()
    return lines
  }
}
