import { type Field, type Fields, isInteger, isRows, list, type Rows, text } from '../fields/field.ts'
import { kindOf } from '../fields/kinds.ts'
import { type Child, fieldOf, type Part, type Resource } from '../resource.ts'

/** Parts of a record: children that are read and written with it (`Child.part`). */

/** Most parts of one kind that a record has. */
export const PARTS_PER_RECORD_MAX = 100

/** A child that is a part. */
export type PartChild = Child & { readonly part: Part }

/** The children of a resource that are parts of its records. */
export const partChildren = (r: Pick<Resource, 'children'>): readonly PartChild[] =>
  (r.children ?? []).filter((c): c is PartChild => c.part !== undefined)

/** Writable fields of a part: its own fields, without its record and its place. */
const writtenOf = (of: Resource, { by, part }: PartChild): Fields =>
  Object.fromEntries(
    Object.entries<Field>(of.fields).filter(
      ([name, f]) => name !== by && name !== part.order && f.facts.readOnly !== 'always',
    ),
  )

/**
 * The list of parts as a field of the record: its cells are the id (empty for a new one) and what is written of each, in
 * the order of declaration. `of`: the resource of the child.
 */
export const partField = (of: Resource, child: PartChild): Rows =>
  list(
    child.part.title[0],
    child.part.title[1],
    { id: text('编号', 'Id', { length: 19 }), ...writtenOf(of, child) },
    {
      max: PARTS_PER_RECORD_MAX,
    },
  )

const isWhole = (r: Resource, name: string): boolean => {
  const f = fieldOf(r, name)
  return f !== undefined && isInteger(f)
}

/** Problems of the parts of a resource; empty when there is none. Pure. */
export function partProblems(r: Resource, find: (id: string) => Resource | undefined): string[] {
  return partChildren(r).flatMap((child) => {
    const { part } = child
    const of = find(child.resource)
    const say = (what: string) => [`has parts ${part.as}: ${what}`]
    if (!of) return []
    const odd = Object.entries(writtenOf(of, child)).find(([, f]) => !kindOf(f).nested && !isRows(f))
    return [
      ...(fieldOf(r, part.as) ? say('a field has that name') : []),
      ...(child.of !== undefined ? say('they name the record by another field than its id') : []),
      ...(of.fields[child.by]?.facts.readOnly === 'edit' ? [] : say(`${child.by} may be edited: it is not`)),
      ...(isWhole(of, part.order) ? [] : say(`${part.order} is no whole number`)),
      ...(isWhole(r, part.count) ? [] : say(`${part.count} is no whole number`)),
      ...(odd ? say(`${odd[0]} is ${odd[1].kind}, which the list cannot hold`) : []),
      // locked after their record, in the one order of locks
      ...(of.variantOf || r.variantOf || of.id < r.id ? say(`${of.id} is locked before ${r.id}`) : []),
      ...(r.tree || [r, of].some((x) => Object.values<Field>(x.fields).some((f) => f.facts.dualControl))
        ? say('a tree, or what two persons change, has none')
        : []),
    ]
  })
}
