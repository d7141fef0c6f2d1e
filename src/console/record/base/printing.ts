import { useEffect } from 'react'
import { flushSync } from 'react-dom'
import { proxy, useSnapshot } from 'valtio'
import { queryClient } from '../../data/queries.ts'

/** A record is being printed: all of it is drawn, also what is far from the screen. */
export const printing = proxy({ is: false })

/** Longest that what is still to be read is waited for, ms; how often it is looked at. */
const READING_TIMEOUT_MS = 10_000
const EVERY = 50
/** Looks at which nothing more is being read: a section rests a moment before it asks. */
const QUIET_LOOKS_MIN = 5

const pause = () => new Promise<void>((done) => setTimeout(done, EVERY))

/** Prints the record after all its sections have loaded; once, however often it is wanted meanwhile. */
export async function printWhole(): Promise<void> {
  if (printing.is) return
  printing.is = true
  try {
    const end = Date.now() + READING_TIMEOUT_MS
    // rendered parts fetch their content page by page: printing waits for several quiet intervals in a row
    for (let quiet = 0; quiet < QUIET_LOOKS_MIN && Date.now() < end; ) {
      await pause()
      quiet = queryClient.isFetching() === 0 ? quiet + 1 : 0
    }
    window.print()
  } finally {
    printing.is = false
  }
}

/**
 * Whether all of the record is drawn. The browser's key for printing waits until it is; its menu cannot be made to wait,
 * and prints what is here.
 */
export function usePrinting(): boolean {
  const { is } = useSnapshot(printing, { sync: true })
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      const { ctrlKey, metaKey, altKey, shiftKey } = event
      if (!(ctrlKey || metaKey) || altKey || shiftKey || event.key.toLowerCase() !== 'p') return
      event.preventDefault()
      event.stopImmediatePropagation()
      void printWhole()
    }
    const set = (now: boolean) => () =>
      flushSync(() => {
        printing.is = now
      })
    const [begin, end] = [set(true), set(false)]
    window.addEventListener('keydown', key, true)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('keydown', key, true)
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return is
}
