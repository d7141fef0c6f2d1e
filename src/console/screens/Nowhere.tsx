import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react'
import styled from 'styled-components'
import { screensOf } from '../../../commands/catalog/screens.ts'
import { nearest } from '../../../commands/search/nearest.ts'
import { useCatalogue } from '../data/catalogue.ts'
import { useWords } from '../i18n/index.ts'
import { Icon } from '../ui/Icon.tsx'
import { Link } from '../ui/Link.tsx'
import { ErrorScreen } from '../ui/messages/ErrorScreen.tsx'

/** Places that are offered. */
const OFFERED_PLACES_MAX = 6

/**
 * Page of an unknown address (`/404`): shows the address and similar ones. `path` is "" at `/404` itself, which offers
 * the way home.
 */
export function Nowhere({ path }: { readonly path: string }) {
  const { t } = useWords()
  const catalogue = useCatalogue()
  const list = useRef<HTMLUListElement>(null)
  const near = useMemo(
    () => (catalogue && path ? nearest(path, screensOf(catalogue), OFFERED_PLACES_MAX) : []),
    [catalogue, path],
  )
  useEffect(() => {
    const at = document.activeElement
    if (at === document.body || at?.tagName === 'MAIN') list.current?.querySelector('a')?.focus()
  }, [])
  const step = (e: KeyboardEvent) => {
    const by = e.key === 'ArrowDown' || e.key === 'j' ? 1 : e.key === 'ArrowUp' || e.key === 'k' ? -1 : 0
    if (by === 0 || e.ctrlKey || e.metaKey || e.altKey) return
    const links = [...(list.current?.querySelectorAll('a') ?? [])]
    const at = links.indexOf(document.activeElement as HTMLAnchorElement)
    e.preventDefault()
    e.stopPropagation()
    links[(at + by + links.length) % links.length]?.focus()
  }
  return (
    <ErrorScreen title={t('shell.notFound')}>
      {path && (
        <p>
          {t('shell.nowhere')} <Address>{path}</Address>
        </p>
      )}
      <p>{t('shell.notFoundHint')}</p>
      {!path && (
        <p>
          <Link to="/">{t('shell.goHome')}</Link>
        </p>
      )}
      {near.length > 0 && (
        <>
          <Heading>{t('shell.nearest')}</Heading>
          <Places ref={list} onKeyDown={step}>
            {near.map((place) => (
              <li key={place.path}>
                <Link to={place.path}>
                  <Icon name={place.icon} />
                  <span>{place.title}</span>
                  <code>{place.path}</code>
                </Link>
              </li>
            ))}
          </Places>
        </>
      )}
    </ErrorScreen>
  )
}

const Address = styled.code`
  overflow-wrap: anywhere;
  color: var(--text);
`

const Heading = styled.h2`
  margin-top: 14px;
  font-size: 13px;
  color: var(--text);
`

const Places = styled.ul`
  margin: 0 -8px 8px;
  & code { margin-left: auto; overflow-wrap: anywhere; text-align: right; color: var(--text-3); }
  & a { display: flex; align-items: center; gap: 10px; min-height: 36px; padding: 4px 8px; border-radius: var(--radius); color: var(--text); }
  & a:hover { background: var(--surface-3); }
  & a > span { white-space: nowrap; }
  @media (max-width: 767px) {
    & a { min-height: 44px; }
  }
`
