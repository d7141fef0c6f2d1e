import { isRef } from '../../../model/language/fields/field.ts'
import { fieldOf } from '../../../model/language/resource.ts'
import { storeKindOf } from '../../database/kinds/kinds.ts'
import type { Stamp, Values } from '../../database/records.ts'
import { type AnyResource, lockName, type Row } from './rows.ts'
import { SqlUnitOfWork } from './sqlUnitOfWork.ts'
import type { Summing, Sums, Where } from './unitOfWork.ts'

interface PendingQuery<Q, A> {
  readonly q: Q
  done(answer: A): void
  fail(e: unknown): void
}

/** Questions of one kind: those asked within one turn of the event loop are answered together. */
class Gathering<Q, A> {
  private waiting: PendingQuery<Q, A>[] = []

  private readonly answer: (all: readonly Q[]) => Promise<readonly A[]>

  constructor(answer: (all: readonly Q[]) => Promise<readonly A[]>) {
    this.answer = answer
  }

  ask(q: Q): Promise<A> {
    return new Promise((done, fail) => {
      if (this.waiting.push({ q, done, fail }) === 1) process.nextTick(() => void this.flush())
    })
  }

  private async flush(): Promise<void> {
    const waiting = this.waiting
    this.waiting = []
    try {
      const answers = await this.answer(waiting.map((a) => a.q))
      for (const [n, a] of waiting.entries()) a.done(answers[n] as A)
    } catch (e) {
      for (const a of waiting) a.fail(e)
    }
  }
}

/**
 * Condition that names a record (`settlementOrderId: '7'`), and the rest of the query: '7'`), and everything else that
 * is asked.
 */
interface Pivot {
  readonly field: string
  readonly value: string
  readonly rest: Where
}

/**
 * The condition by which questions for different records are one question for all of them; null where there is none.
 * Ids only: they have one spelling, so that the rows found can be matched by them.
 */
function pivotOf(of: AnyResource, where: Where): Pivot | null {
  for (const [field, value] of Object.entries(where)) {
    if (typeof value !== 'string' || !/^\d+$/.test(value)) continue
    const f = fieldOf(of, field)
    if (field !== 'id' && !(f && isRef(f))) continue
    const { [field]: _, ...rest } = where
    return { field, value, rest }
  }
  return null
}

/** Result of `sum` over no rows. */
const nothing = ({ of, fields }: Summing): Sums => {
  const zero = (name: string) => {
    const f = fieldOf(of, name)
    const scale = (f && storeKindOf(f).scale) ?? 0
    return scale > 0 ? `0.${'0'.repeat(scale)}` : '0'
  }
  return { key: {}, sums: Object.fromEntries(fields.map((name) => [name, zero(name)])), count: 0 }
}

/** Groups by the value of `field`, which is taken out of their keys. */
function groupsBy(field: string, groups: readonly Sums[]): ReadonlyMap<string, Sums[]> {
  const own = new Map<string, Sums[]>()
  for (const { key: all, ...more } of groups) {
    const { [field]: value, ...key } = all
    const group = { key, ...more }
    const there = own.get(String(value))
    if (there) there.push(group)
    else own.set(String(value), [group])
  }
  return own
}

/**
 * The unit of work of many records decided side by side: what their rules ask and write in the same turn, each for its
 * own record, is one statement for all of them. Rules notice nothing of it.
 */
export class GatheringUnitOfWork extends SqlUnitOfWork {
  private readonly kinds = new Map<string, Gathering<never, unknown>>()
  private readonly sent = new Set<string>()

  /** Resources (by the name of their locks) of which anything was read that was not locked. */
  get read(): ReadonlySet<string> {
    return this.sent
  }

  protected gathered<Q, A>(kind: unknown, q: Q, answer: (all: readonly Q[]) => Promise<readonly A[]>): Promise<A> {
    const key = JSON.stringify(kind)
    const known = this.kinds.get(key) as Gathering<Q, A> | undefined
    const gathering = known ?? new Gathering(answer)
    if (!known) this.kinds.set(key, gathering as never)
    return gathering.ask(q)
  }

  protected override find(of: AnyResource, where: Where, one = false): Promise<Row[]> {
    this.sent.add(lockName(of))
    const pivot = pivotOf(of, where)
    if (!pivot) return super.find(of, where, one)
    const { field, value, rest } = pivot
    if (one && field !== 'id')
      return this.gathered(['any', of.id, field, rest], value, async (values) => {
        const found = await super.findForEach(of, field, [...new Set(values)], rest)
        const rows = new Map(found.map((row) => [String(row[field]), row]))
        return values.map((v) => [rows.get(v) ?? []].flat())
      })
    return this.gathered(['find', of.id, field, rest], value, async (values) => {
      const rows = new Map<string, Row[]>(values.map((v) => [v, []]))
      for (const row of await super.find(of, { ...rest, [field]: [...rows.keys()] }))
        rows.get(String(row[field]))?.push(row)
      return values.map((v) => rows.get(v) ?? [])
    })
  }

  protected override keep(of: AnyResource, ids: readonly string[]): Promise<Row[]> {
    this.sent.add(lockName(of))
    return super.keep(of, ids)
  }

  override async sums(summings: readonly Summing[]): Promise<Sums[][]> {
    return Promise.all(
      summings.map((s) => {
        this.sent.add(lockName(s.of))
        return this.gathered<Summing, Sums[]>(['sums'], s, (all) => this.sumsOf(all))
      }),
    )
  }

  /** Sums of the same fields under the same conditions but for the record they belong to are grouped by that. */
  private async sumsOf(all: readonly Summing[]): Promise<Sums[][]> {
    const shapes = new Map<string, { at: number; summing: Summing; field: string; values: Set<string> }>()
    const merged: Summing[] = []
    const places = all.map((s) => {
      const pivot = s.by?.includes('id') ? null : pivotOf(s.of, s.where)
      if (!pivot || s.by?.includes(pivot.field)) return { at: merged.push(s) - 1, pivot: null }
      const { field, value, rest } = pivot
      const key = JSON.stringify([s.of.id, s.fields, s.by, field, rest])
      const shape = shapes.get(key) ?? { at: merged.length, summing: s, field, values: new Set() }
      if (shape.values.size === 0) {
        shapes.set(key, shape)
        merged.push(s)
      }
      shape.values.add(value)
      return { at: shape.at, pivot }
    })
    for (const { at, summing, field, values } of shapes.values()) {
      const where = { ...summing.where, [field]: [...values] }
      merged[at] = { ...summing, by: [field, ...(summing.by ?? [])], where }
    }
    const found = await super.sums(merged)
    const shared = new Map([...shapes.values()].map(({ at, field }) => [at, groupsBy(field, found[at] ?? [])]))
    return all.map((s, n) => {
      const { at, pivot } = places[n] as (typeof places)[number]
      if (!pivot) return found[at] ?? []
      return shared.get(at)?.get(pivot.value) ?? (s.by?.length ? [] : [nothing(s)])
    })
  }

  override decidedBy(of: AnyResource, id: string, transitions: readonly string[]): Promise<string[]> {
    return this.gathered(['decidedBy', of.id, transitions], id, async (ids) => {
      const found = await this.decidedByOf(of, ids, transitions)
      return ids.map((one) => found.get(one) ?? [])
    })
  }

  override editedBy(of: AnyResource, id: string, fields: readonly string[]): Promise<string[]> {
    return this.gathered(['editedBy', of.id, fields], id, async (ids) => {
      const found = await this.editedByOf(of, ids, fields)
      return ids.map((one) => found.get(one) ?? [])
    })
  }

  protected override change(
    of: AnyResource,
    patches: readonly Values[],
    stamp: Stamp | null,
  ): Promise<ReadonlyMap<string, Row>> {
    return this.gathered(['change', of.id, stamp !== null], patches, async (all) => {
      const changed = await super.change(of, all.flat(), stamp)
      return all.map(() => changed)
    })
  }
}
