import { type RefObject, useEffect, useLayoutEffect, useReducer, useRef } from 'react'
import type { WireRow } from '../../model/wire/wire.ts'
import { shows } from '../host/shown.ts'

/** An element is drawn anew by itself as often as this within `SPAN`; who goes on rewriting it is not raced. */
const REDRAWS_PER_SPAN_MAX = 3
const SPAN = 10_000

/** React keeps its own notes on every element it makes. */
const isOwn = (element: Element): boolean => Object.keys(element).some((key) => key.startsWith('__react'))

/** Whether somebody else has put elements in: rich text apart, only React does. */
const isForeign = ({ target, addedNodes }: MutationRecord): boolean =>
  !(target instanceof Element && target.closest('.rich')) &&
  [...addedNodes].some((node) => node instanceof Element && !isOwn(node))

/**
 * Notices when a translator or another extension puts elements of its own into what shows a record: from then on texts may
 * stay as they are while the record changes. The content is drawn anew, and no decision is taken on it before.
 * Returns the number of this drawing, to be the key of the content. `id`: the record shown; `whole`: it is here as a whole.
 */
export function useOwnNodes(box: RefObject<HTMLElement | null>, id: string, whole: boolean): number {
  const [drawn, redraw] = useReducer((n: number) => n + 1, 0)
  const state = useRef({ id, whole, foreign: false, times: [] as number[] })
  // nodes being rendered are not in the document yet
  useLayoutEffect(() => {
    Object.assign(state.current, { id, whole })
  }, [id, whole])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new drawing has React's elements alone
  useLayoutEffect(() => {
    state.current.foreign = false
  }, [drawn])
  useEffect(() => {
    const note = (records: readonly MutationRecord[]) => {
      const now = state.current
      if (now.foreign || !records.some(isForeign)) return
      now.foreign = true
      const at = performance.now()
      now.times = now.times.filter((t) => at - t < SPAN)
      if (now.times.push(at) <= REDRAWS_PER_SPAN_MAX) redraw()
    }
    const observer = new MutationObserver(note)
    let watched: HTMLElement | null = null
    const watch = () => {
      if (box.current === watched) return
      observer.disconnect()
      watched = box.current
      if (watched) observer.observe(watched, { childList: true, subtree: true })
    }
    watch()
    const stop = shows({
      isRight: (row: WireRow) => {
        watch()
        note(observer.takeRecords())
        if (row.id !== state.current.id || !watched) return null
        return !state.current.foreign && watched.dataset.record === row.id
      },
      isWhole: (row: WireRow) => row.id === state.current.id && state.current.whole,
      redraw,
    })
    return () => {
      stop()
      observer.disconnect()
    }
  }, [box])
  return drawn
}
