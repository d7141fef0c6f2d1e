import { whileHere } from '../data/session.ts'
import { deadUntil } from '../host/deadUntil.ts'
import { toast } from '../ui/messages/toast.ts'

/** Opens one of the menus of a list: they come with the first that is asked for, and keys are dead until then. */
export function withMenus(open: (menus: typeof import('./menus/listMenus.ts')) => void): void {
  whileHere(deadUntil(import('./menus/listMenus.ts'))).then((menus) => menus && open(menus), toast.error)
}
