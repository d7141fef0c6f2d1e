import { settings } from '../../model/wire/settings/settings.ts'
import { type Held, type HeldRows, isBack } from '../../model/wire/settings/shapes.ts'
import { mySettings, onOpened } from './mySettings.ts'

/** Longest wait of one timer, ms: the clock of a computer that slept is looked at again. */
const LOOK_MS = 60_000

const prefix = `${settings.held.key}.`

/**
 * Takes rows off hold when their time has come, whichever queue they are of and whatever page is open. `back` is called for each.
 * Returns how to stop.
 */
export function watchHeldRows(back: (queue: string, id: string, row: Held) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let unwatch = () => {}
  const look = () => {
    clearTimeout(timer)
    timer = undefined
    const store = mySettings()
    const now = Date.now()
    let next = Number.POSITIVE_INFINITY
    for (const key of store.keys().filter((one) => one.startsWith(prefix))) {
      const rows: HeldRows = store.read(key, settings.held)
      const due = Object.entries(rows).filter(([, row]) => isBack(row, now))
      for (const [, { until }] of Object.entries(rows))
        if (until !== undefined && until > now) next = Math.min(next, until)
      if (due.length === 0) continue
      const gone = new Set(due.map(([id]) => id))
      store.write(key, Object.fromEntries(Object.entries(rows).filter(([id]) => !gone.has(id))))
      for (const [id, row] of due) back(key.slice(prefix.length), id, row)
    }
    if (next < Number.POSITIVE_INFINITY) timer = setTimeout(look, Math.min(next - now, LOOK_MS))
  }
  const follow = () => {
    unwatch()
    unwatch = mySettings().onChange((key) => {
      if (key.startsWith(prefix)) queueMicrotask(look)
    })
    look()
  }
  const stops = [onOpened(() => queueMicrotask(follow)), () => unwatch(), () => clearTimeout(timer)]
  follow()
  return () => {
    for (const stop of stops) stop()
  }
}
