import { queryOptions } from '@tanstack/react-query'
import { type FrecencyBook, frecencyBook } from '../../../commands/search/frecency.ts'
import { COMMANDS_KEPT, RECORDS_KEPT, settings } from '../../model/wire/settings/settings.ts'
import { type Found, ROUNDS } from '../../model/wire/wire.ts'
import { api } from '../api/client.ts'
import { mySettings } from './mySettings.ts'
import { keyOf } from './queries.ts'

/**
 * Recent records and commands of a person, two of their settings: ids only, never names. Names of records are fetched from the
 * server each time, which names those that may still be read.
 */

function bookOf(of: typeof settings.usedCommands | typeof settings.usedRecords, kept: number): FrecencyBook {
  return frecencyBook(
    {
      read: () => mySettings().read(of.key, of),
      write: (book) => void mySettings().write(of.key, book),
    },
    Date.now,
    kept,
  )
}

/** Commands by id, those that lead to a place among them. */
export const usedCommands = (): FrecencyBook => bookOf(settings.usedCommands, COMMANDS_KEPT)
/** Records by `recordName`. */
export const usedRecords = (): FrecencyBook => bookOf(settings.usedRecords, RECORDS_KEPT)

/** A record among all: `settlementOrder.17`. */
export const recordName = (of: Pick<Found, 'resource' | 'id'>): string => `${of.resource}.${of.id}`

/** A record is looked at. */
export const visitRecord = (resource: string, id: string): void => usedRecords().visit(recordName({ resource, id }))

/** Records opened lately, the most used first, as they are called now; those that cannot be read any more are dropped. */
export const recentRecordsQuery = () =>
  queryOptions({
    queryKey: keyOf('recent-records'),
    queryFn: async ({ signal }): Promise<readonly Found[]> => {
      const book = usedRecords()
      const names = book.recent(RECORDS_KEPT)
      if (names.length === 0) return []
      const found = await api.get<readonly Found[] | null>(
        ROUNDS.search,
        { records: names.join(',') },
        { signal, quiet: true },
      )
      // no answer says nothing of them
      if (!found) return []
      const there = new Set(found.map(recordName))
      for (const name of names) if (!there.has(name)) book.forget(name)
      return found
    },
    staleTime: 0,
    gcTime: 10 * 60_000,
    retry: false,
  })
