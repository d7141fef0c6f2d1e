import { useQuery } from '@tanstack/react-query'
import { type Place, ROUNDS } from '../../model/wire/wire.ts'
import { api } from '../api/client.ts'
import { keyOf } from '../data/queries.ts'
import { Refused } from '../ui/messages/Refused.tsx'
import { Screen } from '../ui/Screen.tsx'
import { Moved } from './Moved.tsx'

/**
 * Address without a screen for this person. A screen that others may open is refused by its name; any other address
 * leads to /404.
 */
export function Unknown({ path }: { readonly path: string }) {
  const { data, isPending } = useQuery({
    queryKey: keyOf('place', path),
    queryFn: ({ signal }) => api.get<Place | null>(ROUNDS.place, { path }, { quiet: true, signal }),
    // a server that cannot be reached knows no such address
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (data) return <Refused what={data.title} />
  if (!isPending) return <Moved to={`/404?${new URLSearchParams({ path })}`} />
  return (
    <Screen title="" ready={false}>
      {null}
    </Screen>
  )
}
