import { useEffect } from 'react'
import styled from 'styled-components'
import { signOut } from '../../data/session.ts'
import { useWords } from '../../i18n/index.ts'
import { type Locked, setLock } from '../../state/lock.ts'
import { Logo } from '../Logo.tsx'
import { PasswordAgain } from './PasswordAgain.tsx'

/** The screen of a locked session: nothing but the password of whose it is, or leaving. */
export function LockScreen({ by }: { readonly by: Locked }) {
  const { t } = useWords()
  useEffect(() => {
    document.title = `${t('session.locked')} · Rounds`
  }, [t])
  const leave = () => {
    void signOut()
    setLock(null)
  }
  return (
    <Page id="content" data-ready="">
      <section aria-label={t('session.locked')}>
        <Logo size={36} />
        <h1>{t('session.locked')}</h1>
        <PasswordAgain
          of={by}
          action={t('session.unlock')}
          leave={t('session.signOut')}
          onDone={() => setLock(null)}
          onLeave={leave}
        />
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
