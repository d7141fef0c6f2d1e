import { wallDate } from '../../../model/values/dates.ts'
import type { Actor } from '../../core/actor.ts'
import type { Statement } from '../../core/database.ts'

/** Decisions of a day that are counted at most. */
const DECISIONS_MAX = 20_000

/** How often a person took a decision today, and when first. */
export interface Decided {
  readonly biz_type: string
  readonly action: string
  readonly n: number
  readonly first: Date
}

/** Decisions of a person since the day began, by record type and action: rows of `Decided`. */
export const decidedToday = ({ tenantId, userId }: Actor, now: Date): Statement => ({
  text: `select biz_type, action, count(*)::int as n, min(operate_time) as first from (
      select biz_type, action, operate_time from "approval_history"
      where tenant_id = $1 and operator_id = $2 and operate_time >= $3 and is_deleted = 0 and coalesce(operator_role, '') <> '系统'
      limit ${DECISIONS_MAX}) h group by 1, 2`,
  values: [tenantId, userId, `${wallDate(now)} 00:00:00+08`],
})
