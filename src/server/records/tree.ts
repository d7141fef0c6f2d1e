import type { Condition } from '../../model/language/conditions/condition.ts'
import { MADE } from '../../model/language/decidable.ts'
import { isId } from '../../model/language/derived/validate.ts'
import type { Tree } from '../../model/language/resource.ts'
import { listColumns } from '../../model/wire/columns.ts'
import type { WireRow, WireTable } from '../../model/wire/wire.ts'
import type { RequestContext } from '../core/context/context.ts'
import { AppError } from '../core/errors.ts'
import { textParam } from '../core/params.ts'
import { resolveNames } from '../lists/resolve.ts'
import { windowQuery, withMade } from '../lists/sql/query.ts'
import { childrenQuery, parentsQuery } from '../lists/sql/tree.ts'
import type { AnyResource } from '../writing/unitOfWork/rows.ts'
import { wireRow } from '../writing/unitOfWork/wire.ts'
import { columnsIn } from './columns.ts'
import { queryFrom, seeing } from './read.ts'

type Found = Record<string, unknown>

/** Most rows of a tree, or below one of its records, that are answered at once. */
const ROWS_PER_TREE_MAX = 5_000

const tooMany = (r: AnyResource): AppError =>
  new AppError(422, [
    `${r.title[0]}超过${ROWS_PER_TREE_MAX}条，请先筛选`,
    `There are more than ${ROWS_PER_TREE_MAX} ${r.title[1].toLowerCase()}: please filter them first`,
  ])

/** A node of a tree on the wire: the record with what tree widgets read. `children` is absent on leaves. */
export type TreeNode = WireRow & {
  readonly title: string
  readonly key: string
  readonly value: string
  readonly hasChildren: boolean
  readonly children?: TreeNode[]
}

/**
 * Records → nested nodes; a node whose parent is not there is a root. A circle is cut where it closes. Pure.
 */
export function nest(rows: readonly WireRow[], name: string, by: Tree = { key: 'id', parent: 'parentId' }): TreeNode[] {
  const keyOf = (row: WireRow) => String(row[by.key] ?? '')
  const keys = new Set(rows.map(keyOf))
  const under = new Map<string, WireRow[]>()
  const roots: WireRow[] = []
  for (const row of rows) {
    const parent = String(row[by.parent] ?? '')
    if (parent !== '' && parent !== '0' && parent !== keyOf(row) && keys.has(parent))
      under.set(parent, [...(under.get(parent) ?? []), row])
    else roots.push(row)
  }
  const node = (row: WireRow, above: ReadonlySet<string>): TreeNode => {
    const key = keyOf(row)
    const seen = new Set(above).add(key)
    const children = (under.get(key) ?? []).filter((c) => !seen.has(keyOf(c))).map((c) => node(c, seen))
    return {
      ...row,
      title: String(row[name] ?? ''),
      key,
      value: key,
      hasChildren: children.length > 0,
      ...(children.length ? { children } : {}),
    }
  }
  return roots.map((row) => node(row, new Set()))
}

/** A row on the wire, with how whoever asks made it. */
const shown = (request: RequestContext, r: AnyResource, row: Found): WireRow => ({
  ...wireRow(request.actor, r, row),
  ...(MADE in row ? { [MADE]: row[MADE] } : {}),
})

/** All rows of a tree that the filter and these conditions meet, in the order of its list. */
async function whole(request: RequestContext, r: AnyResource, where: readonly Condition[] = []): Promise<WireRow[]> {
  seeing(request, r)
  const requested = queryFrom(request, r, request.params)
  const q = await resolveNames(request.context.db, { ...requested, conditions: [...where, ...requested.conditions] })
  const scope = { tenantId: request.actor.tenantId }
  const rows = await request.context.db.scoped<Found>(
    scope,
    windowQuery(q, { skip: 0, limit: ROWS_PER_TREE_MAX + 1 }, withMade(r, q.reach)),
  )
  if (rows.length > ROWS_PER_TREE_MAX) throw tooMany(r)
  return rows.map((row) => shown(request, r, row))
}

/** The whole resource as a tree, filtered like a list; `where`: what all its records have besides. */
export async function tree(
  request: RequestContext,
  r: AnyResource,
  where: readonly Condition[] = [],
): Promise<TreeNode[]> {
  if (!r.tree) throw new AppError(404, ['没找到请求', 'There is no such call'])
  return nest(await whole(request, r, where), r.name as string, r.tree)
}

/**
 * The records directly below the one that the parameter of the tree's parent names (`parentId`; nothing, or 0: at the
 * top), and whether there are any below each (wire conventions §6, §9).
 */
export async function treeLevel(
  request: RequestContext,
  r: AnyResource,
  where: readonly Condition[] = [],
): Promise<TreeNode[]> {
  const { tree: by } = r
  if (!by) throw new AppError(404, ['没找到请求', 'There is no such call'])
  seeing(request, r)
  const parent = textParam(request.params, by.parent).trim()
  const under = parent === '0' && by.key === 'id' ? '' : parent
  refuseWrongId(by, under)
  return (await level(request, r, by, under, where)).map((row) => ({
    ...(row as WireRow & { hasChildren: boolean }),
    title: String(row[r.name as string] ?? ''),
    key: String(row[by.key] ?? ''),
    value: String(row[by.key] ?? ''),
  }))
}

/** 400 for what cannot be the id of a record that others stand below. */
function refuseWrongId(tree: Tree, under: string): void {
  if (under !== '' && tree.key === 'id' && !isId(under))
    throw new AppError(400, ['编号无效', 'The id is not valid'], { under: '无效' })
}

/** Rows with these columns of them. */
const tableOf = (rows: readonly Found[], columns: readonly string[]): WireTable => ({
  columns,
  values: columns.map((name) => rows.map((row) => row[name] ?? null)),
})

/** The rows below one record of a lazy tree, or at its top, and whether there are any below each. */
async function level(
  request: RequestContext,
  r: AnyResource,
  tree: Tree,
  under: string,
  where: readonly Condition[] = [],
): Promise<Found[]> {
  const scope = { tenantId: request.actor.tenantId }
  const q = { ...queryFrom(request, r, {}), conditions: where }
  const rows = await request.context.db.scoped<Found>(
    scope,
    childrenQuery(q, tree.parent, under, ROWS_PER_TREE_MAX + 1),
  )
  if (rows.length > ROWS_PER_TREE_MAX) throw tooMany(r)
  const wire = rows.map((row) => shown(request, r, row))
  const keys = wire.map((row) => String(row[tree.key] ?? ''))
  const parents =
    keys.length > 0 ? await request.context.db.scoped<Found>(scope, parentsQuery(q, tree.parent, keys)) : []
  const above = new Set(parents.map((p) => String(p.parent)))
  return wire.map((row, i) => ({ ...row, hasChildren: above.has(keys[i] as string) }))
}

/**
 * Rows of a tree for the console: all that the filter meets, or of a lazy tree that is not filtered those of one level.
 * @throws AppError 404 for what is no tree, 422 for more rows than are answered at once.
 */
export async function treeTable(request: RequestContext, r: AnyResource): Promise<WireTable> {
  const { tree } = r
  if (!tree) throw new AppError(404, ['这里没有层级结构', 'There is no tree here'])
  seeing(request, r)
  const columns = [...new Set([...columnsIn(request, r, listColumns), tree.key, tree.parent])]
  const filtered = queryFrom(request, r, request.params).conditions.length > 0
  if (!tree.lazy || filtered) return tableOf(await whole(request, r), columns)
  const under = textParam(request.params, 'under').trim()
  refuseWrongId(tree, under)
  return tableOf(await level(request, r, tree, under), [...columns, 'hasChildren'])
}
