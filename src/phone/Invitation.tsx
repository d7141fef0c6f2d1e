import { useEffect, useState } from 'react'
import type { DoctorView } from '../model/activities/doctorSide/doctorWire.ts'
import { fileUrl, post } from './api.ts'
import { Done, Problem } from './Frame.tsx'
import { useSending } from './useSending.ts'
import { useWords } from './words.ts'

/** How often it is asked whether signing has ended, ms. */
const ASK = 4_000

/** An address of a partner's page, or nothing that runs here. */
const IS_WAY = /^https:\/\//

/** The invitation with its fee, and the answer to it. */
export function Invitation({ view, again }: { readonly view: DoctorView; again(): Promise<void> }) {
  const { t, of } = useWords()
  const { busy, refused, run } = useSending()
  const [refusing, setRefusing] = useState(false)
  const [read, setRead] = useState(false)
  const [reason, setReason] = useState('')
  const [wrong, setWrong] = useState('')
  const [way, setWay] = useState('')
  const [answered, setAnswered] = useState(0)
  const agreement = view.agreement
  const waits = agreement !== undefined && (agreement.signing || answered > 0 || agreement.problem !== null)
  useEffect(() => {
    if (!waits) return
    const timer = setInterval(() => void again(), ASK)
    return () => clearInterval(timer)
  }, [waits, again])
  if (!agreement) return null
  const answer = (agree: 1 | 2) =>
    run(async () => {
      const { url } = await post<{ url: string }>('agreement', { agree, ...(agree === 2 ? { reason } : {}) })
      setWay(IS_WAY.test(url) ? url : '')
      setAnswered(agree)
      await again()
    })
  const openFile = () =>
    run(async () => {
      location.assign(await fileUrl(agreement.fileId ?? ''))
    })
  return (
    <>
      <section>
        <p className="about">{t('invitedBy')}</p>
        <h2>{view.title}</h2>
        <dl>
          {view.facts.map((fact) => (
            <div key={fact.label[0]}>
              <dt>{of(fact.label)}</dt>
              <dd>{fact.value}</dd>
            </div>
          ))}
        </dl>
        {agreement.fileId && (
          <button type="button" disabled={busy} onClick={() => void openFile()}>
            {t('readAgreement')}
          </button>
        )}
      </section>
      {way ? (
        <section>
          <a className="primary" href={way} rel="noreferrer">
            {t('toPartner')}
          </a>
        </section>
      ) : agreement.signing || answered > 0 ? (
        <p role="status" className="note">
          {t('signing')}
        </p>
      ) : agreement.problem ? (
        <p role="status" className="note">
          {of(agreement.problem)}
        </p>
      ) : refusing ? (
        <section>
          <div className="field">
            <label htmlFor="why">{t('why')}</label>
            <textarea
              id="why"
              rows={3}
              maxLength={500}
              value={reason}
              aria-invalid={wrong ? true : undefined}
              aria-describedby={wrong ? 'whyWrong' : undefined}
              onChange={(e) => setReason(e.target.value)}
            />
            {wrong && (
              <p className="wrong" id="whyWrong">
                {wrong}
              </p>
            )}
          </div>
          <Problem refused={refused} />
          <button
            type="button"
            className="danger"
            disabled={busy}
            onClick={() => {
              const missing = reason.trim() ? '' : t('whyFirst')
              setWrong(missing)
              if (!missing) void answer(2)
            }}
          >
            {busy ? t('busy') : t('refuseSure')}
          </button>
          <button type="button" onClick={() => setRefusing(false)}>
            {t('back')}
          </button>
        </section>
      ) : (
        <section>
          <label className="check">
            <input type="checkbox" checked={read} onChange={(e) => setRead(e.target.checked)} />
            <span>{t('agreeSure')}</span>
          </label>
          {wrong && <p className="wrong">{wrong}</p>}
          <Problem refused={refused} />
          <button
            type="button"
            className="primary"
            disabled={busy}
            onClick={() => {
              setWrong(read ? '' : t('agreeFirst'))
              if (read) void answer(1)
            }}
          >
            {busy ? t('busy') : t('agree')}
          </button>
          <button
            type="button"
            onClick={() => {
              setWrong('')
              setRefusing(true)
            }}
          >
            {t('refuse')}
          </button>
        </section>
      )}
    </>
  )
}

/** The end of an invitation that was answered. */
export function Answered({ agreed }: { readonly agreed: boolean }) {
  const { t } = useWords()
  return (
    <Done title={t(agreed ? 'signed' : 'refused')}>
      <p>{t(agreed ? 'signedNext' : 'refusedNext')}</p>
    </Done>
  )
}
