import { useWords } from '../../i18n/index.ts'
import type { PanelProps } from '../../record/panels.ts'
import { ShownOnce } from './ShownOnce.tsx'

/** Kind of clients for a partner's system; people sign in through the others. */
const PARTNER = 2

/** The secret of a partner's client. */
export function ClientSecret({ row }: PanelProps) {
  const { t } = useWords()
  if (row.kind !== PARTNER) return <p>{t('recordPage.secretNone')}</p>
  if (row.enableStatus !== 1) return <p>{t('recordPage.secretRevoked')}</p>
  const since = row.keyTakenTime
    ? t('recordPage.secretSince', { time: String(row.keyTakenTime) })
    : t('recordPage.secretNever')
  return (
    <ShownOnce
      id={row.id}
      call="client.secret"
      words={{
        about: `${since} ${t('recordPage.secretAbout')}`,
        once: t('recordPage.firstOnce'),
        copy: t('recordPage.secretCopy'),
        copied: t('recordPage.firstCopied'),
        take: row.keyTakenTime ? t('recordPage.secretRotate') : t('recordPage.secretTake'),
        another: t('recordPage.secretRotate'),
      }}
    />
  )
}
