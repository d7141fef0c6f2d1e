import { useCallback, useState } from 'react'
import { keepWidths, widthsOf } from './columns.ts'

/** Widths of a resource's columns as the user dragged them, and how to change one. They are kept in this browser. */
export function useWidths(resource: string): readonly [Record<string, number>, (name: string, width: number) => void] {
  const [widths, setWidths] = useState(() => widthsOf(resource))
  const change = useCallback(
    (name: string, width: number) =>
      setWidths((now) => {
        const next = { ...now, [name]: width }
        keepWidths(resource, next)
        return next
      }),
    [resource],
  )
  return [widths, change]
}
