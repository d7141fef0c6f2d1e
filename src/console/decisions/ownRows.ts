import type { Condition } from '../../model/language/conditions/condition.ts'
import { DECIDABLE, MADE } from '../../model/language/decidable.ts'
import { needsSecond, ownWhy } from '../../model/wire/ownDecisions.ts'
import type { WireRow } from '../../model/wire/wire.ts'
import { catalogued } from '../data/records.ts'
import type { Matching } from './matching.ts'

/** Returns whether some decision of the resource that this person holds needs a second person. */
export const hasSecond = (resource: string): boolean => needsSecond(catalogued(resource)?.decisions ?? [])

/** Returns why this person may not decide a row because they made it, in words; "" where they may. */
export const madeBy = (resource: string, row: WireRow | null | undefined): string =>
  row?.[MADE] ? ownWhy(catalogued(resource)?.decisions ?? [], row) : ''

/** Returns whether a filter itself says what of the person's own it wants. */
export const namesOwn = (conditions: readonly Condition[]): boolean => conditions.some((c) => c.field === DECIDABLE)

/** "All that match" as it is meant: without the rows that the person made, unless the filter speaks of them itself. */
export const meant = (resource: string, { conditions, sort }: Matching): Matching => ({
  sort,
  conditions:
    hasSecond(resource) && !namesOwn(conditions)
      ? [...conditions, { field: DECIDABLE, op: 'notequal', value: '0' }]
      : conditions,
})
