import { useEffect, useState } from 'react'

/** Milliseconds that the cursor must rest on a row before its record is fetched; cached ones are shown at once. */
const CURSOR_REST_MS = 70

/** False while the cursor runs over rows, so that a held key does not ask for each of them. */
export function useRested(id: string, rest = CURSOR_REST_MS): boolean {
  const [rested, setRested] = useState(id)
  useEffect(() => {
    if (rested === id) return
    const timer = setTimeout(() => setRested(id), rest)
    return () => clearTimeout(timer)
  }, [id, rested, rest])
  return rested === id
}
