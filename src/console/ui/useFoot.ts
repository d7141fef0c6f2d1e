import { type RefObject, useEffect } from 'react'

/** Sets the height of the bars below an element (`--foot`) while it is shown: messages stay above them. */
export function useFoot(above: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = above.current
    if (!element) return
    const { style } = document.documentElement
    const measure = () =>
      style.setProperty('--foot', `${Math.max(0, Math.round(innerHeight - element.getBoundingClientRect().bottom))}px`)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty('--foot')
    }
  }, [above])
}
