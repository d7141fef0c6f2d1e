import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import styled from 'styled-components'
import type { SecondFactor as State } from '../../../model/administration/access/secondFactorCalls.ts'
import { api } from '../../api/client.ts'
import { keyOf, outdate } from '../../data/queries.ts'
import { useWords } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Trouble } from '../../ui/messages/Trouble.tsx'
import { toast } from '../../ui/messages/toast.ts'
import { SetUp } from './SetUp.tsx'
import { TurnOff } from './TurnOff.tsx'
import './words.ts'

/** Whether one has a second factor, and the way to have one or none. */
export function SecondFactor() {
  const { t } = useWords()
  const [asking, setAsking] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: keyOf('secondFactor', 'own'),
    queryFn: ({ signal }) => api.get<State>('rounds/second-factor', undefined, { signal }),
  })
  const over = (changed: boolean) => {
    setAsking(false)
    if (!changed) return
    const on = !data?.on
    toast.info(() => t(on ? 'secondFactor.isOn' : 'secondFactor.isOff'))
    void outdate('secondFactor')
  }
  return (
    <Section aria-labelledby="second-factor">
      <h2 id="second-factor">{t('secondFactor.title')}</h2>
      <p>{t('secondFactor.about')}</p>
      {error && <Trouble error={error} again={() => void refetch()} />}
      {data && (
        <>
          <p className="state" data-on={data.on}>
            {data.on ? t('secondFactor.on', { since: data.since }) : t('secondFactor.off')}
          </p>
          <Button onClick={() => setAsking(true)}>{t(data.on ? 'secondFactor.turnOff' : 'secondFactor.setUp')}</Button>
          {data.on && <p className="lost">{t('secondFactor.lost')}</p>}
          {asking && (data.on ? <TurnOff over={over} /> : <SetUp over={over} />)}
        </>
      )}
    </Section>
  )
}

const Section = styled.section`
  max-width: 528px;
  display: grid;
  gap: 8px;
  justify-items: start;
  margin: 0 16px 20px;
  padding-top: 12px;
  border-top: 1px solid var(--line);
  & h2 { font-size: 14px; font-weight: 600; }
  & p { color: var(--text-2); }
  & .state[data-on='true'] { color: var(--good); font-weight: 600; }
  & .lost { color: var(--text-3); font-size: 12px; }
`
