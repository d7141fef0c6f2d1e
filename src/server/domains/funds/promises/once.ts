import { and, type Expression, equal, there } from '../../../../model/language/conditions/expression.ts'
import type { Label } from '../../../../model/values/label.ts'
import { count } from '../../../promises/form/aggregate.ts'
import { groups } from '../../../promises/form/relation.ts'
import { type Invariant, invariant } from '../../../promises/invariant.ts'
import type { AnyResource } from '../../../writing/unitOfWork/rows.ts'

/** Live rows that have these values at all have them once. */
export const once = (
  id: string,
  title: Label,
  of: AnyResource,
  by: readonly string[],
  where: Expression = and(...by.map(there)),
): Invariant =>
  invariant(id, title, { of: groups({ of, where }, by, { found: count() }) }, equal('found', 1), {
    found: 'found',
  })
