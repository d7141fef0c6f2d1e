import type { ReactNode } from 'react'
import type { CatalogueResource } from '../../model/wire/catalogue.ts'
import { useWords } from '../i18n/index.ts'
import { CommandButton } from '../ui/CommandButton.tsx'

/**
 * Commands in the list of a resource: add, edit, delete, import, export, look, what the list adds, read anew; calls too
 * where no lifecycle fills the list with decisions (roles of a user), and there is room.
 */
export function TableTools(p: {
  readonly entry: CatalogueResource
  readonly narrow: boolean
  readonly children?: ReactNode
}) {
  const { t } = useWords()
  const { id: resource, decisions } = p.entry
  return (
    <>
      <CommandButton id={`${resource}.add`} tone="primary" icon hideElsewhere>
        {p.entry.created?.title ?? t('table.add')}
      </CommandButton>
      <CommandButton id={`${resource}.edit`} icon compact={p.narrow} hideElsewhere>
        {t('table.edit')}
      </CommandButton>
      <CommandButton id={`${resource}.delete`} icon compact={p.narrow} hideElsewhere>
        {t('table.remove')}
      </CommandButton>
      <CommandButton id={`${resource}.import`} icon compact={p.narrow} hideElsewhere>
        {t('table.import')}
      </CommandButton>
      <CommandButton id={`${resource}.export`} icon compact={p.narrow} hideElsewhere>
        {t('table.export')}
      </CommandButton>
      {!p.narrow &&
        p.entry.archives?.map((name) => (
          <CommandButton key={name} id={`${resource}.${name}`} tone="plain" icon hideElsewhere />
        ))}
      <CommandButton id="grid.open" icon compact={p.narrow} hideElsewhere>
        {t('table.view')}
      </CommandButton>
      {!p.narrow &&
        decisions.every((d) => d.kind === 'call') &&
        decisions.map((d) => <CommandButton key={d.id} id={`${resource}.${d.id}`} tone="plain" icon hideElsewhere />)}
      {p.children}
      <CommandButton id="grid.reload" compact />
    </>
  )
}
