import { choiceWords, type Field, isChoice, isHtml, isRef } from '../language/fields/field.ts'
import { kindOf } from '../language/fields/kinds.ts'
import { fieldOf, type Resource } from '../language/resource.ts'
import { factNames, type Section, type SumSection, sectionsOf } from '../language/section.ts'

const sumProblems = (r: Resource, s: SumSection): string[] => {
  const found: string[] = []
  if (s.lines[0]?.sign !== 'start') found.push('begins with no amount')
  if (s.lines.at(-1)?.sign !== '=') found.push('comes to nothing: its last line must be =')
  for (const { field } of s.lines) {
    const f = fieldOf(r, field)
    if (f && kindOf(f).wire !== 'decimal') found.push(`${field} is ${f.kind}, which cannot be added up`)
  }
  return found
}

/** Problems that keep a section from being shown. */
function problemsOf(r: Resource, s: Section, find: (id: string) => Resource | undefined): string[] {
  const missing = (names: readonly string[], of: Resource = r): string[] =>
    names.filter((name) => !fieldOf(of, name)).map((name) => `no field ${of === r ? '' : `${of.id}.`}${name}`)
  const isChild = (id: string): string[] => (r.children?.some((c) => c.resource === id) ? [] : [`${id} is no child`])
  const unlike = (fits: (f: Field) => boolean, what: string, names: readonly string[]): string[] =>
    names.flatMap((name) => {
      const f = fieldOf(r, name)
      if (!f) return missing([name])
      return fits(f) ? [] : [`${name} is ${f.kind}, not ${what}`]
    })
  switch (s.kind) {
    case 'facts':
      return [
        ...missing([...(s.fields ?? []), ...(s.order?.without ?? [])]),
        ...(s.order?.without ?? [])
          .filter((name) => fieldOf(r, name) && !factNames(r).includes(name))
          .map((name) => `leaves out ${name}, which it would not show`),
      ]
    case 'children':
      return isChild(s.resource)
    case 'steps': {
      const child = find(s.resource)
      return [...isChild(s.resource), ...(child ? missing([s.label, s.value], child) : [])]
    }
    case 'pictures': {
      const child = find(s.resource)
      if (!child) return isChild(s.resource)
      const [picture, by] = [fieldOf(child, s.picture), fieldOf(child, s.by)]
      return [
        ...isChild(s.resource),
        ...missing([s.picture, s.by], child),
        ...(picture && kindOf(picture).files === null ? [`${s.picture} is ${picture.kind}, not file or image`] : []),
        ...(by && !isChoice(by) ? [`${s.by} is ${by.kind}, not choice`] : []),
        ...s.needs.flatMap((value) =>
          by && isChoice(by) && !choiceWords(by, value) ? [`needs ${value}, which ${s.by} never is`] : [],
        ),
      ]
    }
    case 'files':
      return [
        ...(s.fields.length === 0 ? ['names no field'] : []),
        ...unlike((f) => kindOf(f).files !== null, 'file or image', s.fields),
      ]
    case 'html':
      return unlike(isHtml, 'html', [s.field])
    case 'compare': {
      const mixed = s.pairs.filter(([a, b]) => {
        const [left, right] = [fieldOf(r, a), fieldOf(r, b)]
        return left && right && left.kind !== right.kind
      })
      return [
        ...(s.pairs.length === 0 ? ['names no pair'] : []),
        ...missing(s.pairs.flat()),
        ...mixed.map(([a, b]) => `${a} and ${b} are of different kinds`),
      ]
    }
    case 'sum':
      return [...missing(s.lines.map((l) => l.field)), ...sumProblems(r, s)]
    case 'related': {
      const linked = (r.children ?? []).length > 0
      return linked || Object.values(r.fields).some(isRef) || r.sections === undefined ? [] : ['is related to nothing']
    }
    case 'history':
      return []
    case 'panel':
      // that a panel is registered is a question to the console
      return s.shows === undefined || find(s.shows) ? [] : [`shows ${s.shows}, which there is not`]
  }
}

/** Problems of the sections of a resource: each must have something to show. Pure. */
export function sectionProblems(r: Resource, find: (id: string) => Resource | undefined): string[] {
  const all = sectionsOf(r)
  const codes = all.map((s) => s.code)
  return [
    ...(all.length === 0 && r.operations.includes('view') ? ['has no section: a record would show nothing'] : []),
    ...[...new Set(codes)]
      .filter((code) => codes.filter((c) => c === code).length > 1)
      .map((code) => `has two sections ${code}`),
    ...all.flatMap((s) => problemsOf(r, s, find).map((what) => `section ${s.code}: ${what}`)),
  ]
}
