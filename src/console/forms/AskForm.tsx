import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Field } from '../../model/language/fields/field.ts'
import { type Label, label } from '../../model/values/label.ts'
import { ApiError } from '../api/error.ts'
import { useWords } from '../i18n/index.ts'
import { Button } from '../ui/Button.tsx'
import { Sentence } from '../ui/Sentence.tsx'
import { Decision, Foot } from './base/forms.styles.ts'
import type { InputProps } from './base/input.ts'
import { problemsIn, type Typed } from './base/values.ts'
import { fieldMessages } from './conflict.ts'
import { FieldRow } from './FieldRow.tsx'
import './base/words.ts'

/** Field of the form. */
export interface FormField {
  readonly name: string
  readonly field: Field
  input(p: InputProps): ReactNode
}

/** Problems of typed values, by field; empty for nothing. */
type Check = (typed: Typed) => Readonly<Partial<Record<string, Label>>>

const given =
  (ask: readonly FormField[]): Check =>
  (typed) => {
    const fields = Object.fromEntries(ask.map(({ name, field }) => [name, field]))
    return Object.fromEntries(problemsIn(fields, typed, Object.keys(fields)).map((p) => [p.field, p.message]))
  }

/**
 * The content of a dialog that asks for a few values and sends them. What is wrong stands beside its field, or below
 * where the server names none, and what was typed stays.
 */
export function AskForm(p: {
  readonly ask: readonly FormField[]
  /** Label of the submit button. */
  readonly action: string
  readonly danger?: boolean
  /** Default: what has to be given was given. */
  readonly check?: Check
  /** Sends the typed values. After it resolves the form is closed or replaced by another. */
  send(typed: Typed): Promise<void>
  cancel(): void
  /** Before the fields. */
  readonly children?: ReactNode
  /** Note before submitting. */
  readonly hint?: string
}) {
  const { t, language } = useWords()
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState<Typed>(() => Object.fromEntries(p.ask.map(({ name }) => [name, ''])))
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [failed, setFailed] = useState('')
  const [sending, setSending] = useState(false)
  useEffect(() => form.current?.querySelector<HTMLElement>('[data-autofocus="true"]')?.focus(), [])
  const refuse = (found: Readonly<Record<string, string>>) => {
    setProblems(found)
    const first = p.ask.find(({ name }) => found[name])
    const input = form.current?.querySelector<HTMLInputElement>(`[data-field="${first?.name}"] input`)
    input?.focus()
    input?.select()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (sending) return
    const wrong = Object.entries((p.check ?? given(p.ask))(typed))
    if (wrong.length > 0)
      return refuse(Object.fromEntries(wrong.map(([name, why]) => [name, why ? label(why, language) : ''])))
    setSending(true)
    setFailed('')
    try {
      await p.send(typed)
    } catch (error) {
      const found = error instanceof ApiError ? fieldMessages(error.data) : {}
      if (p.ask.some(({ name }) => found[name])) refuse(found)
      else setFailed(error instanceof Error ? error.message : String(error))
      setSending(false)
    }
  }
  return (
    <Decision>
      <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
        {p.children}
        {p.ask.map(({ name, field, input }, i) => (
          <FieldRow
            key={name}
            name={name}
            field={field}
            value={typed[name] ?? ''}
            problem={problems[name] ?? ''}
            first={i === 0}
            input={input}
            onChange={(value) => {
              setTyped((now) => ({ ...now, [name]: value }))
              setProblems((now) => (now[name] ? { ...now, [name]: '' } : now))
            }}
          />
        ))}
        <p role="alert">
          <Sentence text={failed} />
        </p>
        {p.hint && <p className="hint">{p.hint}</p>}
        <Foot>
          <Button onClick={p.cancel}>
            {t('forms.cancel')} <kbd aria-hidden>Esc</kbd>
          </Button>
          <Button type="submit" $tone={p.danger ? 'danger' : 'primary'} aria-disabled={sending || undefined}>
            {p.action} <kbd aria-hidden>⏎</kbd>
          </Button>
        </Foot>
      </form>
    </Decision>
  )
}
