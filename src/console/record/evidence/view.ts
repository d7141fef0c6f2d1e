import { type RefObject, useEffect, useRef } from 'react'
import type { EvidenceAct } from '../../../../commands/command.ts'
import type { EvidenceFile } from '../../../model/wire/evidence.ts'

/**
 * Handling of a command by the view of a file; false where it has no use for it. `up` and `down` move what is larger
 * than its place.
 */
export type Act = (what: EvidenceAct | 'up' | 'down') => boolean

/** Properties of a view. */
export interface ViewProps {
  readonly file: EvidenceFile
  /** Where the view puts what it does with commands. */
  readonly handle: RefObject<Act | null>
}

/** Gives a view's commands away for as long as it is there. */
export function useAct(handle: RefObject<Act | null>, act: Act): void {
  const now = useRef(act)
  now.current = act
  useEffect(() => {
    const own: Act = (what) => now.current(what)
    handle.current = own
    return () => {
      if (handle.current === own) handle.current = null
    }
  }, [handle])
}

/** How large something is shown beside its fitting size, and how it is turned, degrees. */
export interface Look {
  readonly zoom: number
  readonly turn: number
}

const STEP = 1.25
const [ZOOM_MIN, ZOOM_MAX] = [0.25, 8]
/** Initial look of every view. */
export const FITTING: Look = { zoom: 1, turn: 0 }

export const zoomed = (look: Look, by: number): Look => ({
  ...look,
  zoom: Math.min(ZOOM_MAX, Math.max(ZOOM_MIN, look.zoom * by)),
})

/** How a command changes the look; null where it does not. Pure. */
export function lookAfter(look: Look, what: EvidenceAct | 'up' | 'down'): Look | null {
  if (what === 'larger') return zoomed(look, STEP)
  if (what === 'smaller') return zoomed(look, 1 / STEP)
  if (what === 'fit') return FITTING
  if (what === 'turnLeft') return { ...look, turn: (look.turn + 270) % 360 }
  return what === 'turnRight' ? { ...look, turn: (look.turn + 90) % 360 } : null
}
