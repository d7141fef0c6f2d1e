import type { ServerContext } from '../../../core/context/context.ts'
import { isUnavailable } from '../../../core/errors.ts'
import { BACKGROUND, runAs } from '../../../database/embedded/turnQueue.ts'
import type { NotificationDraft } from '../../../database/notify.ts'
import { happenedAfter, type Place, placeEvents, placeOfNow } from '../../../database/outbox.ts'
import { announce } from './announce.ts'
import { draftsOf } from './causes.ts'
import { keepNotifications, wanted } from './keep.ts'

/** How often the outbox of each tenant is looked at, ms; all of them, whatever is new, every so many looks. */
const LOOK_MS = 1_000
const WHOLE_LOOK_EVERY = 30
/** Events of one transaction. */
const BITE = 200

interface Kept {
  readonly place: string
  readonly id: string
}

/** Up to where notifications were made of the events of a tenant; from now on where they never were. */
async function placeKept(context: ServerContext, tenantId: string): Promise<Place> {
  const [kept] = await context.db.scoped<Kept>(
    { tenantId },
    {
      name: 'notification-place',
      text: 'select place, id from "notification_place" where tenant_id = $1',
      values: [tenantId],
    },
  )
  if (kept) return { number: String(kept.place), id: String(kept.id) }
  const now = await placeOfNow(context.db, tenantId)
  await context.db.transaction({ tenantId }, (tx) =>
    tx.query(
      'insert into "notification_place" (tenant_id, place, id, announced) values ($1, $2, $3, $4) on conflict do nothing',
      [tenantId, now.number, now.id, context.now().toISOString()],
    ),
  )
  return now
}

/** Drafts of one event: one that fails is logged and keeps no other from being read. */
async function draftsOfOne(
  read: { readonly context: ServerContext; readonly tenantId: string },
  h: Parameters<typeof draftsOf>[1],
): Promise<readonly NotificationDraft[]> {
  try {
    return await draftsOf(read, h)
  } catch (e) {
    if (isUnavailable(e)) throw e
    read.context.log.error({ err: e, event: h.id }, 'an event makes no notifications')
    return []
  }
}

/**
 * Makes notifications of everything that happened in a tenant since the last time. The place moves in the transaction
 * that keeps them, from where it was read: of two servers one goes on, and what it did the other leaves.
 */
export async function followOutbox(context: ServerContext, tenantId: string): Promise<void> {
  let place = await placeKept(context, tenantId)
  for (let more = true; more; ) more = (await placeEvents(context.db, tenantId)).more
  for (;;) {
    const events = await happenedAfter(context.db, tenantId, place, BITE)
    const next = events === null ? await placeOfNow(context.db, tenantId) : events.at(-1)
    if (!next || next.number === place.number) return
    if (events === null) context.log.warn(`notifications: events of tenant ${tenantId} were gone before they were read`)
    const drafts: NotificationDraft[] = []
    for (const h of events ?? []) drafts.push(...(await draftsOfOne({ context, tenantId }, h)))
    const kept = await wanted(context, tenantId, drafts)
    const moved = await context.db.transaction({ tenantId }, async (tx) => {
      const [row] = await tx.query(
        'update "notification_place" set place = $3, id = $4 where tenant_id = $1 and place = $2 returning 1 as one',
        [tenantId, place.number, next.number, next.id],
      )
      if (row) await keepNotifications(tx, context.now(), kept)
      return row !== undefined
    })
    if (!moved) return
    place = next
  }
}

/** Tenants in which something happened since notifications were made, or all that stand. */
async function tenantsToFollow(context: ServerContext, whole: boolean): Promise<string[]> {
  const rows = await context.db.owner((tx) =>
    tx.query<{ code: string }>(
      whole
        ? 'select code from "tenant" where is_deleted = 0 order by code'
        : `select t.code from "tenant" t left join "notification_place" p on p.tenant_id = t.code
           where t.is_deleted = 0 and (p.place is null or p.id < (select o.id from "outbox" o where o.tenant_id = t.code order by o.id desc limit 1))
           order by t.code`,
    ),
  )
  return rows.map(({ code }) => code)
}

/** Makes notifications as long as the process runs. Returns how to stop. */
export function startNotifications(context: ServerContext): () => Promise<void> {
  let ended = false
  let looks = 0
  let going: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const look = async (): Promise<void> => {
    const whole = looks++ % WHOLE_LOOK_EVERY === 0
    for (const tenantId of await tenantsToFollow(context, whole)) {
      if (ended) return
      try {
        await followOutbox(context, tenantId)
        if (whole) await announce(context, tenantId)
      } catch (e) {
        if (isUnavailable(e)) throw e
        context.log.warn(`notifications of tenant ${tenantId}: ${e instanceof Error ? e.message : String(e)}`)
      }
    }
  }
  const again = () => {
    if (ended) return
    timer = setTimeout(() => {
      going = runAs(BACKGROUND, look)
        .catch((e: unknown) => {
          if (!isUnavailable(e)) context.log.warn(`notifications: ${e instanceof Error ? e.message : String(e)}`)
        })
        .finally(again)
    }, LOOK_MS)
    timer.unref()
  }
  again()
  return async () => {
    ended = true
    clearTimeout(timer)
    await going
  }
}
