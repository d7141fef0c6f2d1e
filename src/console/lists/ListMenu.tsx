import { commandEntry } from '../grid/menus/commandEntry.ts'
import { commandsFor } from '../host/host.ts'
import { useWords } from '../i18n/index.ts'
import { IconButton } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { openMenu } from '../ui/menu.ts'

const ACTS = ['group', 'find', 'copyRows', 'pasteRows', 'bulkEdit', 'print', 'columns'].map((name) => `grid.${name}`)

/** Commands on a list that have no button of their own. */
export function ListMenu() {
  const { t } = useWords()
  return (
    <IconButton
      aria-label={t('table.more')}
      title={t('table.more')}
      aria-haspopup="menu"
      onClick={(e) =>
        openMenu({
          label: t('table.more'),
          at: e.currentTarget,
          entries: commandsFor({ ids: ACTS }).map(commandEntry),
        })
      }
    >
      <Icon name="more" />
    </IconButton>
  )
}
