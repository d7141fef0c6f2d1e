import { useRef } from 'react'
import styled from 'styled-components'
import { useBacklog } from '../data/backlog.ts'
import { useCatalogue } from '../data/catalogue.ts'
import { useUrgency } from '../data/urgency.ts'
import { useWords } from '../i18n/index.ts'
import { CommandButton } from '../ui/CommandButton.tsx'
import { Trouble } from '../ui/messages/Trouble.tsx'
import { Screen } from '../ui/Screen.tsx'
import { QueueLines } from './QueueLines.tsx'
import { TeamBacklog } from './TeamBacklog.tsx'
import { useCards } from './useCards.ts'

/** Every queue this person works, the most urgent first. */
export function QueueHub() {
  const { t } = useWords()
  const none = useCatalogue()?.queues.length === 0
  const { views, error, again } = useUrgency()
  const backlog = useBacklog()
  const page = useRef<HTMLDivElement>(null)
  useCards(page)
  return (
    <Screen
      title={t('shell.queueHub')}
      ready={views !== undefined || none || error !== null}
      note={t('shell.hubNote')}
      tools={!none && <CommandButton id="cards.nextUrgent" tone="primary" icon />}
    >
      <Page ref={page}>
        {none && <p className="none">{t('shell.noQueues')}</p>}
        {error ? <Trouble error={error} again={again} /> : null}
        <TeamBacklog views={backlog} />
        {views && <QueueLines views={views} backlog={backlog} />}
      </Page>
    </Screen>
  )
}

const Page = styled.div`
  max-width: 1280px;
  padding: 6px 16px 32px;
  & .none { color: var(--text-3); }
  @media (max-width: 767px) { padding: 6px 12px 24px; }
`
