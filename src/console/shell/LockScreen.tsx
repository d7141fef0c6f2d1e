import { type FormEvent, useEffect, useRef, useState } from 'react'
import styled from 'styled-components'
import { signOut } from '../data/session.ts'
import { SignInError, signIn } from '../data/signIn.ts'
import { useWords } from '../i18n/index.ts'
import { type Locked, setLock } from '../state/lock.ts'
import { Button, Input } from '../ui/Button.tsx'
import { Logo } from './Logo.tsx'
import { useWait } from './useWait.ts'

/**
 * The screen of a locked session: nothing but the password of whose it is, or leaving. The server says whether the
 * password is right, as at the sign-in, and slows down who guesses.
 */
export function LockScreen({ by }: { readonly by: Locked }) {
  const { t } = useWords()
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState('')
  const [asking, setAsking] = useState(false)
  const wait = useWait(`${by.tenantId}/${by.account}`)
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    document.title = `${t('session.locked')} · Rounds`
    box.current?.focus()
  }, [t])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (asking || wait.seconds > 0) return
    if (!password) {
      setProblem(t('session.missingPassword'))
      box.current?.focus()
      return
    }
    setAsking(true)
    setProblem('')
    try {
      await signIn({ tenantId: by.tenantId, account: by.account, password })
      setLock(null)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
      setAsking(false)
      if (error instanceof SignInError && error.retryAfter > 0) wait.start(error.retryAfter, () => setProblem(''))
      box.current?.select()
    }
  }
  const leave = () => {
    void signOut()
    setLock(null)
  }
  return (
    <Page id="content" data-ready="">
      <form onSubmit={(event) => void submit(event)} aria-label={t('session.locked')}>
        <Logo size={36} />
        <h1>{t('session.locked')}</h1>
        <p>{by.name || by.account}</p>
        <Input
          ref={box}
          name="password"
          type="password"
          autoComplete="current-password"
          aria-label={t('session.password')}
          placeholder={t('session.password')}
          aria-invalid={problem !== ''}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        {problem ? <p role="alert">{problem}</p> : null}
        <Button type="submit" $tone="primary" aria-disabled={asking || wait.seconds > 0}>
          {t('session.unlock')}
        </Button>
        <Button $tone="quiet" onClick={leave}>
          {t('session.signOut')}
        </Button>
      </form>
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
  & > form {
    display: grid; gap: 12px; justify-items: center; width: min(320px, calc(100vw - 48px)); padding: 28px 24px;
    background: var(--surface); border: 1px solid var(--line); border-radius: 8px;
  }
  & h1 { font-size: 17px; }
  & p { color: var(--text-2); overflow-wrap: anywhere; }
  & p[role='alert'] { color: var(--bad); text-align: center; }
  & button { width: 100%; height: 32px; }
`
