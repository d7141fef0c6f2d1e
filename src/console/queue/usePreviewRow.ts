import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { WireRow } from '../../model/wire/wire.ts'
import type { GridModel } from '../grid/gridModel.ts'
import { follows } from '../host/shown.ts'

/** Moves quicker than this one after another are a run, ms. */
const RUN = 110
/** How long the cursor must rest in a run before the preview follows, ms. */
const CURSOR_REST_MS = 90

/**
 * The row to preview: the one under the cursor, but never in the frame in which the cursor moves, and not at all while
 * it runs over rows with a key held down. The row before stays meanwhile; a decision has the row it is about shown first.
 */
export function usePreviewRow(model: GridModel): WireRow | undefined {
  const [shown, setShown] = useState<WireRow | undefined>(model.row)
  const moved = useRef(0)
  /** Content of the page. */
  const stands = useRef(shown)
  useLayoutEffect(() => {
    stands.current = shown
  }, [shown])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let last = model.row
    const show = () => {
      timer = undefined
      startTransition(() => setShown(model.row ?? (model.count === 0 ? undefined : last)))
    }
    const look = () => {
      const row = model.row
      if (row === last) return
      const same = row?.id === last?.id
      if (row) last = row
      const now = performance.now()
      const running = !same && now - moved.current < RUN
      if (!same) moved.current = now
      if (timer) clearTimeout(timer)
      timer = setTimeout(show, running ? CURSOR_REST_MS : 0)
    }
    show()
    const stops = [
      model.subscribe(look),
      follows((row) => {
        if (model.row?.id !== row.id || stands.current?.id === row.id) return
        if (timer) clearTimeout(timer)
        timer = undefined
        flushSync(() => setShown(model.row))
      }),
    ]
    return () => {
      for (const stop of stops) stop()
      if (timer) clearTimeout(timer)
    }
  }, [model])
  return shown
}
