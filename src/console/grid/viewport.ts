/**
 * The grid's window onto any number of rows. Browsers cap the height of an element (Chromium: 33,554,428 px), so the
 * spacer that gives the scrollbar its length is capped far below, and the true ("logical") offset is kept here. All
 * lengths are CSS px.
 *
 * - Small scroll steps (wheel, touch, arrows of the scrollbar) move the logical offset 1:1: every notch is exact.
 * - Large ones (the thumb, a click into the track) are proportional, except that the first and last `ROOM` px map 1:1.
 * - The keyboard sets the logical offset; the thumb follows.
 */
export interface Viewport {
  readonly count: number
  readonly rowHeight: number
  /** Height of the area that shows rows (without the header). */
  readonly height: number
  /** Logical px above the first visible one. */
  readonly offset: number
  /** Present or wanted scrollTop of the element. */
  readonly top: number
}

/** Below 2^23, so that a float32 compositor still places rows on whole pixels. */
export const CAP = 8_000_000
/**
 * A step larger than this is a jump of the thumb: one px of its track is more than this wherever the spacer is capped.
 */
export const JUMP = 3_000
/** Px at either end of the spacer that map 1:1, so that the ends are reached by wheel alone. */
export const ROOM = 100_000
/** With less than this left in the element, but more in truth, the element is scrolled back to where it belongs. */
const EDGE = 10_000

const clamp = (n: number, low: number, high: number): number => Math.min(Math.max(n, low), Math.max(low, high))

/** True height of all rows. */
export const lengthOf = (v: Viewport): number => v.count * v.rowHeight
/** Height of the element that represents them. */
export const spacerOf = (v: Viewport): number => Math.min(lengthOf(v), CAP)
/** Largest logical offset. */
export const limitOf = (v: Viewport): number => Math.max(0, lengthOf(v) - v.height)
/** Largest scrollTop. */
export const topLimitOf = (v: Viewport): number => Math.max(0, spacerOf(v) - v.height)
/** Returns whether the rows are higher than the largest element of a browser. */
export const isCapped = (v: Viewport): boolean => lengthOf(v) > CAP

/** Where the thumb belongs for a logical offset. Continuous, strictly rising, inverse of `offsetAt`. */
export function topFor(v: Viewport, offset: number): number {
  if (!isCapped(v)) return offset
  const limit = limitOf(v)
  const top = topLimitOf(v)
  if (offset <= ROOM) return offset
  if (offset >= limit - ROOM) return top - (limit - offset)
  return ROOM + ((offset - ROOM) / (limit - 2 * ROOM)) * (top - 2 * ROOM)
}

/** The logical offset of a thumb position. */
export function offsetAt(v: Viewport, top: number): number {
  if (!isCapped(v)) return top
  const limit = limitOf(v)
  const most = topLimitOf(v)
  if (top <= ROOM) return top
  if (top >= most - ROOM) return limit - (most - top)
  return ROOM + ((top - ROOM) / (most - 2 * ROOM)) * (limit - 2 * ROOM)
}

/** An empty window. */
export const viewport = (rowHeight: number): Viewport => ({ count: 0, rowHeight, height: 0, offset: 0, top: 0 })

/**
 * Applies a wanted logical offset: keeps the scroll position of the element while it has room around it, else moves the
 * element.
 */
function settle(v: Viewport, wanted: number, top: number): Viewport {
  const limit = limitOf(v)
  const offset = clamp(wanted, 0, limit)
  if (!isCapped(v)) return { ...v, offset, top: offset }
  const most = topLimitOf(v)
  const short = top < Math.min(offset, EDGE) || most - top < Math.min(limit - offset, EDGE)
  // At the very ends the thumb must be there too, else the bar lies.
  const lies = (offset === 0) !== top <= 0 || (offset === limit) !== top >= most
  return { ...v, offset, top: short || lies ? Math.round(topFor(v, offset)) : top }
}

/**
 * The element was scrolled to `top`. When the answer's `top` differs, the element has to be scrolled there (the rows do
 * not move on the screen by that).
 */
export function scrolled(v: Viewport, top: number): Viewport {
  const by = top - v.top
  if (by === 0) return v
  if (!isCapped(v)) return { ...v, offset: clamp(top, 0, limitOf(v)), top }
  if (Math.abs(by) > JUMP) return { ...v, offset: clamp(Math.round(offsetAt(v, top)), 0, limitOf(v)), top }
  return settle(v, v.offset + by, top)
}

/**
 * Scrolls to a logical offset: what keys do. Short ways keep the rows' places in the element, so that nothing is
 * redrawn.
 */
export function moveTo(v: Viewport, offset: number): Viewport {
  const goal = clamp(offset, 0, limitOf(v))
  const by = goal - v.offset
  if (by === 0) return v
  if (isCapped(v) && Math.abs(by) > JUMP) return { ...v, offset: goal, top: Math.round(topFor(v, goal)) }
  return settle(v, goal, v.top + by)
}

/** Scrolls as little as needed so that a row is wholly visible. */
export function reveal(v: Viewport, index: number): Viewport {
  const start = index * v.rowHeight
  const end = start + v.rowHeight
  if (start < v.offset) return moveTo(v, start)
  if (end > v.offset + v.height) return moveTo(v, end - v.height)
  return v
}

/** Other measures: the offset stays where it was as far as it can. */
export function resized(v: Viewport, to: { readonly count?: number; readonly height?: number }): Viewport {
  const next = { ...v, count: to.count ?? v.count, height: to.height ?? v.height }
  if (next.count === v.count && next.height === v.height) return v
  const offset = clamp(v.offset, 0, limitOf(next))
  if (isCapped(next) && isCapped(v) && offset === v.offset)
    return settle(next, offset, clamp(v.top, 0, topLimitOf(next)))
  return { ...next, offset, top: Math.round(topFor(next, offset)) }
}

/** Rows to draw: `[first, last)`, with `over` more on either side. */
export function rowsIn(v: Viewport, over = 0): readonly [first: number, last: number] {
  const first = Math.floor(v.offset / v.rowHeight)
  const last = Math.ceil((v.offset + v.height) / v.rowHeight)
  return [clamp(first - over, 0, v.count), clamp(last + over, 0, v.count)]
}

/** Where a row is drawn inside the spacer. Constant while small steps are scrolled. */
export const placeOf = (v: Viewport, index: number): number => index * v.rowHeight + (v.top - v.offset)

/** Rows a page key moves by. */
export const pageRows = (v: Viewport): number => Math.max(1, Math.floor(v.height / v.rowHeight) - 1)
