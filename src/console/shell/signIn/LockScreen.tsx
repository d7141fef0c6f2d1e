import { useEffect, useState } from 'react'
import styled from 'styled-components'
import { api } from '../../api/client.ts'
import { ApiError } from '../../api/error.ts'
import { eventsMissed } from '../../api/events.ts'
import { catalogueNow } from '../../data/catalogue.ts'
import { settle, signOut } from '../../data/session.ts'
import { useWords } from '../../i18n/index.ts'
import { type Locked, setLock } from '../../state/lock.ts'
import { Button } from '../../ui/Button.tsx'
import { Logo } from '../Logo.tsx'
import { PasswordAgain } from './PasswordAgain.tsx'

/** Time until a lock that did not reach the server is sent again, ms. */
const LOCK_RETRY_MS = 5_000

/** The screen of a locked session: nothing but its lock password, the password of whose it is, or leaving. */
export function LockScreen({ by }: { readonly by: Locked }) {
  const { t } = useWords()
  /** The lock password is typed, not that of the sign-in. */
  const [own, setOwn] = useState(by.own === true)
  useEffect(() => {
    document.title = `${t('session.locked')} · Rounds`
  }, [t])
  // the server may not know of the lock yet: the network was lost, or this page has just locked
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let here = true
    const lock = async () => {
      try {
        await api.post('rounds/session/lock', by.own ? {} : { signInPassword: 1 }, { quiet: true })
      } catch (error) {
        if (here && error instanceof ApiError && error.network) timer = setTimeout(() => void lock(), LOCK_RETRY_MS)
      }
    }
    void settle().then(lock)
    return () => {
      here = false
      clearTimeout(timer)
    }
  }, [by.own])
  // covered until the session is gone, however long the network takes
  const leave = () => void signOut()
  // a page that began locked may not know the account
  const { account, name } = by.account === '' ? (catalogueNow()?.user ?? by) : by
  const open = () => {
    setLock(null)
    // the server answered nothing while the session was locked
    eventsMissed()
  }
  const unlock = async (password: string) => {
    const { md5 } = await import('../../api/md5.ts')
    try {
      await api.post('rounds/session/unlock', { password: md5(password) }, { quiet: true, patient: false })
    } catch (error) {
      // the server knows no lock password: one was not kept, since the network was lost
      if (error instanceof ApiError && error.code === 409) setOwn(false)
      throw error
    }
  }
  return (
    <Page id="content" data-ready="">
      <section aria-label={t('session.locked')}>
        <Logo size={36} />
        <h1>{t('session.locked')}</h1>
        {own || account !== '' ? (
          <PasswordAgain
            key={String(own)}
            of={{ tenantId: by.tenantId, account, name }}
            action={t('session.unlock')}
            leave={t('session.signOut')}
            onDone={open}
            onLeave={leave}
            {...(own ? { label: t('session.lockPassword'), missing: t('session.lockMissing'), prove: unlock } : {})}
          />
        ) : (
          <Button onClick={leave}>{t('session.signOut')}</Button>
        )}
        {by.own && account !== '' ? (
          <Button $tone="quiet" onClick={() => setOwn(!own)}>
            {t(own ? 'session.unlockWithSignIn' : 'session.unlockWithOwn')}
          </Button>
        ) : null}
      </section>
    </Page>
  )
}

const Page = styled.main`
  position: fixed;
  inset: 0;
  z-index: 100;
  display: grid;
  place-content: center;
  padding: 24px;
  background: var(--bg);
  & > section {
    display: grid; gap: 12px; justify-items: center; width: min(320px, calc(100vw - 48px)); padding: 28px 24px;
    background: var(--surface); border: 1px solid var(--line); border-radius: 8px;
  }
  & section > form { width: 100%; }
  & h1 { font-size: 17px; }
`
