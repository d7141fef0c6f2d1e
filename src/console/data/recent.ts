import { queryOptions } from '@tanstack/react-query'
import { type FrecencyBook, frecencyBook } from '../../../commands/search/frecency.ts'
import { type Found, ROUNDS } from '../../model/wire/wire.ts'
import { api } from '../api/client.ts'
import { keyOf } from './queries.ts'
import { session } from './session.ts'

/**
 * Recent records and commands of a person, kept in this browser by user: ids only, never names. Names of records are
 * fetched from the server each time, which names those that may still be read.
 */

/** Records that are remembered; the lightest go first. */
const RECORDS_KEPT = 36

const books = new Map<string, FrecencyBook>()

function bookOf(what: string, kept?: number): FrecencyBook {
  const key = `rounds.palette.${what}.${session.tenantId}.${session.userId}`
  const known = books.get(key)
  if (known) return known
  // Only the books of the person who is here.
  for (const other of books.keys()) if (!other.endsWith(`.${session.tenantId}.${session.userId}`)) books.delete(other)
  const book = frecencyBook(
    {
      read: () => {
        try {
          return localStorage.getItem(key)
        } catch {
          return null
        }
      },
      write: (text) => {
        try {
          localStorage.setItem(key, text)
        } catch {
          // Not kept beyond this page.
        }
      },
    },
    Date.now,
    kept,
  )
  books.set(key, book)
  return book
}

/** Commands by id, those that lead to a place among them. */
export const usedCommands = (): FrecencyBook => bookOf('use')
/** Records by `recordName`. */
export const usedRecords = (): FrecencyBook => bookOf('records', RECORDS_KEPT)

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
      book.reload()
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
