import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { AnyCommand } from '../../../commands/command.ts'
import { loadResource } from '../data/modules.ts'
import { keyOf, queryClient } from '../data/queries.ts'
import { recordQuery } from '../data/records.ts'
import { useRegistry } from '../host/useCommand.ts'
import { useWords } from '../i18n/index.ts'
import { actionRows, actionsOf, choiceRows, type ReadRecord } from './actions.ts'
import type { RowFacts, RowGroup } from './rows.ts'

/** What stands above the results: the actions of a row, or what a command asks to choose from. */
export type Level =
  | { readonly is: 'actions'; readonly row: RowFacts }
  | { readonly is: 'choices'; readonly command: AnyCommand; readonly chosen: readonly string[]; readonly title: string }

export interface Actions {
  readonly groups: readonly RowGroup[]
  /** The record is being read: more may come. */
  readonly busy: boolean
  /** Why the record could not be read, "" when it could. */
  readonly failed: string
}

/** Rows of a level; a record is read anew, so that what it offers is what its state allows now. */
export function useActions(level: Level | undefined, typed: string): Actions {
  const { language } = useWords()
  const registry = useRegistry()
  const subject = level?.is === 'actions' ? level.row.subject : undefined
  const found = subject?.is === 'record' ? subject.found : undefined
  const { data, error, isFetching } = useQuery(
    {
      queryKey: keyOf(found?.resource ?? '', 'actions-of', found?.id ?? ''),
      queryFn: async (): Promise<ReadRecord> => {
        const { resource, id } = found as NonNullable<typeof found>
        const [of, row] = await Promise.all([
          loadResource(resource),
          queryClient.fetchQuery({ ...recordQuery(resource, id), staleTime: 0 }),
        ])
        return { of, row }
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
  const groups = useMemo(() => {
    if (!level) return []
    return level.is === 'actions' ? actionRows(actions, typed) : choiceRows(level.command, level.chosen, typed)
  }, [level, actions, typed])
  return { groups, busy: isFetching, failed: error ? error.message : '' }
}
