import { type FormEvent, useEffect, useRef, useState } from 'react'
import styled from 'styled-components'
import { SignInError, signIn } from '../../data/signIn.ts'
import { useWords } from '../../i18n/index.ts'
import { Button, Input } from '../../ui/Button.tsx'
import { useWait } from '../useWait.ts'

/** Account whose password is needed, as the sign-in names it. */
export interface Whose {
  readonly tenantId: string
  readonly account: string
  readonly name: string
}

/** Password question for the signed-in person. The server checks it as at the sign-in and slows down guessing. */
export function PasswordAgain(p: {
  readonly of: Whose
  readonly action: string
  /** Label of the alternative way out. */
  readonly leave: string
  /** Another password than that of the sign-in: its label, the text where it is empty, and how it is proved. */
  readonly label?: string
  readonly missing?: string
  prove?(password: string): Promise<void>
  onDone(): void
  onLeave(): void
}) {
  const { t } = useWords()
  const label = p.label ?? t('session.password')
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState('')
  const [asking, setAsking] = useState(false)
  const wait = useWait(`${p.of.tenantId}/${p.of.account}`)
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => box.current?.focus(), [])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // a form behind, of which this is a part to React, is not sent
    event.stopPropagation()
    if (asking || wait.seconds > 0) return
    if (!password) {
      setProblem(p.missing ?? t('session.missingPassword'))
      box.current?.focus()
      return
    }
    setAsking(true)
    setProblem('')
    try {
      if (p.prove) await p.prove(password)
      else await signIn({ tenantId: p.of.tenantId, account: p.of.account, password })
      p.onDone()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
      setAsking(false)
      if (error instanceof SignInError && error.retryAfter > 0) wait.start(error.retryAfter, () => setProblem(''))
      box.current?.select()
    }
  }
  return (
    <Form onSubmit={(event) => void submit(event)}>
      <p>
        {p.of.name || p.of.account}
        {p.of.name ? <small> {p.of.account}</small> : null}
      </p>
      <Input
        ref={box}
        name="password"
        type="password"
        autoComplete={p.prove ? 'off' : 'current-password'}
        data-autofocus="true"
        aria-label={label}
        placeholder={label}
        aria-invalid={problem !== ''}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {problem ? <p role="alert">{problem}</p> : null}
      <Button type="submit" $tone="primary" aria-disabled={asking || wait.seconds > 0}>
        {p.action}
      </Button>
      <Button $tone="quiet" onClick={p.onLeave}>
        {p.leave}
      </Button>
    </Form>
  )
}

const Form = styled.form`
  display: grid; gap: 12px; justify-items: center;
  & > input { width: 100%; }
  & p { color: var(--text-2); overflow-wrap: anywhere; }
  & small { color: var(--text-3); }
  & p[role='alert'] { color: var(--bad); text-align: center; }
  & button { width: 100%; height: 32px; min-height: var(--press); }
`
