import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { isPicture } from '../../../model/language/fields/fileTypes.ts'
import {
  ALIKE_PATH,
  type AlikeAnswer,
  EVIDENCE_PATH,
  type Evidence,
  type EvidenceFile,
} from '../../../model/wire/evidence.ts'
import { api } from '../../api/client.ts'
import { keyOf, queryClient } from '../../data/queries.ts'
import { AHEAD_BYTES, dropFile, pictureOf } from './files.ts'

/** Evidence of a record; its links are good for five minutes, so asked for anew before that. */
export const evidenceQuery = (resource: string, id: string) =>
  queryOptions({
    queryKey: keyOf(resource, 'evidence', id),
    queryFn: ({ signal }) => api.get<Evidence>(EVIDENCE_PATH, { resource, id }, { signal }),
    staleTime: 4 * 60_000,
    refetchInterval: 4 * 60_000,
  })

/** The same of a record that nobody looks at yet: without personal files, which are noted when they are shown. */
export const aheadQuery = (resource: string, id: string) =>
  queryOptions({
    queryKey: keyOf(resource, 'evidenceAhead', id),
    queryFn: ({ signal }) => api.get<Evidence>(EVIDENCE_PATH, { resource, id, ahead: 1 }, { signal, quiet: true }),
    staleTime: 4 * 60_000,
    gcTime: 60_000,
  })

/** Others like a record, and others of its doctor. */
export const alikeQuery = (resource: string, id: string, version: number) =>
  queryOptions({
    queryKey: keyOf(resource, 'alike', id, version),
    queryFn: ({ signal }) => api.get<AlikeAnswer>(ALIKE_PATH, { resource, id }, { signal, quiet: true }),
    staleTime: 60_000,
    retry: false,
  })

/** How a file is shown. */
export type Shown = 'picture' | 'pdf' | 'sound' | 'film' | 'sheet' | 'other'

export const shownAs = ({ extension }: Pick<EvidenceFile, 'extension'>): Shown =>
  isPicture(extension)
    ? 'picture'
    : (({ pdf: 'pdf', mp3: 'sound', mp4: 'film', xlsx: 'sheet' } as const)[extension] ?? 'other')

/** Files that were fetched ahead and nobody has looked at yet. */
let fetchedAhead = new Set<string>()

/** Somebody looks at these now: they are no longer dropped with what was fetched ahead. */
export function lookedAt(ids: readonly string[]): void {
  for (const id of ids) fetchedAhead.delete(id)
}

/** Drops what was fetched ahead: whoever went elsewhere does not want it. */
export function dropAhead(but: ReadonlySet<string> = new Set()): void {
  for (const id of fetchedAhead) if (!but.has(id)) dropFile(id)
  fetchedAhead = new Set([...fetchedAhead].filter((id) => but.has(id)))
}

/**
 * Fetches the evidence of the next record: its list, and of its first two files what is small enough, pictures unpacked and
 * the first page of a document drawn. Of the record before, what was not looked at is dropped.
 */
export async function prefetchEvidence(resource: string, id: string, client: QueryClient = queryClient): Promise<void> {
  const found = await client.fetchQuery(aheadQuery(resource, id)).catch(() => null)
  if (!found) return
  let room = AHEAD_BYTES
  const wanted = found.files.slice(0, 2).filter((file) => {
    if (file.size > room) return false
    room -= file.size
    return true
  })
  dropAhead(new Set(wanted.map((file) => file.id)))
  for (const file of wanted) fetchedAhead.add(file.id)
  await Promise.all(wanted.map(prepare))
}

/** Fetches a file that is looked at next, where it is small enough; a picture is unpacked, the first page of a document drawn. */
export async function prepare(file: EvidenceFile): Promise<void> {
  const kind = shownAs(file)
  if ((kind !== 'picture' && kind !== 'pdf') || file.size > AHEAD_BYTES) return
  try {
    if (kind === 'pdf') {
      const { preparePdf } = await import('./pdf.ts')
      return await preparePdf(file)
    }
    await (await pictureOf(file)).decode()
  } catch {
    // asked for again, and its failure shown, when it is looked at
  }
}
