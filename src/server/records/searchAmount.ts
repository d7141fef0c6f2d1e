import type { Resource } from '../../model/language/resource.ts'
import { fen, parseAmount, readable } from '../../model/values/money.ts'
import type { Found } from '../../model/wire/wire.ts'
import type { Actor } from '../core/actor.ts'
import type { RequestContext } from '../core/context/context.ts'
import type { Statement } from '../core/database.ts'
import { amountFor, may, withheld } from '../core/permissions.ts'
import { soundsOf } from '../core/text/pinyin.ts'
import { Values } from '../database/conditions/values.ts'
import { columnOf, quoted, tableOf } from '../database/names.ts'
import { soughtAmounts } from '../database/schema/amounts.ts'
import { SEARCH_TABLE, searchable } from '../database/schema/search.ts'
import { basisSql } from '../lists/sql/reach.ts'

/** Records of one resource that are answered, so that a round amount of one does not push out the others. */
const EACH = 3
/** Digits from which on a text is taken for an amount: shorter ones are pieces of codes. */
const DIGITS_MIN = 3
/** Digits up to which it is one: longer ones are telephone and record numbers. */
const DIGITS_MAX = 10

/** The amount that a text means (`12390`, `12,390.00`, `¥1.5万`); null where it means none, or too small a piece. Pure. */
export function amountSought(text: string): string | null {
  const digits = text.replace(/\D/g, '').length
  const amount = (digits >= DIGITS_MIN && digits <= DIGITS_MAX) || /[万亿]/.test(text) ? parseAmount(text) : null
  // nothing is what half of all records amount to somewhere
  return amount === null || fen(amount) === 0n ? null : amount
}

/** Amounts that records of a resource are found by, as far as this person sees them. */
function amountsOf(actor: Actor, r: Resource): readonly string[] {
  const hidden = withheld(actor, r)
  const seen = [amountFor(actor, r), r.list.gross === undefined ? null : String(r.list.gross)]
  return soughtAmounts(r).filter((name) => seen.includes(name) && !hidden.includes(name))
}

/**
 * Statement for records with exactly this amount, of every resource whose list has one and that the actor works with and
 * reaches, the latest first: each amount by its index, among all records. Null where there is no such resource.
 */
export function amountStatement(actor: Actor, amount: string, limit: number): Statement | null {
  const values = new Values()
  const sum = `${values.add(amount)}::numeric`
  const parts = searchable().flatMap((r) => {
    const names = may(actor, `${r.id}_view`) ? amountsOf(actor, r) : []
    if (names.length === 0) return []
    const basis = basisSql(r, actor, values).join(' and ')
    // an amount by itself each: of two joined by `or` no index tells the latest
    return names.map(
      (name) =>
        `(select ${values.add(r.id)}::text as resource, id from ${quoted(tableOf(r))} where ${basis} and ${quoted(columnOf(name))} = ${sum} order by id desc limit ${EACH})`,
    )
  })
  if (parts.length === 0) return null
  const tenant = values.add(actor.tenantId)
  return {
    text: `select s.resource, s.id::text as id, s.title, s.note from (${parts.join(' union ')}) f
      join "${SEARCH_TABLE}" s on s.tenant_id = ${tenant} and s.resource = f.resource and s.id = f.id
      order by s.id desc limit ${values.add(limit)}::int`,
    values: values.list,
  }
}

/** Records of an amount, over every resource that the person may see; the amount stands beside their notes. */
export async function searchAmount(
  { context, actor }: RequestContext,
  sought: string,
  limit: number,
): Promise<Found[]> {
  const amount = amountSought(sought)
  const statement = amount === null ? null : amountStatement(actor, amount, limit)
  if (amount === null || !statement) return []
  const rows = await context.db.scoped<{ resource: string; id: string; title: string; note: string | null }>(
    { tenantId: actor.tenantId },
    statement,
  )
  return rows.map(({ resource, id, title, note }) => ({
    ...{ resource, id, title, note: [note, `¥${readable(amount)}`].filter(Boolean).join(' · ') },
    pinyin: soundsOf(title),
  }))
}
