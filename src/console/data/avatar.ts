import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../api/client.ts'
import { keyOf, queryClient } from './queries.ts'

/**
 * Address of the signed-in person's picture; "" where they have none, or while it is fetched. `of`: the id of the picture, so that another
 * one is fetched anew.
 */
export function useAvatar(of: string): string {
  const { data } = useQuery(
    {
      queryKey: keyOf('user', 'avatar', of),
      queryFn: async ({ signal }) => (await api.receive('blade-system/user/avatar', undefined, { signal })).blob,
      enabled: of !== '',
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    },
    queryClient,
  )
  const [address, setAddress] = useState('')
  useEffect(() => {
    if (!data) return setAddress('')
    const link = URL.createObjectURL(data)
    setAddress(link)
    return () => URL.revokeObjectURL(link)
  }, [data])
  return address
}
