import { resources } from '../../../../model/business.ts'
import { changeRequestLifecycle } from '../../../../model/desk/changeRequest.ts'
import { wallClock } from '../../../../model/values/dates.ts'
import {
  NOTIFICATIONS_PER_USER_MAX,
  type NotificationChoice,
  type NotificationKindName,
  notificationKind,
  talkKinds,
} from '../../../../model/wire/notifications/notifications.ts'
import { settings } from '../../../../model/wire/settings/settings.ts'
import { actorsNow } from '../../../auth/who.ts'
import type { Actor } from '../../../core/actor.ts'
import type { ServerContext } from '../../../core/context/context.ts'
import type { Tx } from '../../../core/database.ts'
import { may } from '../../../core/permissions.ts'
import type { NotificationDraft } from '../../../database/notify.ts'
import { visibleRows } from '../../../records/visible.ts'

/** Permissions that a kind asks for besides the sight of its record. */
const NEEDED: Readonly<Partial<Record<NotificationKindName, string>>> = {
  changeWaits: changeRequestLifecycle.transitions.approve.permission,
  accountLow: 'entrustedAccount_recharge',
}

/** Whether a person may be notified of a kind, besides the sight of its record. */
export const allowed = (actor: Actor, kind: NotificationKindName): boolean => {
  const needed = NEEDED[kind]
  return needed === undefined || may(actor, needed)
}

/** Choices of users by kind. */
async function choicesOf(context: ServerContext, tenantId: string, userIds: readonly string[]) {
  const { key } = settings.notifications
  const rows = await context.db.scoped<{ user_id: string; value: unknown }>(
    { tenantId },
    {
      name: 'notification-choices',
      text: 'select user_id, value from "user_setting" where tenant_id = $1 and key = $2 and user_id = any($3::bigint[])',
      values: [tenantId, key, [...userIds]],
    },
  )
  const chosen = new Map(rows.map((row) => [String(row.user_id), settings.notifications.check(row.value)]))
  return (userId: string, kind: NotificationKindName): NotificationChoice =>
    chosen.get(userId)?.[kind] ?? notificationKind(kind)?.initial ?? 'off'
}

/** Those of some drafts that their people chose and may see as of now. */
export async function wanted(
  context: ServerContext,
  tenantId: string,
  drafts: readonly NotificationDraft[],
): Promise<readonly NotificationDraft[]> {
  const known = drafts.filter((d) => notificationKind(d.kind) !== null)
  const users = [...new Set(known.map((d) => d.userId))]
  if (users.length === 0) return []
  const choice = await choicesOf(context, tenantId, users)
  const actors = new Map((await actorsNow(context, tenantId, users)).map((a): [string, Actor] => [a.userId, a]))
  const found: NotificationDraft[] = []
  const byReader = new Map<string, NotificationDraft[]>()
  for (const d of known) {
    if (choice(d.userId, d.kind) === 'off') continue
    const key = `${d.userId} ${d.resource}`
    byReader.set(key, [...(byReader.get(key) ?? []), d])
  }
  for (const some of byReader.values()) {
    const [first] = some
    const actor = first && actors.get(first.userId)
    if (!actor) continue
    const held = some.filter((d) => allowed(actor, d.kind))
    const r = resources.get(first.resource)
    if (!r) {
      if (first.resource === '') found.push(...held)
      continue
    }
    const rows = await visibleRows(
      context,
      actor,
      r,
      held.map((d) => d.recordId),
    )
    found.push(...held.filter((d) => rows.has(d.recordId)))
  }
  return found
}

/** Event for the windows of a person, or of everybody of the tenant (null), whose notifications are others now. */
export const emitNotified = (tx: Tx, at: Date, userId: string | null): void =>
  tx.write(
    `insert into "outbox" (tenant_id, kind, resource, record_id, actor_id, payload) values ($1, 'notifications', '', $2, $3, $4::jsonb)`,
    [tx.tenantId, userId ?? '0', userId, JSON.stringify({ at: wallClock(at) })],
  )

/** Keeps notifications that are not kept yet, and of each person as many as they may have. */
export async function keepNotifications(tx: Tx, at: Date, drafts: readonly NotificationDraft[]): Promise<void> {
  if (drafts.length === 0) return
  const rows = drafts.map((d) => ({
    user_id: d.userId,
    kind: d.kind,
    resource: d.resource,
    record_id: d.recordId || '0',
    group_key: (d.group ?? `${d.kind} ${d.once}`).slice(0, 160),
    params: d.params ?? {},
    once: d.once.slice(0, 160),
  }))
  const made = await tx.query<{ user_id: string }>(
    `insert into "notification" (tenant_id, user_id, kind, resource, record_id, group_key, params, once)
     select $1, user_id, kind, resource, record_id, group_key, params, once
     from jsonb_to_recordset($2::jsonb) as d (user_id bigint, kind text, resource text, record_id bigint, group_key text, params jsonb, once text)
     on conflict (tenant_id, user_id, once) do nothing returning user_id`,
    [tx.tenantId, JSON.stringify(rows)],
  )
  for (const userId of new Set(made.map((row) => String(row.user_id)))) {
    tx.write(
      // read ones go first, and what speaks to a person last
      `delete from "notification" where tenant_id = $1 and id in (select id from "notification"
         where tenant_id = $1 and user_id = $2
         order by read_time is null and kind = any($3::text[]) desc, read_time is null desc, id desc offset ${NOTIFICATIONS_PER_USER_MAX})`,
      [tx.tenantId, userId, [...talkKinds, 'decisionRefused']],
    )
    emitNotified(tx, at, userId)
  }
}
