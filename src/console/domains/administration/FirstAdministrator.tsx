import { useWords } from '../../i18n/index.ts'
import type { PanelProps } from '../../record/panels.ts'
import { ShownOnce } from './ShownOnce.tsx'

/** The first password of a tenant's administrator. */
export function FirstAdministrator({ row }: PanelProps) {
  const { t } = useWords()
  const who = t('recordPage.firstAdministrator', { account: String(row.adminAccount), name: String(row.adminName) })
  return (
    <ShownOnce
      id={row.id}
      call="tenant.firstPassword"
      words={{
        about: `${who} ${t('recordPage.firstAbout')}`,
        once: t('recordPage.firstOnce'),
        copy: t('recordPage.firstCopy'),
        copied: t('recordPage.firstCopied'),
        take: t('recordPage.firstTake'),
        another: t('recordPage.firstAnother'),
      }}
    />
  )
}
