import { type PartChild, partChildren, partField } from '../../model/language/derived/parts.ts'
import type { Resource } from '../../model/language/resource.ts'
import { resourceNow } from '../data/domains.ts'
import { catalogued } from '../data/records.ts'
import type { Values } from './base/values.ts'

/** Parts of a record that this user may write, all operations of them: fewer, and the form leaves them alone. */
const written = (of: Resource): readonly (PartChild & { readonly child: Resource })[] =>
  partChildren(of).flatMap((c) => {
    const child = resourceNow(c.resource)
    const may = catalogued(c.resource)?.operations ?? []
    return child && (['add', 'edit', 'delete'] as const).every((o) => may.includes(o)) ? [{ ...c, child }] : []
  })

/** A resource with the lists of its parts as fields, as its form has them. Its children are of its own domain. */
export function withParts(of: Resource | null): Resource | null {
  const parts = of ? written(of) : []
  if (!of || parts.length === 0) return of
  const lists = parts.map((c) => [c.part.as, partField(c.child, c)])
  return { ...of, fields: { ...of.fields, ...Object.fromEntries(lists) } }
}

/** The editor of a field that is a list of parts; undefined for any other field. */
export const editorOf = (of: Resource, name: string): string | undefined =>
  partChildren(of).find((c) => c.part.as === name)?.part.editor

/** Values as they are sent: an emptied list of parts is said as such, for nothing said leaves them as they are. */
export const partsInFull = (of: Resource, values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, editorOf(of, name) === undefined ? value : (value ?? [])]),
  )

/** Names of the parts of a list, in order: enough to tell two lists apart. Null for any other field. */
export function namesOfParts(of: Resource, name: string, value: unknown): string | null {
  const child = partChildren(of).find((c) => c.part.as === name)
  const called = child && resourceNow(child.resource)?.name
  if (called === undefined) return null
  const rows = (Array.isArray(value) ? value : []) as readonly Readonly<Record<string, unknown>>[]
  return rows.map((row, i) => `${i + 1}. ${String(row[called] ?? '')}`).join(' · ') || null
}
