import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { loadResource } from '../data/domains.ts'
import { keyOf, queryClient } from '../data/queries.ts'
import { recordQuery } from '../data/records.ts'
import { useRegistry } from '../host/useCommand.ts'
import { useWords } from '../i18n/index.ts'
import { actionRows, actionsOf, type ReadRecord } from './actions.ts'
import type { RowFacts, RowGroup } from './rows.ts'

export interface Actions {
  readonly groups: readonly RowGroup[]
  /** The record is being read: more may come. */
  readonly busy: boolean
  /** Why the record could not be read, "" when it could. */
  readonly failed: string
}

/** Actions of a row as rows; a record is read anew, so that what it offers is what its state allows now. */
export function useActions(row: RowFacts | null, typed: string): Actions {
  const { language } = useWords()
  const registry = useRegistry()
  const subject = row?.subject
  const found = subject?.is === 'record' ? subject.found : undefined
  const { data, error, isFetching } = useQuery(
    {
      queryKey: keyOf(found?.resource ?? '', 'actions-of', found?.id ?? ''),
      queryFn: async (): Promise<ReadRecord> => {
        const { resource, id } = found as NonNullable<typeof found>
        const [of, read] = await Promise.all([
          loadResource(resource),
          queryClient.fetchQuery({ ...recordQuery(resource, id), staleTime: 0 }),
        ])
        return { of, row: read }
      },
      enabled: found !== undefined,
      staleTime: 0,
      gcTime: 0,
      retry: false,
    },
    queryClient,
  )
  const actions = useMemo(
    () => (subject ? actionsOf(subject, registry, language, data ?? null) : []),
    [subject, registry, language, data],
  )
  const groups = useMemo(() => (row ? actionRows(actions, typed) : []), [row, actions, typed])
  return { groups, busy: isFetching, failed: error ? error.message : '' }
}
