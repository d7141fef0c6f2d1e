import type { BatchOrder } from '../../model/kernel/batchWire.ts'
import { fen, parseAmount, readable, yuan } from '../../model/kernel/money.ts'
import { guardedParamOf, valueInForce } from '../../model/system/guardedParams.ts'
import type { Actor } from '../core/actor.ts'
import type { Statement } from '../core/database.ts'
import { AppError } from '../core/errors.ts'
import { amountFor, maySee } from '../core/permissions.ts'
import { basisSql } from '../store/sql/reach.ts'
import { Values } from '../store/sql/values.ts'
import { sourceOf } from '../store/views/all.ts'
import { codeRefused, hasFactorSql } from '../writes/oneTimeCodes.ts'
import { columnName } from '../writes/rows.ts'
import type { Step } from './transitions.ts'

/** The system parameter that says above which total a batch that moves money has to have it typed. */
export const TYPED_LIMIT = 'batch.typedAmount.limit'
/** The one that says above which total a one-time code is asked of who has a second factor. */
export const FACTOR_LIMIT = 'batch.secondFactor.limit'

/** Does the total of a batch matter: it moves money or fixes amounts, and neither rejects nor takes back? */
const matters = ({ transition: t }: Step, order: Pick<BatchOrder, 'takesBack'>): boolean =>
  t.money === true && t.result !== 'reject' && !order.takesBack && (t.takesBack ?? []).length === 0

/** Asks the database one thing, in the scope of the tenant. */
export type Read = (s: Statement) => Promise<Record<string, unknown>[]>

interface Found {
  readonly total: string
  readonly typed_above: string | null
  readonly code_above: string | null
  readonly has_factor: boolean
}

/** The total of the rows that somebody reaches, with what the parameters say, and whether they have a second factor. */
function totalOf({ of }: Step, actor: Actor, amount: string, ids: readonly string[]): Statement {
  const values = new Values()
  const live = basisSql(of, actor, values).join(' and ')
  const tenant = values.add(actor.tenantId)
  const limit = (key: string): string =>
    `(select case when count(*) = 1 then min(param_value) end from "param" where tenant_id = ${tenant} and param_key = ${values.add(key)} and is_deleted = 0)`
  return {
    text: `select coalesce(sum(${columnName(amount)}), 0)::numeric(24,2)::text as total,
        ${limit(TYPED_LIMIT)} as typed_above, ${limit(FACTOR_LIMIT)} as code_above,
        ${hasFactorSql(tenant, values.add(actor.userId))} as has_factor
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

/** What a batch asks of whoever sends it because of its total: the limit that it is above, null where it is not asked. */
export interface Asked {
  readonly total: string
  /** The total has to be typed. */
  readonly typedAbove: string | null
  /** A fresh one-time code has to be given. */
  readonly codeAbove: string | null
}

const NOTHING: Asked = { total: '0.00', typedAbove: null, codeAbove: null }

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
  const above = (key: string, kept: string | null): string | null => {
    const limit = limitOf(key, kept)
    return total > fen(limit) ? limit : null
  }
  return {
    total: yuan(total),
    typedAbove: above(TYPED_LIMIT, found.typed_above),
    codeAbove: found.has_factor ? above(FACTOR_LIMIT, found.code_above) : null,
  }
}

/** 400 where the total of a batch has to be typed and was not, or something else was typed. */
function refuseUntyped({ total, typedAbove }: Asked, order: BatchOrder): void {
  if (typedAbove === null) return
  const typed = parseAmount(order.typedAmount ?? '')
  if (typed === total) return
  const [said, limit] = [readable(total), readable(typedAbove)]
  throw new AppError(
    400,
    typed === null
      ? [
          `合计金额 ${said} 超过 ${limit}，请输入合计金额后提交`,
          `The total ${said} is above ${limit}: type it to send the batch`,
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
  order: BatchOrder,
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
