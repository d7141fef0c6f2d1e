import { type RefObject, useLayoutEffect, useState } from 'react'

/** Narrower than this a record shows one section at a time, px. */
const LEAST = 400

/** Returns whether a place is wide enough for the sections of a record one below the other. */
export function useRoom(place: RefObject<HTMLElement | null>): boolean {
  const [roomy, setRoomy] = useState(true)
  useLayoutEffect(() => {
    const box = place.current
    if (!box) return
    const look = () => {
      const { clientWidth } = box
      // Nothing is known of what is not laid out.
      if (clientWidth > 0) setRoomy(clientWidth >= LEAST)
    }
    look()
    const watch = new ResizeObserver(look)
    watch.observe(box)
    return () => watch.disconnect()
  }, [place])
  return roomy
}
