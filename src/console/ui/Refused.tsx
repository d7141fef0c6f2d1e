import styled from 'styled-components'
import { useKeyOf } from '../host/useCommand.ts'
import { useWords } from '../i18n/index.ts'
import { Key } from './Key.tsx'
import { Link } from './Link.tsx'
import { Screen } from './Screen.tsx'

interface RefusedProps {
  /** What may not be opened, as its screen would be called. */
  readonly what: string
  /** Why nobody may yet; without it an administrator is who can help. */
  readonly why?: string | undefined
}

/** In the place of a screen that this person may not open: what it is, why not, and the ways out. Its address stays. */
export function Refused({ what, why }: RefusedProps) {
  const { t } = useWords()
  const key = useKeyOf('palette.open')
  return (
    <Screen title={t('shell.forbidden')} tab={what} ready>
      <Box>
        <p role="alert">{why ?? t('shell.refused', { what })}</p>
        {!why && <p>{t('shell.forbiddenHint')}</p>}
        <p>
          <Link to="/">{t('shell.goHome')}</Link>
        </p>
        <p>
          {t('shell.findElse')} {key && <Key>{key}</Key>}
        </p>
      </Box>
    </Screen>
  )
}

const Box = styled.div`
  max-width: 640px;
  padding: 4px 16px 24px;
  display: flex;
  flex-direction: column;
  gap: 6px;
  color: var(--text-2);
  & > [role='alert'] { color: var(--text); }
  @media (max-width: 767px) { padding: 4px 12px 24px; }
`
