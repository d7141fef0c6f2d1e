import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react'
import styled from 'styled-components'
import { screensOf } from '../../../commands/catalog/screens.ts'
import { nearest } from '../../../commands/search/nearest.ts'
import { useCatalogue } from '../data/catalogue.ts'
import { useKeyOf } from '../host/useCommand.ts'
import { useWords } from '../i18n/index.ts'
import { Icon } from '../ui/Icon.tsx'
import { Key } from '../ui/Key.tsx'
import { Link } from '../ui/Link.tsx'
import { Screen } from '../ui/Screen.tsx'

/** Places that are offered. */
const MOST = 6

/** An address that leads nowhere, shown at `/404`: it is named, and what it may have been meant for is offered. */
export function Nowhere({ path }: { readonly path: string }) {
  const { t } = useWords()
  const catalogue = useCatalogue()
  const key = useKeyOf('palette.open')
  const list = useRef<HTMLUListElement>(null)
  const near = useMemo(() => (catalogue ? nearest(path, screensOf(catalogue), MOST) : []), [catalogue, path])
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
    <Screen title={t('shell.notFound')} ready>
      <Box>
        <p>
          {t('shell.nowhere')} <code>{path}</code>
        </p>
        <p>{t('shell.notFoundHint')}</p>
        {near.length > 0 && (
          <>
            <h2>{t('shell.nearest')}</h2>
            <ul ref={list} onKeyDown={step}>
              {near.map((place) => (
                <li key={place.path}>
                  <Link to={place.path}>
                    <Icon name={place.icon} />
                    <span>{place.title}</span>
                    <code>{place.path}</code>
                  </Link>
                </li>
              ))}
            </ul>
          </>
        )}
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
  & code { overflow-wrap: anywhere; color: var(--text-3); }
  & p > code { color: var(--text); }
  & h2 { margin-top: 14px; font-size: 13px; color: var(--text); }
  & ul { margin: 0 -8px 8px; }
  & li > a { display: flex; align-items: center; gap: 10px; min-height: 36px; padding: 4px 8px; border-radius: var(--radius); color: var(--text); }
  & li > a:hover { background: var(--surface-3); }
  & li > a > span { white-space: nowrap; }
  & li > a > code { margin-left: auto; text-align: right; }
  @media (max-width: 767px) {
    padding: 4px 12px 24px;
    & li > a { min-height: 44px; }
  }
`
