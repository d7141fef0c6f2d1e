import { resourceOf } from '../../model/all.ts'
import { label } from '../../model/kernel/label.ts'
import { isInState, type Transition } from '../../model/kernel/lifecycle.ts'
import { isEmpty, isId } from '../../model/kernel/validate.ts'
import { type Decided, HEADER } from '../../model/kernel/wire.ts'
import type { RequestContext } from '../core/context.ts'
import { AppError, isUnavailable } from '../core/errors.ts'
import { textOf, textParam, versionIn } from '../core/params.ts'
import { may } from '../core/permissions.ts'
import { rowFrom } from '../store/codec.ts'
import { basisSql, Values } from '../store/sql/where.ts'
import { tableName } from '../writes/rows.ts'
import { countGuess } from '../writes/save.ts'
import { decide, decideAll } from './engine.ts'
import { keyOf } from './idempotency.ts'
import { stepOf } from './transitions.ts'

/** Answer of a call that decides row by row (report audits). */
export interface PerRow {
  readonly success: string[]
  readonly fail: { readonly id: string; readonly msg: string }[]
}

type Params = Readonly<Record<string, unknown>>

/**
 * Ids of one call. More come as a batch (10,000) or as a selection (200,000): those go row by row and can be watched.
 */
export const MOST_IDS = 1_000

const tooMany = () =>
  new AppError(
    400,
    [`一次最多${MOST_IDS}条，请分批提交`, `At most ${MOST_IDS} records at a time; please send them in parts`],
    {
      ids: `一次最多${MOST_IDS}条，请分批提交`,
    },
  )

/**
 * A list of ids however a stock client spells it: `1,2`, `["1","2"]`, a bare list as the body. What is no id at all is
 * 400, and so are too many. Pure.
 */
export function idsIn(params: Params, body: unknown): string[] {
  const name = Array.isArray(body) || !isEmpty(params.ids) ? 'ids' : 'id'
  const sent = Array.isArray(body) ? body : params[name]
  const list = Array.isArray(sent) ? sent : textOf(sent, name).split(',')
  if (list.length > MOST_IDS) throw tooMany()
  const own = (x: unknown): unknown =>
    x && typeof x === 'object' && Object.hasOwn(x, 'id') ? (x as { id: unknown }).id : x
  return list.map((x) => textOf(own(x), name).trim()).filter((x) => x !== '')
}

/**
 * The transitions a call may mean, by its parameters: those whose `match` holds; without the parameter the default one;
 * all of them when none has a `match`. 400 names the parameter otherwise. Pure.
 */
export function meant(
  names: readonly string[],
  transitions: Readonly<Record<string, Transition>>,
  params: Params,
): string[] {
  const matched = names.filter((n) => {
    const match = transitions[n]?.match
    return match && Object.entries(match).every(([p, v]) => textParam(params, p) === String(v))
  })
  if (matched.length > 0) return matched
  const asked = new Set(names.flatMap((n) => Object.keys(transitions[n]?.match ?? {})))
  if (asked.size === 0) return [...names]
  const absent = [...asked].every((p) => isEmpty(params[p]))
  const byDefault = names.filter((n) => transitions[n]?.byDefault || !transitions[n]?.match)
  if (absent && byDefault.length > 0) return byDefault
  const named = [...asked].join(', ')
  throw new AppError(
    400,
    [`参数 ${named} 缺失或无效`, `Parameter ${named} is missing or not valid`],
    Object.fromEntries([...asked].map((p) => [p, '缺失或无效'])),
  )
}

/**
 * Of several transitions of one call: the one that was taken under one of these keys before, so that a repeated call
 * means what it meant the first time; else the one that starts where the record stands, preferring what the person may
 * do. One statement, so that a decision under the same key is seen with the state it left, or not at all.
 */
async function standing(
  request: RequestContext,
  resourceId: string,
  names: readonly string[],
  id: string | undefined,
  keys: readonly string[],
): Promise<string> {
  const [first = ''] = names
  if (names.length === 1 || !id || !isId(id)) return first
  const of = resourceOf(resourceId)
  const values = new Values()
  const [found] = await request.context.db.scoped<Record<string, unknown>>(
    { tenantId: request.actor.tenantId },
    {
      text: `select t.*, k.answer -> 'data' -> 0 ->> 'transition' as "takenBefore" from (values (1)) one
             left join (select * from ${tableName(of)} where ${basisSql(of, request.actor, values).join(' and ')} and id = ${values.add(id)}) t on true
             left join "idempotency" k on k.tenant_id = ${values.add(request.actor.tenantId)} and k.actor_id = ${values.add(request.actor.userId)} and k.key = any(${values.add(keys)}::text[]) limit 1`,
      values: values.list,
    },
  )
  const before = names.find((n) => n === found?.takenBefore)
  if (before) return before
  if (!found?.id) return first
  const row = rowFrom(of, found)
  const stands = names.filter((n) => isInState(stepOf(resourceId, n).transition.from, row))
  return stands.find((n) => may(request.actor, stepOf(resourceId, n).transition.permission ?? '')) ?? stands[0] ?? first
}

/** The key of one row of a call that decides row by row. */
const keyOfRow = (key: string, id: string): string => `${key.slice(0, 170)}:${id}`

/**
 * Answers a stock call that carries one or several transitions (`POST audit {id|ids, status, remark}`). One id answers
 * its Decided, several a list of them (all or nothing) or, where the lifecycle says so, success and fail row by row.
 */
export async function decideByCall(
  request: RequestContext,
  resourceId: string,
  names: readonly string[],
): Promise<Decided | Decided[] | PerRow> {
  const { context, actor, params } = request
  const transitions = Object.fromEntries(names.map((n) => [n, stepOf(resourceId, n).transition]))
  const ids = idsIn(params, request.body)
  const key = keyOf(request.http.headers[HEADER.idempotency])
  const keys = key ? [key, keyOfRow(key, ids[0] ?? '')] : []
  const name = await standing(request, resourceId, meant(names, transitions, params), ids[0], keys)
  const t = stepOf(resourceId, name).transition
  const order = { resource: resourceId, transition: name, ask: params, key }
  const beside = request.confirm ? { first: request.confirm } : {}
  if (t.from === 'new') {
    await countGuess(context, actor, resourceOf(resourceId), params)
    const [made] = await decideAll(context, actor, { ...order, ids: [] }, beside)
    return made as Decided
  }
  if (ids.length > 1 && t.select !== 'many')
    throw new AppError(400, ['一次只能处理一条数据', 'Only one record at a time'], { ids: '一次只能处理一条数据' })
  if (ids.length === 1)
    return decide(context, actor, { ...order, id: ids[0] as string, version: versionIn(params) }, beside)
  if (t.batch !== 'perRow') return decideAll(context, actor, { ...order, ids }, beside)
  const answer: PerRow = { success: [], fail: [] }
  for (const id of ids) {
    try {
      await decide(context, actor, { ...order, id, key: key && keyOfRow(key, id) }, beside)
      answer.success.push(id)
    } catch (e) {
      // 503: decided or not, nobody knows; the call is asked again with its key
      if (!(e instanceof AppError) || e.code === 403 || isUnavailable(e)) throw e
      answer.fail.push({ id, msg: label(e.text, actor.language) })
    }
  }
  return answer
}
