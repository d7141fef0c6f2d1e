import { useEffect, useState } from 'react'
import { type Found, ROUNDS } from '../../model/wire/wire.ts'
import { api } from '../api/client.ts'
import { ApiError } from '../api/error.ts'

export interface FoundState {
  readonly records: readonly Found[]
  readonly busy: boolean
  /** Why the search failed, "" when it did not. */
  readonly failed: string
}

const NOTHING: FoundState = { records: [], busy: false, failed: '' }
/** Typing faster than this asks the server once, ms. */
const PAUSE = 120
/** Shorter texts find everything and therefore nothing. */
const SHORTEST = 2

/** Records found by the server for a text. What was found stays while the next answer is under way: no flicker. */
export function useFound(query: string, wanted: boolean): FoundState {
  const [state, setState] = useState<FoundState>(NOTHING)
  const text = query.trim()
  const ask = wanted && text.length >= SHORTEST
  useEffect(() => {
    if (!ask) {
      setState(NOTHING)
      return
    }
    const abort = new AbortController()
    setState((old) => ({ ...old, busy: true, failed: '' }))
    const timer = setTimeout(() => {
      api
        .get<readonly Found[] | null>(ROUNDS.search, { q: text, limit: 20 }, { signal: abort.signal, quiet: true })
        .then(
          (records) => {
            if (!abort.signal.aborted) setState({ records: records ?? [], busy: false, failed: '' })
          },
          (error: unknown) => {
            if (abort.signal.aborted || (error instanceof ApiError && error.cancelled)) return
            setState({ records: [], busy: false, failed: error instanceof Error ? error.message : String(error) })
          },
        )
    }, PAUSE)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [ask, text])
  return state
}
