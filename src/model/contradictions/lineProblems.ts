import { type Field, isRef } from '../language/fields/field.ts'
import { filtersOf } from '../language/listing.ts'
import { fieldOf, type Resource } from '../language/resource.ts'

/** Problems of the names of children that a list is searched by; empty when there is none. Pure. */
export function lineProblems(
  r: Pick<Resource, 'children'> & { readonly list: Pick<Resource['list'], 'lines'> },
  find: (id: string) => Resource | undefined,
): string[] {
  return (r.list.lines ?? []).flatMap(({ resource, field }) => {
    const child = find(resource)
    const up = r.children?.find((c) => c.resource === resource)
    if (!child || !up || up.of !== undefined) return [`finds by lines of ${resource}, which is no child by the id`]
    const f = fieldOf(child, field)
    const copied = Object.values<Field>(child.fields).some((x) => isRef(x) && x.facts.shows === field)
    if (!f || !copied || !filtersOf(child).includes(field))
      return [`finds by ${resource}.${field}, which is no copied name that ${resource} is filtered by`]
    return f.facts.masked ? [`finds by ${resource}.${field}, which is personal data`] : []
  })
}
