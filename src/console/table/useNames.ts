import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { conditionKey } from '../../model/kernel/condition.ts'
import { useResource } from '../data/modules.ts'
import { keyOf } from '../data/queries.ts'
import { catalogued, list } from '../data/records.ts'
import { fold } from './filterFields.ts'
import type { Offers } from './filterOffers.ts'
import { quote } from './filterTokens.ts'

/** Names that are offered at a time. */
const OFFERED = 8
const NONE: readonly string[] = []

/** Names of records that the value of a filter may mean, as the filter line writes them; none for who may not see them. */
export function useNames(wanted: Offers['names']): readonly string[] {
  const to = wanted?.field.to ?? ''
  const visible = catalogued(to) !== undefined
  const of = useResource(visible ? to : '')
  const typed = fold(wanted?.typed ?? '')
  const { data } = useQuery({
    queryKey: keyOf(to, 'names', typed),
    enabled: wanted !== null && visible && of !== null,
    queryFn: ({ signal }) =>
      list(
        to,
        {
          current: 1,
          size: OFFERED,
          ...(of && typed ? { [conditionKey({ field: of.name, op: 'like' })]: typed } : {}),
        },
        signal,
      ),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  if (!wanted || !of || !data) return NONE
  return [...new Set(data.records.map((row) => String(row[of.name] ?? '')))].filter(Boolean).map((name) => quote(name))
}
