import { useQuery } from '@tanstack/react-query'
import { type Condition, valuesOf } from '../../model/language/conditions/condition.ts'
import { resolved } from '../../model/language/conditions/relative.ts'
import { monthWord } from '../../model/values/dates.ts'
import { ROUNDS, VALUES_COUNTED_MAX, type ValueCounts } from '../../model/wire/wire.ts'
import { api } from '../api/client.ts'
import { keyOf } from '../data/queries.ts'
import { type Filterable, type FilterField, fold, isMonth } from './filterFields.ts'
import { filterOf } from './filterKinds.ts'
import type { Offers } from './filterOffers.ts'
import { combine, toParams } from './filterParams.ts'
import { parseFilter } from './filterText.ts'
import { pieces, quote } from './filterTokens.ts'
import { type Named, useNames } from './useNames.ts'

/** Names, and months, that are offered at a time. */
const NAMES = 8

/** Values that the server knows to be offered, and how many rows each offer has. */
export interface Offered {
  /** Names of records, and months: those that rows have first. */
  readonly texts: readonly string[]
  /** "" while or where nobody knows. */
  counts(offer: string): string
}

/** Counts of a field's values within the rest of the filter; undefined while they are asked. */
function useValueCounts(resource: string, of: string, params: object, enabled: boolean): ValueCounts | undefined {
  const { data } = useQuery({
    queryKey: keyOf(resource, 'counts', of, JSON.stringify(params)),
    enabled,
    queryFn: ({ signal }) =>
      api.get<ValueCounts>(ROUNDS.valueCounts, { resource, of, ...params }, { signal, quiet: true }),
    staleTime: 10_000,
  })
  return enabled ? data : undefined
}

/**
 * Values of a field that the server offers within the rest of the filter. Fetched once a field and filter: typing part
 * of a value changes only which records match. Before anything is typed of a name the records that most rows name are
 * offered, then others. Where there are more, whose names may be the same, a count is at least so many.
 */
export function useOffered(
  offers: Offers | null,
  of: Filterable,
  always: readonly Condition[],
  today: string,
): Offered {
  const wanted = offers?.counted ?? null
  const field = wanted?.field
  const own = wanted ? parseFilter(wanted.before, of, today).conditions.filter((c) => c.field !== field?.name) : []
  const params = toParams(combine(always, own))
  const month = field !== undefined && isMonth(field.field)
  const untyped = offers?.names?.typed === ''
  const most = useValueCounts(of.resource, field?.name ?? '', params, untyped || month)
  const known = (untyped && most?.counts) || null
  const first = known ? Object.keys(known).sort((a, b) => (known[b] ?? 0) - (known[a] ?? 0)) : []
  const named = useNames(offers?.names ?? null, first)
  const ids = named.records.map(({ id }) => id)
  const asks = field?.to ? ids.length > 0 && (!untyped || most?.counts === null) : field !== undefined && !month
  const values = field?.to ? { values: ids.slice(0, VALUES_COUNTED_MAX).join() } : {}
  const fetched = useValueCounts(of.resource, field?.name ?? '', { ...params, ...values }, asks)
  if (!field) return { texts: [], counts: () => '' }
  const { counts = null, most: upTo = 0 } = known || month ? (most ?? {}) : (fetched ?? {})
  // Fewer counted values than the limit mean that all were counted: any other value has no rows.
  const whole = known !== null && first.length < VALUES_COUNTED_MAX
  const countOf = (value: string): number | undefined => counts?.[value] ?? (whole ? 0 : undefined)
  const rows = (offer: string): number | null => {
    const meant = valuesMeant(field, pieces(`x:${offer}`)[0]?.value.text ?? '', named.records, today).map(countOf)
    return counts === null || meant.length === 0 || meant.includes(undefined)
      ? null
      : meant.reduce<number>((sum, n) => sum + (n ?? 0), 0)
  }
  const names = [...new Set(named.records.map(({ name }) => quote(name)))]
  const found = month
    ? Object.keys(counts ?? {})
        .sort()
        .reverse()
        .map(monthWord)
        .filter((spelled) => spelled.startsWith(fold(wanted?.typed ?? '')))
    : names
        .map((name) => ({ name, n: rows(name) ?? 0 }))
        .sort((a, b) => b.n - a.n)
        .map(({ name }) => name)
  return {
    texts: found.slice(0, NAMES),
    counts: (offer) => {
      const n = rows(offer)
      if (n === null) return ''
      const more = n > upTo || (field.to !== null && !named.whole && !whole)
      return more && n === 0 ? '' : `${Math.min(n, upTo).toLocaleString('en-US')}${more ? '+' : ''}`
    },
  }
}

/** The values that an offer means: records whose names hold it, a month, one of few. */
function valuesMeant(f: FilterField, text: string, named: readonly Named[], today: string): readonly string[] {
  // a name is looked for as a piece: records whose names hold it are found with it
  if (f.to) return named.filter(({ name }) => fold(name).includes(fold(text))).map(({ id }) => id)
  const filter = filterOf(f.field)
  if ('ends' in filter) return []
  const span = filter.span?.(text, today)
  const months = span && valuesOf(resolved(f.field, { field: f.name, op: 'in', value: span.join(',') }, today))
  if (months) return months.length === 1 ? months : []
  const read = filter.exact(f.field, text)
  return 'value' in read ? [read.value] : []
}
