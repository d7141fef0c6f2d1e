import { masked } from '../../../model/language/fields/shapes.ts'
import { fieldOf, unmaskCode } from '../../../model/language/resource.ts'
import type { WireRow } from '../../../model/wire/wire.ts'
import type { Actor } from '../../core/actor.ts'
import { may, withheld } from '../../core/permissions.ts'
import { toWire, wireValue } from '../../database/codec.ts'
import type { AnyResource, Change } from './rows.ts'

/** Returns whether the user may read the personal data of a resource in full. Lists mask it for all users. */
export const unmasked = (actor: Actor, of: AnyResource): boolean => may(actor, unmaskCode(of))

/** A record on the wire; personal data in full only when `full` and the person may. */
export const wireRow = (actor: Actor, of: AnyResource, row: Readonly<Record<string, unknown>>, full = false): WireRow =>
  toWire(of, row, { unmask: full && unmasked(actor, of), without: withheld(actor, of) })

/** Some fields of a record on the wire: what a decision changed. */
export function wirePatch(
  actor: Actor,
  of: AnyResource,
  row: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Record<string, unknown> {
  const patch: Record<string, unknown> = {}
  const hidden = withheld(actor, of)
  for (const name of names) {
    if (hidden.includes(name)) continue
    const f = fieldOf(of, name)
    if (!f) continue
    const value = wireValue(f, row[name])
    patch[name] = f.facts.masked ? masked(f, String(value)) : value
  }
  return patch
}

/** A change as other people may read it. */
export const wireChange = (of: AnyResource, c: Change): Change => {
  const f = fieldOf(of, c.field)
  return f?.facts.masked
    ? { field: c.field, from: masked(f, String(c.from ?? '')), to: masked(f, String(c.to ?? '')) }
    : c
}
