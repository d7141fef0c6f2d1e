import { pushLayer } from './host.ts'

/**
 * Waits for a chunk that a key has asked for. Keys are dead meanwhile, as from the moment of a question on: what is typed
 * next may be meant for one.
 */
export async function deadUntil<T>(loading: Promise<T>): Promise<T> {
  const free = pushLayer()
  try {
    return await loading
  } finally {
    free()
  }
}
