import { formatKeys } from '../../../../commands/keys/format.ts'
import { runCommand } from '../../host/host.ts'
import { platform } from '../../host/platform.ts'
import { useCommand } from '../../host/useCommand.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'

const ID = 'record.beside'

/** Keeps the record in hand on the screen beside the next ones. */
export function BesideButton() {
  const { command, here, key } = useCommand(ID)
  if (!command || !here) return null
  const title = key ? `${command.title} (${formatKeys(key, platform)})` : command.title
  return (
    <IconButton
      aria-label={command.title}
      title={title}
      data-command={ID}
      onClick={() => void runCommand(ID, 'button')}
    >
      <Icon name={command.icon} />
    </IconButton>
  )
}
