import { useEffect, useState } from 'react'
import styled from 'styled-components'
import type { PublicPage as Page } from '../../model/language/domain/page.ts'
import type { Field } from '../../model/language/fields/field.ts'
import { label } from '../../model/values/label.ts'
import { api } from '../api/client.ts'
import { loadDomain } from '../data/domains.ts'
import type { PublicAddress } from '../data/pages.ts'
import { cellText } from '../fields/cell.ts'
import { useWords } from '../i18n/index.ts'
import { Lost } from './Lost.tsx'

const Box = styled.main`
  height: 100%;
  overflow: auto;
  padding: 24px 16px;
  & > * { max-width: 640px; margin-inline: auto; }
  & > h1 { font-size: 17px; margin-bottom: 12px; }
  & dl > div { display: flex; gap: 12px; padding: 6px 0; border-bottom: 1px solid var(--line); }
  & dt { flex: 0 0 120px; color: var(--text-2); }
  & dd { margin: 0; overflow-wrap: anywhere; }
  & .way {
    display: block;
    margin-top: 20px;
    padding: 12px;
    border-radius: var(--radius);
    background: var(--accent);
    color: var(--on-accent);
    text-align: center;
    text-decoration: none;
  }
`

/** A page of this product or one of a partner: nothing that runs here. */
const IS_WAY = /^(https:\/\/|\/(?!\/))/

type Shown =
  | { readonly page: Page; readonly values: Readonly<Record<string, unknown>> }
  | { readonly page: Page; readonly refused: string }

/** The declaration of the page, and what its call answers to this address. */
async function read({ domain, path, params }: PublicAddress, signal: AbortSignal): Promise<Shown | null> {
  const page = (await loadDomain(domain)).pages.find((p) => p.path === path)
  if (!page) return null
  try {
    const search = new URLSearchParams(location.search)
    const query = Object.fromEntries((page.query ?? []).map((name) => [name, search.get(name) ?? '']))
    const values = await api.get<Readonly<Record<string, unknown>>>(
      page.call.paths[0] ?? '',
      { ...params, ...query },
      { signal },
    )
    return { page, values }
  } catch (e) {
    return { page, refused: e instanceof Error ? e.message : String(e) }
  }
}

/** Page for people who are not signed in: the facts that one call answers, or its refusal. */
export function PublicPage({ address }: { readonly address: PublicAddress }) {
  const { language } = useWords()
  const [shown, setShown] = useState<Shown | null | undefined>(undefined)
  const { domain, path } = address
  const params = JSON.stringify(address.params)
  useEffect(() => {
    const stop = new AbortController()
    void read({ domain, path, params: JSON.parse(params) }, stop.signal).then((found) => {
      if (!stop.signal.aborted) setShown(found)
    })
    return () => stop.abort()
  }, [domain, path, params])
  const title = shown ? label(shown.page.title, language) : ''
  useEffect(() => {
    if (title) document.title = `${title} · Rounds`
  }, [title])
  if (shown === undefined) return null
  if (shown === null) return <Lost what="notFound" alone />
  const { leadsTo } = shown.page
  const fields = Object.entries<Field>(shown.page.call.answer.fields ?? {})
  const way = leadsTo && 'values' in shown ? String(shown.values[leadsTo] ?? '') : ''
  return (
    <Box id="content" data-ready="" tabIndex={-1}>
      <h1>{title}</h1>
      {'refused' in shown ? (
        <p role="alert">{shown.refused}</p>
      ) : (
        <>
          <dl>
            {fields.flatMap(([name, f]) =>
              name === leadsTo
                ? []
                : [
                    <div key={name}>
                      <dt>{label(f.label, language)}</dt>
                      <dd>{cellText(f, shown.values[name], language) || '—'}</dd>
                    </div>,
                  ],
            )}
          </dl>
          {IS_WAY.test(way) && (
            <p>
              <a className="way" href={way}>
                {fields.flatMap(([name, f]) => (name === leadsTo ? [label(f.label, language)] : []))}
              </a>
            </p>
          )}
        </>
      )}
    </Box>
  )
}
