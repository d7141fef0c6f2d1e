import { accountHand } from '../../model/administration/access/accountHand.ts'
import { guardedParamOf, valueInForce } from '../../model/administration/system/guardedParams.ts'
import { param } from '../../model/administration/system/param.ts'
import { changeRequestLifecycle } from '../../model/desk/changeRequest.ts'
import { wallClock } from '../../model/values/dates.ts'
import { joined, type Label } from '../../model/values/label.ts'
import type { Actor } from '../core/actor.ts'
import type { ServerContext } from '../core/context/context.ts'
import { SAME_HAND_DAYS } from '../deciding/oneHand.ts'
import { tableName } from '../writing/unitOfWork/rows.ts'

/** Facts of a pending request that decide who may approve it. */
export interface Pending {
  readonly requesterId: string
  readonly bizType: string
  /** Name of the record: of a parameter its name. */
  readonly bizId: string
}

interface Candidate {
  readonly id: string
  readonly real_name: string
  readonly account: string
  /** When an account of the two was last in the other's hand, within the days of the parameter; null where it was not. */
  readonly hand: Date | null
}

/**
 * Users but the requester who may agree to a request: who holds the right to review and sees such records; to a guarded
 * parameter, administrators alone.
 */
const CANDIDATES = `select u.id, u.real_name, u.account,
    (select max(h.create_time) from ${tableName(accountHand)} h
     where h.tenant_id = u.tenant_id and h.user_id = $2::text and h.other_id = u.id::text
       and h.create_time >= $3::timestamptz) as hand
  from "user" u
  where u.tenant_id = $1 and u.is_deleted = 0 and u.status = 1 and u.id <> $2::text::bigint and u.user_type = 1
    and (exists (select 1 from "user_role" ur join "role" r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
           where ur.tenant_id = u.tenant_id and ur.user_id = u.id and r.is_deleted = 0 and r.role_alias = 'administrator')
      or (not $4::boolean and (
        select count(distinct m.code) from "user_role" ur join "role" r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and r.is_deleted = 0
          join "role_menu" rm on rm.tenant_id = r.tenant_id and rm.role_id = r.id join "menu" m on m.id = rm.menu_id
        where ur.tenant_id = u.tenant_id and ur.user_id = u.id and m.code = any($5::text[])) = cardinality($5::text[])))
  order by u.account limit 50`

const nameOf = (c: Candidate, language: 'zh' | 'en'): string =>
  language === 'en' ? `${c.real_name} (${c.account})` : `${c.real_name}（${c.account}）`

/**
 * Reviewers of a pending request as of now; where there are none, who can review later and from when, and the reason.
 */
export async function reviewersOf(
  { db, now }: Pick<ServerContext, 'db' | 'now'>,
  { tenantId }: Pick<Actor, 'tenantId'>,
  p: Pending,
): Promise<Label> {
  const scope = { tenantId }
  const days = guardedParamOf(SAME_HAND_DAYS)
  const rows = await db.scoped<{ param_key: string; param_value: string; id: string }>(scope, {
    text: `select id, param_key, param_value from ${tableName(param)} where tenant_id = $1 and is_deleted = 0
           and (param_key = $2 or id::text = $3)`,
    values: [tenantId, SAME_HAND_DAYS, p.bizType === param.id ? p.bizId : ''],
  })
  const inForce = rows.filter((row) => row.param_key === SAME_HAND_DAYS).map((row) => row.param_value)
  const least = Number(days ? valueInForce(days, inForce) : '7')
  const ms = least * 86_400_000
  const guarded = rows.some((row) => row.id === p.bizId && guardedParamOf(row.param_key))
  const codes = [changeRequestLifecycle.transitions.approve.permission, `${p.bizType}_view`]
  const found = await db.scoped<Candidate>(scope, {
    text: CANDIDATES,
    values: [tenantId, p.requesterId, new Date(now().getTime() - ms).toISOString(), guarded, codes],
  })
  const free = found.filter((c) => c.hand === null)
  if (free.length > 0)
    return [
      `现在可由 ${joined(
        free.map((c) => nameOf(c, 'zh')),
        'zh',
      )} 复核`,
      `May be approved now by ${joined(
        free.map((c) => nameOf(c, 'en')),
        'en',
      )}`,
    ]
  if (found.length === 0)
    return [
      '现在无人可以复核：除申请人外，没有其他人持有复核权限，请由平台管理员新增复核人',
      'Nobody may approve it now: nobody but the requester holds the right to review. An administrator has to add somebody',
    ]
  const later = found.map((c) => ({ ...c, from: wallClock((c.hand as Date).getTime() + ms).slice(0, 16) }))
  const each = (language: 'zh' | 'en') =>
    joined(
      later.map((c) => (language === 'en' ? `${nameOf(c, 'en')} from ${c.from}` : `${nameOf(c, 'zh')}自 ${c.from} 起`)),
      language,
    )
  return [
    `现在无人可以复核：其账号 ${least} 天内经申请人（或申请人账号经其）创建、授权、重置或解锁，不视为另一人。可复核：${each('zh')}`,
    `Nobody may approve it now: their accounts were made, granted, reset or unlocked by the requester (or the other way round) within ${least} days and do not count as another person. May approve: ${each('en')}`,
  ]
}
