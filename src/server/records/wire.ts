import type { Field } from '../../model/kernel/field.ts'
import { auditFields, fieldOf } from '../../model/kernel/resource.ts'
import type { WireRow } from '../../model/kernel/wire.ts'
import type { Actor } from '../access/actor.ts'
import type { AnyResource, Change, Row } from '../decisions/rows.ts'
import { may } from '../decisions/scope.ts'

const NUMERIC = new Set<Field['kind']>(['integer', 'points', 'epochSeconds', 'epochMillis', 'flag', 'choice'])

/** Null on the wire: "" for texts, dates and ids, {} for objects, null for numbers (house: settled questions). */
export const wireNull = (f: Field): unknown => (NUMERIC.has(f.kind) ? null : f.kind === 'json' ? {} : '')

const stars = (n: number): string => '*'.repeat(Math.max(n, 1))

/** Personal data as lists show it: `138****8000`, `110101********123X`, `************7890`, `张*`. Pure. */
export function mask(f: Field, value: unknown): unknown {
  if (typeof value !== 'string' || value === '') return value
  const chars = [...value]
  const show = (head: number, tail: number): string =>
    chars.length <= head + tail
      ? `${chars[0]}${stars(chars.length - 1)}`
      : chars.slice(0, head).join('') + stars(chars.length - head - tail) + (tail ? chars.slice(-tail).join('') : '')
  if (f.kind === 'phone') return show(3, 4)
  if (f.kind === 'idCard') return show(6, 4)
  return chars.length > 8 ? show(0, 4) : show(1, 0)
}

/** May this person read the personal data of a resource in full? */
export const unmasked = (actor: Actor, of: AnyResource): boolean => may(actor, `${of.id}_unmask`)

/** A record on the wire. Personal data is masked unless `full` and the person may read it. */
export function wireRow(actor: Actor, of: AnyResource, row: Row, full = false): WireRow {
  const open = full && unmasked(actor, of)
  const wire: Record<string, unknown> = { id: row.id, tenantId: row.tenantId }
  for (const [name, f] of [...Object.entries<Field>(of.fields), ...Object.entries<Field>(auditFields)]) {
    const value = row[name]
    wire[name] = value === null || value === undefined ? wireNull(f) : f.facts.masked && !open ? mask(f, value) : value
  }
  return wire as WireRow
}

/** Some fields of a record on the wire: what a decision changed. */
export function wirePatch(of: AnyResource, row: Row, names: readonly string[]): Record<string, unknown> {
  const patch: Record<string, unknown> = {}
  for (const name of names) {
    const f = fieldOf(of, name)
    if (f) patch[name] = row[name] === null || row[name] === undefined ? wireNull(f) : f.facts.masked ? mask(f, row[name]) : row[name]
  }
  return patch
}

/** A change as other people may read it. */
export const wireChange = (of: AnyResource, c: Change): Change => {
  const f = fieldOf(of, c.field)
  return f?.facts.masked ? { field: c.field, from: mask(f, c.from), to: mask(f, c.to) } : c
}
