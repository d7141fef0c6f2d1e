import { useWords } from '../../i18n/index.ts'
import { Link } from '../Link.tsx'
import { ErrorScreen } from './ErrorScreen.tsx'

interface RefusedProps {
  /** Title of the refused screen. */
  readonly what: string
  /** Why nobody may yet; without it an administrator is who can help. */
  readonly why?: string | undefined
}

/** In the place of a screen that this person may not open: what it is, why not, and the ways out. Its address stays. */
export function Refused({ what, why }: RefusedProps) {
  const { t } = useWords()
  return (
    <ErrorScreen title={t('shell.forbidden')} tab={what}>
      <p role="alert">{why ?? t('shell.refused', { what })}</p>
      {!why && <p>{t('shell.forbiddenHint')}</p>}
      <p>
        <Link to="/">{t('shell.goHome')}</Link>
      </p>
    </ErrorScreen>
  )
}
