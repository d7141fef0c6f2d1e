import type { ReactNode } from 'react'
import { primaryId } from '../../../commands/catalog/ids.ts'
import { ariaKeys, formatKeys } from '../../../commands/keys/format.ts'
import { runCommand } from '../host/host.ts'
import { platform } from '../host/platform.ts'
import { useCommand } from '../host/useCommand.ts'
import { labelled } from '../i18n/labelled.ts'
import { Button, type ButtonTone } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { Key } from './Key.tsx'

export interface CommandButtonProps {
  /** The command it runs; without that command in the registry (not granted) there is no button. */
  readonly id: string
  /** Instead of the command's title. */
  readonly children?: ReactNode
  readonly tone?: ButtonTone
  readonly icon?: boolean
  /** Icon alone; the title is said aloud and shown on hovering. */
  readonly compact?: boolean
  /** No button where the command does not exist, instead of a disabled one. */
  readonly hideElsewhere?: boolean
  /** Whether what it switches is on. */
  readonly pressed?: boolean
}

/** A button that is a command: same title, same condition, same reason, and its key on it. */
export function CommandButton({ id, children, tone, icon, compact, hideElsewhere, pressed }: CommandButtonProps) {
  const { command, here, enabled, why, key: own } = useCommand(id)
  const { key: primary } = useCommand(primaryId(id))
  // a key that does nothing here is not shown; of two the one that goes on in every queue
  const key = primary || own ? formatKeys(primary || own, platform) : ''
  if (!command || (hideElsewhere && !here)) return null
  const title = command.note ? `${command.title} · ${command.note}` : command.title
  const hint = enabled ? title : labelled(title, why)
  return (
    <Button
      $tone={tone ?? (command.danger ? 'danger' : 'plain')}
      // Not `disabled`: a disabled button can neither be reached nor say why.
      aria-disabled={!enabled || undefined}
      aria-keyshortcuts={key ? ariaKeys([...(primary ? [primary] : []), ...(command.keys ?? [])], platform) : undefined}
      aria-pressed={pressed}
      aria-label={compact ? command.title : undefined}
      aria-description={command.note}
      title={key ? `${hint} (${key})` : hint}
      data-command={id}
      // A click must not take the keyboard away from the grid: the next j or a would be lost, Enter would click again.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => void runCommand(id, 'button')}
    >
      {(icon || compact) && <Icon name={command.icon} />}
      {!compact && <span>{children ?? command.title}</span>}
      {command.note && !compact && <Icon name="undo-off" size={12} />}
      {key && !compact && <Key>{key}</Key>}
    </Button>
  )
}
