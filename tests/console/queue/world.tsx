import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import type { ReactElement } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { vi } from 'vitest'
import { buildRegistry } from '../../../commands/catalog/build.ts'
import { ApiError, api } from '../../../src/console/api/client.ts'
import { queryClient } from '../../../src/console/data/queries.ts'
import { onOutcome, providePorts, setContext, setRegistry } from '../../../src/console/host/host.ts'
import { Keys } from '../../../src/console/ui/Keys.tsx'
// Loaded with the first question in the browser; here there is no idle moment to fetch it ahead.
import '../../../src/console/forms/DecisionDialog.tsx'
import { say } from '../../../src/console/shell/ports.ts'
import { setRouter } from '../../../src/console/state/url.ts'
import { stepBack } from '../../../src/console/ui/stepBack.ts'
import { lifecycles, queues, resources } from '../../../src/model/all.ts'
import { type BatchOrder, type BatchPreview, type BatchState, NAMED } from '../../../src/model/kernel/batchWire.ts'
import type { Catalogue } from '../../../src/model/kernel/catalogue.ts'
import { conditionKey } from '../../../src/model/kernel/condition.ts'
import { isInState } from '../../../src/model/kernel/lifecycle.ts'
import { sum } from '../../../src/model/kernel/money.ts'
import type { Conflict, Decided, RecentDecision, RoundsEvent, WireRow } from '../../../src/model/kernel/wire.ts'

import { tableOf } from '../../wireTable.ts'
import { catalogueOf, order, pageOf } from '../record/fake.tsx'

// The first test of a file loads the whole screen with it; on a machine with other work that takes its time.
vi.setConfig({ testTimeout: 40_000 })

type Row = Record<string, unknown> & { id: string; version: number }

/**
 * A server in memory, typed by the wire: settlement orders with versions and states, decisions with keys and conflicts,
 * selections and batches. The test can take its network away, hold answers back, and act as a second operator.
 */
export class World {
  rows: Row[]
  /** Records of further resources. */
  readonly others: Record<string, Row[]> = {}
  online = true
  /** Answers to writes wait until `release`. */
  held: (() => void)[] | null = null
  /** Slices of the list wait until `arrive`: a slow line. */
  slow: (() => void)[] | null = null
  readonly calls: { method: string; path: string; values: Record<string, unknown>; key: string }[] = []
  listeners = new Set<(e: RoundsEvent) => void>()
  /** What the server tells of the last ten minutes; null: it is not to be reached for it. */
  recent: RecentDecision[] | null = null
  /** Ids of the batches made, in order. */
  get made(): Iterable<string> {
    return this.batches.keys()
  }
  /** Waits before a call is answered. */
  before: ((path: string, values: Record<string, unknown>) => Promise<void> | undefined) | null = null
  /** Answers of further calls, by path. */
  readonly answers: Record<string, (values: Record<string, unknown>) => unknown> = {}
  readonly refuse = new Map<string, string>()
  private readonly kept = new Map<string, unknown>()
  private readonly selections = new Map<string, readonly string[]>()
  private readonly batches = new Map<string, BatchState>()
  /** Rows that a batch decided, with the versions it left. */
  private readonly decidedIn = new Map<string, { id: string; version: number }[]>()
  private n = 0

  constructor(count: number, make: (i: number) => Partial<Row> = () => ({})) {
    this.rows = Array.from({ length: count }, (_, i) => ({
      ...order(String(1000 + i), {
        totalAmount: `${(i + 1) * 100}.00`,
        createTime: `2024-06-01 00:00:${String(i % 60).padStart(2, '0')}`,
      }),
      ...make(i),
    })) as Row[]
    vi.spyOn(api, 'get').mockImplementation(((
      path: string,
      params = {},
      options: { key?: string; signal?: AbortSignal } = {},
    ) => this.answer('GET', path, params as Record<string, unknown>, options)) as typeof api.get)
    vi.spyOn(api, 'post').mockImplementation(((
      path: string,
      body: unknown,
      options: { params?: Record<string, unknown>; key?: string } = {},
    ) =>
      this.answer(
        'POST',
        path,
        { ...options.params, ...(body as Record<string, unknown>) },
        options,
      )) as typeof api.post)
  }

  private of(resource: unknown): Row[] {
    return (resource === undefined ? undefined : this.others[String(resource)]) ?? this.rows
  }

  row(id: string): Row {
    const found = [this.rows, ...Object.values(this.others)].flat().find((r) => r.id === id)
    if (!found) throw new ApiError(404, '记录不存在')
    return found
  }

  /** Calls that decide something. */
  get decisions() {
    return this.calls.filter((c) => /\/(audit|recall|confim|review|submit|remove)$/.test(c.path))
  }

  private async answer(
    method: string,
    path: string,
    values: Record<string, unknown>,
    options: { key?: string; signal?: AbortSignal },
  ): Promise<unknown> {
    this.calls.push({ method, path, values, key: options.key ?? '' })
    await (this.before?.(path, values) ?? Promise.resolve())
    if (options.signal?.aborted) throw new ApiError(-2, 'cancelled')
    if (!this.online) throw new ApiError(0, '网络不可用', null, true)
    if (method === 'POST' && this.held) await new Promise<void>((done) => this.held?.push(done))
    if (path === 'rounds/window' && this.slow) {
      const found = this.handle(path, values)
      await new Promise<void>((done) => this.slow?.push(done))
      return found
    }
    if (!options.key) return this.handle(path, values)
    const known = this.kept.get(options.key)
    if (known !== undefined) return known
    const data = this.handle(path, values)
    this.kept.set(options.key, data)
    return data
  }

  /** Lets the answers go that were held back. */
  async release(): Promise<void> {
    const waiting = this.held ?? []
    this.held = null
    await act(async () => {
      for (const go of waiting) go()
      await new Promise((r) => setTimeout(r, 0))
    })
  }

  /** Lets the slices of the list go that were slow. */
  async arrive(): Promise<void> {
    for (let i = 0; i < 5; i++)
      await act(async () => {
        for (const go of this.slow?.splice(0) ?? []) go()
        await new Promise((r) => setTimeout(r, 5))
      })
    this.slow = null
  }

  private matching(values: Record<string, unknown>): Row[] {
    const conditions = Object.entries(values).flatMap(([key, value]) => {
      const m = /^(\w+)_(equal|in|like|gt|ge|lt|le|notequal)$/.exec(key)
      return m ? [{ field: m[1] as string, op: m[2], value: String(value) }] : []
    })
    const found = this.of(values.resource).filter((row) =>
      conditions.every(({ field, op, value }) => {
        const is = String(row[field] ?? '')
        if (op === 'equal') return is === value
        if (op === 'in') return value.split(',').includes(is)
        if (op === 'like') return is.includes(value)
        if (op === 'notequal') return is !== value
        const by = /Amount$/.test(field) ? Number(is) - Number(value) : is < value ? -1 : is > value ? 1 : 0
        return op === 'gt' ? by > 0 : op === 'ge' ? by >= 0 : op === 'lt' ? by < 0 : by <= 0
      }),
    )
    const sort = String(values.sort ?? '')
    const name = sort.replace(/^\+/, '')
    if (name === 'totalAmount')
      found.sort((a, b) => (Number(a.totalAmount) - Number(b.totalAmount)) * (sort.startsWith('+') ? 1 : -1))
    return found
  }

  private handle(path: string, v: Record<string, unknown>): unknown {
    switch (path) {
      case 'rounds/window': {
        const found = this.matching(v)
        const offset = Number(v.offset ?? 0)
        const position = v.around === undefined ? undefined : found.findIndex((r) => r.id === v.around)
        return {
          ...tableOf(found.slice(offset, offset + Number(v.size)), v.columns),
          offset,
          ...(position === undefined ? {} : { position }),
        }
      }
      case 'rounds/total':
        return { total: this.matching(v).length, exact: true }
      case 'rounds/rows':
        return tableOf(
          String(v.ids)
            .split(',')
            .flatMap((id) => this.of(v.resource).filter((r) => r.id === id)),
          v.columns,
        )
      case 'rounds/queue-counts':
        return [...queues.values()].flatMap((q) =>
          q.views.map((view) => ({
            queue: q.code,
            view: view.code,
            total: this.matching({
              resource: view.resource,
              ...Object.fromEntries(view.where.map((c) => [conditionKey(c), c.value])),
            }).length,
            exact: true,
          })),
        )
      case 'rounds/selection': {
        const found = this.matching({
          resource: v.resource,
          ...Object.fromEntries(
            (v.conditions as { field: string; op: string; value: string }[]).map((c) => [
              `${c.field}_${c.op}`,
              c.value,
            ]),
          ),
        })
        const id = String(++this.n)
        this.selections.set(
          id,
          found.map((r) => r.id),
        )
        return { id, count: found.length, amount: sum(found.map((r) => String(r.totalAmount))) }
      }
      case 'rounds/batch':
        return this.batch(v as unknown as BatchOrder)
      case 'rounds/batch/preview':
        return this.answers[path]?.(v) ?? this.preview(v as unknown as BatchOrder)
      case 'rounds/decisions':
        if (!this.recent) throw new ApiError(503, '系统繁忙')
        return this.recent
      case 'rounds/batch/state':
        return this.batches.get(String(v.id))
      case 'blade-svc/settlementOrder/detail':
        return { ...this.row(String(v.id)) }
      case 'blade-changeRequest/detail':
        return { ...this.row(String(v.id)) }
      case 'blade-changeRequest/review':
        return this.decide(String(v.status) === '1' ? 'approve' : 'reject', v, '我', 'changeRequest')
      case 'blade-svc/settlementOrder/audit':
        return this.decide(String(v.status) === '1' ? 'audit.pass' : 'audit.reject', v)
      case 'blade-svc/settlementOrder/recall':
        return this.decide('recall.audit', v)
      case 'blade-svc/settlementOrder/remove': {
        const ids = String(v.ids ?? v.id).split(',')
        this.rows = this.rows.filter((r) => !ids.includes(r.id))
        return null
      }
      default:
        if (this.answers[path]) return this.answers[path](v)
        if (path.endsWith('/list')) return pageOf([])
        if (path.endsWith('/dictionary')) return []
        throw new ApiError(404, '没找到请求')
    }
  }

  decide(transition: string, v: Record<string, unknown>, by = '我', resource = 'settlementOrder'): Decided {
    const row = this.row(String(v.id))
    const t = lifecycles.get(resource)?.transitions[transition]
    const conflict = (reason: Conflict['reason']): Conflict => ({
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
    const refused = this.refuse.get(row.id)
    if (refused) throw new ApiError(400, refused)
    if (v.version !== undefined && Number(v.version) !== row.version)
      throw new ApiError(409, '数据已被修改，请核对后重试', conflict('stale'))
    if (!t || !isInState(t.from, row)) throw new ApiError(409, '当前状态不允许该操作', conflict('illegal'))
    const patch = t.to === 'deleted' ? {} : (t.to as Record<string, unknown>)
    Object.assign(row, patch, { version: row.version + 1, lastBy: by, lastDid: transition })
    return { id: row.id, version: row.version, transition, patch, undo: t.undo ?? '', undoUntil: '' }
  }

  private meant(o: BatchOrder): readonly { readonly id: string; readonly version: number }[] {
    const selected = this.selections.get(o.selection ?? '') ?? []
    const rows = this.decidedIn.get(o.takesBack ?? '') ?? o.rows
    const meant = rows ?? selected.map((id) => ({ id, version: this.row(id).version }))
    return meant.filter(({ id }) => !o.except?.includes(id))
  }

  private preview(o: BatchOrder): BatchPreview {
    const meant = this.meant(o)
    const from = lifecycles.get(o.resource)?.transitions[o.transition]?.from
    const allowed = meant
      .filter((m) => m.version === this.row(m.id).version)
      .map((m) => this.row(m.id))
      .filter((row) => from && isInState(from, row))
    const refusedIds = meant.map((m) => m.id).filter((id) => !allowed.some((row) => row.id === id))
    const refused = refusedIds.length
    return {
      ...{ total: meant.length, looked: meant.length, allowed: allowed.length },
      amount: o.resource === 'settlementOrder' ? sum(allowed.map((row) => String(row.totalAmount))) : null,
      names: allowed.slice(0, NAMED).map((row) => String(row.code)),
      refused: refused > 0 ? [{ count: refused, msg: '数据已被修改，请核对后重试' }] : [],
      refusedIds,
      toType: null,
      asksCode: false,
    }
  }

  private batch(o: BatchOrder): BatchState {
    const rows = this.meant(o)
    const results = rows.map(({ id, version }) => {
      try {
        return {
          id,
          ok: true,
          code: 200,
          msg: '操作成功',
          version: this.decide(o.transition, { id, version }, '我', o.resource).version,
        }
      } catch (e) {
        return { id, ok: false, code: (e as ApiError).code, msg: (e as ApiError).message }
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

  /** Another user decides, and all screens get the event. */
  async other(id: string, transition = 'audit.pass', by = '李四', resource = 'settlementOrder'): Promise<void> {
    const { version } = this.decide(transition, { id }, by, resource)
    await act(async () => {
      for (const run of this.listeners)
        run({
          id: '1',
          kind: 'changed',
          resource,
          recordId: id,
          version,
          transition,
          by,
          byId: '99',
          at: '2024-06-15 10:02:00',
        })
      await new Promise((r) => setTimeout(r, 150))
    })
  }
}

/** The catalogue of the finance clerk. */
export const catalogue = (): Catalogue => catalogueOf()

/** The catalogue where deleting is the generic operation, not a transition of its own. */
export function generic(): Catalogue {
  const made = catalogue()
  return {
    ...made,
    resources: made.resources.map((r) =>
      r.id === 'settlementOrder'
        ? {
            ...r,
            operations: ['view', 'add', 'edit', 'delete'],
            decisions: r.decisions.filter((t) => t.id !== 'remove'),
          }
        : r,
    ),
  }
}

/** Puts a screen on the stage, with the keyboard and the surfaces that say outcomes. */
export function stage(
  ui: ReactElement,
  path: string,
  kind: 'queue' | 'table',
  with_: Catalogue,
  resource = 'settlementOrder',
) {
  setRegistry(buildRegistry(with_, 'zh'))
  setContext({
    screen: kind,
    ...(kind === 'table' ? { resource } : {}),
    signedIn: true,
    layers: 0,
    palette: false,
    focus: 'page',
  })
  const router = createMemoryRouter([{ path: '*', element: ui }], { initialEntries: [path] })
  setRouter(router)
  const stops = [
    onOutcome(say),
    providePorts({ shell: { stepBack: () => (stepBack() ? { is: 'done' } : { is: 'cancelled' }) } }),
  ]
  const view = render(
    <QueryClientProvider client={queryClient}>
      <Keys />
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return {
    ...view,
    router,
    search: () => router.state.location.search,
    leave: () => {
      view.unmount()
      for (const stop of stops) stop()
      setRouter(null)
      router.dispose()
    },
  }
}

export const grid = () => screen.getByRole('grid')
/** Names of the rows on the screen, in order. */
export const names = (): string[] => [...document.querySelectorAll('.g-r .g-c.name')].map((c) => c.textContent ?? '')
/** The name of the row under the cursor. */
export const here = (): string => document.querySelector('.g-r.here .g-c.name')?.textContent ?? ''
export const position = (): string => document.querySelector('[data-position]')?.textContent ?? ''
export const ready = () => waitFor(() => expectReady())
const expectReady = () => {
  if (!document.querySelector('main[data-ready] .g-r .g-c.name')?.textContent) throw new Error('not ready')
}

const pause = (ms: number) => act(async () => new Promise((r) => setTimeout(r, ms)))

/**
 * Waits until nothing moves any more: `ms` at least, then until the page and what was sent stay the same three times in
 * a row, however slow the machine is.
 */
export async function calm(world: World, ms = 30): Promise<void> {
  const picture = () => `${world.decisions.length} ${document.body.innerHTML}`
  await pause(ms)
  let before = picture()
  for (let same = 0; same < 3; ) {
    await pause(10)
    const now = picture()
    same = now === before ? same + 1 : 0
    before = now
  }
}
export const known = resources
