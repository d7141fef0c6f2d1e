import { type RefObject, useLayoutEffect, useState } from 'react'

/** The size of an element inside its borders, px; zeros while it is not there. */
export function useSize(at: RefObject<HTMLElement | null>): { readonly width: number; readonly height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const element = at.current
    if (!element) return
    const measure = () => {
      const [width, height] = [element.clientWidth, element.clientHeight]
      setSize((old) => (old.width === width && old.height === height ? old : { width, height }))
    }
    measure()
    if (typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [at])
  return size
}
