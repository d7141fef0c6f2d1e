import { useEffect } from 'react'
import type { DoctorView } from '../model/activities/doctorSide/doctorWire.ts'
import { post } from './api.ts'
import { Problem } from './Frame.tsx'
import { useSending } from './useSending.ts'
import { useWords } from './words.ts'

const ASK = 3_000
const FAILED = 2
/** A page of this product or of the provider. */
const IS_WAY = /^(https:\/\/|\/(?!\/))/

interface FaceProps {
  readonly face: NonNullable<DoctorView['face']>
  again(): Promise<void>
}

/** A face check: begun here, made at the provider's page, and asked about afterwards. */
export function Face({ face, again }: FaceProps) {
  const { t } = useWords()
  const { busy, refused, run } = useSending()
  const prepares = face.waits && !face.url
  useEffect(() => {
    if (!prepares) return
    const timer = setInterval(() => void again(), ASK)
    return () => clearInterval(timer)
  }, [prepares, again])
  const ask = () =>
    run(async () => {
      await post('face', {})
      await new Promise((done) => setTimeout(done, 1500))
      await again()
    })
  return (
    <section>
      <p>{t('faceAbout')}</p>
      {face.status === FAILED && !face.waits && <p className="problem">{t('faceFailed')}</p>}
      {prepares && (
        <p role="status" className="note">
          {t('facePreparing')}
        </p>
      )}
      <Problem refused={refused} />
      {!face.waits && (
        <button type="button" className="primary" disabled={busy} onClick={() => void ask()}>
          {busy ? t('busy') : t('faceBegin')}
        </button>
      )}
      {IS_WAY.test(face.url) && (
        <>
          <a className="primary" href={face.url} rel="noreferrer">
            {t('faceGo')}
          </a>
          <button type="button" disabled={busy} onClick={() => void ask()}>
            {busy ? t('busy') : t('faceAsk')}
          </button>
        </>
      )}
    </section>
  )
}
