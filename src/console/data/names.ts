import { useQuery } from '@tanstack/react-query'
import { calledBy, calledIn } from '../../model/wire/columns.ts'
import { languageNow } from '../i18n/index.ts'
import { useResource } from './domains.ts'
import { keyOf } from './queries.ts'
import { catalogued, fetchRows } from './records.ts'

/**
 * Name of a record, for references without a name field: '' while loading, null where there is no such record or this
 * person may not see it.
 */
export function useNameOf(to: string, id: string): string | null {
  const visible = catalogued(to) !== undefined
  const of = useResource(visible ? to : '')
  const { data, isError } = useQuery({
    queryKey: keyOf(to, 'named', id),
    enabled: of !== null,
    queryFn: () => fetchRows(to, [id], of ? calledBy(of) : []),
    staleTime: 15_000,
  })
  if (!visible || isError) return null
  if (!data || !of) return ''
  return (data[0] && calledIn(of, data[0], languageNow())) || null
}
