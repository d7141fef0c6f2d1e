import { scopeOf } from '../../model/business.ts'
import { isId } from '../../model/language/derived/validate.ts'
import { partyNames } from '../../model/language/owner.ts'
import type { Resource } from '../../model/language/resource.ts'
import { folded } from '../../model/values/folding.ts'
import { FOUND_AGAIN_MAX, type Found } from '../../model/wire/wire.ts'
import type { RequestContext } from '../core/context/context.ts'
import type { Statement } from '../core/database.ts'
import { AppError, isUnavailable } from '../core/errors.ts'
import { may, maySee, seenBy } from '../core/permissions.ts'
import { soundsOf } from '../core/text/pinyin.ts'
import { Values } from '../database/conditions/values.ts'
import { reachedBy, resourceKey, searchable } from '../database/schema/search.ts'
import { escapeLike, runsOf } from '../database/sqlText.ts'
import { type Reach, withinSql } from '../lists/sql/reach.ts'
import { searchAmount } from './searchAmount.ts'

const RESULTS_MAX = 20
/** Records that are found by their amount. */
const AMOUNTS_MAX = 8
/** Records of one resource before those of others come, so that one resource does not push out the rest. */
const EACH = 5
/**
 * Number of records compared one by one, in each order: the newest, and those whose code or name begins with the query.
 */
const LOOKED_AT = 1_000
/** Records that the index of pieces may hand over. */
const HANDED_OVER = 500

/** Searcher: an actor is one. */
type Asker = Required<Omit<Reach, 'menuIds' | 'domains'>>

/** The condition on rows of the search table that the asker may see, of these resources. */
function seenIn(asker: Asker, searched: readonly Resource[], values: Values): string {
  const reaches = partyNames.flatMap((party) => {
    const id = asker[party]
    return id ? [`reach && ${values.add([reachedBy(party), reachedBy(party, id)])}::text[]`] : []
  })
  const inside = searched.flatMap((r) => {
    const scope = scopeOf(r).employee
    if (!asker.employee || typeof scope !== 'object' || !('within' in scope)) return []
    return [`(resource <> ${values.add(r.id)} or ${withinSql(scope, asker, values)})`]
  })
  return [
    `resource = any(${values.add(searched.map((r) => r.id))}::text[])`,
    ...(searched.some((r) => r.concerns)
      ? [`(about is null or about = any(${values.add(seenBy(asker))}::text[]))`]
      : []),
    ...reaches,
    ...inside,
  ].join(' and ')
}

/**
 * Statement over every resource the actor may see. Exact matches come first, then prefixes, then matches anywhere; of
 * equals the latest added. What is found exactly comes first, then what begins with the text, then what has it
 * somewhere; of equals the one added last. What many records have is found among those looked at, and then the index of
 * pieces is not asked: a text that a million records have costs what a rare one costs. Null: nothing to look for.
 */
export function searchStatement(asker: Asker, sought: string, limit = RESULTS_MAX): Statement | null {
  // as rounds_key keeps it
  const text = [...folded(sought.replace(/[\s\p{Cc}]+/gu, ''))].slice(0, 64).join('')
  // records open to everybody so that screens can name them are searched by those alone who work with them
  const searched = searchable().filter((r) => may(asker, `${r.id}_view`))
  if (text === '' || searched.length === 0) return null
  const values = new Values()
  const tenant = values.add(asker.tenantId)
  const most = `${values.add(Math.min(limit, RESULTS_MAX))}::int`
  const visible = seenIn(asker, searched, values)
  // words of one or two letters stand in too many names: only prefixes are searched
  const piece = /^[\x21-\x7e]{1,2}$/.test(text) ? `\n${text}` : text
  const is = values.add(text)
  const like = values.add(`%${escapeLike(piece)}%`)
  const begins = values.add(`${escapeLike(text)}%`)
  const from = `select * from "record_search" where tenant_id = ${tenant}`
  const own = `${values.add(searched.map((r) => resourceKey(asker.tenantId, r.id)))}::text[]`
  const handed = `and (select count(*) from last) + (select count(*) from named) < ${most} limit ${HANDED_OVER}`
  const byKey = ['code_key', 'name_key'].flatMap((key) => [
    `(${from} and ${key} = ${is} order by id desc limit ${LOOKED_AT})`,
    `(${from} and ${key} like ${begins} order by ${key} desc, id desc limit ${LOOKED_AT})`,
  ])
  // nothing else stands in a plain code. Values behind `select` are unknown to the planner: knowing that every code has
  // `202` it would read the table until the limit, which a person who reaches few records never comes to
  const code = /^[0-9a-z]+$/.test(text) ? (text.length < 3 ? begins : values.add(`%${text}%`)) : null
  const pieces = code
    ? ` union all (${from} and plain and code_key like (select ${code}::text) and reach && (select ${own}) and ${visible} ${handed})`
    : ''
  return {
    text: `with last as materialized (
      select * from (${from} order by id desc limit ${LOOKED_AT}) r where terms like ${like} and ${visible}
    ), named as materialized (
      select * from (${byKey.join(' union all ')}) r where ${visible}
    ), holding as materialized (
      (${from} and not plain and rounds_pieces(tenant_id, terms) @> ${values.add(runsOf(asker.tenantId, piece))}::text[]
      and reach && ${own} and terms like ${like} and ${visible} ${handed})${pieces}
    )
    select resource, id::text as id, title, note from (
      select f.*, row_number() over (partition by f.resource order by f.place, f.id desc) as nth from (
        select distinct on (resource, id) resource, id, title, note, case
          when code_key = ${is} or name_key = ${is} then 0
          when code_key like ${begins} or name_key like ${begins} then 1
          when terms like ${values.add(`%\n${escapeLike(text)}%`)} then 2 else 3 end as place
        from (select * from last union all select * from named union all select * from holding) a
      ) f
    ) f order by f.place, f.nth > ${EACH}, f.id desc limit ${most}`,
    values: values.list,
  }
}

/** Rows of the search table as they are answered. */
async function read(request: RequestContext, statement: Statement | null): Promise<Found[]> {
  if (!statement) return []
  const rows = await request.context.db.scoped<{ resource: string; id: string; title: string; note: string | null }>(
    { tenantId: request.actor.tenantId },
    statement,
  )
  return rows.map((r) => ({
    resource: r.resource,
    id: r.id,
    title: r.title,
    note: r.note ?? '',
    pinyin: soundsOf(r.title),
  }))
}

/**
 * Records by their code, their name or how the name is read, over every resource the person may see; behind them those of exactly
 * this amount, where the text is one.
 */
export async function search(request: RequestContext, sought: string, limit = RESULTS_MAX): Promise<Found[]> {
  const [named, amounts] = await Promise.all([
    read(request, searchStatement(request.actor, sought, limit)),
    // an extra: where it fails, what was found by name stands
    searchAmount(request, sought, Math.min(limit, AMOUNTS_MAX)).catch((e: unknown): Found[] => {
      if (isUnavailable(e)) throw e
      request.context.log.warn('records could not be searched by their amount', e)
      return []
    }),
  ])
  const nameOf = ({ resource, id }: Found) => `${resource}.${id}`
  const seen = new Set(named.map(nameOf))
  const more = amounts.filter((f) => !seen.has(nameOf(f)))
  return [...named.slice(0, limit - more.length), ...more]
}

/**
 * Records that were found before (`<resource>.<id>`, joined by commas), in the order named: those that are there and
 * that the asker may see now, called what they are called now.
 */
export function findAgain(request: RequestContext, records: string): Promise<Found[]> {
  const named = [...new Set(records.split(',').map((text) => text.trim()))].filter(Boolean)
  if (named.length > FOUND_AGAIN_MAX) {
    const most = FOUND_AGAIN_MAX
    throw new AppError(400, [`一次最多${most}条`, `At most ${most} records at a time`], { records: `> ${most}` })
  }
  const searched = new Map(
    searchable()
      .filter((r) => maySee(request.actor, r))
      .map((r) => [r.id, r]),
  )
  const pairs = named.flatMap((text) => {
    const at = text.lastIndexOf('.')
    const [resource, id] = [text.slice(0, at), text.slice(at + 1)]
    return searched.has(resource) && isId(id) ? [{ resource, id }] : []
  })
  if (pairs.length === 0) return Promise.resolve([])
  const values = new Values()
  const tenant = values.add(request.actor.tenantId)
  const resources = values.add(pairs.map((p) => p.resource))
  const ids = values.add(pairs.map((p) => p.id))
  const visible = seenIn(request.actor, [...searched.values()], values)
  return read(request, {
    text: `select r.resource, r.id::text as id, r.title, r.note from unnest(${resources}::text[], ${ids}::bigint[]) with ordinality as n (family, record, nth)
      join "record_search" r on r.tenant_id = ${tenant} and r.resource = n.family and r.id = n.record
      where ${visible} order by n.nth`,
    values: values.list,
  })
}
