import { useState } from 'react'
import { Refused } from './api.ts'

/** Something that is sent once at a time: whether it is on its way, and what it was refused with. */
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
