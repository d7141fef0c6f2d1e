import type { AnyCommand } from '../../../../commands/command.ts'
import { formatKeys } from '../../../../commands/keys/format.ts'
import { commandState, runCommand } from '../../host/host.ts'
import { platform } from '../../host/platform.ts'
import type { MenuEntry } from '../../ui/menu.ts'

/** A command as the entry of a menu: its key, and why it cannot be run. */
export function commandEntry(c: AnyCommand): MenuEntry {
  const state = commandState(c.id, 'menu')
  const { key } = state
  return {
    id: c.id,
    label: c.title,
    icon: c.icon,
    ...(key ? { keys: formatKeys(key, platform) } : {}),
    ...(state.why ? { disabled: state.why } : {}),
    ...(c.danger ? { danger: true } : {}),
    run: () => void runCommand(c.id, 'menu'),
  }
}
