/**
 * Which rows are ticked. Immutable; a million ticked rows cost one interval, not a million entries.
 *
 * Rows are identified by id and by their index in the fetched list (which does not change while rows are hidden).
 * - `picked`: single rows, id → index.
 * - `spans`: ranges, also over rows that were not loaded; the last one is live while Shift is held.
 * - `except`: rows taken out of a stretch or of "all matching", id → index.
 */
export interface Selection {
  readonly all: boolean
  readonly picked: ReadonlyMap<string, number>
  readonly spans: readonly Span[]
  readonly except: ReadonlyMap<string, number>
  /** Where a range begins: the row ticked or clicked last, −1 when none was. */
  readonly anchor: number
  /** The last span follows the cursor. */
  readonly live: boolean
}

/** A range of indexes, both ends included. */
export interface Span {
  readonly from: number
  readonly to: number
}

const none: ReadonlyMap<string, number> = new Map()

/** Nothing is ticked. */
export const nothing: Selection = { all: false, picked: none, spans: [], except: none, anchor: -1, live: false }

/** All matching rows are ticked; the server stores which these are (`rounds/selection`). */
export const everything: Selection = { ...nothing, all: true }

const within = (s: Span, index: number): boolean => index >= s.from && index <= s.to
const inSpans = (spans: readonly Span[], index: number): boolean => spans.some((s) => within(s, index))

const put = (map: ReadonlyMap<string, number>, id: string, index: number): ReadonlyMap<string, number> =>
  new Map(map).set(id, index)
const drop = (map: ReadonlyMap<string, number>, id: string): ReadonlyMap<string, number> => {
  if (!map.has(id)) return map
  const next = new Map(map)
  next.delete(id)
  return next
}

/** Returns whether a row is ticked. */
export const has = (s: Selection, id: string, index: number): boolean => {
  if (s.except.has(id)) return false
  return s.all || s.picked.has(id) || (s.spans.length > 0 && inSpans(s.spans, index))
}

/** Ticks or unticks a row; later ranges begin here. */
export function toggle(s: Selection, id: string, index: number): Selection {
  const ticked = has(s, id, index)
  const wide = s.all || inSpans(s.spans, index)
  return {
    ...s,
    anchor: index,
    live: false,
    picked: ticked ? drop(s.picked, id) : wide ? s.picked : put(s.picked, id, index),
    except: ticked ? (wide ? put(s.except, id, index) : s.except) : drop(s.except, id),
  }
}

/** Later ranges begin at this row; no tick changes. */
export const anchored = (s: Selection, index: number): Selection => ({ ...s, anchor: index, live: false })

/**
 * Extends the selection from the anchor to `extent`. Called again with a nearer extent the range shrinks; rows ticked
 * before it began stay ticked.
 */
export function stretch(s: Selection, extent: number, from: number = extent): Selection {
  if (s.all) return s
  const anchor = s.anchor < 0 ? from : s.anchor
  const span: Span = { from: Math.min(anchor, extent), to: Math.max(anchor, extent) }
  const kept = s.live ? s.spans.slice(0, -1) : s.spans
  // A row that was unticked is ticked again when a new range covers it.
  const except = s.live ? s.except : keep(s.except, (index) => !within(span, index))
  return { ...s, anchor, live: true, spans: [...kept, span], except }
}

function keep(map: ReadonlyMap<string, number>, test: (index: number) => boolean): ReadonlyMap<string, number> {
  if (map.size === 0) return map
  const next = new Map([...map].filter(([, index]) => test(index)))
  return next.size === map.size ? map : next
}

/** Returns the ranges as disjoint, ascending spans. */
export function merged(spans: readonly Span[]): readonly Span[] {
  const out: Span[] = []
  for (const s of [...spans].sort((a, b) => a.from - b.from)) {
    const last = out.at(-1)
    if (last && s.from <= last.to + 1) out[out.length - 1] = { from: last.from, to: Math.max(last.to, s.to) }
    else out.push(s)
  }
  return out
}

/** Returns how many rows are ticked, of `total` matching ones. */
export function countOf(s: Selection, total: number): number {
  if (s.all) return Math.max(0, total - s.except.size)
  const spans = merged(s.spans)
  let n = 0
  for (const span of spans) n += span.to - span.from + 1
  for (const index of s.picked.values()) if (!inSpans(spans, index)) n += 1
  for (const [id, index] of s.except) if (inSpans(spans, index) && !s.picked.has(id)) n -= 1
  return n
}

/** Returns whether nothing is ticked. */
export const isNothing = (s: Selection): boolean => !s.all && s.picked.size === 0 && s.spans.length === 0

/**
 * The list was fetched anew: every index moves by `by` (what the cursor's row moved by), known ids to where they are
 * now.
 */
export function moved(s: Selection, by: number, at: (id: string) => number | undefined): Selection {
  if (s === nothing) return s
  const shift = (map: ReadonlyMap<string, number>) =>
    new Map([...map].map(([id, index]): [string, number] => [id, at(id) ?? index + by]))
  return {
    ...s,
    live: false,
    anchor: s.anchor < 0 ? -1 : Math.max(0, s.anchor + by),
    picked: shift(s.picked),
    except: shift(s.except),
    spans: s.spans.map((x) => ({ from: Math.max(0, x.from + by), to: Math.max(0, x.to + by) })),
  }
}

/**
 * The same ticks by record: of the rows within ranges those that are known (`seen`, id → index) are picked one by one, the ranges
 * keep what nobody saw.
 */
export function pinned(s: Selection, seen: ReadonlyMap<string, number>): Selection {
  if (s.all || s.spans.length === 0) return s
  const inside = [...seen].filter(([id, index]) => has(s, id, index))
  const known = [...new Set([...inside.map(([, index]) => index), ...s.except.values()])].sort((a, b) => a - b)
  const spans = merged(s.spans).flatMap((span) => {
    const left: Span[] = []
    let from = span.from
    for (const index of known.filter((one) => within(span, one))) {
      if (index > from) left.push({ from, to: index - 1 })
      from = index + 1
    }
    return from <= span.to ? [...left, { from, to: span.to }] : left
  })
  return { ...s, live: false, picked: new Map([...s.picked, ...inside]), spans }
}

/** Returns the selection without rows that left the list. */
export function without(s: Selection, gone: ReadonlyMap<string, number>): Selection {
  let next = s
  for (const [id, index] of gone)
    if (has(next, id, index)) next = { ...toggle(next, id, index), anchor: s.anchor, live: s.live }
  return next
}
