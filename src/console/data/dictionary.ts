import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { type Fields, isDict } from '../../model/language/fields/field.ts'
import { api } from '../api/client.ts'
import { keyOf, queryClient } from './queries.ts'

/** The words of a dictionary entry, when they have been loaded. */
export type DictWords = (code: string, key: string) => string | undefined

/** Entry of a business dictionary. */
export interface Entry {
  readonly dictKey: string
  readonly dictValue: string
}

/** The entries of a dictionary. They change a few times a year: asked for once an hour. */
export const dictionaryQuery = (code: string) =>
  queryOptions({
    queryKey: keyOf('dictBiz', 'dictionary', code),
    queryFn: () => api.get<readonly Entry[]>('blade-system/dict-biz/dictionary', { code }),
    staleTime: 3600_000,
    gcTime: Number.POSITIVE_INFINITY,
  })

/** Entries of several dictionaries, in order, after all have loaded; each is fetched separately and once. */
export const dictionariesQuery = (codes: readonly string[]) =>
  queryOptions({
    queryKey: keyOf('dictBiz', 'dictionaries', ...codes),
    queryFn: () => Promise.all(codes.map((code) => queryClient.fetchQuery(dictionaryQuery(code)))),
    enabled: codes.length > 0,
    staleTime: 3600_000,
    gcTime: Number.POSITIVE_INFINITY,
  })

/** The entries of a dictionary, empty while they load. */
export const useDictionary = (code: string): readonly Entry[] =>
  useQuery({ ...dictionaryQuery(code), enabled: code !== '' }).data ?? NO_ENTRIES
const NO_ENTRIES: readonly Entry[] = []

/** Words of dictionary entries that are loaded by now. */
export function useDictWords(): DictWords {
  const client = useQueryClient()
  return useCallback(
    (code, key) =>
      client.getQueryData<readonly Entry[]>(dictionaryQuery(code).queryKey)?.find((e) => e.dictKey === key)?.dictValue,
    [client],
  )
}

/** Loads the dictionaries of these fields, and renders again when their entries have arrived. */
export function useDictionaries(fields: Fields | undefined): void {
  const codes = useMemo(
    () => [...new Set(Object.values(fields ?? {}).flatMap((f) => (isDict(f) ? [f.dict] : [])))],
    [fields],
  )
  useQuery(dictionariesQuery(codes))
}
