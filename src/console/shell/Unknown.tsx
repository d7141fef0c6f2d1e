import { useQuery } from '@tanstack/react-query'
import { type Place, ROUNDS } from '../../model/wire/wire.ts'
import { api } from '../api/client.ts'
import { keyOf } from '../data/queries.ts'
import { Refused } from '../ui/messages/Refused.tsx'
import { Screen } from '../ui/Screen.tsx'
import { Moved } from './Moved.tsx'

/**
 * An address that no screen of this person has. What others may open there is refused by its name; any other address is
 * said at /404.
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
