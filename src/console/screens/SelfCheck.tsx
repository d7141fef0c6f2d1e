import { useQuery } from '@tanstack/react-query'
import styled from 'styled-components'
import { useSnapshot } from 'valtio'
import { api } from '../api/client.ts'
import { useCatalogue } from '../data/catalogue.ts'
import { keyOf } from '../data/queries.ts'
import { useWords } from '../i18n/index.ts'
import { status } from '../state/status.ts'
import { Screen } from '../ui/Screen.tsx'

/** Is everything there that a day's work needs? What people are asked for when something does not work. */
export function SelfCheck() {
  const { t, language } = useWords()
  const catalogue = useCatalogue()
  const { online } = useSnapshot(status)
  const { data, error } = useQuery({
    queryKey: keyOf('health'),
    queryFn: ({ signal }) => api.get<{ status?: string }>('health', undefined, { signal }),
  })
  const facts = [
    ['checkServer', error ? error.message : (data?.status ?? '…')],
    ['checkNetwork', t(online ? 'shell.online' : 'shell.offlineShort')],
    ['checkLanguage', language],
    ['checkWindow', `${innerWidth} × ${innerHeight}`],
    ['checkScreens', String(catalogue?.resources.length ?? 0)],
    ['checkBrowser', navigator.userAgent],
  ] as const
  return (
    <Screen title={t('shell.selfCheck')} ready={data !== undefined || error !== null}>
      <Facts>
        {facts.map(([word, value]) => (
          <div key={word}>
            <dt>{t(`shell.${word}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </Facts>
    </Screen>
  )
}

const Facts = styled.dl`
  max-width: 640px;
  padding: 6px 16px;
  & > div { display: grid; grid-template-columns: 120px 1fr; padding: 8px 0; border-bottom: 1px solid var(--line); }
  & dt { color: var(--text-3); }
  & dd { margin: 0; overflow-wrap: anywhere; }
`
