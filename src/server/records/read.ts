import { fieldOf } from '../../model/kernel/resource.ts'
import { isEmpty, isId } from '../../model/kernel/validate.ts'
import type { Condition, Page, WireRow } from '../../model/kernel/wire.ts'
import type { AnyResource } from '../decisions/rows.ts'
import { maySee } from '../decisions/scope.ts'
import type { Ask } from '../http/house.ts'
import { textParam, wholeParam } from '../http/params.ts'
import { forbidden, notFound, Refusal } from '../http/refusal.ts'
import { resolveNames } from '../store/resolve.ts'
import { checkConditions, filterOf, parseConditions } from '../store/sql/conditions.ts'
import { detailQuery, listQuery, parseSort, type Query, windowQuery } from '../store/sql/query.ts'
import { readTotal } from '../store/windows.ts'
import { unmasked, wireRow } from './wire.ts'

type Params = Readonly<Record<string, unknown>>
type Found = Record<string, unknown>

/** Most rows of a page (wire: page limit) and of a tree. */
const PAGE = 500
const TREE = 5_000

/** 403 for who may not see records of the resource at all. */
export function seeing(ask: Ask, r: AnyResource): void {
  if (!maySee(ask.actor, r)) throw forbidden()
}

/** A positive whole number of a parameter, the fallback when none is sent, 400 when it is something else. */
export function countIn(params: Params, name: string, fallback: number, most: number, least = 1): number {
  const n = wholeParam(params, name, least)
  return n === null ? fallback : Math.min(n, most)
}

/** Ids of a parameter as a condition: `ids=1,2` narrows a list to those rows. */
const idsCondition = (r: AnyResource, params: Params): Condition[] => {
  const sent = Array.isArray(params.ids) ? params.ids.join(',') : typeof params.ids === 'string' ? params.ids : ''
  return sent.trim() !== '' && filterOf(r, 'id') ? [{ field: 'id', op: 'in', value: sent }] : []
}

/** The query that parameters ask for: unknown filters are ignored, unknown sorts refused, row scope added. */
export function queryFrom(ask: Ask, r: AnyResource, params: Params, strict = false): Query {
  const sort = parseSort(r, params)
  const ids = idsCondition(r, params)
  for (const c of ids) {
    if (!c.value.split(',').every((id) => isId(id.trim()))) throw new Refusal(400, ['编号无效', 'An id is not valid'], { ids: '无效' })
  }
  // together once more: ids count as values like all others
  const conditions = checkConditions(ask.actor, r, [...parseConditions(ask.actor, r, params, { strict }), ...ids])
  return { resource: r, reach: ask.actor, conditions, ...(sort ? { sort } : {}) }
}

/** A page: `current` from 1, `size` at most 500; the total is exact up to 100,000. */
export async function page(ask: Ask, r: AnyResource): Promise<Page> {
  seeing(ask, r)
  const size = countIn(ask.params, 'size', 10, PAGE)
  const current = countIn(ask.params, 'current', 1, 2_000_000_000)
  const q = await resolveNames(ask.house.db, queryFrom(ask, r, ask.params))
  const rows = await ask.house.db.scoped<Found>({ tenantId: ask.actor.tenantId }, listQuery(q, { current, size }))
  const here = (current - 1) * size + rows.length
  // A page that is not full is the last one: its own place says the total.
  const total = rows.length > 0 && rows.length < size ? here : (await readTotal(ask.house.db, q)).total
  return { records: rows.map((row) => wireRow(ask.actor, r, row)), total, size, current, pages: Math.ceil(total / size) }
}

/** One record, by id or by a field that is unique (`settlementOrderId` of a platform fee). Personal data in full where permitted. */
export async function detail(ask: Ask, r: AnyResource): Promise<WireRow> {
  seeing(ask, r)
  const scope = { tenantId: ask.actor.tenantId }
  const id = textParam(ask.params, 'id').trim()
  const unmask = unmasked(ask.actor, r)
  if (id !== '') {
    if (!isId(id)) throw notFound()
    const [row] = await ask.house.db.scoped<Found>(scope, detailQuery(r, ask.actor, id))
    if (!row) throw notFound()
    return wireRow(ask.actor, r, row, unmask)
  }
  const alone = (r.unique ?? []).flatMap((u) => (u.length === 1 ? [String(u[0])] : [])).find((name) => !isEmpty(ask.params[name]) && filterOf(r, name))
  if (!alone) throw new Refusal(400, ['缺少必要的请求参数: id', 'Parameter id is missing'], { id: '缺少必要的请求参数' })
  const q: Query = { resource: r, reach: ask.actor, conditions: parseConditions(ask.actor, r, { [`${alone}_equal`]: ask.params[alone] }) }
  const [row] = await ask.house.db.scoped<Found>(scope, windowQuery(q, { skip: 0, limit: 1 }))
  if (!row) throw notFound()
  return wireRow(ask.actor, r, row, unmask)
}

/** A node of a tree on the wire: the record with what tree widgets read. `children` is absent on leaves. */
export type TreeNode = WireRow & {
  readonly title: string
  readonly key: string
  readonly value: string
  readonly hasChildren: boolean
  readonly children?: TreeNode[]
}

/** Records → nested nodes by `parentId`; a node whose parent is not there is a root. A circle is cut where it closes. Pure. */
export function nest(rows: readonly WireRow[], name: string): TreeNode[] {
  const ids = new Set(rows.map((r) => r.id))
  const under = new Map<string, WireRow[]>()
  const roots: WireRow[] = []
  for (const row of rows) {
    const parent = String(row.parentId ?? '')
    if (parent !== '' && parent !== '0' && parent !== row.id && ids.has(parent)) under.set(parent, [...(under.get(parent) ?? []), row])
    else roots.push(row)
  }
  const node = (row: WireRow, above: ReadonlySet<string>): TreeNode => {
    const seen = new Set(above).add(row.id)
    const children = (under.get(row.id) ?? []).filter((c) => !seen.has(c.id)).map((c) => node(c, seen))
    return { ...row, title: String(row[name] ?? ''), key: row.id, value: row.id, hasChildren: children.length > 0, ...(children.length ? { children } : {}) }
  }
  return roots.map((row) => node(row, new Set()))
}

/** The whole resource as a tree, filtered like a list. */
export async function tree(ask: Ask, r: AnyResource): Promise<TreeNode[]> {
  seeing(ask, r)
  if (!fieldOf(r, 'parentId')) throw new Refusal(404, ['没找到请求', 'There is no such call'])
  const rows = await ask.house.db.scoped<Found>({ tenantId: ask.actor.tenantId }, windowQuery(queryFrom(ask, r, ask.params), { skip: 0, limit: TREE }))
  return nest(
    rows.map((row) => wireRow(ask.actor, r, row)),
    r.name as string,
  )
}
