import type { StopReason } from '../../../model/wire/viewSchedule.ts'
import type { Actor } from '../../core/actor.ts'
import type { Tx } from '../../core/database.ts'
import { notify } from '../../database/notify.ts'
import { emitViews } from './savedViewStore.ts'

/** Schedule that stopped by itself, for its person. */
export interface Stopped {
  readonly id: string
  readonly user_id: string
  readonly view_name: string
  readonly version: number
}

/** Has the person of a schedule notified that it stopped, and why; their windows read it again. */
export function emitStopped(tx: Tx, { id, user_id, view_name, version }: Stopped, why: StopReason, at: Date): void {
  const userId = String(user_id)
  notify(tx, {
    userId,
    kind: 'fileMade',
    resource: '',
    recordId: '',
    params: { schedule: String(id), ending: 'stopped', why, text: view_name },
    once: `viewSchedule ${id} stopped ${version}`,
  })
  emitViews(tx, { userId, name: '' }, at, [])
}

/**
 * Has the people of the schedules of a view notified that it is about to be deleted; its owner deletes their own. The schedules
 * themselves are ended by the database, whichever statement deletes the view.
 */
export async function emitEnded(
  tx: Tx,
  owner: Pick<Actor, 'tenantId' | 'userId'>,
  viewId: string,
  at: Date,
): Promise<void> {
  const ended = await tx.query<Stopped & { readonly state: number }>(
    `select id, user_id, view_name, version, state from "view_schedule"
     where tenant_id = $1 and view_id = $2 and user_id <> $3 order by id for update`,
    [owner.tenantId, viewId, owner.userId],
  )
  for (const one of ended) if (one.state !== 2) emitStopped(tx, one, 'viewGone', at)
}
