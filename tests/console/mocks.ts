import type { Catalogue } from '../../src/model/kernel/catalogue.ts'
import type { RoundsEvent } from '../../src/model/kernel/wire.ts'

/** State of the mocked modules: the catalogue that the console sees, who listens to events of the server and to gaps. */
export const mocked = {
  catalogue: null as Catalogue | null,
  listeners: new Set<(event: RoundsEvent) => void>(),
  gaps: new Set<() => void>(),
}

/** `data/catalogue.ts` with the test's catalogue. For `vi.mock`, which needs it by dynamic import. */
export const catalogueModule = async (original: () => Promise<unknown>): Promise<object> => ({
  ...((await original()) as object),
  catalogueNow: () => mocked.catalogue,
  useCatalogue: () => mocked.catalogue,
})

/** `api/events.ts` without a stream: tests call the listeners. */
export const eventsModule = () => ({
  onEvent: (run: (event: RoundsEvent) => void) => {
    mocked.listeners.add(run)
    return () => mocked.listeners.delete(run)
  },
  onGap: (run: () => void) => {
    mocked.gaps.add(run)
    return () => mocked.gaps.delete(run)
  },
})
