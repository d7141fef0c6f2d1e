import { useSyncExternalStore } from 'react'

const listen = (run: () => void) => {
  document.addEventListener('fullscreenchange', run)
  return () => document.removeEventListener('fullscreenchange', run)
}

/** Does the page fill the screen? */
export const useFullScreen = (): boolean => useSyncExternalStore(listen, () => document.fullscreenElement !== null)
