import { useMedia } from './useMedia.ts'

/** Widths from which a screen is of the next class, px (specification §2). */
export const SCREEN_WIDTHS = [768, 992, 1200] as const

/** Class up to which the sidebar is a drawer over the page, which closes when another page opens. */
export const DRAWER_CLASS_MAX = 1

/** Class of a screen: 3 from 1200 px on, 2 from 992 px, 1 from 768 px, else 0. */
export function useScreenClass(): number {
  const [small, middle, large] = SCREEN_WIDTHS
  return [useMedia(from(small)), useMedia(from(middle)), useMedia(from(large))].filter(Boolean).length
}

const from = (px: number) => `(min-width: ${px}px)`
