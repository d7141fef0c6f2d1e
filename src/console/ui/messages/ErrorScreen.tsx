import type { ReactNode } from 'react'
import styled from 'styled-components'
import { useWords } from '../../i18n/index.ts'
import { CommandButton } from '../CommandButton.tsx'
import { Screen } from '../Screen.tsx'

interface ErrorScreenProps {
  readonly title: string
  /** Title of its tab; defaults to the title. */
  readonly tab?: string
  readonly children: ReactNode
}

/** In the place of a screen that cannot be shown: why, and at its end what finds another. */
export function ErrorScreen({ title, tab, children }: ErrorScreenProps) {
  const { t } = useWords()
  return (
    <Screen title={title} {...(tab ? { tab } : {})} ready>
      <Box>
        {children}
        <p>
          <CommandButton id="palette.open">{t('shell.findElse')}</CommandButton>
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
