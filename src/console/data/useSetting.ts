import { useCallback, useSyncExternalStore } from 'react'
import type { Setting } from '../../model/wire/settings/setting.ts'
import { mySettings, onOpened } from './mySettings.ts'

/** Value of a setting in force, inside React: renders again when it changes, wherever it was changed. */
export function useSetting<T>(key: string, of: Setting<T>): T {
  const subscribe = useCallback(
    (changed: () => void) => {
      const listen = () => mySettings().onChange((which) => which === key && changed())
      let stop = listen()
      const unopened = onOpened(() => {
        stop()
        stop = listen()
        changed()
      })
      return () => {
        stop()
        unopened()
      }
    },
    [key],
  )
  return useSyncExternalStore(subscribe, () => mySettings().read(key, of))
}
