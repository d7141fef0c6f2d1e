import { resourceOf } from '../../../model/business.ts'
import type { Resource } from '../../../model/language/resource.ts'
import { maySee } from '../../core/permissions.ts'
import { nameOfRef } from '../../database/schema/indexes.ts'
import type { Reach } from './reach.ts'

/** A copied name of a record's lines (`list.lines`), and how it leads to the record. */
export interface Line {
  /** Cache key of its ids, once they were looked up. */
  readonly key: string
  readonly child: Resource
  readonly field: string
  /** The field of the line that points up. */
  readonly by: string
  /** The reference beside the name. */
  readonly ref: { readonly by: string; readonly to: Resource }
}

/** The lines of a resource that a reader may see: nobody finds a record by what they may not read. */
export const linesOf = (r: Resource, { permissions = new Set() }: Reach): Line[] =>
  (r.list.lines ?? []).flatMap(({ resource, field }) => {
    const child = resourceOf(resource)
    const by = r.children?.find((c) => c.resource === resource)?.by
    const ref = nameOfRef(child, field)
    return by && ref && maySee({ permissions }, child) ? [{ key: `${resource}.${ref.by}`, child, field, by, ref }] : []
  })

/** The same for one word: a single letter stands in too many names, and a number in none. */
export const linesFor = (r: Resource, reach: Reach, word: string): Line[] =>
  /\p{L}{2}/u.test(word) ? linesOf(r, reach) : []
