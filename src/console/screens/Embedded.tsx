import { useEffect, useState } from 'react'
import styled from 'styled-components'
import { useWords } from '../i18n/index.ts'
import { Link } from '../ui/Link.tsx'
import { Screen } from '../ui/Screen.tsx'

/** Another page inside ours: of menus that lead outside. What may be framed is said by the server's policy. */
export function Embedded({ address }: { readonly address: string }) {
  const { t } = useWords()
  const known = URL.canParse(address, location.origin) ? new URL(address, location.origin) : null
  const refused = useRefused(known?.origin ?? '')
  const fits = known !== null && (known.protocol === 'https:' || known.protocol === 'http:')
  return (
    <Screen
      title={known?.hostname ?? t('shell.embedded')}
      ready
      scrolls={false}
      tools={
        fits ? (
          <a href={known.href} target="_blank" rel="noreferrer">
            {t('shell.openOutside')}
          </a>
        ) : null
      }
    >
      {fits && refused ? (
        <p role="alert">{t('shell.notFramed', { host: known.host })}</p>
      ) : fits ? (
        <Frame src={known.href} title={known.hostname} sandbox="allow-scripts allow-forms allow-popups" />
      ) : (
        <p role="alert">
          {t('shell.noEmbedded')} <Link to="/">{t('shell.goHome')}</Link>
        </p>
      )}
    </Screen>
  )
}

/** Whether the page's policy refused to show a site of this origin: the server names what may be framed (`FRAME_HOSTS`). */
function useRefused(origin: string): boolean {
  const [refused, setRefused] = useState('')
  useEffect(() => {
    const listen = (event: SecurityPolicyViolationEvent) => {
      if (event.effectiveDirective === 'frame-src') setRefused(origin)
    }
    document.addEventListener('securitypolicyviolation', listen)
    return () => document.removeEventListener('securitypolicyviolation', listen)
  }, [origin])
  return refused !== '' && refused === origin
}

const Frame = styled.iframe`
  flex: 1;
  border: 0;
  width: 100%;
`
