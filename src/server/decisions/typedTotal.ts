import type { BatchOrder } from '../../model/kernel/batchWire.ts'
import { fen, parseAmount, readable, yuan } from '../../model/kernel/money.ts'
import type { Actor } from '../core/actor.ts'
import type { Statement } from '../core/database.ts'
import { AppError } from '../core/errors.ts'
import { amountFor, maySee } from '../core/permissions.ts'
import { basisSql } from '../store/sql/reach.ts'
import { Values } from '../store/sql/values.ts'
import { sourceOf } from '../store/views/all.ts'
import { columnName } from '../writes/rows.ts'
import type { Step } from './transitions.ts'

/** The system parameter that says above which total a batch that moves money has to have it typed, and without it. */
export const TYPED_LIMIT = 'batch.typedAmount.limit'
const DEFAULT_LIMIT = '100000.00'

/** Does the total of a batch matter: it moves money or fixes amounts, and neither rejects nor takes back? */
const matters = ({ transition: t }: Step, order: Pick<BatchOrder, 'takesBack'>): boolean =>
  t.money === true && t.result !== 'reject' && !order.takesBack && (t.takesBack ?? []).length === 0

/** Asks the database one thing, in the scope of the tenant. */
export type Read = (s: Statement) => Promise<Record<string, unknown>[]>

interface Found {
  readonly total: string
  readonly above: string | null
}

/** The total of the rows that somebody reaches, with what the parameter says. */
function totalOf({ of }: Step, actor: Actor, amount: string, ids: readonly string[]): Statement {
  const values = new Values()
  const live = basisSql(of, actor, values).join(' and ')
  return {
    text: `select coalesce(sum(${columnName(amount)}), 0)::numeric(24,2)::text as total,
        (select min(param_value) from "param" where tenant_id = ${values.add(actor.tenantId)} and param_key = ${values.add(TYPED_LIMIT)} and is_deleted = 0) as above
      from ${sourceOf(of)} where ${live} and id = any(${values.add(ids)}::bigint[])`,
    values: values.list,
  }
}

/**
 * The total of a batch that has to be typed by whoever sends it; null where none has to. Rows that they do not reach are
 * not in it, and who may decide records without seeing their amounts types nothing.
 */
export async function totalToType(
  read: Read,
  actor: Actor,
  step: Step,
  order: Pick<BatchOrder, 'takesBack'>,
  rows: readonly { readonly id: string }[],
): Promise<{ readonly total: string; readonly limit: string } | null> {
  const amount = amountFor(actor, step.of)
  if (!amount || !maySee(actor, step.of) || !matters(step, order) || rows.length === 0) return null
  const ids = rows.map((row) => row.id)
  const [found] = (await read(totalOf(step, actor, amount, ids))) as unknown as Found[]
  const limit = parseAmount(found?.above ?? '') ?? DEFAULT_LIMIT
  const total = found?.total ?? '0.00'
  return fen(total) > fen(limit) ? { total: yuan(fen(total)), limit } : null
}

/** 400 where the total of a batch has to be typed and was not, or something else was typed. */
export async function refuseUntyped(
  read: Read,
  actor: Actor,
  step: Step,
  order: BatchOrder,
  rows: readonly { readonly id: string }[],
): Promise<void> {
  const asked = await totalToType(read, actor, step, order, rows)
  if (asked === null) return
  const typed = parseAmount(order.typedAmount ?? '')
  if (typed === asked.total) return
  const [total, limit] = [readable(asked.total), readable(asked.limit)]
  throw new AppError(
    400,
    typed === null
      ? [
          `合计金额 ${total} 超过 ${limit}，请输入合计金额后提交`,
          `The total ${total} is above ${limit}: type it to send the batch`,
        ]
      : [`输入的合计金额与实际合计 ${total} 不符`, `What was typed is not the total, which is ${total}`],
    { typedAmount: typed === null ? '请输入合计金额' : '与实际合计不符' },
  )
}
