import { calls } from '../../model/business.ts'
import { keyOf } from '../../model/language/address.ts'
import { isId } from '../../model/language/derived/validate.ts'
import type { Download, ValuesOf } from '../../model/language/domain/answer.ts'
import { type AnyCall, type Call, commandName } from '../../model/language/domain/call.ts'
import type { Field, Fields } from '../../model/language/fields/field.ts'
import { isInState } from '../../model/language/lifecycle.ts'
import { fieldOf, type Resource, type RowOf } from '../../model/language/resource.ts'
import { type Decided, HEADER } from '../../model/wire/wire.ts'
import type { Actor } from '../core/actor.ts'
import type { Handler, RequestContext, ServerContext } from '../core/context/context.ts'
import type { Tx } from '../core/database.ts'
import { AppError, notFound } from '../core/errors.ts'
import { textParam, versionsIn } from '../core/params.ts'
import { inScope, may } from '../core/permissions.ts'
import { Values } from '../database/conditions/values.ts'
import { storeKindOf } from '../database/kinds/kinds.ts'
import { generatedKey } from '../deciding/idempotency.ts'
import { fieldNamed, idsIn } from '../deciding/keyed.ts'
import { proveAmount } from '../deciding/largeBatch.ts'
import { basisSql } from '../lists/sql/reach.ts'
import { hooksOf } from '../writing/hooks.ts'
import { type Accept, withOneTimeCode } from '../writing/oneTimeCodes.ts'
import { illegal, stale } from '../writing/save/conflict.ts'
import { unreachedIn } from '../writing/save/references.ts'
import { type AnyResource, changesOf, columnName, type Row, tableName } from '../writing/unitOfWork/rows.ts'
import type { UnitOfWork } from '../writing/unitOfWork/unitOfWork.ts'
import { wirePatch } from '../writing/unitOfWork/wire.ts'
import { outgoing, sendFile } from './outgoing.ts'
import { type Parsed, parametersOf, refuse } from './parameters.ts'
import { nobodysReader, type Reader, readerOf } from './reader.ts'
import { DOUBLE, keySent, write } from './write.ts'

/** Arguments of every handler of a call besides its access to data. */
interface Given<Q, B, E, R extends { fields: Fields }> {
  readonly query: ValuesOf<Q>
  readonly body: ValuesOf<B>
  /** The objects of a list body. */
  readonly entries: readonly ValuesOf<E>[]
  /** The records the call is about, in the order named: all of them exist for the user and are in a state of `from`. */
  readonly rows: readonly RowOf<R>[]
  /** Null in public calls. */
  readonly actor: Actor
  readonly context: ServerContext
}

/** A call that changes nothing has a `reader`, one that writes a unit of `work` whose rows are locked. */
export type CallRequest<Q, B, E, R extends { fields: Fields }, Safe extends boolean> = Given<Q, B, E, R> &
  (Safe extends true ? { readonly reader: Reader } : { readonly work: UnitOfWork })

/** The handler of one declared call, as its domain brings it. */
export interface DeclaredHandler {
  readonly call: AnyCall
  readonly handler: Handler
}

declare module '../core/domains.ts' {
  interface ServerDomains {
    /** Handlers of declared calls, by the id of the call. A call without one is not open yet. */
    readonly handlers: ReadonlyMap<string, Handler>
  }
}

/** The ids that a call names: by id, or through the field that its key is of. Unknown ones are 404. */
async function namedIds(c: AnyCall, request: RequestContext, of: AnyResource): Promise<string[]> {
  const name = keyOf(c.key)?.name ?? 'id'
  // a list of objects names its records itself; the key is beside it
  const body = c.entries ? undefined : request.body
  const named = idsIn(request.params, body, c.key)
  const field = fieldNamed(request.params, body, c.key)
  if (named.length === 0)
    throw new AppError(400, [`缺少必要的请求参数: ${name}`, `Parameter ${name} is missing`], {
      [name]: '缺少必要的请求参数',
    })
  if (named.length > 1 && c.select !== 'many')
    throw new AppError(400, ['一次只能处理一条数据', 'Only one record at a time'], { [name]: '一次只能处理一条数据' })
  const unique = [...new Set(named)]
  if (field === 'id') {
    if (!unique.every(isId)) throw notFound()
    return unique
  }
  const f = fieldOf(of, field) as Field
  const kind = storeKindOf(f)
  // a value that the column cannot hold matches no record
  if (unique.some((value) => kind.filterProblem(f, value) !== null)) throw notFound()
  const values = new Values()
  const found = await request.context.db.scoped<{ id: string; named: string }>(
    { tenantId: request.actor.tenantId },
    {
      text: `select id, ${columnName(field)}::text as named from ${tableName(of)} where ${basisSql(of, request.actor, values).join(' and ')} and ${columnName(field)} = any(${values.add(unique)}::${kind.type(f) === 'bigint' ? 'bigint' : 'text'}[]) order by id desc`,
      values: values.list,
    },
  )
  return unique.map((value) => {
    const row = found.find((f) => f.named === value)
    if (!row) throw notFound()
    return String(row.id)
  })
}

const inOrder = (ids: readonly string[], rows: readonly Row[]): Row[] =>
  ids.map((id) => {
    const row = rows.find((r) => r.id === id)
    if (!row) throw notFound()
    return row
  })

/**
 * Returns the records of a writing call after its checks: locked, not deleted, within the user's scope, at the versions
 * seen, in a state that allows it.
 */
async function lockedRows(c: AnyCall, work: UnitOfWork, ids: readonly string[], versions: readonly number[] | null) {
  const of = c.on as AnyResource
  await hooksOf(work.domains, of.id).first?.(ids, work)
  const rows = inOrder(ids, await work.lock(of, ids))
  for (const [n, row] of rows.entries()) {
    if (row.isDeleted === 1 || !inScope(work.actor, of, row)) throw notFound()
    const seen = versions?.[n] ?? null
    if (seen !== null && seen !== row.version) throw await stale(work, of, row, seen)
    if (c.from && !isInState(c.from, row)) throw await illegal(work, of, row)
  }
  return rows
}

async function seenRows(c: AnyCall, reader: Reader, ids: readonly string[]): Promise<Row[]> {
  const rows = inOrder(ids, await reader.rowsById(c.on as AnyResource, ids))
  const { from } = c
  if (from && !rows.every((row) => isInState(from, row)))
    throw new AppError(409, ['当前状态不允许该操作', 'Not possible in the present state'])
  return rows
}

const given = (request: RequestContext, parsed: Parsed, rows: readonly Row[]) => ({
  ...parsed,
  rows,
  actor: request.actor,
  context: request.context,
})

/** A handler whose declaration is not looked at. */
type Run = (request: never) => Promise<unknown>

async function runRead(c: AnyCall, run: Run, request: RequestContext): Promise<unknown> {
  const parsed = parametersOf(c, request)
  const reader = c.open === 'public' ? nobodysReader : readerOf(request)
  const rows = c.on ? await seenRows(c, reader, await namedIds(c, request, c.on)) : []
  return run({ ...given(request, parsed, rows), reader } as never)
}

/** Result of a command on its record, as transitions answer it. */
function decidedOf(c: AnyCall, { context, actor }: RequestContext, before: Row, after: Row): Decided {
  const of = c.on as AnyResource
  const back = calls.find((one) => one.id === c.command?.undo)
  const open = back?.permission !== undefined && may(actor, back.permission) && context.domains.handlers.has(back.id)
  const changed = changesOf(of, before, after).map((change) => change.field)
  return {
    id: after.id,
    version: after.version,
    transition: commandName(c),
    patch: wirePatch(actor, of, after, [...changed, 'version', 'updateTime']),
    undo: back && open ? commandName(back) : '',
    undoUntil: '',
  }
}

/**
 * Command call as stored with its answer: resource, number of records, and for a single record its id, name and new
 * version ("" and 0 for several).
 */
export interface CallDecision {
  readonly call: string
  readonly of: string
  readonly id: string
  readonly title: string
  readonly version: number
  readonly count: number
}

/** Result of a writing call, with its decision on the record where the call is a command. */
interface Done {
  readonly answer: unknown
  readonly decided: Decided | null
  readonly decision: CallDecision | null
}

function decisionOf(c: AnyCall, count: number, after: Row | undefined): CallDecision | null {
  if (!c.command || !c.on || count === 0) return null
  const named = {
    id: after?.id ?? '',
    title: after ? String(after[c.on.name] ?? '') : '',
    version: after?.version ?? 0,
  }
  return { call: c.id, of: c.on.id, count, ...named }
}

async function runWrite(c: AnyCall, run: Run, request: RequestContext, out: (value: unknown) => unknown) {
  const done = await runOnce(c, run, request, out)
  return request.http.headers[HEADER.answer] === 'decided' && done.decided ? done.decided : done.answer
}

async function runOnce(c: AnyCall, run: Run, request: RequestContext, out: (value: unknown) => unknown): Promise<Done> {
  const parsed = parametersOf(c, request)
  const ids = c.on ? await namedIds(c, request, c.on) : []
  const versions = c.on ? versionsIn(request.params, ids.length) : null
  const body = { call: c.id, ids, versions, ...parsed }
  const amount = c.command?.amount
  const oneTimeCode = amount === undefined ? '' : textParam(request.params, 'oneTimeCode')
  const effect = async (work: UnitOfWork, tx: Tx, accept: Accept | null): Promise<Done> => {
    const rows = c.on ? await lockedRows(c, work, ids, versions) : []
    const fields = { ...c.query, ...c.body } as Fields
    refuse(await unreachedIn(work, fields, { ...parsed.query, ...parsed.body }), request.actor.language)
    for (const entry of parsed.entries)
      refuse(await unreachedIn(work, (c.entries?.fields ?? {}) as Fields, entry), request.actor.language)
    const value = await run({ ...given(request, parsed, rows), work, tx } as never)
    await work.flush()
    if (amount !== undefined) {
      const moved = String({ ...parsed.query, ...parsed.body }[amount] ?? '0.00')
      await proveAmount(request.context, tx, request.actor, moved, oneTimeCode, accept)
    }
    const [before] = c.command && rows.length === 1 ? rows : []
    // locked above: its present state in this transaction, also when it was deleted
    const [after] = before ? await work.lock(c.on as AnyResource, [before.id]) : []
    return {
      answer: out(value),
      decided: before && after ? decidedOf(c, request, before, after) : null,
      decision: decisionOf(c, rows.length, after),
    }
  }
  const key = c.shownOnce ? null : keySent(request)
  const go = (accept: Accept | null): Promise<Done> => {
    const once = (work: UnitOfWork, tx: Tx) => effect(work, tx, accept)
    // an answer shown once is not stored for replays, whoever clicks twice
    if (c.shownOnce || key !== null || c.on) return write(request, c.on ?? null, body, once, key)
    // a stock client sends no key: the same twice within a moment is one
    return write(request, null, body, once, generatedKey(body), () => ({ seconds: DOUBLE, stands: async () => true }))
  }
  return oneTimeCode ? withOneTimeCode(request.context, request.actor, request.http.ip, go) : go(null)
}

/**
 * The handler of a declared call, inferred from its declaration. Permission and limit were looked at before; here its
 * parameters are checked and parsed, its records looked up within the person's scope (404) and state (409), a writing
 * call runs in one transaction, once for its key, and the answer is masked. Returns what a domain lists under `calls`.
 */
export function handle<
  Q extends Fields,
  B extends Fields,
  E extends Fields,
  A,
  // biome-ignore lint/suspicious/noExplicitAny: a resource of any shape
  R extends Resource<string, any>,
  Safe extends boolean,
>(call: Call<Q, B, E, A, R, Safe>, run: (request: CallRequest<Q, B, E, R, Safe>) => Promise<A> | A): DeclaredHandler {
  const c = call as AnyCall
  const out = (request: RequestContext) => (value: unknown) => outgoing(c, request.actor, value)
  const handler: Handler = async (request) => {
    // types of the arguments are those of the call, which are checked when a request is parsed
    const typed = run as unknown as Run
    if (!c.safe) return runWrite(c, typed, request, out(request))
    const value = await runRead(c, typed, request)
    return c.answer.shape === 'download' ? sendFile(request, value as Download) : out(request)(value)
  }
  return { call: c, handler }
}

/**
 * The same of a call that also changes tables that are no resources (roles of users, their secrets): it gets the
 * transaction besides the unit of work, which runWrite passes to every handler. Rules have no need of it.
 */
export const handleOwnTables = <
  Q extends Fields,
  B extends Fields,
  E extends Fields,
  A,
  // biome-ignore lint/suspicious/noExplicitAny: a resource of any shape
  R extends Resource<string, any>,
>(
  call: Call<Q, B, E, A, R, false>,
  run: (request: CallRequest<Q, B, E, R, false> & { readonly tx: Tx }) => Promise<A> | A,
): DeclaredHandler => handle(call, run as unknown as (request: CallRequest<Q, B, E, R, false>) => Promise<A>)

/**
 * The handler of a call that reads headers, takes a file or sends its own answer: it gets the whole request. Its
 * parameters are checked before; records, scope and transaction are its own matter. A command cannot be handled so: the
 * console has to be told what became of its record.
 */
export const handleWhole = (call: AnyCall, handler: Handler): DeclaredHandler => {
  if (call.command) throw new Error(`${call.id} is a command: handle it with handle()`)
  return {
    call,
    handler: async (request) => {
      parametersOf(call, request)
      return handler(request)
    },
  }
}

/** The same of several calls, by their ids; a call without a handler stays closed. */
export const handleAll = (
  calls: readonly AnyCall[],
  handlers: Readonly<Record<string, Handler>>,
): readonly DeclaredHandler[] =>
  calls.flatMap((call) => {
    const handler = Object.hasOwn(handlers, call.id) ? handlers[call.id] : undefined
    return handler ? [handleWhole(call, handler)] : []
  })
