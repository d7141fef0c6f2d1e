import { guardedParamOf, valueInForce } from '../../model/administration/system/guardedParams.ts'
import { fen, parseAmount, readable, yuan } from '../../model/values/money.ts'
import type { BatchOrder, BatchPreview } from '../../model/wire/batchWire.ts'
import type { Actor } from '../core/actor.ts'
import type { ServerContext } from '../core/context/context.ts'
import type { Statement, Tx } from '../core/database.ts'
import { AppError } from '../core/errors.ts'
import { amountFor, maySee } from '../core/permissions.ts'
import { Values } from '../database/conditions/values.ts'
import { quoted, tableOf } from '../database/names.ts'
import { type SqlError, sqlState } from '../database/values.ts'
import { basisSql } from '../lists/sql/reach.ts'
import { type Accept, codeRefused, hasFactorSql } from '../writing/oneTimeCodes.ts'
import { columnName } from '../writing/unitOfWork/rows.ts'
import type { Proofs, Step } from './transitions.ts'

/** Parameter of the total above which a person must type the amount. */
export const TYPED_LIMIT = 'batch.typedAmount.limit'
/** Parameter of the total above which a person with a second factor must enter a one-time code. */
export const FACTOR_LIMIT = 'batch.secondFactor.limit'

/** Parameter of the minutes over which the amounts of one person are summed. */
export const WINDOW = 'batch.window.minutes'

/**
 * Does the total of a decision matter: it moves money or fixes amounts, and neither rejects nor takes back? A record that is
 * made or deleted moves nothing yet, or no more.
 */
export const movesMoney = ({ transition: t }: Pick<Step, 'transition'>): boolean =>
  t.money === true &&
  t.result !== 'reject' &&
  t.from !== 'new' &&
  t.to !== 'deleted' &&
  (t.takesBack ?? []).length === 0

/** Asks the database one thing, in the scope of the tenant. */
export type Read = (s: Statement) => Promise<Record<string, unknown>[]>

interface Found {
  readonly total: string
  /** Sum of the decisions in the window whose total was not typed and that carried no code. */
  readonly untyped: string
  readonly uncoded: string
  readonly typed_above: string | null
  readonly code_above: string | null
  readonly has_factor: boolean
}

/**
 * Subject of a decision about money: rows by their ids, summed as far as the person reaches them, or an amount that is
 * known.
 */
export type Moved = { readonly ids: readonly string[] } | { readonly total: string }

/** Parameters that decide about proofs, by the name of their column in `proofParametersSql`. */
const PROOF_PARAMETERS = { typed_above: TYPED_LIMIT, code_above: FACTOR_LIMIT, window_minutes: WINDOW } as const

/** SELECT of the values of these parameters: each from its one row, null where there is none or several. */
function proofParametersSql(tenant: string, values: Values): string {
  const columns = Object.entries(PROOF_PARAMETERS).map(([column, key]) => {
    const own = `filter (where param_key = ${values.add(key)})`
    return `case when count(*) ${own} = 1 then min(param_value) ${own} end as ${column}`
  })
  return `select ${columns.join(', ')} from "param"
    where tenant_id = ${tenant} and param_key = any(${values.add(Object.values(PROOF_PARAMETERS))}::text[]) and is_deleted = 0`
}

/**
 * Entries `m` counted for a person within the window; where the parameter is no number of minutes the safe value counts.
 * The beginning of the window is a query of its own, with the time of the statement: compared with a column of another table,
 * or with a clock that moves on, the index would find all entries the person ever made, since row security lets no function
 * that may fail be evaluated by an index.
 */
const inWindow = (tenant: string, person: string, values: Values): string =>
  `m.tenant_id = ${tenant} and m.user_id = ${person}::bigint and m.asked_time > (select statement_timestamp() - make_interval(mins =>
    coalesce(case when b.window_minutes ~ '^[1-9][0-9]{0,3}$' then b.window_minutes end, ${values.add(limitOf(WINDOW, null))})::int)
    from (${proofParametersSql(tenant, values)}) b)`

/** SQL of what rows come to, as far as the person reaches them. */
function sumSql({ of }: Step, actor: Actor, amount: string, ids: readonly string[], values: Values): string {
  const live = basisSql(of, actor, values).join(' and ')
  return `select coalesce(sum(${columnName(amount)}), 0)::numeric(24,2)::text as total
    from ${quoted(tableOf(of))} where ${live} and id = any(${values.add(ids)}::bigint[])`
}

/** SQL of an amount that is known. */
const knownSql = (total: string, values: Values): string => `select ${values.add(total)}::numeric(24,2)::text as total`

/** The total of what is moved, with what the parameters say, and whether the person has a second factor. */
function windowStatement(actor: Actor, sum: (values: Values) => string): Statement {
  const values = new Values()
  const total = sum(values)
  const tenant = values.add(actor.tenantId)
  const person = values.add(actor.userId)
  const unproved = (proof: 'typed' | 'coded'): string =>
    `coalesce(sum(m.amount) filter (where not m.${proof}), 0)::text`
  return {
    text: `select s.total, w.untyped, w.uncoded, p.typed_above, p.code_above, f.has_factor
      from (${total}) s cross join (${proofParametersSql(tenant, values)}) p
        cross join (select ${unproved('typed')} as untyped, ${unproved('coded')} as uncoded
          from "moved_total" m where ${inWindow(tenant, person, values)}) w
        cross join (select ${hasFactorSql(tenant, person)} as has_factor offset 0) f`,
    values: values.list,
  }
}

/** Limit in force: the value of the parameter's row, else the safe default. */
function limitOf(key: string, kept: string | null): string {
  const guarded = guardedParamOf(key)
  if (!guarded) throw new Error(`the parameter ${key} is not guarded`)
  return valueInForce(guarded, kept === null ? [] : [kept])
}

/**
 * Proofs demanded because of the total and of recent decisions: the limit that both are above, null where it is not
 * asked.
 */
export interface RequiredProofs {
  readonly total: string
  /** The total with what was decided on within the window and not typed. */
  readonly together: string
  /** The total has to be typed. */
  readonly typedAbove: string | null
  /** A fresh one-time code has to be given. */
  readonly codeAbove: string | null
  /** Could be asked for one at all. */
  readonly hasFactor: boolean
}

const NOTHING: RequiredProofs = { total: '0.00', together: '0.00', typedAbove: null, codeAbove: null, hasFactor: false }

/** Amount that an actor moves by a decision; null where the decision moves nothing that they could be asked to type. */
function movedBy(actor: Actor, step: Step, order: Pick<BatchOrder, 'takesBack'>, moved: Moved): Statement | null {
  const amount = amountFor(actor, step.of)
  if (!amount || !maySee(actor, step.of) || !movesMoney(step) || order.takesBack) return null
  if ('total' in moved) return windowStatement(actor, (values) => knownSql(moved.total, values))
  const { ids } = moved
  return ids.length === 0 ? null : windowStatement(actor, (values) => sumSql(step, actor, amount, ids, values))
}

async function proofsDemandedBy(read: Read, statement: Statement): Promise<RequiredProofs> {
  const [found] = (await read(statement)) as unknown as Found[]
  if (!found) return NOTHING
  const total = fen(found.total)
  const above = (key: string, threshold: string | null, before: string): string | null => {
    const limit = limitOf(key, threshold)
    return total > 0n && total + fen(before) > fen(limit) ? limit : null
  }
  return {
    total: yuan(total),
    together: yuan(total + fen(found.untyped)),
    typedAbove: above(TYPED_LIMIT, found.typed_above, found.untyped),
    hasFactor: found.has_factor,
    codeAbove: found.has_factor ? above(FACTOR_LIMIT, found.code_above, found.uncoded) : null,
  }
}

/**
 * Proofs that a large amount demands of the person who decides. Rows that they do not reach are not in the total, and
 * who may decide records without seeing their amounts is asked for nothing. A code is asked of who has a second factor.
 */
export async function requiredProofsOf(
  read: Read,
  actor: Actor,
  step: Step,
  order: Pick<BatchOrder, 'takesBack'>,
  moved: Moved,
): Promise<RequiredProofs> {
  const statement = movedBy(actor, step, order, moved)
  return statement ? proofsDemandedBy(read, statement) : NOTHING
}

/** Whether one decision alone exceeds the limit, without earlier ones. */
const aloneAbove = ({ total, typedAbove }: RequiredProofs): boolean =>
  typedAbove !== null && fen(total) > fen(typedAbove)

/**
 * Amount to type: the total where it is above the limit by itself, else all of the window, of which `before` was
 * decided on before. Null where nothing is.
 */
export function toTypeOf(proofs: RequiredProofs): Pick<BatchPreview, 'toType' | 'before'> {
  if (proofs.typedAbove === null) return { toType: null }
  if (aloneAbove(proofs)) return { toType: proofs.total }
  return { toType: proofs.together, before: yuan(fen(proofs.together) - fen(proofs.total)) }
}

/**
 * 400 where a total has to be typed and was not, or something else was typed: neither the total of what is sent nor that of
 * all within the window.
 */
function refuseUntyped(proofs: RequiredProofs, order: Proofs): void {
  const { total, together, typedAbove } = proofs
  if (typedAbove === null) return
  const typed = parseAmount(order.typedAmount ?? '')
  if (typed === total || typed === together) return
  const [amountTyped, limit] = [readable(total), readable(typedAbove)]
  // A small total needs proofs because of the amounts sent before it.
  const [zh, en] = aloneAbove(proofs)
    ? [' ', '']
    : [`（连同此前数分钟内共 ${readable(together)}）`, ` (${readable(together)} within minutes)`]
  throw new AppError(
    400,
    typed === null
      ? [
          `合计金额 ${amountTyped}${zh}超过 ${limit}，请输入合计金额后提交`,
          `The total ${amountTyped}${en} is above ${limit}: type it to go on`,
        ]
      : [`输入的合计金额与实际合计 ${amountTyped} 不符`, `What was typed is not the total, which is ${amountTyped}`],
    { typedAmount: typed === null ? '请输入合计金额' : '与实际合计不符' },
  )
}

/**
 * Refuses what is decided before anything of it is begun where its total was not typed, or its one-time code not accepted.
 * `accept`: accepts a code or throws; null where none was sent.
 */
async function refuseUnproved(
  actor: Actor,
  proofs: RequiredProofs,
  order: Proofs,
  accept: ((typed: string) => Promise<void>) | null,
): Promise<void> {
  refuseUntyped(proofs, order)
  if (proofs.codeAbove === null) return
  if (accept) return accept(order.oneTimeCode ?? '')
  const [total, limit] = [readable(proofs.total), readable(proofs.codeAbove)]
  throw codeRefused(actor, [
    `合计金额 ${total} 超过 ${limit}，请输入动态验证码后提交`,
    `The total ${total} is above ${limit}: give a one-time code of your authenticator app to go on`,
  ])
}

/**
 * Demands the proofs of a total and counts it, in one transaction: concurrent decisions of one person wait for each
 * other here, so this is the last lock of a decision.
 * @throws the refusal. `accept`: accepts a one-time code or throws; null where none was sent.
 */
export async function proveTotal(
  context: Pick<ServerContext, 'id'>,
  tx: Tx,
  actor: Actor,
  step: Step,
  order: Proofs & Pick<BatchOrder, 'takesBack'>,
  moved: Moved,
  accept: Accept | null,
): Promise<void> {
  const statement = movedBy(actor, step, order, moved)
  if (statement) await prove(context, tx, actor, statement, order, accept)
}

/** The same of a call that asks for its amount: it was typed by that. */
export async function proveAmount(
  context: Pick<ServerContext, 'id'>,
  tx: Tx,
  actor: Actor,
  total: string,
  oneTimeCode: string,
  accept: Accept | null,
): Promise<void> {
  const statement = windowStatement(actor, (values) => knownSql(total, values))
  await prove(context, tx, actor, statement, { typedAmount: total, oneTimeCode }, accept)
}

/** The CHECK that is not met by what has to be proved and was not. */
const PROVED = 'moved_total_proved'

/** Was a decision refused by the database because of what it moves (`countMoved`)? */
export const isUnproved = (e: unknown): boolean => sqlState(e) === '23514' && (e as SqlError).constraint === PROVED

/** SQL of a limit: the value of its parameter where that is an amount, else the safe default. */
const limitSql = (limit: string, key: string, values: Values): string =>
  `coalesce(case when ${limit} ~ '^[0-9]{1,12}([.][0-9]{1,2})?$' then ${limit} end, ${values.add(limitOf(key, null))})::numeric`

const LOCK = 'select pg_advisory_xact_lock(hashtextextended($1, 7265010))'
const lockedBy = ({ tenantId, userId }: Actor): string[] => [`${tenantId} ${userId}`]

/**
 * Counts an amount released without proofs, in the round trip that ends the transaction: where a proof is needed the
 * database refuses it (`isUnproved`), and `refuseMoved` gives the reason.
 */
export function countMoved(context: Pick<ServerContext, 'id'>, tx: Tx, actor: Actor, step: Step, total: string): void {
  const statement = movedBy(actor, step, {}, { total })
  if (!statement || total === '0.00') return
  const values = new Values([...(statement.values ?? [])])
  const [tenant, id, person] = [values.add(actor.tenantId), values.add(context.id()), values.add(actor.userId)]
  tx.write(LOCK, lockedBy(actor))
  tx.write(
    `insert into "moved_total" (tenant_id, id, user_id, amount, typed, coded, proved)
     select ${tenant}, ${id}::bigint, ${person}::bigint, w.total::numeric, false, not w.has_factor,
       w.total::numeric + w.untyped::numeric <= ${limitSql('w.typed_above', TYPED_LIMIT, values)}
       and (not w.has_factor or w.total::numeric + w.uncoded::numeric <= ${limitSql('w.code_above', FACTOR_LIMIT, values)})
     from (${statement.text}) w`,
    values.list,
  )
}

/**
 * Refuses with the proofs missing for an amount that `countMoved` could not count.
 * @throws AppError always: 400, 409 where the proofs are no longer needed
 */
export async function refuseMoved(read: Read, actor: Actor, step: Step, total: string): Promise<never> {
  await refuseUnproved(actor, await requiredProofsOf(read, actor, step, {}, { total }), {}, null)
  throw new AppError(409, ['合计金额刚刚变化，请重试', 'The total has just changed, please try again'])
}

/** Proofs of the person: an amount typed for all of the window, and every code, covers earlier entries as well. */
async function prove(
  context: Pick<ServerContext, 'id'>,
  tx: Tx,
  actor: Actor,
  statement: Statement,
  order: Proofs,
  accept: Accept | null,
): Promise<void> {
  const [, proofs] = await Promise.all([
    tx.query(LOCK, lockedBy(actor)),
    proofsDemandedBy((s) => tx.query(s.text, s.values), statement),
  ])
  if (proofs.total === '0.00') return
  await refuseUnproved(actor, proofs, order, accept && ((typed) => accept(tx, typed)))
  const typed = proofs.typedAbove !== null
  const all = typed && parseAmount(order.typedAmount ?? '') === proofs.together
  const coded = proofs.codeAbove !== null
  if (all || coded) answerFor(tx, actor, all, coded)
  tx.write('insert into "moved_total" (tenant_id, id, user_id, amount, typed, coded) values ($1, $2, $3, $4, $5, $6)', [
    actor.tenantId,
    context.id(),
    actor.userId,
    proofs.total,
    typed,
    coded || !proofs.hasFactor,
  ])
}

/** Entries within the window are settled by these proofs: it counts no more. */
function answerFor(tx: Tx, actor: Actor, typed: boolean, coded: boolean): void {
  const values = new Values()
  const [tenant, person] = [values.add(actor.tenantId), values.add(actor.userId)]
  const [all, code] = [values.add(typed), values.add(coded)]
  tx.write(
    `update "moved_total" m set typed = m.typed or ${all}::boolean, coded = m.coded or ${code}::boolean
     where ${inWindow(tenant, person, values)}`,
    values.list,
  )
}
