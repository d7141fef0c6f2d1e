import { useWords } from '../../i18n/index.ts'

/** Stands where something is being fetched; says so only when that takes longer than a glance (`waiting`, theme/global.ts). */
export function Waiting() {
  const { t } = useWords()
  return (
    <p className="waiting" aria-busy="true">
      {t('shell.loading')}
    </p>
  )
}
