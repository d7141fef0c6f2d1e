import { resourceOf } from '../../model/business.ts'
import { type Address, addressOf, keyOf as keyOfAddress, matchNames } from '../../model/language/address.ts'
import { isEmpty, isId } from '../../model/language/derived/validate.ts'
import { isInState, type Transition } from '../../model/language/lifecycle.ts'
import { label } from '../../model/values/label.ts'
import { type Decided, HEADER } from '../../model/wire/wire.ts'
import type { RequestContext } from '../core/context/context.ts'
import { AppError, isUnavailable, notFound } from '../core/errors.ts'
import { textParam, versionIn } from '../core/params.ts'
import { may } from '../core/permissions.ts'
import { rowFrom } from '../database/codec.ts'
import { Values } from '../database/conditions/values.ts'
import { basisSql } from '../lists/sql/reach.ts'
import { type Accept, withOneTimeCode } from '../writing/oneTimeCodes.ts'
import { countGuess } from '../writing/save/unique.ts'
import { type AnyResource, columnName, type Row, tableName } from '../writing/unitOfWork/rows.ts'
import { decide, decideAll } from './engine.ts'
import { bodyHash, keyOf, once } from './idempotency.ts'
import { entriesIn, fieldNamed, idsIn, type Params } from './keyed.ts'
import { movesMoney, proveTotal } from './largeBatch.ts'
import { type Proofs, refuseAsk, stepOf } from './transitions.ts'

/** Answer of a call that decides row by row (report audits). */
export interface PerRow {
  readonly success: string[]
  readonly fail: { readonly id: string; readonly msg: string }[]
}

type Transitions = Readonly<Record<string, Transition>>

/** Returns whether this value was sent. Compared as texts, since a query has no other type. */
const says = (params: Params, name: string, value: string | number): boolean =>
  textParam(params, name) === String(value)

/**
 * The transitions a call may mean by its parameters alone. A transition is meant when every parameter of its `match`
 * has the value declared; where none of those is sent, the one that is so by default is meant, and those without a
 * `match`. A parameter of its `matchIf` may be omitted; another value excludes it. 400 names the parameters that fit no
 * transition. Pure.
 */
export function meant(names: readonly string[], transitions: Transitions, params: Params): string[] {
  const of = (name: string) => transitions[name] as Transition
  const matching = matchNames(names.map((n) => ({ match: of(n).match })))
  const absent = matching.every((p) => isEmpty(params[p]))
  const matched = names.filter((n) => {
    const { match, byDefault } = of(n)
    if (!match || (absent && byDefault)) return absent
    return Object.entries(match).every(([p, v]) => says(params, p, v))
  })
  const optional = ([p, v]: [string, string | number]) => isEmpty(params[p]) || says(params, p, v)
  const found = matched.filter((n) => Object.entries(of(n).matchIf ?? {}).every(optional))
  if (found.length > 0) return found
  // a parameter that no transition has names the transition that is not meant
  const odd = (p: string) => {
    const values = names.flatMap((n) => of(n).match?.[p] ?? of(n).matchIf?.[p] ?? [])
    return !values.some((v) => says(params, p, v))
  }
  const every = matched.length > 0 ? matchNames(matched.map((n) => ({ matchIf: of(n).matchIf }))) : matching
  const wrong = every.filter(odd)
  const named = wrong.length > 0 ? wrong : every
  throw new AppError(
    400,
    [`参数 ${named.join(', ')} 缺失或无效`, `Parameter ${named.join(', ')} is missing or not valid`],
    Object.fromEntries(named.map((p) => [p, '缺失或无效'])),
  )
}

/** Longest key of a client that still has room for what names a row behind it, characters. */
const LONGEST_KEY = 170

/**
 * The keys of the rows of a call that decides row by row begin with this: the client's key, of a long one its hash, so
 * that no two keys share their rows.
 */
export const prefixOfRows = (key: string): string => `${key.length > LONGEST_KEY ? `sha256:${bodyHash(key)}` : key}:`

/** Facts of a record that a call names, before it is decided. */
interface Seen {
  /** Its id; null where it is named by another field and the person reaches no such record. */
  readonly id: string | null
  readonly row: Row | null
  /** The transition that was taken under the call's key before, or under the row's. */
  readonly before: string | null
}

/**
 * Looks up the records that a call names by these values, by value. One statement, so that a decision under the same
 * key is seen with the state it left, or not at all.
 */
async function look(
  request: RequestContext,
  of: AnyResource,
  field: string,
  named: readonly string[],
  key: string | null,
): Promise<ReadonlyMap<string, Seen>> {
  const wanted = [...new Set(field === 'id' ? named.filter(isId) : named)]
  const values = new Values()
  const list = `${values.add(wanted)}::${field === 'id' ? 'bigint' : 'text'}[]`
  const column = field === 'id' ? 'id' : columnName(field)
  const keys =
    key === null ? 'false' : `k.key in (${values.add(key)}, ${values.add(prefixOfRows(key))} || a.named::text)`
  const found = await request.context.db.scoped<Record<string, unknown>>(
    { tenantId: request.actor.tenantId },
    {
      text: `select t.*, a.named::text as "named", k.answer -> 'data' -> 0 as "taken"
             from unnest(${list}) as a(named)
             left join (select * from ${tableName(of)} where ${basisSql(of, request.actor, values).join(' and ')}) t on t.${column} = a.named
             left join "idempotency" k on k.tenant_id = ${values.add(request.actor.tenantId)} and k.actor_id = ${values.add(request.actor.userId)} and ${keys}`,
      values: values.list,
    },
  )
  const seen = new Map<string, Seen>()
  for (const f of found) {
    const value = String(f.named)
    const taken = (f.taken ?? null) as Pick<Decided, 'id' | 'transition'> | null
    const row = f.id === null ? null : rowFrom(of, f)
    // a record that a decision under this key removed is no row any more, and its answer is still due
    const id = row?.id ?? (field === 'id' ? value : wanted.length === 1 ? (taken?.id ?? null) : null)
    seen.set(value, { id, row, before: seen.get(value)?.before ?? taken?.transition ?? null })
  }
  return seen
}

/**
 * Transition of a call that has several: the one taken under this key before, so that a repeated call keeps its
 * meaning; else the one that starts in the record's state, preferably one that the user may take.
 */
function standing(request: RequestContext, resource: string, names: readonly string[], seen: Seen | undefined): string {
  const { actor } = request
  const { domains } = request.context
  const [first = ''] = names
  const before = names.find((n) => n === seen?.before)
  if (before) return before
  const row = seen?.row
  if (!row) return first
  const stands = names.filter((n) => isInState(stepOf(domains, resource, n).transition.from, row))
  return stands.find((n) => may(actor, stepOf(domains, resource, n).transition.permission ?? '')) ?? stands[0] ?? first
}

const oneOnly = (name: string) =>
  new AppError(400, ['一次只能处理一条数据', 'Only one record at a time'], { [name]: '一次只能处理一条数据' })

/** Proofs that the person typed beside the answers. */
function proofsIn(params: Params): Proofs {
  const typedAmount = textParam(params, 'typedAmount')
  const oneTimeCode = textParam(params, 'oneTimeCode')
  return { ...(typedAmount && { typedAmount }), ...(oneTimeCode && { oneTimeCode }) }
}

/** Runs what may need the one-time code that was sent with a request; `accept` is null where none was. */
const withCode = <T>(request: RequestContext, run: (accept: Accept | null) => Promise<T>): Promise<T> =>
  textParam(request.params, 'oneTimeCode') === ''
    ? run(null)
    : withOneTimeCode(request.context, request.actor, request.http.ip, run)

/** Call in wire form, with the declarations of its transitions. */
interface Sent {
  readonly request: RequestContext
  readonly resource: string
  readonly names: readonly string[]
  readonly transitions: Transitions
  readonly address: Address
  readonly key: string | null
}

/** The record of one object of a list, or of the whole call: 404 where its parent is not the one named beside it. */
function mustBeWithin({ address }: Sent, params: Params, seen: Seen | undefined): void {
  for (const [param, field] of Object.entries(address.entries?.within ?? {})) {
    if (isEmpty(params[param])) continue
    if (seen?.row && String(seen.row[field] ?? '') !== textParam(params, param)) throw notFound()
  }
}

/** Those of records that move money by what is decided of them, with one of the steps that do. */
function movingOf(
  { request, resource, names, transitions }: Sent,
  list: readonly Named[],
  seen: ReadonlyMap<string, Seen>,
) {
  const moving = list.flatMap(({ id: named, params }) => {
    try {
      const one = seen.get(named)
      const step = stepOf(
        request.context.domains,
        resource,
        standing(request, resource, meant(names, transitions, params), one),
      )
      return one?.id && movesMoney(step) ? [{ id: one.id, step }] : []
    } catch (e) {
      // refused later, in its own turn
      if (e instanceof AppError) return []
      throw e
    }
  })
  return { step: moving[0]?.step, ids: [...new Set(moving.map((one) => one.id))] }
}

/**
 * Demands the proofs of a total before the first of several records is decided, as for a batch; once per key, so that a
 * repeated call is not asked again.
 */
async function proveTogether(sent: Sent, list: readonly Named[], seen: ReadonlyMap<string, Seen>): Promise<void> {
  const { request, resource, key } = sent
  const { context, actor, params } = request
  const { step, ids } = movingOf(sent, list, seen)
  if (!step) return
  await withCode(request, (accept) =>
    context.db.transaction({ tenantId: actor.tenantId }, (tx) =>
      once(tx, actor, key && `total:${bodyHash(key)}`, { total: resource, ids }, async () => {
        await proveTotal(context, tx, actor, step, proofsIn(params), { ids }, accept)
        return null
      }),
    ),
  )
}

/** Record of a call that decides one by one, with its own answers. */
interface Named {
  readonly id: string
  readonly params: Params
}

/** Decides records one by one, independently of each other: refusals are answered beside the decided ones. */
async function eachByItself(sent: Sent, list: readonly Named[], field: string): Promise<PerRow> {
  const { request, resource, address, key } = sent
  const { context, actor } = request
  const seen = await look(
    request,
    resourceOf(resource),
    field,
    list.map((one) => one.id),
    key,
  )
  const counted = list.length > 1
  if (counted) await proveTogether(sent, list, seen)
  const answer: PerRow = { success: [], fail: [] }
  for (const { id: named, params } of list) {
    const one = seen.get(named)
    try {
      const transition = standing(request, resource, meant(sent.names, sent.transitions, params), one)
      mustBeWithin(sent, params, one)
      const id = one?.id
      if (!id) throw notFound()
      const version = list.length === 1 || address.entries ? versionIn(params) : null
      const rowKey = key && prefixOfRows(key) + named
      const order = { resource, transition, ask: params, id, version, key: rowKey }
      if (counted) await decide(context, actor, order)
      else
        await withCode(request, (accept) => decide(context, actor, { ...order, proofs: proofsIn(params) }, { accept }))
      answer.success.push(named)
    } catch (e) {
      // 503: it is unknown whether it was decided; the client repeats the call with its key
      if (!(e instanceof AppError) || e.code === 403 || isUnavailable(e)) throw e
      answer.fail.push({ id: named, msg: label(e.text, actor.language) })
    }
  }
  return answer
}

/**
 * Gaps in an answer for all records are refused at once, for the call, and nothing is decided: 400 naming the field, or
 * 403. Of several transitions that the call may mean, a single complete set of answers is enough.
 */
function refuseIncomplete({ request, resource }: Sent, possible: readonly string[]): void {
  const refusals: AppError[] = []
  for (const transition of possible) {
    try {
      refuseAsk(request.context.domains, request.actor, { resource, transition, ask: request.params })
      return
    } catch (e) {
      if (!(e instanceof AppError)) throw e
      refusals.push(e)
    }
  }
  throw refusals.find((e) => e.code === 400) ?? refusals[0]
}

/**
 * Answers a stock call that carries one or several transitions (`POST audit {id|ids, status, remark}`). One id answers
 * its Decided, several a list of them (all or nothing) or, where the lifecycle declares it, successes and failures row
 * by row; so does a list of objects (`entries`).
 */
export async function decideByCall(
  request: RequestContext,
  resource: string,
  names: readonly string[],
): Promise<Decided | Decided[] | PerRow> {
  const { context, actor, params } = request
  const transitions = Object.fromEntries(names.map((n) => [n, stepOf(context.domains, resource, n).transition]))
  const address = addressOf(transitions[names[0] ?? '']?.call ?? '')
  const key = keyOf(request.http.headers[HEADER.idempotency])
  const sent: Sent = { request, resource, names, transitions, address, key }
  const entries = address.entries && entriesIn(params, request.body, address.entries)
  if (entries) {
    const list = entries.map((entry) => ({ id: idsIn(entry, undefined, address.key)[0] ?? '', params: entry }))
    return eachByItself(sent, list, keyOfAddress(address.key)?.field ?? 'id')
  }
  const named = idsIn(params, request.body, address.key)
  const possible = meant(names, transitions, params)
  const keyName = keyOfAddress(address.key)?.name ?? 'id'
  const field = fieldNamed(params, request.body, address.key)
  const of = resourceOf(resource)
  const creates = transitions[possible[0] ?? '']?.from === 'new'
  const looks = !creates && named.length > 0 && (possible.length > 1 || field !== 'id' || address.entries?.within)
  const seen = looks ? await look(request, of, field, named, key) : null
  const first = seen?.get(named[0] ?? '')
  const transition = standing(request, resource, possible, first)
  const t = transitions[transition] as Transition
  const order = { resource, transition, ask: params, key, proofs: proofsIn(params) }
  if (t.from === 'new') {
    await countGuess(context, actor, of, params)
    const made = await withCode(request, (accept) => decideAll(context, actor, { ...order, ids: [] }, { accept }))
    return made[0] as Decided
  }
  if (named.length > 1 && t.select !== 'many') throw oneOnly(keyName)
  if (named.length > 1) refuseIncomplete(sent, possible)
  if (named.length > 1 && t.batch === 'perRow') {
    return eachByItself(
      sent,
      named.map((id) => ({ id, params })),
      field,
    )
  }
  for (const n of named) mustBeWithin(sent, params, seen?.get(n))
  const ids = seen ? named.map((n) => seen.get(n)?.id ?? n) : named
  if (field !== 'id' && seen && named.some((n) => !seen.get(n)?.id)) throw notFound()
  return withCode<Decided | Decided[]>(request, (accept) =>
    ids.length === 1
      ? decide(context, actor, { ...order, id: ids[0] as string, version: versionIn(params) }, { accept })
      : decideAll(context, actor, { ...order, ids }, { accept }),
  )
}
