import { fieldOf, type Resource } from './resource.ts'
import { sectionsOf } from './section.ts'

/** What is wrong with the sections of a resource: each must have something to show. Pure. */
export function sectionProblems(r: Resource): string[] {
  const found: string[] = []
  const all = sectionsOf(r)
  const codes = all.map((s) => s.code)
  for (const code of new Set(codes))
    if (codes.filter((c) => c === code).length > 1) found.push(`has two sections ${code}`)
  for (const s of all) {
    switch (s.kind) {
      case 'facts':
        for (const name of s.fields ?? []) if (!fieldOf(r, name)) found.push(`section ${s.code}: no field ${name}`)
        break
      case 'children':
        if (!r.children?.some((c) => c.resource === s.resource))
          found.push(`section ${s.code}: ${s.resource} is no child`)
        break
    }
  }
  return found
}
