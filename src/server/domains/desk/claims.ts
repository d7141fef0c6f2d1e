import { ownerOf, resources } from '../../../model/business.ts'
import { readClaims, releaseClaim, takeClaim } from '../../../model/desk/claimCalls.ts'
import { meets } from '../../../model/language/conditions/meets.ts'
import { isId } from '../../../model/language/derived/validate.ts'
import { viewsOn } from '../../../model/queueViews.ts'
import { wallClock } from '../../../model/values/dates.ts'
import {
  CLAIM_CHANGES,
  CLAIM_SECONDS,
  CLAIMS_PER_USER_MAX,
  CLAIMS_READ_MAX,
  type Claim,
  type ClaimAnswer,
} from '../../../model/wire/claim.ts'
import type { Actor } from '../../core/actor.ts'
import type { RequestContext } from '../../core/context/context.ts'
import type { Statement, Tx } from '../../core/database.ts'
import { doerIn } from '../../core/doers.ts'
import { AppError, forbidden, notFound } from '../../core/errors.ts'
import { may } from '../../core/permissions.ts'
import type { AnyResource } from '../../core/records.ts'
import { refuseOthers, sideOf } from '../../core/side.ts'
import { Values } from '../../database/conditions/values.ts'
import { notify } from '../../database/notify.ts'
import { sourceOf } from '../../database/views/sources.ts'
import { basisSql, reachIn } from '../../lists/sql/reach.ts'
import { handle, handleWhole } from '../../records/handle.ts'
import { parametersOf } from '../../records/parameters.ts'
import { readerOf } from '../../records/reader.ts'
import { wireRow } from '../../writing/unitOfWork/wire.ts'

interface Row {
  readonly id: string
  readonly user_id: string
  readonly user_name: string
  readonly seconds: number
}

const COLUMNS = `record_id as id, user_id, user_name, greatest(0, ceil(extract(epoch from until - now())))::int as seconds`

const claimOf = (row: Row, actor: Actor): Claim => ({
  id: String(row.id),
  user: String(row.user_id),
  name: doerIn(row.user_name, actor.language),
  seconds: row.seconds,
})

/**
 * Side of a person, whose claims they see. Nobody but a person who signed in has records in hand: not the system, no partner's client, no
 * doctor by a link. @throws AppError 403
 */
function sideFor(actor: Actor): string {
  refuseOthers(actor)
  const side = sideOf(actor)
  if (side === null) throw forbidden()
  return side
}

/** The resource of a claim, one of a queue that the person works. @throws AppError 400, 403 */
function resourceAt(actor: Actor, name: string): AnyResource {
  const r = resources.get(name)
  if (!r) throw new AppError(400, ['未知的数据类型', 'There is no such kind of record'], { resource: '未知' })
  if (viewsOn(r.id, (code) => may(actor, code)).length === 0) throw forbidden()
  return r
}

/** Receivers of the events of a record, as columns of a claim: as for its changes (http/listener.ts). */
function seenBy(r: AnyResource, row: Readonly<Record<string, unknown>>, side: string): unknown[] {
  const persons = (r.own?.by ?? []).map((name) => String(row[name as string] ?? '')).filter(Boolean)
  return [
    ...(['company', 'fiscalTax', 'provider', 'employee'] as const).map((party) => ownerOf(r, row as never, party)),
    JSON.stringify({
      side,
      ...(r.concerns ? { concerns: row[r.concerns.resource as string] } : {}),
      ...(r.own ? { persons } : {}),
    }),
  ]
}

/** The part of a statement that writes an event for each row of `rows`: whose record, who did it, what became of it. */
const eventsOf = (rows: string, at: string, name: string, change: string): string =>
  `insert into "outbox" (tenant_id, kind, resource, record_id, transition, actor_id, actor_name, company, fiscal_tax, provider, employee, payload)
   select tenant_id, 'claim', resource, record_id, '${change}', user_id, ${name}, company, fiscal_tax, provider, employee,
     payload || jsonb_build_object('at', ${at}::text) from ${rows}`

/** A claim of this person made to last; no row where it is not theirs (any more). Emits nothing. */
const renewal = ({ tenantId, userId }: Actor, resource: string, id: string): Statement => ({
  text: `update "claim" set until = now() + make_interval(secs => ${CLAIM_SECONDS})
    where tenant_id = $1 and resource = $2 and record_id = $3::bigint and user_id = $4::bigint and until > now() returning ${COLUMNS}`,
  values: [tenantId, resource, id, userId],
})

/**
 * A claim made where the record is in nobody's hand, in this person's own, or taken over; no row otherwise. `since` is now where the
 * holder is another one than before: then everybody who sees the record receives the event.
 */
const taking = (
  actor: Actor,
  r: AnyResource,
  id: string,
  { row, takeOver, at, side }: { row: object; takeOver: boolean; at: string; side: string },
): Statement => ({
  text: `with taken as (
      insert into "claim" as c (tenant_id, resource, record_id, side, user_id, user_name, since, until, company, fiscal_tax, provider, employee, payload)
      select $1::varchar, $2::varchar, $3::bigint, $13::varchar, $4::bigint, $5::varchar, now(), now() + make_interval(secs => ${CLAIM_SECONDS}), $6::bigint, $7::bigint, $8::bigint, $9::bigint, $10::jsonb
      where (select count(*) from "claim" m where m.tenant_id = $1::varchar and m.user_id = $4::bigint and m.until > now()) < ${CLAIMS_PER_USER_MAX}
      on conflict (tenant_id, resource, record_id, side) do update set user_id = excluded.user_id, user_name = excluded.user_name,
        since = case when c.user_id = excluded.user_id and c.until > now() then c.since else now() end, until = excluded.until,
        company = excluded.company, fiscal_tax = excluded.fiscal_tax, provider = excluded.provider, employee = excluded.employee,
        payload = excluded.payload
      where c.user_id = excluded.user_id or c.until <= now() or $11::boolean
      returning *
    ), sent as (${eventsOf('taken where since = now()', '$12', 'user_name', CLAIM_CHANGES.taken)})
    select ${COLUMNS} from taken`,
  values: [
    ...[actor.tenantId, r.id, id, actor.userId, actor.name.slice(0, 50)],
    ...[...seenBy(r, row as Readonly<Record<string, unknown>>, side), takeOver, at, side],
  ],
})

/** A claim of this person given up; everybody who sees the record receives the event. */
const giving = ({ tenantId, userId }: Actor, resource: string, id: string, at: string): Statement => ({
  text: `with gone as (delete from "claim" where tenant_id = $1 and resource = $2 and record_id = $3::bigint and user_id = $4::bigint returning *)
    ${eventsOf('gone where until > now()', '$5', 'user_name', CLAIM_CHANGES.released)}`,
  values: [tenantId, resource, id, userId, at],
})

/** The record in a queue of this person, as it is now. @throws AppError 404 */
async function recordAt(request: Pick<RequestContext, 'context' | 'actor'>, r: AnyResource, id: string) {
  const row = isId(id) ? await readerOf(request).row(r, id) : null
  if (!row) throw notFound()
  const views = viewsOn(r.id, (code) => may(request.actor, code))
  const wire = wireRow(request.actor, r, row as never)
  if (!views.some((view) => meets(view.where, wire as never))) throw notFound()
  return row as object
}

/** Holder of a record; no row for nobody. */
const holding = ({ tenantId }: Actor, resource: string, id: string, side: string): Statement => ({
  text: `select ${COLUMNS} from "claim"
    where tenant_id = $1 and resource = $2 and record_id = $3::bigint and side = $4 and until > now()`,
  values: [tenantId, resource, id, side],
})

const run = (tx: Tx, { text, values }: Statement): Promise<Row[]> => tx.query<Row>(text, values)
const send = (tx: Tx, { text, values }: Statement): void => tx.write(text, values)

/** Parameters of the calls, as they were checked. */
interface Parameters {
  readonly resource: string
  readonly id: string
  readonly takeOver: number | null
  readonly leaves: string | null
}

/** `resource.id` of a record that is given up. */
const leftIn = (text: string): readonly [resource: string, id: string] | null => {
  const [resource = '', id = ''] = text.split('.')
  return resources.has(resource) && isId(id) ? [resource, id] : null
}

/**
 * Records in hand. Outside the unit of work: a claim is no document, costs one statement, and is neither kept for replays nor logged.
 */
export const claimHandlers = [
  handle(readClaims, async ({ query, actor, context }) => {
    const side = sideFor(actor)
    const r = resourceAt(actor, query.resource)
    const reach = reachIn(context, actor)
    const values = new Values()
    const tenant = values.add(actor.tenantId)
    const name = values.add(r.id)
    const mySide = values.add(side)
    const rows = await context.db.scoped<Row & Record<string, unknown>>(
      { tenantId: actor.tenantId },
      {
        text: `select ${COLUMNS} from "claim" where tenant_id = ${tenant} and resource = ${name} and side = ${mySide} and until > now()
          and record_id in (select id from ${sourceOf(r, context.domains.views)} where ${basisSql(r, reach, values).join(' and ')}
            and id = any(array(select record_id from "claim" where tenant_id = ${tenant} and resource = ${name} and side = ${mySide} and until > now() limit ${CLAIMS_READ_MAX})))
          limit ${CLAIMS_READ_MAX}`,
        values: values.list,
      },
    )
    return rows.map((row) => claimOf(row, actor))
  }),
  handleWhole(takeClaim, async (request): Promise<ClaimAnswer> => {
    const { actor, context } = request
    const side = sideFor(actor)
    const { resource, id, takeOver, leaves } = parametersOf(takeClaim, request).body as unknown as Parameters
    const r = resourceAt(actor, resource)
    if (!isId(id)) throw notFound()
    const at = wallClock(context.now())
    const scope = { tenantId: actor.tenantId }
    const left = leftIn(leaves ?? '')
    const [renewed] = await context.db.transaction(scope, async (tx) => {
      if (left) send(tx, giving(actor, ...left, at))
      return run(tx, renewal(actor, r.id, id))
    })
    if (renewed) return { mine: true, claim: claimOf(renewed, actor) }
    const row = await recordAt(request, r, id)
    return context.db.transaction(scope, async (tx) => {
      const [was] = takeOver === 1 ? await run(tx, holding(actor, r.id, id, side)) : []
      const [taken] = await run(tx, taking(actor, r, id, { row, takeOver: takeOver === 1, at, side }))
      const [holder] = taken ? [taken] : await run(tx, holding(actor, r.id, id, side))
      if (taken && was && String(was.user_id) !== actor.userId)
        notify(
          tx,
          {
            userId: String(was.user_id),
            kind: 'claimTaken',
            resource: r.id,
            recordId: id,
            once: `claimTaken ${r.id} ${id} ${at} ${actor.userId}`,
          },
          actor.name,
        )
      return { mine: taken !== undefined, claim: holder ? claimOf(holder, actor) : null }
    })
  }),
  handleWhole(releaseClaim, async (request) => {
    const { actor, context } = request
    refuseOthers(actor)
    const { resource, id } = parametersOf(releaseClaim, request).body as unknown as Parameters
    if (!isId(id)) throw notFound()
    // whoever may no longer work the queue gives up what they have, too
    const at = wallClock(context.now())
    await context.db.transaction({ tenantId: actor.tenantId }, async (tx) => send(tx, giving(actor, resource, id, at)))
    return null
  }),
]
