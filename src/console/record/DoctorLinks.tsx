import './words.ts'
import { useEffect, useState } from 'react'
import styled, { createGlobalStyle } from 'styled-components'
import type { Resource } from '../../model/kernel/resource.ts'
import type { WireRow } from '../../model/kernel/wire.ts'
import { api } from '../api/client.ts'
import { useCatalogue } from '../data/catalogue.ts'
import { callNow, loadModule } from '../data/modules.ts'
import { useWords } from '../i18n/index.ts'
import { Button } from '../ui/Button.tsx'
import { copyText } from '../ui/clipboard.ts'
import { toast } from '../ui/toast.ts'
import type { PanelProps } from './panels.ts'

type Purpose = 1 | 2 | 3 | 4 | 5 | 6
type Via = 1 | 2 | 3

interface Made {
  readonly url: string
  readonly expireTime: string
}

/** A code that is shown: of which record and purpose, and how it looks. */
interface Shown {
  readonly of: string
  readonly purpose: Purpose
  readonly picture: string
  readonly until: string
}

const [REFUSED, PASSED, AGREED, FACE_PASSED] = [2, 1, 1, 1]

/** What a record's doctor may be sent a link for, as the record stands; the server looks again. Pure. */
export function purposesOf(of: Resource, row: WireRow): readonly Purpose[] {
  const n = (name: string) => Number(row[name] ?? 0)
  if (row.demo === 1 || of.id.startsWith('demo')) return []
  if (of.id === 'authenticationDoctor') return n('faceStatus') === FACE_PASSED ? [6] : [2, 6]
  if (of.fields.meetingStatus) return n('submitStatus') === 1 || n('meetingStatus') === 3 ? [] : [4]
  if (of.fields.collectData)
    return n('approvalStatus') === REFUSED || (n('approvalStatus') === PASSED && n('confirmStatus') === REFUSED)
      ? [5]
      : []
  if (n('agreementStatus') === 0) return [1]
  return n('agreementStatus') === AGREED && of.id !== 'meetingDoctor' ? [3] : []
}

/** Links for the phone of a record's doctor: sent by message, shown as a QR code, copied. Each is told this once. */
export function DoctorLinks({ of, row }: PanelProps) {
  const { t } = useWords()
  const catalogue = useCatalogue()
  const may = catalogue?.permissions.includes('doctorLink_link') ?? false
  const [shown, setShown] = useState<Shown | null>(null)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<{ readonly of: string; readonly why: string } | null>(null)
  useEffect(() => void loadModule('doctorSide'), [])
  const purposes = purposesOf(of, row)
  const make = async (purpose: Purpose, via: Via): Promise<void> => {
    setBusy(true)
    setRefused(null)
    try {
      const path = callNow('doctorLink.create')?.paths[0] ?? 'blade-sys/doctorLink/create'
      const body = { purpose, bizType: of.id, bizId: row.id, sentVia: via }
      const made = await api.post<Made>(path, body, { quiet: true })
      const url = new URL(made.url, location.origin).href
      if (via === 1) toast.good(() => t('recordPage.linkSent'))
      if (via === 3) await copyText(url)
      if (via === 2) {
        // dark on light whatever the theme: cameras look for that
        const { default: encodeQR } = await import('qr')
        setShown({ of: row.id, purpose, picture: encodeQR(url, 'svg', { border: 4 }), until: made.expireTime })
      } else setShown(null)
    } catch (e) {
      setRefused({ of: row.id, why: e instanceof Error ? e.message : String(e) })
    } finally {
      setBusy(false)
    }
  }
  const seen = shown?.of === row.id ? shown : null
  return (
    <Panel>
      {(!may || purposes.length === 0) && <p>{t('recordPage.linkNone')}</p>}
      {may && purposes.length > 0 && <p>{t('recordPage.linkAbout')}</p>}
      {may &&
        purposes.map((purpose) => (
          <div key={purpose} className="row">
            <span>{t(`recordPage.linkFor${purpose}`)}</span>
            {purpose !== 4 && (
              <Button disabled={busy} onClick={() => void make(purpose, 1)}>
                {t('recordPage.linkSend')}
              </Button>
            )}
            <Button disabled={busy} onClick={() => void make(purpose, 2)}>
              {t('recordPage.linkShow')}
            </Button>
            <Button disabled={busy} onClick={() => void make(purpose, 3)}>
              {t('recordPage.linkCopy')}
            </Button>
          </div>
        ))}
      {seen && (
        <figure className="doctor-qr">
          <PrintAlone />
          <h3>{String(row[String(of.name)] ?? '')}</h3>
          <img
            alt={t('recordPage.linkQr', { what: t(`recordPage.linkFor${seen.purpose}`) })}
            src={`data:image/svg+xml,${encodeURIComponent(seen.picture)}`}
          />
          <figcaption>
            {seen.purpose === 4 && <strong>{t('recordPage.linkScan')}</strong>}
            <span>
              {t(`recordPage.linkFor${seen.purpose}`)} · {t('recordPage.linkUntilTime', { until: seen.until })}
            </span>
          </figcaption>
          <div className="row">
            <Button onClick={() => window.print()}>{t('recordPage.linkPrint')}</Button>
            <Button onClick={() => setShown(null)}>{t('recordPage.linkClose')}</Button>
          </div>
        </figure>
      )}
      {refused?.of === row.id && <p role="alert">{refused.why}</p>}
    </Panel>
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
  & .row { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; }
  & .row > span { min-width: 120px; }
  & > p[role='alert'] { color: var(--bad); }
  & figure { display: grid; gap: 8px; justify-items: start; margin: 0; }
  & figure h3 { font-size: 15px; }
  & figure img { width: 240px; height: 240px; background: #fff; border-radius: var(--radius); }
  & figcaption { display: grid; gap: 2px; color: var(--text-2); }
`
