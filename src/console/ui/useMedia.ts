import { useSyncExternalStore } from 'react'

/** Returns whether a media query matches; renders again when that changes. */
export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (run) => {
      const media = matchMedia(query)
      media.addEventListener('change', run)
      return () => media.removeEventListener('change', run)
    },
    () => matchMedia(query).matches,
  )

/**
 * A screen with room for one column of content: a phone. A window that is enlarged to twice its size has a mouse, and room
 * for a list with the record beside it.
 */
export const NARROW = '(max-width: 599px), (max-width: 767px) and (pointer: coarse)'

/** A screen that is worked by a finger: a field that takes the focus by itself would open the keyboard over the page. */
export const COARSE = '(pointer: coarse)'
