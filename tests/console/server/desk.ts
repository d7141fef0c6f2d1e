import { lifecycles, resources } from '../../../src/model/business.ts'
import { addressOf, keyOf, pathsOf } from '../../../src/model/language/address.ts'
import { isInState, type Transition } from '../../../src/model/language/lifecycle.ts'
import { sum } from '../../../src/model/values/money.ts'
import { type BatchOrder, type BatchPreview, type BatchState, NAMED } from '../../../src/model/wire/batchWire.ts'
import type { Conflict, Decided, RecentDecision, WireRow } from '../../../src/model/wire/wire.ts'
import { Refusal } from './envelope.ts'
import type { Records, Row, Values } from './records.ts'

interface Declared {
  readonly resource: string
  readonly id: string
  readonly transition: Transition
  /** Parameter that names the record. */
  readonly key: string
}

/** Decisions of the model by their paths below /api. One path may carry several, told apart by parameters. */
const declared = new Map<string, Declared[]>()
for (const [resource, { transitions }] of lifecycles)
  for (const [id, transition] of Object.entries<Transition>(transitions)) {
    if (!transition.call) continue
    const { paths, key } = addressOf(transition.call)
    for (const path of pathsOf(resources.get(resource)?.calls ?? [], paths))
      declared.set(path, [...(declared.get(path) ?? []), { resource, id, transition, key: keyOf(key)?.name ?? 'id' }])
  }

/** Is it the path of a decision that the model declares? */
export const decides = (path: string): boolean => declared.has(path)

/** Fake server of decisions by the declarations of the model: single ones, batches and conflicts. */
export class Desk {
  /** Records that are refused, by id, with the reason. */
  readonly refuse = new Map<string, string>()
  /** Recent decisions of the last ten minutes; null: 503. */
  recent: RecentDecision[] | null = null
  private readonly selections = new Map<string, readonly string[]>()
  private readonly batches = new Map<string, BatchState>()
  /** Rows that a batch decided, with the versions it left. */
  private readonly decidedIn = new Map<string, { id: string; version: number }[]>()
  private readonly records: Records
  private n = 0

  constructor(records: Records) {
    this.records = records
  }

  /** Ids of the batches made, in order. */
  get made(): string[] {
    return [...this.batches.keys()]
  }

  /** Answers a decision or what belongs to deciding; undefined where the path is none of these. */
  answer(path: string, v: Values): unknown {
    switch (path) {
      case 'rounds/selection':
        return this.select(v)
      case 'rounds/batch':
        return this.batch(v as unknown as BatchOrder)
      case 'rounds/batch/preview':
        return this.preview(v as unknown as BatchOrder)
      case 'rounds/batch/state':
        return this.batches.get(String(v.id))
      case 'rounds/decisions':
        if (!this.recent) throw new Refusal(503, '系统繁忙')
        return this.recent
    }
    const found = declared.get(path)?.find(({ resource, transition }) => {
      const told = Object.entries({ ...transition.match, ...transition.matchIf })
      return this.records.of(resource).length > 0 && told.every(([name, value]) => String(v[name]) === String(value))
    })
    if (!found) return undefined
    const ids = String(v[found.key] ?? v.id ?? v.ids).split(',')
    const decided = ids.map((id) => this.decide(found.id, { ...v, id }, '我', found.resource))
    return decided.length === 1 ? decided[0] : null
  }

  /**
   * Decides one record as the model declares it. Refuses what is marked so (400), a version of before (409) and a state
   * that does not allow it (409).
   */
  decide(transition: string, v: Values, by = '我', resource = 'settlementOrder'): Decided {
    const row = this.records.row(String(v.id))
    const t = lifecycles.get(resource)?.transitions[transition]
    const refused = this.refuse.get(row.id)
    if (refused) throw new Refusal(400, refused)
    if (v.version !== undefined && Number(v.version) !== row.version)
      throw new Refusal(409, '数据已被修改，请核对后重试', conflict(row, 'stale', resource))
    if (!t || !isInState(t.from, row))
      throw new Refusal(409, '当前状态不允许该操作', conflict(row, 'illegal', resource))
    const patch = t.to === 'deleted' ? {} : (t.to as Record<string, unknown>)
    Object.assign(row, patch, { version: row.version + 1, lastBy: by, lastDid: transition })
    if (t.to === 'deleted') this.records.drop(resource, [row.id])
    return { id: row.id, version: row.version, transition, patch, undo: t.undo ?? '', undoUntil: '' }
  }

  private select(v: Values): unknown {
    const conditions = v.conditions as { field: string; op: string; value: string }[]
    const found = this.records.matching({
      resource: v.resource,
      ...Object.fromEntries(conditions.map((c) => [`${c.field}_${c.op}`, c.value])),
    })
    const id = String(++this.n)
    this.selections.set(
      id,
      found.map((row) => row.id),
    )
    return { id, count: found.length, amount: sum(found.map((row) => String(row.totalAmount))) }
  }

  private meant(o: BatchOrder): readonly { readonly id: string; readonly version: number }[] {
    const selected = this.selections.get(o.selection ?? '') ?? []
    const rows = this.decidedIn.get(o.takesBack ?? '') ?? o.rows
    const meant = rows ?? selected.map((id) => ({ id, version: this.records.row(id).version }))
    return meant.filter(({ id }) => !o.except?.includes(id))
  }

  private preview(o: BatchOrder): BatchPreview {
    const meant = this.meant(o)
    const from = lifecycles.get(o.resource)?.transitions[o.transition]?.from
    const allowed = meant
      .map((m) => ({ seen: m.version, row: this.records.row(m.id) }))
      .filter(({ seen, row }) => from && seen === row.version && isInState(from, row))
      .map(({ row }) => row)
    const refusedIds = meant.map((m) => m.id).filter((id) => !allowed.some((row) => row.id === id))
    const refused = refusedIds.length
    return {
      ...{ total: meant.length, looked: meant.length, allowed: allowed.length },
      amount: o.resource === 'settlementOrder' ? sum(allowed.map((row) => String(row.totalAmount))) : null,
      names: allowed.slice(0, NAMED).map((row) => String(row.code)),
      refused: refused > 0 ? [{ count: refused, msg: '数据已被修改，请核对后重试' }] : [],
      refusedIds,
      gross: null,
      marks: [],
      toType: null,
      asksCode: false,
    }
  }

  private batch(o: BatchOrder): BatchState {
    const rows = this.meant(o)
    const results = rows.map(({ id, version }) => {
      try {
        const decided = this.decide(o.transition, { id, version }, '我', o.resource)
        return { id, ok: true, code: 200, msg: '操作成功', version: decided.version }
      } catch (e) {
        if (!(e instanceof Refusal)) throw e
        return { id, ok: false, code: e.answer.status, msg: e.message }
      }
    })
    const failed = results.filter((r) => !r.ok)
    const state: BatchState = {
      id: String(++this.n),
      resource: o.resource,
      transition: o.transition,
      state: 'done',
      total: rows.length,
      done: rows.length - failed.length,
      failed: failed.length,
      rows: failed,
    }
    this.batches.set(state.id, state)
    this.decidedIn.set(
      state.id,
      results.flatMap(({ id, version }) => (version === undefined ? [] : [{ id, version }])),
    )
    return state
  }
}

/** How a record stands now, as a refused decision tells it. */
const conflict = (row: Row, reason: Conflict['reason'], resource: string): Conflict => ({
  id: row.id,
  reason,
  version: row.version,
  by: String(row.lastBy ?? ''),
  at: '2024-06-15 10:02:00',
  action: '审核通过',
  transition: String(row.lastDid ?? ''),
  fields: resource === 'settlementOrder' ? [{ field: 'settlementStatus', from: 0, to: row.settlementStatus }] : [],
  row: { ...row } as WireRow,
})
