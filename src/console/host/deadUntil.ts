import { ApiError } from '../api/error.ts'
import { t } from '../i18n/index.ts'
import { pushLayer } from './host.ts'

/** A chunk that is not here after so long, ms, does not come: what was pressed is forgotten, and keys are live again. */
const CHUNK_LOAD_TIMEOUT_MS = 10_000

/**
 * Error of a chunk that cannot be loaded. The bundler keeps the failure: only a reloaded page requests the chunk again.
 */
export const partMissing = (): ApiError => new ApiError(503, t('shell.partMissing'))

/**
 * Waits for a chunk that a key has asked for. Keys are dead meanwhile, as from the moment of a question on: what is typed
 * next may be meant for one.
 * @throws ApiError where it does not come.
 */
export async function deadUntil<T>(loading: Promise<T>): Promise<T> {
  const free = pushLayer()
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, refuse) => {
    timer = setTimeout(() => refuse(partMissing()), CHUNK_LOAD_TIMEOUT_MS)
  })
  try {
    return await Promise.race([loading.catch(() => Promise.reject(partMissing())), late])
  } finally {
    clearTimeout(timer)
    free()
  }
}
