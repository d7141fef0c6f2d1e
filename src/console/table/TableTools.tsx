import type { ReactNode } from 'react'
import { useWords } from '../i18n/index.ts'
import { CommandButton } from '../ui/CommandButton.tsx'

/** What can be done in the list of a resource: add, edit, delete, import, export, look, what the list adds, read anew. */
export function TableTools({ resource, children }: { readonly resource: string; readonly children?: ReactNode }) {
  const { t } = useWords()
  return (
    <>
      <CommandButton id={`${resource}.add`} tone="primary" icon hideElsewhere>
        {t('table.add')}
      </CommandButton>
      <CommandButton id={`${resource}.edit`} icon hideElsewhere>
        {t('table.edit')}
      </CommandButton>
      <CommandButton id={`${resource}.delete`} icon hideElsewhere>
        {t('table.remove')}
      </CommandButton>
      <CommandButton id={`${resource}.import`} icon hideElsewhere>
        {t('table.import')}
      </CommandButton>
      <CommandButton id={`${resource}.export`} icon hideElsewhere>
        {t('table.export')}
      </CommandButton>
      <CommandButton id="grid.open" icon hideElsewhere>
        {t('table.view')}
      </CommandButton>
      {children}
      <CommandButton id="grid.reload" compact />
    </>
  )
}
