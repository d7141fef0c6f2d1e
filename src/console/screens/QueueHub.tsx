import { useRef } from 'react'
import styled from 'styled-components'
import { useCatalogue } from '../data/catalogue.ts'
import { useQueueCounts } from '../data/counts.ts'
import { useWords } from '../i18n/index.ts'
import { Screen } from '../ui/Screen.tsx'
import { QueueCards } from './QueueCards.tsx'
import { useCards } from './useCards.ts'

/** Every queue this person works, with how much is to do. */
export function QueueHub() {
  const { t } = useWords()
  const catalogue = useCatalogue()
  const counts = useQueueCounts()
  const page = useRef<HTMLDivElement>(null)
  useCards(page)
  return (
    <Screen title={t('shell.queueHub')} ready={counts !== undefined || catalogue?.queues.length === 0}>
      <Page ref={page}>
        <QueueCards />
      </Page>
    </Screen>
  )
}

const Page = styled.div`
  max-width: 1120px;
  padding: 6px 16px 32px;
  @media (max-width: 767px) { padding: 6px 12px 24px; }
`
