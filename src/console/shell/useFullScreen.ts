import { useSyncExternalStore } from 'react'

const listen = (run: () => void) => {
  document.addEventListener('fullscreenchange', run)
  return () => document.removeEventListener('fullscreenchange', run)
}

/** Returns whether the page is in full screen. */
export const useFullScreen = (): boolean => useSyncExternalStore(listen, () => document.fullscreenElement !== null)
