import { filterFieldOf } from '../language/listing.ts'
import { fieldOf, type Resource } from '../language/resource.ts'
import { claimsOf, OPEN, paramsOf, type RouteClaim } from '../values/routes.ts'

const PATH = /^(\/(:[A-Za-z]|\w)[\w.-]*)+$/

/** Problems of an address of a resource. */
function problemsOf(r: Resource, { path, screen, to, where }: RouteClaim): string[] {
  const found: string[] = []
  const params = paramsOf(path)
  if (!PATH.test(path)) found.push('is odd: segments of letters and digits, parameters as :name')
  if (new Set(params).size < params.length) found.push('has a parameter twice')
  if (to !== undefined) {
    if (to === '') found.push(`leads to the ${screen} screen, which has no address`)
    else if ([...params].sort().join() !== paramsOf(to).sort().join()) found.push(`has other parameters than ${to}`)
    return found
  }
  if (screen === 'detail' || screen === 'edit') {
    if (!params.includes('id')) found.push(`names no record: a ${screen} screen needs :id`)
    for (const name of params)
      if (name !== 'id' && !(name === 'tabindex' && screen === 'detail') && !fieldOf(r, name))
        found.push(`has the parameter ${name}, which is no field`)
    if (where) found.push(`says where, which is for lists`)
    return found
  }
  const used = Object.values(where ?? {}).flatMap((value) => paramsOf(value ?? ''))
  if (screen === 'add') {
    for (const name of [...params, ...Object.keys(where ?? {})]) {
      const lock = fieldOf(r, name)?.facts.readOnly
      if (!r.fields[name] || lock === 'always' || lock === 'add')
        found.push(`begins with ${name}, which a new record cannot be given`)
    }
    return found
  }
  for (const name of params) if (!used.includes(name)) found.push(`has the parameter ${name}, which says nothing`)
  for (const name of used)
    if (!params.includes(name)) found.push(`asks for the parameter ${name}, which it does not have`)
  for (const name of Object.keys(where ?? {})) {
    if (!filterFieldOf(r, name)) found.push(`selects by ${name}, which is no filter`)
    if (fieldOf(r, name)?.facts.masked) found.push(`selects by the masked ${name}`)
  }
  return found
}

/** Problems of the addresses of a resource; who else claims them is asked by `doubleClaims`. Pure. */
export const routeProblems = (r: Resource): string[] => [
  ...claimsOf(r.routes).flatMap((claim) => problemsOf(r, claim).map((what) => `route ${claim.path} ${what}`)),
  ...paramsOf(r.routes?.record ?? '')
    .filter((name) => name !== 'id' && !fieldOf(r, name))
    .map((name) => `opens its records by ${name}, which is no field`),
  ...(r.routes?.record && r.view === undefined ? ['opens its records elsewhere, which is for views'] : []),
  // as a filter it could not be told from the record that is shown
  ...(fieldOf(r, OPEN) ? [`has the field ${OPEN}, which addresses say of the record that is shown`] : []),
]
