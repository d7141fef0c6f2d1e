import { buildRegistry } from '../../commands/catalog/build.ts'
import type { Catalogue } from '../../src/model/wire/catalogue.ts'

const made = new WeakMap<Catalogue, ReturnType<typeof buildRegistry>>()

/** The commands of a catalogue in its language, made once for all tests of a file that have it. */
export function registryOf(catalogue: Catalogue): ReturnType<typeof buildRegistry> {
  const found = made.get(catalogue) ?? buildRegistry(catalogue, catalogue.language)
  made.set(catalogue, found)
  return found
}
