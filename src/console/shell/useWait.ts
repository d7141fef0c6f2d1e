import { useCallback, useEffect, useRef, useState } from 'react'

/**
 * Counts down to when something may be tried again. `about` is whom the wait is for: for anybody else there is none.
 * `start` takes the seconds and what to do when they are over.
 */
export function useWait(about: string): { seconds: number; start(seconds: number, over: () => void): void } {
  const [wait, setWait] = useState<{ about: string; until: number } | null>(null)
  const [now, setNow] = useState(0)
  const over = useRef<() => void>(() => {})

  useEffect(() => {
    if (!wait) return
    const tick = setInterval(() => {
      setNow(Date.now())
      if (Date.now() < wait.until) return
      setWait(null)
      over.current()
    }, 250)
    return () => clearInterval(tick)
  }, [wait])

  const start = useCallback(
    (seconds: number, then: () => void) => {
      over.current = then
      setNow(Date.now())
      setWait({ about, until: Date.now() + seconds * 1000 })
    },
    [about],
  )
  return { seconds: wait && wait.about === about ? Math.max(Math.ceil((wait.until - now) / 1000), 0) : 0, start }
}
