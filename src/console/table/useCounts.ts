import { useQuery } from '@tanstack/react-query'
import type { Condition } from '../../model/kernel/condition.ts'
import { ROUNDS, type ValueCounts } from '../../model/kernel/wire.ts'
import { api } from '../api/client.ts'
import { keyOf } from '../data/queries.ts'
import type { Filterable } from './filterFields.ts'
import { filterOf } from './filterKinds.ts'
import type { Offers } from './filterOffers.ts'
import { combine, toParams } from './filterParams.ts'
import { parseFilter } from './filterText.ts'
import { pieces } from './filterTokens.ts'

/**
 * How many rows have each value that is offered, within the rest of the filter; "" while or where nobody knows. Asked
 * once a field and filter: what is typed of the value changes nothing.
 */
export function useCounts(
  wanted: Offers['counted'],
  of: Filterable,
  always: readonly Condition[],
  today: string,
): (offer: string) => string {
  const field = wanted?.field
  const own = wanted
    ? parseFilter(wanted.before, of, today).conditions.filter((c) => c.field !== wanted.field.name)
    : []
  const params = toParams(combine(always, own))
  const { data } = useQuery({
    queryKey: keyOf(of.resource, 'counts', field?.name ?? '', JSON.stringify(params)),
    enabled: field !== undefined,
    queryFn: ({ signal }) =>
      api.get<ValueCounts>(
        ROUNDS.valueCounts,
        { resource: of.resource, of: field?.name ?? '', ...params },
        { signal, quiet: true },
      ),
    staleTime: 10_000,
  })
  return (offer) => {
    const filter = field && filterOf(field.field)
    const counts = data?.counts
    if (!field || !filter || 'ends' in filter || !counts) return ''
    const read = filter.exact(field.field, pieces(`x:${offer}`)[0]?.value.text ?? '')
    const n = 'value' in read ? counts[read.value] : undefined
    if (n === undefined) return ''
    return `${Math.min(n, data.most).toLocaleString('en-US')}${n > data.most ? '+' : ''}`
  }
}
