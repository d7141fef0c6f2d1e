import { queryOptions } from '@tanstack/react-query'
import { COMMENTS, type Mentionable, type RecordComment } from '../../model/wire/comments.ts'
import { api } from '../api/client.ts'
import { onEvent } from '../api/events.ts'
import { keyOf, queryClient } from './queries.ts'

const key = (resource: string, record: string) => keyOf('comments', resource, record)

/** Comments of a record, oldest first. */
export const commentsQuery = (resource: string, record: string) =>
  queryOptions({
    queryKey: key(resource, record),
    queryFn: ({ signal }) =>
      api.get<readonly RecordComment[]>(COMMENTS.read, { resource, record }, { signal, quiet: true }),
    staleTime: 60_000,
    retry: false,
  })

const put = (resource: string, record: string, comment: RecordComment): void => {
  queryClient.setQueryData<readonly RecordComment[]>(key(resource, record), (all = []) =>
    all.some((c) => c.id === comment.id) ? all.map((c) => (c.id === comment.id ? comment : c)) : [...all, comment],
  )
}

/** Sends a comment; it is among the others at once. `sentKey`: the same for every attempt at one. */
export async function sendComment(
  of: { readonly resource: string; readonly record: string },
  text: string,
  mentions: readonly string[],
  sentKey: string,
): Promise<RecordComment> {
  const sent = await api.post<RecordComment>(COMMENTS.add, { ...of, text, mentions }, { quiet: true, key: sentKey })
  put(of.resource, of.record, sent)
  return sent
}

/** Deletes a comment of one's own. */
export async function deleteComment(resource: string, record: string, id: string): Promise<void> {
  put(resource, record, await api.post<RecordComment>(COMMENTS.remove, { id }))
}

/** People who may be mentioned on a record, by the beginning of a name or its pinyin. */
export const mentionableQuery = (resource: string, record: string, q: string) =>
  queryOptions({
    queryKey: keyOf('mentionable', resource, record, q),
    queryFn: ({ signal }) =>
      api.get<readonly Mentionable[]>(COMMENTS.people, { resource, record, q }, { signal, quiet: true }),
    staleTime: 60_000,
    retry: false,
  })

/** Reads the comments of a record again when somebody writes or deletes one. Returns how to stop. */
export const watchComments = (resource: string, record: string): (() => void) =>
  onEvent((event) => {
    if (event.kind === 'comments' && event.resource === resource && event.recordId === record)
      void queryClient.invalidateQueries({ queryKey: key(resource, record) })
  })
