import { useQuery } from '@tanstack/react-query'
import { joined } from '../../model/values/label.ts'
import { ROUNDS, type WireOrigin } from '../../model/wire/wire.ts'
import { api } from '../api/client.ts'
import { keyOf } from '../data/queries.ts'
import { useWords } from '../i18n/index.ts'

/** Origins of records for an empty list: read of the model, for this list alone. */
export function Origins({ resource }: { readonly resource: string }) {
  const { t, language } = useWords()
  const { data } = useQuery({
    queryKey: keyOf(resource, 'origins', language),
    queryFn: ({ signal }) => api.get<readonly WireOrigin[]>(ROUNDS.origins, { resource }, { signal, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (!data || data.length === 0) return null
  return (
    <ul data-origins="">
      {data.map(({ how, roles }) => (
        <li key={how}>
          {roles.length > 0 ? t('table.comesBy', { how, who: joined(roles, language) }) : t('table.comes', { how })}
        </li>
      ))}
    </ul>
  )
}
