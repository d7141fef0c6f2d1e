import type { BatchOrder } from '../../model/kernel/batchWire.ts'
import { fen, parseAmount, readable, yuan } from '../../model/kernel/money.ts'
import { guardedParamOf, valueInForce } from '../../model/system/guardedParams.ts'
import type { Actor } from '../core/actor.ts'
import type { ServerContext } from '../core/context.ts'
import type { Statement, Tx } from '../core/database.ts'
import { AppError } from '../core/errors.ts'
import { amountFor, maySee } from '../core/permissions.ts'
import { basisSql } from '../store/sql/reach.ts'
import { Values } from '../store/sql/values.ts'
import { sourceOf } from '../store/views/all.ts'
import { type Accept, codeRefused, hasFactorSql } from '../writes/oneTimeCodes.ts'
import { columnName } from '../writes/rows.ts'
import type { Step } from './transitions.ts'

/** The system parameter that says above which total a batch that moves money has to have it typed. */
export const TYPED_LIMIT = 'batch.typedAmount.limit'
/** The one that says above which total a one-time code is asked of who has a second factor. */
export const FACTOR_LIMIT = 'batch.secondFactor.limit'

/** The one that says over how many minutes what one person moves is summed up. */
export const WINDOW = 'batch.window.minutes'

/** Does the total of a batch matter: it moves money or fixes amounts, and neither rejects nor takes back? */
const matters = ({ transition: t }: Step, order: Pick<BatchOrder, 'takesBack'>): boolean =>
  t.money === true && t.result !== 'reject' && !order.takesBack && (t.takesBack ?? []).length === 0

/** Asks the database one thing, in the scope of the tenant. */
export type Read = (s: Statement) => Promise<Record<string, unknown>[]>

interface Found {
  readonly total: string
  /** What was asked for in the window without its total typed, and without a code. */
  readonly untyped: string
  readonly uncoded: string
  readonly typed_above: string | null
  readonly code_above: string | null
  readonly has_factor: boolean
}

/** The total of the rows that somebody reaches, with what the parameters say, and whether they have a second factor. */
function totalOf({ of }: Step, actor: Actor, amount: string, ids: readonly string[]): Statement {
  const values = new Values()
  const live = basisSql(of, actor, values).join(' and ')
  const tenant = values.add(actor.tenantId)
  const kept = (key: string): string =>
    `(select case when count(*) = 1 then min(param_value) end from "param" where tenant_id = ${tenant} and param_key = ${values.add(key)} and is_deleted = 0)`
  const person = values.add(actor.userId)
  const said = kept(WINDOW)
  // a parameter that says anything else means the safe value
  const minutes = `coalesce(case when ${said} ~ '^[1-9][0-9]{0,3}$' then ${said} end, ${values.add(limitOf(WINDOW, null))})::int`
  const before = (proof: 'typed' | 'coded'): string =>
    `(select coalesce(sum(m.amount), 0)::text from "moved_total" m where m.tenant_id = ${tenant} and m.user_id = ${person}::bigint
        and not m.${proof} and m.asked_time > clock_timestamp() - make_interval(mins => ${minutes}))`
  return {
    text: `select coalesce(sum(${columnName(amount)}), 0)::numeric(24,2)::text as total,
        ${before('typed')} as untyped, ${before('coded')} as uncoded,
        ${kept(TYPED_LIMIT)} as typed_above, ${kept(FACTOR_LIMIT)} as code_above,
        ${hasFactorSql(tenant, person)} as has_factor
      from ${sourceOf(of)} where ${live} and id = any(${values.add(ids)}::bigint[])`,
    values: values.list,
  }
}

/** The limit in force: what the one row of the parameter says, else the safe one. */
function limitOf(key: string, kept: string | null): string {
  const guarded = guardedParamOf(key)
  if (!guarded) throw new Error(`the parameter ${key} is not guarded`)
  return valueInForce(guarded, kept === null ? [] : [kept])
}

/**
 * What a batch asks of whoever sends it because of its total and of what they sent shortly before: the limit that both are
 * above, null where it is not asked.
 */
export interface Asked {
  readonly total: string
  /** The total with what was sent within the window and not typed. */
  readonly together: string
  /** The total has to be typed. */
  readonly typedAbove: string | null
  /** A fresh one-time code has to be given. */
  readonly codeAbove: string | null
  /** Could be asked for one at all. */
  readonly hasFactor: boolean
}

const NOTHING: Asked = { total: '0.00', together: '0.00', typedAbove: null, codeAbove: null, hasFactor: false }

/**
 * What a batch of much money asks of whoever sends it. Rows that they do not reach are not in the total, and who may
 * decide records without seeing their amounts is asked for nothing. A code is asked of who has a second factor.
 */
export async function askedOf(
  read: Read,
  actor: Actor,
  step: Step,
  order: Pick<BatchOrder, 'takesBack'>,
  rows: readonly { readonly id: string }[],
): Promise<Asked> {
  const amount = amountFor(actor, step.of)
  if (!amount || !maySee(actor, step.of) || !matters(step, order) || rows.length === 0) return NOTHING
  const ids = rows.map((row) => row.id)
  const [found] = (await read(totalOf(step, actor, amount, ids))) as unknown as Found[]
  if (!found) return NOTHING
  const total = fen(found.total)
  const above = (key: string, kept: string | null, before: string): string | null => {
    const limit = limitOf(key, kept)
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

/** What a person gives beside what they decide on: the total, a one-time code. */
export type Proofs = Pick<BatchOrder, 'typedAmount' | 'oneTimeCode'>

/** 400 where the total of a batch has to be typed and was not, or something else was typed. */
function refuseUntyped({ total, together, typedAbove }: Asked, order: Proofs): void {
  if (typedAbove === null) return
  const typed = parseAmount(order.typedAmount ?? '')
  if (typed === total) return
  const [said, limit] = [readable(total), readable(typedAbove)]
  // a small one is asked for because of what was sent before it
  const [zh, en] =
    fen(total) > fen(typedAbove)
      ? [' ', '']
      : [`（连同此前数分钟内共 ${readable(together)}）`, ` (${readable(together)} within minutes)`]
  throw new AppError(
    400,
    typed === null
      ? [
          `合计金额 ${said}${zh}超过 ${limit}，请输入合计金额后提交`,
          `The total ${said}${en} is above ${limit}: type it to send the batch`,
        ]
      : [`输入的合计金额与实际合计 ${said} 不符`, `What was typed is not the total, which is ${said}`],
    { typedAmount: typed === null ? '请输入合计金额' : '与实际合计不符' },
  )
}

/**
 * Refuses a batch before anything of it is begun where its total was not typed, or its one-time code not accepted.
 * `accept`: accepts a code or throws; null where none was sent.
 */
export async function refuseUnproved(
  actor: Actor,
  asked: Asked,
  order: Proofs,
  accept: ((typed: string) => Promise<void>) | null,
): Promise<void> {
  refuseUntyped(asked, order)
  if (asked.codeAbove === null) return
  if (accept) return accept(order.oneTimeCode ?? '')
  const [total, limit] = [readable(asked.total), readable(asked.codeAbove)]
  throw codeRefused(actor, [
    `合计金额 ${total} 超过 ${limit}，请输入动态验证码后提交`,
    `The total ${total} is above ${limit}: give a one-time code of your authenticator app to send the batch`,
  ])
}

/**
 * Asks for what this total needs and counts it, in one transaction: of what one person sends at the same moment one waits for
 * the other. Refuses before anything of it is begun. `accept`: accepts a one-time code or throws; null where none was sent.
 */
export async function proveTotal(
  context: Pick<ServerContext, 'id'>,
  tx: Tx,
  actor: Actor,
  step: Step,
  order: Proofs & Pick<BatchOrder, 'takesBack'>,
  rows: readonly { readonly id: string }[],
  accept: Accept | null,
): Promise<void> {
  if (!matters(step, order) || !amountFor(actor, step.of) || rows.length === 0) return
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 7265010))', [`${actor.tenantId} ${actor.userId}`])
  const asked = await askedOf((s) => tx.query(s.text, s.values), actor, step, order, rows)
  if (asked.total === '0.00') return
  await refuseUnproved(actor, asked, order, accept && ((typed) => accept(tx, typed)))
  await tx.query(
    'insert into "moved_total" (tenant_id, id, user_id, amount, typed, coded) values ($1, $2, $3, $4, $5, $6)',
    [
      actor.tenantId,
      context.id(),
      actor.userId,
      asked.total,
      asked.typedAbove !== null,
      asked.codeAbove !== null || !asked.hasFactor,
    ],
  )
}
