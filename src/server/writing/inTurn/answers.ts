import { fieldOf } from '../../../model/language/resource.ts'
import { isKeptSealed } from '../../database/sealed.ts'
import { type AnyResource, lockName, type Row } from '../unitOfWork/rows.ts'
import type { Where } from '../unitOfWork/unitOfWork.ts'

/** How rows are read of the database; `kind`: questions of one kind that are asked in one turn come as a list. */
export interface Reading {
  find(of: AnyResource, where: Where, one?: boolean): Promise<Row[]>
  gathered<Q, A>(kind: unknown, q: Q, answer: (all: readonly Q[]) => Promise<readonly A[]>): Promise<A>
}

/** Values of a condition that say numbers of records, one or several; null where it says anything else. */
function idsIn(of: AnyResource, field: string, want: Where[string]): readonly string[] | null {
  if (isKeptSealed(fieldOf(of, field))) return null
  const ids = Array.isArray(want) ? want : [want]
  return ids.every((id): id is string => typeof id === 'string' && /^\d+$/.test(id)) ? ids : null
}

/**
 * Answers of the database to the queries of some decisions, once their locks are taken. The same query runs once;
 * queries of one turn that differ in the records they name are one statement, which may find more than each asked for:
 * the caller selects its own rows (`rowsOf`).
 */
export class Answers {
  private readonly found = new Map<string, Row[]>()
  private readonly there = new Map<string, Set<string>>()
  private readonly answered = new Map<string, Promise<unknown>>()
  /** Statements that were asked, and the questions they answer. */
  private loads: { readonly of: AnyResource; readonly where: Where; readonly questions: readonly string[] }[] = []

  private readonly reading: Reading

  constructor(reading: Reading) {
    this.reading = reading
  }

  /** The rows of a table that were found until now, in the order found: only ever added to. */
  rowsOf(of: AnyResource): readonly Row[] {
    return this.found.get(lockName(of)) ?? []
  }

  /** Records that were read or locked. */
  learn(of: AnyResource, rows: readonly Row[], ids: readonly string[] = []): void {
    const name = lockName(of)
    const all = this.found.get(name) ?? []
    const there = this.there.get(name) ?? new Set<string>()
    for (const row of rows) {
      all.push(row)
      there.add(row.id)
    }
    for (const id of ids) there.add(id)
    this.found.set(name, all)
    this.there.set(name, there)
  }

  /** Forgets everything that was found, and asks all of it again at once. */
  async again(): Promise<void> {
    const { loads } = this
    this.found.clear()
    this.there.clear()
    this.answered.clear()
    this.loads = []
    await Promise.all(
      loads.map(({ of, where, questions }) => {
        const answer = this.read(of, where, questions)
        for (const question of questions) this.answered.set(question, answer)
        return answer
      }),
    )
  }

  /** The answer to a question that is asked once. */
  once<A>(question: unknown, ask: () => Promise<A>): Promise<A> {
    const key = JSON.stringify(question)
    const known = this.answered.get(key) as Promise<A> | undefined
    if (known) return known
    const answer = ask()
    this.answered.set(key, answer)
    return answer
  }

  /** Sees to it that all rows that meet conditions are among `rowsOf`. */
  async need(of: AnyResource, where: Where): Promise<void> {
    const ids = where.id === undefined ? null : idsIn(of, 'id', where.id)
    if (!ids) return this.once(['need', of.id, where], () => this.load(of, where))
    const there = this.there.get(lockName(of))
    const missing = ids.filter((id) => !there?.has(id))
    if (missing.length > 0) await this.once(['need', of.id, { id: missing }], () => this.load(of, { id: missing }))
  }

  private async read(of: AnyResource, where: Where, questions: readonly string[]): Promise<void> {
    this.loads.push({ of, where, questions })
    const rows = await this.reading.find(of, where)
    const byId = where.id !== undefined && Object.keys(where).length === 1
    this.learn(of, rows, byId ? (where.id as readonly string[]) : [])
  }

  private load(of: AnyResource, where: Where): Promise<void> {
    const named: [string, readonly string[]][] = []
    const rest: Record<string, Where[string]> = {}
    for (const [field, want] of Object.entries(where)) {
      const ids = idsIn(of, field, want)
      if (ids) named.push([field, ids])
      else rest[field] = want
    }
    const need = { question: JSON.stringify(['need', of.id, where]), named }
    const kind = ['need', of.id, named.map(([field]) => field), rest]
    return this.reading.gathered(kind, need, async (all) => {
      const whole = { ...rest }
      for (const [n, [field]] of named.entries())
        whole[field] = [...new Set(all.flatMap((one) => one.named[n]?.[1] ?? []))]
      await this.read(
        of,
        whole,
        all.map((one) => one.question),
      )
      return all.map(() => undefined)
    })
  }

  /** Loads one row that meets conditions into `rowsOf`, where there is one. */
  one(of: AnyResource, where: Where): Promise<boolean> {
    return this.once(['one', of.id, where], async () => {
      const rows = await this.reading.find(of, where, true)
      this.learn(of, rows)
      return rows.length > 0
    })
  }
}
