import { type FormEvent, useState } from 'react'
import { keepProof, post } from './api.ts'
import { Problem } from './Frame.tsx'
import { Text } from './Text.tsx'
import { useSending } from './useSending.ts'
import { useWords } from './words.ts'

interface Answer {
  readonly proof: string
  readonly sent: string
}

/** Asks who bears the link: the last six of the identity number, and a code where it is about money. */
export function Identify({ again }: { readonly purpose: number; again(): Promise<void> }) {
  const { t } = useWords()
  const { busy, refused, run } = useSending()
  const [last6, setLast6] = useState('')
  const [code, setCode] = useState('')
  const [sentTo, setSentTo] = useState('')
  const [wrong, setWrong] = useState('')
  const ask = async (given: string): Promise<void> => {
    const { proof, sent } = await post<Answer>('identify', { last6, ...(given ? { code: given } : {}) })
    if (sent) setSentTo(sent)
    if (!proof) return
    keepProof(proof)
    await again()
  }
  const submit = (e: FormEvent) => {
    e.preventDefault()
    const problem = !/^\d{5}[\dXx]$/.test(last6)
      ? t('last6Wrong')
      : sentTo && !/^\d{6}$/.test(code)
        ? t('codeWrong')
        : ''
    setWrong(problem)
    if (!problem) void run(() => ask(sentTo ? code : ''))
  }
  if (refused?.end) void again()
  return (
    <form onSubmit={submit} noValidate>
      <h2>{t('identity')}</h2>
      <p>{sentTo ? t('codeAbout', { phone: sentTo }) : t('identityAbout')}</p>
      {sentTo ? (
        <Text
          key="code"
          label={t('code')}
          value={code}
          change={setCode}
          wrong={wrong || refused?.fields.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
        />
      ) : (
        <Text
          key="last6"
          label={t('last6')}
          value={last6}
          change={(v) => setLast6(v.trim())}
          wrong={wrong || refused?.fields.last6}
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={6}
        />
      )}
      <Problem refused={refused} />
      <button type="submit" className="primary" disabled={busy}>
        {busy ? t('busy') : t('next')}
      </button>
      {sentTo && (
        <button type="button" disabled={busy} onClick={() => void run(() => ask(''))}>
          {t('resend')}
        </button>
      )}
    </form>
  )
}
