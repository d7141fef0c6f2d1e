import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import styled, { createGlobalStyle } from 'styled-components'
import type { Child, Resource } from '../../../model/language/resource.ts'
import type { WireRow } from '../../../model/wire/wire.ts'
import { api } from '../../api/client.ts'
import { useCatalogue } from '../../data/catalogue.ts'
import { callNow, loadDomain, useResource } from '../../data/domains.ts'
import { childrenQuery, parentValue } from '../../data/records.ts'
import { useWords } from '../../i18n/index.ts'
import type { PanelProps } from '../../record/panels.ts'
import { MoreRows } from '../../record/parts/MoreRows.tsx'
import { Button } from '../../ui/Button.tsx'
import { copyText } from '../../ui/messages/clipboard.ts'
import { toast } from '../../ui/messages/toast.ts'
import { type LinkPurpose, purposesOf } from './linkPurposes.ts'

type Via = 1 | 2 | 3

interface Made {
  readonly url: string
  readonly expireTime: string
}

/** A code that is shown: of which record and purpose, and how it looks. */
interface Shown {
  readonly purpose: LinkPurpose
  readonly picture: string
  readonly until: string
}

/** Links for the phones of a record's doctor, or of all doctors of an activity: each is told this once. */
export function DoctorLinks({ of, row }: PanelProps) {
  const { t } = useWords()
  const may = useCatalogue()?.permissions.includes('doctorLink_link') ?? false
  useEffect(() => void loadDomain('activities'), [])
  const doctors = of.children?.find(({ resource }) => /^(?!demo)\w+Doctor$/.test(resource))
  const own = purposesOf(of, row)
  if (!may || (own.length === 0 && !doctors)) return <Panel>{t('recordPage.linkNone')}</Panel>
  return (
    <Panel>
      <p>{t('recordPage.linkAbout')}</p>
      {own.length > 0 && <Links key={row.id} of={of} row={row} title={String(row[String(of.name)] ?? '')} />}
      {doctors && <DoctorsOf of={of} row={row} child={doctors} />}
    </Panel>
  )
}

/** The doctors of an activity, each with what they may be sent a link for. */
function DoctorsOf({ of, row, child }: PanelProps & { readonly child: Child }) {
  const { t } = useWords()
  const linkResource = useResource(child.resource)
  const query = childrenQuery(of.id, row.id, child, parentValue(child, row))
  const pages = useInfiniteQuery(query)
  const rows = pages.data?.pages.flatMap((page) => page.records) ?? []
  if (!linkResource || !pages.data) return null
  const wanted = rows.filter((one) => purposesOf(linkResource, one).length > 0)
  return (
    <>
      {wanted.length === 0 && <p>{t('recordPage.linkNone')}</p>}
      {wanted.map((one) => (
        <Links key={one.id} of={linkResource} row={one} title={`${one.doctorName} ${one.hospitalName ?? ''}`} />
      ))}
      <MoreRows pages={pages} left={(pages.data.pages[0]?.total ?? rows.length) - rows.length} />
    </>
  )
}

/** Links of a record: sent, shown or copied. */
function Links({ of, row, title }: { readonly of: Resource; readonly row: WireRow; readonly title: string }) {
  const { t } = useWords()
  const [shown, setShown] = useState<Shown | null>(null)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState('')
  /** The button that a code was asked for with: it has the keyboard again when the code is put away. */
  const opener = useRef<HTMLButtonElement>(null)
  const make = async (purpose: LinkPurpose, via: Via, by: HTMLButtonElement): Promise<void> => {
    if (busy) return
    opener.current = by
    setBusy(true)
    setRefused('')
    setShown(null)
    try {
      const path = callNow('doctorLink.create')?.paths[0] ?? ''
      const body = { purpose, bizType: of.id, bizId: row.id, sentVia: via }
      const made = await api.post<Made>(path, body, { quiet: true })
      const url = new URL(made.url, location.origin).href
      if (via === 1) toast.good(() => t('recordPage.linkSent'))
      if (via === 3) await copyText(url)
      if (via === 2) {
        const { default: encodeQR } = await import('qr')
        setShown({ purpose, picture: encodeQR(url, 'svg', { border: 4 }), until: made.expireTime })
      }
    } catch (e) {
      setRefused(e instanceof Error ? e.message : String(e))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="links">
      {purposesOf(of, row).map((purpose) => (
        <div key={purpose} className="row">
          <span>{title}</span>
          <span className="what">{t(`recordPage.linkFor${purpose}`)}</span>
          {purpose !== 4 && (
            <Button aria-disabled={busy || undefined} onClick={(e) => void make(purpose, 1, e.currentTarget)}>
              {t('recordPage.linkSend')}
            </Button>
          )}
          <Button aria-disabled={busy || undefined} onClick={(e) => void make(purpose, 2, e.currentTarget)}>
            {t('recordPage.linkShow')}
          </Button>
          <Button aria-disabled={busy || undefined} onClick={(e) => void make(purpose, 3, e.currentTarget)}>
            {t('recordPage.linkCopy')}
          </Button>
        </div>
      ))}
      {shown && (
        <figure className="doctor-qr">
          <PrintAlone />
          <h3>{title}</h3>
          <img
            alt={t('recordPage.linkQr', { what: t(`recordPage.linkFor${shown.purpose}`) })}
            src={`data:image/svg+xml,${encodeURIComponent(shown.picture)}`}
          />
          <figcaption>
            {shown.purpose === 4 && <strong>{t('recordPage.linkScan')}</strong>}
            <span>
              {t(`recordPage.linkFor${shown.purpose}`)} · {t('recordPage.linkUntilTime', { until: shown.until })}
            </span>
          </figcaption>
          <div className="row">
            <Button onClick={() => window.print()}>{t('recordPage.linkPrint')}</Button>
            <Button
              onClick={() => {
                setShown(null)
                opener.current?.focus()
              }}
            >
              {t('recordPage.linkClose')}
            </Button>
          </div>
        </figure>
      )}
      {refused && <p role="alert">{refused}</p>}
    </div>
  )
}

/** While a code is shown, the page prints it alone. */
const PrintAlone = createGlobalStyle`
  @media print {
    body * { visibility: hidden; }
    .doctor-qr, .doctor-qr * { visibility: visible; }
    .doctor-qr { position: fixed; inset: 0; display: grid; place-content: center; justify-items: center; background: #fff; color: #000; }
    .doctor-qr img { width: 12cm !important; height: 12cm !important; }
    .doctor-qr .row { display: none !important; }
  }
`

const Panel = styled.div`
  display: grid;
  gap: 10px;
  & > p { color: var(--text-2); max-width: 640px; }
  & .links { display: grid; gap: 8px; }
  & .row { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; }
  & .row > span { min-width: 240px; }
  & .row > .what { min-width: 110px; color: var(--text-2); }
  & p[role='alert'] { color: var(--bad); }
  & figure { display: grid; gap: 8px; justify-items: start; margin: 0; }
  & figure h3 { font-size: 15px; }
  /* white in every theme: cameras look for dark on light */
  & figure img { width: 240px; height: 240px; background: #fff; border-radius: var(--radius); }
  & figcaption { display: grid; gap: 2px; color: var(--text-2); }
`
