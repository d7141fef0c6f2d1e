import { useQuery } from '@tanstack/react-query'
import type { Condition } from '../../model/kernel/condition.ts'
import { ROUNDS, type ValueCounts } from '../../model/kernel/wire.ts'
import { api } from '../api/client.ts'
import { keyOf } from '../data/queries.ts'
import { type Filterable, fold } from './filterFields.ts'
import { filterOf } from './filterKinds.ts'
import type { Offers } from './filterOffers.ts'
import { combine, toParams } from './filterParams.ts'
import { parseFilter } from './filterText.ts'
import { pieces } from './filterTokens.ts'
import type { Names } from './useNames.ts'

/**
 * How many rows have each value that is offered, within the rest of the filter; "" while or where nobody knows. Asked
 * once a field and filter: what is typed of the value changes nothing. `named`: the records offered, where values are names;
 * where there are others, whose names may be the same, a count is at least so many.
 */
export function useCounts(
  wanted: Offers['counted'],
  of: Filterable,
  always: readonly Condition[],
  today: string,
  named: Names,
): (offer: string) => string {
  const field = wanted?.field
  const own = wanted
    ? parseFilter(wanted.before, of, today).conditions.filter((c) => c.field !== wanted.field.name)
    : []
  const ids = field?.to ? named.records.map(({ id }) => id).join() : ''
  const params = { ...toParams(combine(always, own)), ...(ids ? { values: ids } : {}) }
  const { data } = useQuery({
    queryKey: keyOf(of.resource, 'counts', field?.name ?? '', JSON.stringify(params)),
    enabled: field !== undefined && (field.to === null || ids !== ''),
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
    const text = pieces(`x:${offer}`)[0]?.value.text ?? ''
    const read = filter.exact(field.field, text)
    // a name is looked for as a piece: records whose names hold it are found with it
    const meant = field.to
      ? named.records.filter(({ name }) => fold(name).includes(fold(text))).map(({ id }) => id)
      : []
    const of = field.to ? meant : 'value' in read ? [read.value] : []
    if (of.length === 0 || of.some((value) => counts[value] === undefined)) return ''
    const n = of.reduce((sum, value) => sum + (counts[value] ?? 0), 0)
    const more = n > data.most || (field.to !== null && !named.whole)
    return more && n === 0 ? '' : `${Math.min(n, data.most).toLocaleString('en-US')}${more ? '+' : ''}`
  }
}
