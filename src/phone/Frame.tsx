import { type ReactNode, useEffect, useRef } from 'react'
import type { DoctorView, LinkEnd } from '../model/activities/doctorSide/doctorWire.ts'
import type { Refused } from './api.ts'
import { switchLanguage, useWords, type Word } from './words.ts'

interface FrameProps {
  readonly title: string
  readonly view: DoctorView | null
  readonly children: ReactNode
}

/** Frame of every page: its title, whose it is, the other language. */
export function Frame({ title, view, children }: FrameProps) {
  const { t } = useWords()
  return (
    <>
      <header>
        <div className="bar">
          <span className="brand">{title === t('brand') ? '' : t('brand')}</span>
          <button type="button" className="language" onClick={switchLanguage}>
            {t('switch')}
          </button>
        </div>
        <h1>{title}</h1>
        {view?.name && <p className="whom">{t('forWhom', { name: view.name })}</p>}
      </header>
      <main>{children}</main>
      {view && (
        <footer>
          {view.purpose !== 4 && <p>{t('private')}</p>}
          {view.expireTime && <p>{t('until', { time: view.expireTime.slice(0, 16) })}</p>}
        </footer>
      )}
    </>
  )
}

/** Why a link shows nothing, and what to do about it. */
export function Ended({ end }: { readonly end: LinkEnd }) {
  const { t } = useWords()
  return (
    <section className="end" data-good={end === 'reached' ? '' : undefined}>
      <h2>{t(`ended${end}` as Word)}</h2>
      <p>{t(`todo${end}` as Word)}</p>
    </section>
  )
}

/** Something that was done, told where the eye is: the heading takes the focus. */
export function Done({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="end" data-good="">
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  )
}

/** Error, with a way to try again. */
export function Failed({ refused, again }: { readonly refused: Refused; again(): void }) {
  const { t } = useWords()
  return (
    <section className="end">
      <h2>{t('failed')}</h2>
      <p role="alert">{refused.offline ? t('offline') : refused.message}</p>
      <button type="button" className="primary" onClick={again}>
        {t('retry')}
      </button>
    </section>
  )
}

/** A refusal beside a button. */
export function Problem({ refused }: { readonly refused: Refused | null }) {
  const { t } = useWords()
  return (
    <div role="alert">
      {refused && <p className="problem">{refused.offline ? t('offline') : refused.message || t('failed')}</p>}
    </div>
  )
}
