import type { EvidenceFile } from '../../../model/wire/evidence.ts'
import { ApiError } from '../../api/client.ts'
import { onLeave } from '../../data/session.ts'
import { t } from '../../i18n/index.ts'

/** Bytes that are kept of files, and those that are fetched ahead of a record, most. */
const KEPT = 48 * 1024 * 1024
export const AHEAD_BYTES = 8 * 1024 * 1024

type Wanted = Pick<EvidenceFile, 'id' | 'link' | 'size'>

interface Kept {
  readonly bytes: Promise<Blob>
  readonly size: number
  readonly stop: AbortController
  url: string
  /** Element of a picture, decoded ahead and kept. */
  picture?: HTMLImageElement
}

/** Files that were fetched, the one looked at last at the end. By attachment: their links change. */
const kept = new Map<string, Kept>()
const dropped = new Set<(id: string) => void>()

/** Hears of files that are no longer kept. */
export const onDropped = (run: (id: string) => void): void => void dropped.add(run)

async function fetched(file: Wanted, signal: AbortSignal): Promise<Blob> {
  const answer = await fetch(file.link, { signal }).catch((e: unknown) => {
    throw signal.aborted ? e : new ApiError(0, t('shell.noNetwork'))
  })
  if (!answer.ok) throw new ApiError(answer.status, t(answer.status === 404 ? 'evidence.gone' : 'evidence.failed'))
  return answer.blob()
}

/** Stops keeping a file, and fetching it. */
export function dropFile(id: string): void {
  const one = kept.get(id)
  if (!one) return
  kept.delete(id)
  one.stop.abort()
  if (one.url) URL.revokeObjectURL(one.url)
  for (const run of dropped) run(id)
}

/** Drops what was looked at longest ago until the rest is small enough. */
function trim(): void {
  let size = [...kept.values()].reduce((n, one) => n + one.size, 0)
  for (const [id, one] of [...kept].slice(0, -2)) {
    if (size <= KEPT) return
    size -= one.size
    dropFile(id)
  }
}

/** Bytes of a file, fetched once while cached. Rejects with the refusal of the server. */
export function bytesOf(file: Wanted): Promise<Blob> {
  const there = kept.get(file.id)
  if (there) {
    kept.delete(file.id)
    kept.set(file.id, there)
    return there.bytes
  }
  const stop = new AbortController()
  const bytes = fetched(file, stop.signal)
  kept.set(file.id, { bytes, size: file.size, stop, url: '' })
  // failed files are fetched again
  bytes.catch(() => kept.get(file.id)?.bytes === bytes && dropFile(file.id))
  trim()
  return bytes
}

/** The address of a file's bytes in this page. */
export async function urlOf(file: Wanted): Promise<string> {
  const bytes = await bytesOf(file)
  const one = kept.get(file.id)
  if (!one) return URL.createObjectURL(bytes)
  one.url ||= URL.createObjectURL(bytes)
  return one.url
}

/** A file as a picture, which may not have been unpacked yet: the same as long as its bytes are kept. */
export async function pictureOf(file: Wanted): Promise<HTMLImageElement> {
  const url = await urlOf(file)
  const one = kept.get(file.id)
  const picture = one?.picture ?? new Image()
  if (!picture.src) picture.src = url
  if (one) one.picture = picture
  return picture
}

/** The same at once where its size is known. */
export function pictureNow(id: string): HTMLImageElement | null {
  const picture = kept.get(id)?.picture
  return picture?.complete && picture.naturalWidth > 0 ? picture : null
}

/** Drops all but these. */
export function keepOnly(ids: ReadonlySet<string>): void {
  for (const id of [...kept.keys()]) if (!ids.has(id)) dropFile(id)
}

onLeave(() => keepOnly(new Set()))
