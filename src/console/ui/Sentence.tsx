import { useQuery } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import type { Found } from '../../model/wire/wire.ts'
import { ROUNDS } from '../../model/wire/wire.ts'
import { api } from '../api/client.ts'
import { keyOf, queryClient } from '../data/queries.ts'
import { pageOf } from '../data/records.ts'
import { go, goAside } from '../state/url.ts'

/**
 * Codes as records have them: a prefix, then a day with a number, or a number alone; behind that of an activity what was handed
 * in has its own.
 */
const CODE = /\b[A-Z]{1,4}\d{4,20}(?:-\d{3,8})?\b/

/** The page of the record of this code, null where this person reaches none. */
const coded = (code: string) => ({
  queryKey: keyOf('coded', code),
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const found = await api.get<readonly Found[] | null>(ROUNDS.search, { q: code, limit: 5 }, { signal, quiet: true })
    const record = found?.find((f) => f.title === code || f.note === code)
    return record ? pageOf(record.resource, { id: record.id }) : null
  },
  staleTime: 5 * 60_000,
  retry: false,
})

/**
 * A code in a sentence, leading to its record; from a dialog in a window of its own, so that what is open there stays. A
 * plain link: sentences are also said beside the page, where its router is not.
 */
function Coded({ code }: { readonly code: string }) {
  const { data: page } = useQuery(coded(code), queryClient)
  if (!page) return code
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (event.currentTarget.closest('[role=dialog]')) goAside(page)
    else go(page)
  }
  return (
    <a href={page} onClick={follow}>
      {code}
    </a>
  )
}

/** Message in which documents are links. */
export function Sentence({ text }: { readonly text: string }) {
  // every second piece is a code
  const pieces = text.split(new RegExp(`(${CODE.source})`, 'g'))
  if (pieces.length === 1) return text
  return pieces.map((piece, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one sentence keep their places
    at % 2 === 1 ? <Coded key={at} code={piece} /> : <span key={at}>{piece}</span>,
  )
}
