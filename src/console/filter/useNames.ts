import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { conditionKey } from '../../model/language/conditions/condition.ts'
import { isCalledBy } from '../../model/language/resource.ts'
import { VALUES_COUNTED_MAX } from '../../model/wire/wire.ts'
import { useResource } from '../data/domains.ts'
import { keyOf } from '../data/queries.ts'
import { catalogued, fetchRows, list } from '../data/records.ts'
import { fold } from './filterFields.ts'
import type { Offers } from './filterOffers.ts'

const NONE: Names = { records: [], whole: true }

/** A record whose name a value may be. */
export interface Named {
  readonly id: string
  readonly name: string
}

export interface Names {
  readonly records: readonly Named[]
  /** No other record has a name with what was typed. */
  readonly whole: boolean
}

/**
 * Records that the value of a filter may mean, by name or by how it is read, as many as are counted; none for who may not
 * see them. `first`: ids of those that come before all others.
 */
export function useNames(wanted: Offers['names'], first: readonly string[]): Names {
  const to = wanted?.field.to ?? ''
  const visible = catalogued(to) !== undefined
  const found = useResource(visible ? to : '')
  const of = found && wanted && isCalledBy(found, wanted.field.name) ? found : null
  const typed = fold(wanted?.typed ?? '')
  const { data } = useQuery({
    queryKey: keyOf(to, 'names', typed),
    enabled: of !== null,
    queryFn: ({ signal }) =>
      list(
        to,
        {
          current: 1,
          size: VALUES_COUNTED_MAX,
          ...(of && typed ? { [conditionKey({ field: of.name, op: 'like' })]: typed } : {}),
        },
        signal,
      ),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  const { data: before } = useQuery({
    queryKey: keyOf(to, 'named', ...first),
    enabled: of !== null && first.length > 0,
    queryFn: () => fetchRows(to, first, of ? [of.name] : []),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  if (!of || !data) return NONE
  const rows = [...(first.length > 0 ? (before ?? []) : []), ...data.records]
  const records = new Map(rows.map((row) => [row.id, String(row[of.name] ?? '')]))
  return {
    records: [...records].flatMap(([id, name]) => (name ? [{ id, name }] : [])),
    whole: data.total <= data.records.length,
  }
}
