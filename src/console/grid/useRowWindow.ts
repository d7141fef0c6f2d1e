import { type RefObject, useCallback, useEffect, useLayoutEffect, useReducer, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { Sight } from './GridRow.tsx'
import type { GridModel } from './gridModel.ts'
import { RacePool } from './racePool.ts'
import * as port from './viewport.ts'

/** Rows drawn beyond either edge. */
const ROWS_BEYOND_EDGE = 4
/** Height taken where nothing has been laid out yet. */
const HEIGHT_WITHOUT_LAYOUT_PX = 600
/** Height of the header. */
export const HEAD = 30
/** After this long without scrolling the rows are put into reading order, ms. */
const SCROLL_REST_MS = 240
/** Rows that go by in one frame when nobody reads them any more, and when they may be read again. */
const RACING = 10
const READABLE = 4
/**
 * Time within which frames of a fast scroll follow each other, ms; the scroll has ended after a pause of that length.
 */
const RACE = 250

export interface RowWindow {
  readonly view: port.Viewport
  readonly first: number
  readonly last: number
  /** How many places there are for rows: a row keeps its place (`index % places`) while it is in sight. */
  readonly places: number
  /** Nothing scrolls: rows may be moved into reading order, which costs a frame's worth of moving elements. */
  readonly still: boolean
  /** Rows go by faster than anybody reads. */
  readonly racing: boolean
  /** Rows a page key moves by. */
  page(): number
}

/** Rows that fit wholly into a grid of so many px, header included. */
export const fitting = (height: number, rowHeight: number): number =>
  Math.max(5, Math.floor((height > HEAD ? height - HEAD : HEIGHT_WITHOUT_LAYOUT_PX) / rowHeight))

/** The rows to draw: a fixed number of them, so that scrolling reuses every element and makes none. */
const drawn = (v: port.Viewport): readonly [first: number, last: number, places: number] => {
  const places = Math.ceil(v.height / v.rowHeight) + 1 + 2 * ROWS_BEYOND_EDGE
  const first = Math.min(
    Math.max(0, Math.floor(v.offset / v.rowHeight) - ROWS_BEYOND_EDGE),
    Math.max(0, v.count - places),
  )
  return [first, Math.min(v.count, first + places), places]
}

/**
 * Keeps the window of a grid (`viewport.ts`) in step with its element, its model and its size. Nothing is read from the
 * element after it was changed: that would lay the page out twice a frame. `race`: where rows are drawn that go by faster
 * than anybody reads, and which columns of them; they cover the others, and nothing is rendered meanwhile.
 */
export function useRowWindow(
  model: GridModel,
  rowHeight: number,
  box: RefObject<HTMLDivElement | null>,
  sideways: (left: number) => void,
  race?: { readonly host: RefObject<HTMLElement | null>; readonly sight: Sight },
): RowWindow {
  const [, redraw] = useReducer((n: number) => n + 1, 0)
  const view = useRef(port.viewport(rowHeight))
  /** Known scrollTop of the element. */
  const known = useRef(0)
  const cursor = useRef(model.cursor)
  const still = useRef(true)
  const racing = useRef(false)
  const across = useRef(sideways)
  across.current = sideways
  const pool = useRef<RacePool | null>(null)
  const raced = useRef(race)
  raced.current = race
  const of = useRef(model)
  if (of.current !== model) racing.current = false
  of.current = model

  // The model may change between two drawings; measures follow it here, in one place.
  if (view.current.rowHeight !== rowHeight) view.current = { ...port.viewport(rowHeight), height: view.current.height }
  view.current = port.resized(view.current, {
    count: Math.max(0, model.count),
    ...(view.current.height === 0 ? { height: HEIGHT_WITHOUT_LAYOUT_PX } : {}),
  })

  const write = useCallback(() => {
    const { top } = view.current
    if (!box.current || Math.abs(known.current - top) < 1) return
    known.current = top
    box.current.scrollTop = top
  }, [box])

  /** Draws the rows of a race; false when there is none. */
  const drawRace = useCallback(() => {
    const { host, sight } = raced.current ?? {}
    if (!racing.current || !host?.current || !sight) return false
    pool.current ??= new RacePool(host.current)
    const [first, last] = drawn(view.current)
    pool.current.draw(model, view.current, first, last, sight, box.current?.scrollLeft ?? 0)
    return true
  }, [model, box])
  /** Asks for the rows in sight. */
  const need = useCallback(() => {
    const [from, to] = port.rowsIn(view.current)
    if (to > from || model.count < 0) model.need(from, Math.max(to, from + 1))
  }, [model])

  useLayoutEffect(() => {
    const now = () => port.resized(view.current, { count: Math.max(0, model.count) })
    /** The row under the cursor is seen, where a person left it when the list is entered again. */
    const returnTo = () => {
      if (model.returnTo !== null) view.current = port.moveTo(view.current, model.returnTo)
      model.returnTo = null
      view.current = port.reveal(view.current, model.cursor)
    }
    model.scrolledTo = () => view.current.offset
    if (model.returnTo !== null && model.cursor >= 0) {
      view.current = now()
      returnTo()
      redraw()
    }
    const stop = model.subscribe(() => {
      if (model.cursor !== cursor.current) {
        cursor.current = model.cursor
        racing.current = false
        const before = view.current
        view.current = now()
        if (model.cursor >= 0) returnTo()
        // Before anything is drawn the element's layout is known and scrolling it is cheap; afterwards it would be laid
        // out for that.
        if (port.spacerOf(view.current) === port.spacerOf(before)) write()
      }
      if (!drawRace()) redraw()
    })
    model.onReveal = (index) => {
      racing.current = false
      const before = view.current
      view.current = port.reveal(now(), index)
      if (port.spacerOf(view.current) === port.spacerOf(before)) write()
    }
    model.onShift = (rows) => {
      const at = now()
      view.current = port.moveTo(at, at.offset + rows * rowHeight)
    }
    cursor.current = model.cursor
    return () => {
      stop()
      model.onShift = null
      model.onReveal = null
    }
  }, [model, rowHeight, write, drawRace])

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let raceEnds: ReturnType<typeof setTimeout> | undefined
    let lastFast = Number.NEGATIVE_INFINITY
    const pace = (rows: number) => {
      const now = performance.now()
      if (rows >= RACING) {
        if (now - lastFast < RACE && raced.current) racing.current = true
        lastFast = now
      } else if (rows < READABLE) racing.current = false
      if (raceEnds) clearTimeout(raceEnds)
      if (racing.current)
        raceEnds = setTimeout(() => {
          racing.current = false
          redraw()
        }, RACE)
    }
    const rest = () => {
      still.current = false
      if (timer) clearTimeout(timer)
      timer = setTimeout(() => {
        still.current = true
        racing.current = false
        redraw()
      }, SCROLL_REST_MS)
    }
    const measure = () => {
      const height = element.clientHeight - HEAD
      if (height <= 0 || height === view.current.height) return
      const before = view.current
      view.current = port.resized(before, { height })
      // A row that could be seen before a smaller window is still seen in it.
      const at = model.cursor * rowHeight
      if (model.cursor >= 0 && at >= before.offset && at < before.offset + before.height)
        view.current = port.reveal(view.current, model.cursor)
      redraw()
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    let left = element.scrollLeft
    const scrolled = () => {
      const { scrollTop, scrollLeft } = element
      known.current = scrollTop
      if (scrollLeft !== left) {
        left = scrollLeft
        across.current(left)
      }
      const before = view.current
      const next = port.scrolled(before, scrollTop)
      if (next === before) return
      const same =
        drawn(next)[0] === drawn(before)[0] &&
        next.top - next.offset === before.top - before.offset &&
        next.top === scrollTop
      view.current = next
      if (same) return
      pace(Math.abs(next.offset - before.offset) / rowHeight)
      rest()
      if (drawRace()) {
        write()
        need()
        return
      }
      // In the same frame as the scroll, or the rows come too late.
      flushSync(redraw)
    }
    element.addEventListener('scroll', scrolled, { passive: true })
    return () => {
      if (timer) clearTimeout(timer)
      if (raceEnds) clearTimeout(raceEnds)
      observer.disconnect()
      element.removeEventListener('scroll', scrolled)
    }
  }, [model, rowHeight, box, write, drawRace, need])

  // The spacer has its height now, so that the place exists.
  useLayoutEffect(write)
  useLayoutEffect(() => {
    if (!racing.current) pool.current?.hide()
  })

  useEffect(need)

  const [first, last, places] = drawn(view.current)
  return {
    view: view.current,
    first,
    last,
    places,
    still: still.current,
    racing: racing.current,
    page: () => port.pageRows(view.current),
  }
}
