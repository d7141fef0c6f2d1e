import type { Outcome } from '../../../commands/outcome.ts'
import type { WireRow } from '../../model/wire/wire.ts'

/** Acts of macros, apart from what asks for it: they come with the first one. */
export interface MacroActs {
  toggleRecording(): Outcome
  runMacro(id: string, resource: string, rows: () => Promise<readonly WireRow[] | null>): Promise<Outcome>
}

let load: () => Promise<MacroActs> = () => Promise.reject(new Error('no macros'))

/** Says where the macros come from. */
export const provideMacros = (from: () => Promise<MacroActs>): void => {
  load = from
}

/** Loads the macros. */
export const loadMacros = (): Promise<MacroActs> => load()
