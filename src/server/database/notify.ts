import type { NotificationKindName } from '../../model/wire/notifications/notifications.ts'
import type { Tx } from '../core/database.ts'

/** Notification that somebody is to get. */
export interface NotificationDraft {
  readonly userId: string
  readonly kind: NotificationKindName
  /** Record that it is about; "" and "" for none. */
  readonly resource: string
  readonly recordId: string
  /** Parameters of its text that its record does not say, without personal data of others. */
  readonly params?: Readonly<Record<string, string>>
  /** Names its cause: one person is notified once of it, however often it is read. */
  readonly once: string
  /** Same of those that one line may stand for; default: it stands alone. */
  readonly group?: string
}

/**
 * Has somebody notified, within the transaction of the cause: one row of the outbox, read later by whoever makes
 * notifications (domains/desk/notifications), who looks at what the person chose and may see. `by`: name of who caused it.
 */
export function notify(tx: Tx, draft: NotificationDraft, by = ''): void {
  tx.write(
    `insert into "outbox" (tenant_id, kind, resource, record_id, actor_id, actor_name, payload)
     values ($1, 'notify', $2, $3, $4, $5, $6::jsonb)`,
    [tx.tenantId, draft.resource, draft.recordId || '0', draft.userId, by.slice(0, 50), JSON.stringify({ draft })],
  )
}
