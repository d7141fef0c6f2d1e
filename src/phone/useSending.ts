import { useState } from 'react'
import { Refused } from './api.ts'

/** State of a form that is sent at most once at a time: busy, and the last refusal. */
export function useSending() {
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Refused | null>(null)
  const run = async (send: () => Promise<void>): Promise<void> => {
    if (busy) return
    setBusy(true)
    setRefused(null)
    try {
      await send()
    } catch (e) {
      setRefused(e instanceof Refused ? e : new Refused(500, e instanceof Error ? e.message : String(e)))
    } finally {
      setBusy(false)
    }
  }
  return { busy, refused, run }
}
