import { instantOf, wallClock } from '../../model/kernel/dates.ts'
import type { Label } from '../../model/kernel/label.ts'
import type { Transition } from '../../model/kernel/lifecycle.ts'
import { may } from '../core/permissions.ts'
import type { AnyResource, Row } from '../writes/rows.ts'
import type { UnitOfWork } from '../writes/unitOfWork.ts'

/** The last line of a record's history, as far as taking back asks. */
export interface LastStep {
  readonly action: string
  readonly operatorId: string
  readonly operatorName: string
  readonly operateTime: Date
}

/** Why a decision cannot be taken back, null when it can. Pure. */
export function whyNot(t: Transition, last: LastStep | null, userId: string, now: Date): Label | null {
  if (!last || !t.takesBack?.includes(last.action))
    return ['该操作之后已有后续处理，不能撤回', 'Something followed from this decision; it cannot be taken back']
  if (last.operatorId !== userId)
    return [`只有${last.operatorName}本人可以撤回`, `Only ${last.operatorName} can take this back`]
  const limit = t.withinMinutes
  if (limit !== undefined && now.getTime() - last.operateTime.getTime() > limit * 60_000) {
    return [`已超过${limit}分钟，不能撤回`, `More than ${limit} minutes have passed; it cannot be taken back`]
  }
  return null
}

/** Everybody who ever took a record along one of these transitions, whatever was taken back since. */
export async function whoDid(
  work: UnitOfWork,
  of: AnyResource,
  id: string,
  actions: readonly string[],
): Promise<string[]> {
  const found = await work.query<{ operator_id: string }>(
    `select distinct operator_id from "approval_history"
     where tenant_id = $1 and biz_type = $2 and biz_id = $3 and action = any($4::text[]) and operator_id is not null and is_deleted = 0`,
    [work.tx.tenantId, of.id, id, actions],
  )
  return found.map((row) => String(row.operator_id))
}

/** The newest history row of a record. Versions order it: times may tie within a second. */
export async function lastStep(
  work: UnitOfWork,
  of: AnyResource,
  id: string,
): Promise<(LastStep & { changes: readonly { field: string; from: unknown }[] }) | null> {
  const [found] = await work.query<{
    action: string
    operator_id: string | null
    operator_name: string | null
    operate_time: Date
    changes: unknown
  }>(
    `select action, operator_id, operator_name, operate_time, changes from "approval_history"
     where tenant_id = $1 and biz_type = $2 and biz_id = $3 and is_deleted = 0
     order by (case when record_version ~ '^[0-9]{1,9}$' then record_version::int else 0 end) desc, id desc limit 1`,
    [work.tx.tenantId, of.id, id],
  )
  if (!found) return null
  return {
    action: found.action,
    operatorId: String(found.operator_id ?? ''),
    operatorName: found.operator_name ?? '',
    operateTime: found.operate_time,
    changes: Array.isArray(found.changes) ? found.changes : [],
  }
}

/** Refuses a take-back that came too late, from somebody else, or after something else. */
export async function undoProblem(work: UnitOfWork, of: AnyResource, t: Transition, row: Row): Promise<Label | null> {
  if (!t.takesBack) return null
  return whyNot(t, await lastStep(work, of, row.id), work.actor.userId, work.now)
}

/**
 * Which transition takes this one back for this person and until when ("" = as long as nothing follows). `back` is that
 * transition where it is open.
 */
export function undoOf(
  work: UnitOfWork,
  t: Transition,
  back: Transition | undefined,
): { undo: string; undoUntil: string } {
  if (!t.undo || !back || !may(work.actor, back.permission ?? '')) return { undo: '', undoUntil: '' }
  const decided = instantOf(work.time) ?? work.now.getTime()
  return {
    undo: t.undo,
    undoUntil: back.withinMinutes === undefined ? '' : wallClock(decided + back.withinMinutes * 60_000),
  }
}
