/** Time after the first screen in which what the person does goes first, ms. */
const CALM_MS = 8_000

/**
 * Has the built files kept in this browser (`src/offline`), once the first screens are there. Not where somebody pays for each megabyte,
 * and not in a build for development, which has no service worker.
 */
export function keepOffline(): void {
  const { serviceWorker, connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  if (!serviceWorker || connection?.saveData || process.env.NODE_ENV !== 'production') return
  setTimeout(() => {
    // refused by the browser, or the server is away: the console works as without one
    serviceWorker.register('/service-worker.js').catch(() => {})
  }, CALM_MS)
}
