import { pathOf } from '../../../model/language/conditions/expression.ts'
import type { Field } from '../../../model/language/fields/field.ts'
import { fieldOf } from '../../../model/language/resource.ts'
import { storeKindOf } from '../../database/kinds/kinds.ts'
import type { AnyResource } from '../../writing/unitOfWork/rows.ts'
import { isGroups, type Relation } from './relation.ts'

/** Type of a name of a relation: an id, a number, or anything that is a text. */
export type Nature = 'id' | 'number' | 'text'

const natureOf = (f: Field): Nature => {
  const kind = storeKindOf(f)
  return kind.type(f) === 'bigint' && kind.scale === null ? 'id' : kind.scale === null ? 'text' : 'number'
}

/** Type of a field of a resource; a mistake in a declaration where it has none. */
export function natureIn(of: AnyResource, name: string): Nature {
  if (name === 'id') return 'id'
  const f = fieldOf(of, name)
  if (!f) throw new Error(`an invariant names ${of.id}.${name}, which there is not`)
  return natureOf(f)
}

/** The same of a name of a relation (`amount`, `order.amount`). */
export function natureOfName(relation: Relation, path: string): Nature {
  const [from, name] = pathOf(path)
  if (from === null) {
    if (!isGroups(relation.of)) return natureIn(relation.of, path)
    if (path === 'id') return 'id'
    return relation.of.by.includes(path) ? natureOfName(relation.of.of, path) : 'number'
  }
  if (from === 'previous') return natureOfName({ of: relation.of }, name)
  const lookup = relation.with?.[from]
  if (!lookup) throw new Error(`an invariant names the lookup ${from}, which there is not`)
  return lookup.kind === 'total' ? 'number' : natureIn(lookup.of, name)
}
