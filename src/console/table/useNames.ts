import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { conditionKey } from '../../model/kernel/condition.ts'
import { MOST_COUNTED } from '../../model/kernel/wire.ts'
import { useResource } from '../data/modules.ts'
import { keyOf } from '../data/queries.ts'
import { catalogued, list } from '../data/records.ts'
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

/** Records that the value of a filter may mean, by name, as many as are counted; none for who may not see them. */
export function useNames(wanted: Offers['names']): Names {
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
          size: MOST_COUNTED,
          ...(of && typed ? { [conditionKey({ field: of.name, op: 'like' })]: typed } : {}),
        },
        signal,
      ),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  if (!wanted || !of || !data) return NONE
  const records = data.records.flatMap((row) => {
    const name = String(row[of.name] ?? '')
    return name ? [{ id: row.id, name }] : []
  })
  return { records, whole: data.total <= data.records.length }
}
