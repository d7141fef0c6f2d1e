import type { Macros } from '../../../commands/catalog/macros.ts'
import { settings } from '../../model/wire/settings/settings.ts'
import type { KeptMacro } from '../../model/wire/settings/shapes.ts'
import { uuid } from '../api/uuid.ts'
import { mySettings } from './mySettings.ts'

/** The macros of the person, a setting of theirs. */
export const macrosNow = (): Macros => mySettings().read(settings.macros.key, settings.macros)

/** Keeps a macro under its id, or under a new one; the id, or null where it cannot be kept: too many, or too long. */
export function keepMacro(id: string | null, macro: KeptMacro): string | null {
  const name = id ?? uuid().replaceAll('-', '').slice(0, 12)
  return mySettings().write(settings.macros.key, { ...macrosNow(), [name]: macro }) ? name : null
}

/** Removes a macro. */
export function removeMacro(id: string): void {
  const { [id]: _gone, ...rest } = macrosNow()
  mySettings().write(settings.macros.key, rest)
}
