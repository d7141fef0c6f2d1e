import type { AnyCommand } from '../../../commands/command.ts'
import { formatKeys } from '../../../commands/keys/format.ts'
import type { WireRow } from '../../model/kernel/wire.ts'
import { commandState, commandsFor, runCommand } from '../host/host.ts'
import { platform } from '../host/keyState.ts'
import { t } from '../i18n/index.ts'
import { type MenuEntry, openMenu } from '../ui/menu.ts'

/** The menu of a row: the same commands as keys and buttons offer for it, with why not. */
export function openRowMenu(
  resource: string,
  row: WireRow | undefined,
  at: { readonly x: number; readonly y: number } | HTMLElement,
): void {
  if (!row) return
  const mine = (c: AnyCommand) =>
    (c.selection === 'one' || c.selection === 'many') &&
    !c.id.endsWith('.batch') &&
    (c.id.startsWith(`${resource}.`) || c.id === 'grid.open' || c.id === 'grid.toggle' || c.id === 'queue.hold')
  const entry = (c: AnyCommand): MenuEntry => {
    const state = commandState(c.id, 'menu')
    const key = c.keys?.[0]
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
  const commands = commandsFor({}, 'menu').filter(mine)
  const first = commands.filter((c) => c.category === 'decision')
  const rest = commands.filter((c) => c.category !== 'decision')
  openMenu({
    label: t('table.rowMenu'),
    at,
    entries: [
      ...first.map(entry),
      ...(first.length > 0 && rest.length > 0 ? (['line'] as const) : []),
      ...rest.map(entry),
    ],
  })
}
