import { readBacklog } from '../../../../model/desk/backlogCall.ts'
import { viewsFor } from '../../../../model/queueViews.ts'
import { wallDate } from '../../../../model/values/dates.ts'
import { BACKLOG_DAYS, type BacklogDay, type QueueBacklog } from '../../../../model/wire/backlog.ts'
import type { Total } from '../../../../model/wire/wire.ts'
import type { Actor } from '../../../core/actor.ts'
import type { ServerContext } from '../../../core/context/context.ts'
import { isBound, may, seesAllOf } from '../../../core/permissions.ts'
import { refuseOthers } from '../../../core/side.ts'
import { reachIn } from '../../../lists/sql/reach.ts'
import { recentTotals } from '../../../lists/totals.ts'
import { handle } from '../../../records/handle.ts'
import { allFollowed, type Followed, type Moves, movesIn } from './days.ts'

const DAY_MS = 86_400_000

/** The queues of the whole platform: a person of one company, one partner or of their own records alone sees no figures of the others. */
function followed(actor: Actor): readonly Followed[] {
  if (isBound(actor) || actor.employee) return []
  const worked = new Map<string, ReadonlySet<string>>()
  return allFollowed().filter(({ queue, view, r }) => {
    const views = worked.get(queue.code) ?? new Set(viewsFor(queue, (code) => may(actor, code)).map((v) => v.code))
    worked.set(queue.code, views)
    return views.has(view.code) && seesAllOf(actor, r)
  })
}

/** The last days, the present one last. */
const lastDays = (now: Date): string[] =>
  Array.from({ length: BACKLOG_DAYS }, (_, n) => wallDate(now.getTime() - (BACKLOG_DAYS - 1 - n) * DAY_MS))

/** Backwards from what waits now: at the end of a day that waited which waits now, without what came since, with what left since. */
function backwards(now: number, days: readonly string[], moves: (day: string) => Moves): BacklogDay[] {
  let waiting = now
  return days
    .toReversed()
    .map((day) => {
      const of = { day, waiting: Math.max(0, waiting), ...moves(day) }
      waiting += of.left - of.came
      return of
    })
    .toReversed()
}

/** The backlog of each view that a person works and reaches whole. */
export async function backlogs(actor: Actor, context: ServerContext): Promise<QueueBacklog[]> {
  const views = followed(actor)
  if (views.length === 0) return []
  const reach = reachIn(context, actor)
  const days = lastDays(context.now())
  const moves = await movesIn(context, actor.tenantId, days)
  const { since } = moves
  // the present day could not be counted: nothing is known of any before it
  const known = since === null ? [] : days.filter((day) => day >= since)
  const totals = await recentTotals(
    context.db,
    views.map(({ r, view }) => ({ resource: r, reach, conditions: view.where })),
  )
  return views.map((one, n) => {
    const { total, exact } = totals[n] as Total
    return {
      ...{ queue: one.queue.code, view: one.view.code, exact },
      days: backwards(total, known, (day) => moves.of(day, one)),
    }
  })
}

/** The backlog of the queues that whoever is signed in works, with its trend. */
export const backlogHandler = handle(readBacklog, ({ actor, context }) => {
  refuseOthers(actor)
  return backlogs(actor, context)
})
