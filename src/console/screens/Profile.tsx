import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import styled from 'styled-components'
import { api } from '../api/client.ts'
import { useCatalogue } from '../data/catalogue.ts'
import { keyOf } from '../data/queries.ts'
import { session } from '../data/session.ts'
import { useWords } from '../i18n/index.ts'
import { Screen } from '../ui/Screen.tsx'
import { Avatar } from './Avatar.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { SecondFactor } from './secondFactor/SecondFactor.tsx'
import { MySettings } from './settings/MySettings.tsx'
import { NotificationSettings } from './settings/NotificationSettings.tsx'

export interface Me {
  readonly avatar?: string
  readonly account?: string
  readonly name?: string
  readonly realName?: string
  readonly phone?: string
  readonly email?: string
  readonly roleName?: string
  readonly deptName?: string
  readonly customerName?: string
}

/** Controls of a section, the first of which takes the focus. */
const FOCUSABLE = 'select, input, button, a[href]'

/** The signed-in user as stored by the server; `?section=` leads to a section by its id. */
export function Profile() {
  const { t } = useWords()
  const catalogue = useCatalogue()
  const { data, error } = useQuery({
    queryKey: keyOf('user', 'me'),
    queryFn: ({ signal }) => api.get<Me>('blade-system/user/info', undefined, { signal }),
  })
  const shown = data !== undefined || error !== null
  const [search] = useSearchParams()
  const wanted = search.get('section') ?? ''
  // once the sections above have their height
  useEffect(() => {
    const section = shown && wanted ? document.getElementById(wanted) : null
    section?.scrollIntoView?.({ block: 'start' })
    section?.querySelector<HTMLElement>(FOCUSABLE)?.focus({ preventScroll: true })
  }, [shown, wanted])
  const facts = [
    ['account', data?.account ?? catalogue?.user.account],
    ['name', data?.realName ?? catalogue?.user.name],
    ['roles', data?.roleName],
    ['company', data?.customerName || catalogue?.user.company],
    ['department', data?.deptName],
    ['tenant', session.tenantId],
  ] as const
  return (
    <Screen title={t('shell.profileTitle')} ready={shown}>
      <Facts>
        {facts.map(([word, value]) =>
          value ? (
            <div key={word}>
              <dt>{t(`shell.${word}`)}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </Facts>
      {data ? <Avatar of={data.avatar ?? ''} name={data.realName ?? ''} /> : null}
      {data ? <ProfileForm key={JSON.stringify(data)} me={data} /> : null}
      {data ? <SecondFactor /> : null}
      <NotificationSettings />
      <MySettings />
      {error ? <Trouble role="alert">{error.message}</Trouble> : null}
    </Screen>
  )
}

const Facts = styled.dl`
  max-width: 560px;
  padding: 6px 16px;
  & > div { display: grid; grid-template-columns: 120px 1fr; padding: 8px 0; border-bottom: 1px solid var(--line); }
  & dt { color: var(--text-3); }
`

const Trouble = styled.p`
  padding: 12px 16px;
  color: var(--bad);
`
