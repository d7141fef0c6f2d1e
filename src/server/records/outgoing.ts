import { resourceOf } from '../../model/business.ts'
import { isEmpty } from '../../model/language/derived/validate.ts'
import type { Answer, Download } from '../../model/language/domain/answer.ts'
import type { AnyCall } from '../../model/language/domain/call.ts'
import type { Field, Fields } from '../../model/language/fields/field.ts'
import { masked } from '../../model/language/fields/shapes.ts'
import type { Page, WireRow } from '../../model/wire/wire.ts'
import type { Actor } from '../core/actor.ts'
import type { RequestContext } from '../core/context/context.ts'
import { wireValue } from '../database/codec.ts'
import { wireRow } from '../writing/unitOfWork/wire.ts'

/** A value of a declared field as it goes out: nothing as the wire spells it, personal data masked. */
const shown = (f: Field, value: unknown): unknown =>
  f.facts.masked && !isEmpty(value) ? masked(f, String(value)) : wireValue(f, value)

/** The declared fields of an object; what is not declared stays here. */
const shownFields = (fields: Fields, value: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries<Field>(fields).map(([name, f]) => [name, shown(f, (value as Record<string, unknown>)[name])]),
  )

/** Outgoing form of a handler's result: records as the wire spells them, personal data masked. */
export function outgoing(c: AnyCall, actor: Actor, value: unknown): unknown {
  const { shape, fields, resource, value: field } = c.answer as Answer
  const of = resource === undefined ? null : resourceOf(resource)
  const one = (x: unknown): unknown =>
    x === null || x === undefined
      ? x
      : of
        ? { ...wireRow(actor, of, x as Readonly<Record<string, unknown>>), ...shownFields(fields ?? {}, x) }
        : fields
          ? shownFields(fields, x)
          : x
  const alone = (x: unknown): unknown => (field ? shown(field, x) : x)
  if (shape === 'nothing') return null
  if (shape === 'value') return alone(value)
  if (shape === 'values') return (value as unknown[]).map(alone)
  if (shape === 'list' && Array.isArray(value)) return value.map(one)
  if (shape === 'page') {
    const page = value as Page<WireRow>
    return { ...page, records: page.records.map(one) }
  }
  return shape === 'one' ? one(value) : value
}

/** Sends a file under its name. */
export function sendFile({ reply }: RequestContext, { name, type, bytes }: Download): unknown {
  reply.header('content-type', type)
  reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
  reply.header('cache-control', 'private, no-store')
  return reply.send(Buffer.from(bytes))
}
