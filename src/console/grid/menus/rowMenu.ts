import type { AnyCommand } from '../../../../commands/command.ts'
import type { WireRow } from '../../../model/wire/wire.ts'
import { commandsFor } from '../../host/host.ts'
import { t } from '../../i18n/index.ts'
import { openMenu } from '../../ui/menu.ts'
import { commandEntry } from './commandEntry.ts'

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
    (c.id.startsWith(`${resource}.`) ||
      c.id === 'grid.open' ||
      c.id === 'grid.toggle' ||
      c.id === 'queue.hold' ||
      c.id === 'record.beside')
  const commands = commandsFor({}, 'menu').filter(mine)
  const first = commands.filter((c) => c.category === 'decision')
  const rest = commands.filter((c) => c.category !== 'decision')
  openMenu({
    label: t('table.rowMenu'),
    at,
    entries: [
      ...first.map(commandEntry),
      ...(first.length > 0 && rest.length > 0 ? (['line'] as const) : []),
      ...rest.map(commandEntry),
    ],
  })
}
