import { StartError } from './core/settings/startError.ts'

declare global {
  /** The build of the console that goes on in this process (`start.mjs`); rejects with a sentence. */
  var consoleBuild: Promise<void> | undefined
}

/** Ends when the console can be served: at once where it is not built just now. A `StartError` where it failed. */
export const consoleBuilt = (): Promise<void> =>
  Promise.resolve(globalThis.consoleBuild).catch((e: Error) => {
    throw new StartError(e.message)
  })
