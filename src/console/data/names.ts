import { useQuery } from '@tanstack/react-query'
import { useResource } from './modules.ts'
import { keyOf } from './queries.ts'
import { catalogued, fetchRows } from './records.ts'

/**
 * What a record is called, for references that no other field keeps the name of: '' while it is asked for, null where
 * there is no such record or this person may not see it.
 */
export function useNameOf(to: string, id: string): string | null {
  const visible = catalogued(to) !== undefined
  const of = useResource(visible ? to : '')
  const { data, isError } = useQuery({
    queryKey: keyOf(to, 'named', id),
    enabled: of !== null,
    queryFn: () => fetchRows(to, [id], of ? [of.name] : []),
    staleTime: 15_000,
  })
  if (!visible || isError) return null
  if (!data || !of) return ''
  return String(data[0]?.[of.name] || '') || null
}
