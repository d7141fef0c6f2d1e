import { intent, type intentLifecycle } from '../../../../model/administration/system/intent.ts'
import { resources } from '../../../../model/business.ts'
import { cmbBank } from '../../../../model/funds/cmbBank.ts'
import { isId } from '../../../../model/language/derived/validate.ts'
import type { RulesOf } from '../../../../model/language/lifecycle.ts'
import type { RowOf } from '../../../../model/language/resource.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { ruleOf } from '../../../writing/rules.ts'
import type { AnyResource } from '../../../writing/unitOfWork/rows.ts'
import type { UnitOfWork } from '../../../writing/unitOfWork/unitOfWork.ts'

const { intentStatus } = statesOf(intent)

type Intent = RowOf<typeof intent>
type Edge = 'doneStep' | 'failedStep' | 'lostStep'

/** Returns the record a request was made for; null where its resource is unknown. */
const recordOf = (row: Intent): { readonly of: AnyResource; readonly id: string } | null => {
  const of = resources.get(row.bizType ?? '')
  return of && isId(row.bizId ?? '') ? { of, id: row.bizId as string } : null
}

/** The record, and whatever its own transition writes. */
const lockFor =
  (...edges: Edge[]) =>
  async (row: Intent, work: UnitOfWork): Promise<Record<string, string[]>> => {
    const record = recordOf(row)
    const found = record && (await work.row(record.of, record.id))
    if (!record || !found) return {}
    const ids = new Map<string, Set<string>>([[record.of.id, new Set([record.id])]])
    for (const edge of edges) {
      const step = row[edge]
      const more = step ? await ruleOf(work.domains, record.of.id, step).lock?.(found, work, [found]) : undefined
      for (const [resource, list] of Object.entries(more ?? {}))
        ids.set(resource, new Set([...(ids.get(resource) ?? []), ...list]))
    }
    return Object.fromEntries([...ids].map(([resource, list]) => [resource, [...list]]))
  }

/**
 * Moves the record along the transition that the request names for this ending. A record that was removed meanwhile has
 * nowhere to go: the request ends alone. One to the bank does not: what became of money is never dropped.
 */
async function bring(
  row: Intent,
  edge: Edge,
  ask: Readonly<Record<string, unknown>>,
  work: UnitOfWork,
): Promise<undefined> {
  const [record, step] = [recordOf(row), row[edge]]
  if (!record || !step) throw new Error(`intent ${row.id} names no ${edge}`)
  if (row.port !== cmbBank.id && !(await work.row(record.of, record.id))) return undefined
  await work.step(record.of, record.id, step, ask)
  return undefined
}

const ended = (work: UnitOfWork, lastError: string | null): Partial<Intent> => ({ endTime: work.time, lastError })

/** Outgoing requests: each ending moves the record it was made for, in the same transaction. */
export const intentRules: RulesOf<typeof intent, typeof intentLifecycle, UnitOfWork> = {
  send: {
    set: (row, _ask, work) => ({ sentTime: work.time, attempts: (row.attempts ?? 0) + 1 }),
  },
  lose: {
    // sent: that try counts already
    set: (row, ask) => ({
      lastError: ask.remark,
      attempts: (row.attempts ?? 0) + (row.intentStatus === intentStatus.sent ? 0 : 1),
    }),
  },
  succeed: {
    lock: lockFor('doneStep'),
    set: (_row, ask, work) => ({ ...ended(work, null), spendTime: ask.spendTime, answered: 1 }),
    effect: (row, ask, work) =>
      bring(row, 'doneStep', { ...(ask.answer as Record<string, unknown> | null), spendTime: ask.spendTime }, work),
  },
  refuse: {
    lock: lockFor('failedStep'),
    set: (_row, ask, work) => ({ ...ended(work, ask.remark), spendTime: ask.spendTime }),
    effect: (row, ask, work) => bring(row, 'failedStep', { remark: ask.remark, spendTime: ask.spendTime }, work),
  },
  giveUp: {
    lock: lockFor('lostStep'),
    set: (_row, ask, work) => ended(work, ask.remark),
    effect: (row, ask, work) => bring(row, 'lostStep', { remark: ask.remark }, work),
  },
  handOver: { set: (row, ask) => ({ lastError: ask.remark, answered: ask.answered ?? row.answered }) },
  revive: { set: () => ({ attempts: 0, endTime: null }) },
  retry: {
    set: () => ({ attempts: 0 }),
    effect: async (row, _ask, work) => {
      await work.carryOut(row)
      return undefined
    },
  },
  close: {
    lock: lockFor('failedStep'),
    // closing would say that it was not done: what the bank has moved would be in no book
    guard: (row) =>
      row.port === cmbBank.id && row.answered === 1
        ? [
            '银行已完成该请求，关闭会使款项无处记账，请重试',
            'The bank has done this: closing it would leave the money in no book. Retry instead',
          ]
        : null,
    set: (_row, _ask, work) => ({ endTime: work.time }),
    effect: (row, ask, work) => bring(row, 'failedStep', { remark: ask.remark }, work),
  },
}
