import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { kindOf } from '../../model/kernel/kinds/kinds.ts'
import { label } from '../../model/kernel/label.ts'
import { type DeclaredDecision, decisionNow, resourceNow, useResource } from '../data/modules.ts'
import { grouped } from '../fields/amounts.ts'
import { useWords } from '../i18n/index.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { draftOf, dropDraft, keepDraft } from './drafts.ts'
import { FieldRow } from './FieldRow.tsx'
import { Decision, Foot, Replies } from './forms.styles.ts'
import type { InputProps } from './inputs/input.ts'
import { inputOf } from './inputs/inputs.tsx'
import { LongInput } from './inputs/LongInput.tsx'
import { mountHost, Safe } from './mount.tsx'
import { type Open, question } from './question.ts'
import { fitting, repliesQuery } from './replies.ts'
import { isUploading } from './uploads.ts'
import { initialOf, problemsIn, type Typed, valuesOf } from './values.ts'

export interface DecisionQuestion {
  readonly resource: string
  /** Name of the decision: a transition, or a call that is a command. */
  readonly decision: string
  /** Names the records that are decided: an answer turned away from is kept for these and for no others. */
  readonly about?: string
  /** How many records are decided. */
  readonly count: number
  /** Their sum (a decimal string), where the resource has an amount. */
  readonly amount?: string | null
  /** Heading; default: what the decision is called. */
  readonly title?: string
}

type Answer = Readonly<Record<string, unknown>>

const decisions = question<DecisionQuestion, Answer>()

/**
 * Asks what a decision asks: values by field name, or null when the person turns away. Opens in the same frame:
 * nothing is fetched first, quick replies arrive when they arrive.
 */
export function askDecision(what: DecisionQuestion): Promise<Record<string, unknown> | null> {
  mountHost('decision', <DecisionHost />)
  return decisions.ask(what) as Promise<Record<string, unknown> | null>
}

/** The dialog of `askDecision`; mounted by itself on first use. */
export function DecisionHost() {
  const open = decisions.use()
  return (
    open && (
      <Safe key={open.number} onFailure={() => open.answer(null)}>
        <DecisionDialog open={open} />
      </Safe>
    )
  )
}

/** Returns whether a key belongs to an input method that is composing a word. */
const composing = (e: KeyboardEvent) => e.nativeEvent.isComposing || e.keyCode === 229

function DecisionDialog({ open }: { readonly open: Open<DecisionQuestion, Answer> }) {
  const { t, language } = useWords()
  const { what } = open
  const loaded = useResource(what.resource)
  const decision = useMemo(
    () => (loaded ? decisionNow(what.resource, what.decision) : undefined),
    [loaded, what.resource, what.decision],
  )
  const title = what.title ?? (decision ? label(decision.label, language) : '')
  const turnAway = useRef(() => open.answer(null))
  return (
    <Dialog title={title} onClose={() => turnAway.current()}>
      <Decision>
        {(what.count > 1 || what.amount) && (
          <p className="worth">
            <span>{t('forms.records', { count: what.count })}</span>
            {what.amount && <strong className="num">￥{grouped(what.amount)}</strong>}
          </p>
        )}
        {decision && <Asked what={what} decision={decision} answer={open.answer} turnAway={turnAway} />}
      </Decision>
    </Dialog>
  )
}

function Asked(p: {
  readonly what: DecisionQuestion
  readonly decision: DeclaredDecision
  answer(a: Answer | null): void
  /** Filled in here: Escape and the cross keep what was typed, as the button does. */
  readonly turnAway: { current: () => void }
}) {
  const { t, language } = useWords()
  const fields = p.decision.ask
  const names = Object.keys(fields)
  const about = p.what.about === undefined ? null : `${p.what.resource} ${p.what.decision} ${p.what.about}`
  const [typed, setTyped] = useState<Typed>(() => ({
    ...initialOf(fields, names),
    ...(about === null ? {} : draftOf(about)),
  }))
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const form = useRef<HTMLFormElement>(null)
  const reason = names.find((name) => fields[name] && inputOf(fields[name]).prose)
  const module = (reason && resourceNow(p.what.resource)?.replies) || ''
  const replies = fitting(useQuery(repliesQuery(module)).data ?? [], p.decision.result)

  // The key that opened the question may still be held down: its repeats are no answer.
  const held = useRef(true)
  useEffect(() => {
    const released = () => {
      held.current = false
    }
    window.addEventListener('keyup', released, { once: true })
    form.current?.querySelector<HTMLElement>('[data-autofocus="true"]')?.focus()
    return () => window.removeEventListener('keyup', released)
  }, [])

  const set = (name: string, value: string) => {
    setTyped((now) => ({ ...now, [name]: value }))
    setProblems((now) => (now[name] ? { ...now, [name]: '' } : now))
  }
  const submit = (e?: FormEvent) => {
    e?.preventDefault()
    const sending = isUploading() && names.find((name) => fields[name] && kindOf(fields[name]).files)
    if (sending) {
      setProblems({ [sending]: t('forms.waitsForFile') })
      return
    }
    const found = problemsIn(fields, typed, names)
    const first = found[0]
    if (first) {
      setProblems(Object.fromEntries(found.map((x) => [x.field, label(x.message, language)])))
      form.current
        ?.querySelector<HTMLElement>(`[data-field="${first.field}"] :is(textarea, input, select, button)`)
        ?.focus()
      return
    }
    if (about !== null) dropDraft(about)
    p.answer(valuesOf(fields, typed, names))
  }
  const turnAway = () => {
    if (about !== null) keepDraft(about, typed)
    p.answer(null)
  }
  useEffect(() => {
    p.turnAway.current = turnAway
  })
  const onKeyDown = (e: KeyboardEvent) => {
    if (composing(e)) return
    if (!e.repeat) held.current = false
    if (held.current) e.preventDefault()
    else if (e.key === 'Enter' && (e.ctrlKey || e.metaKey)) {
      e.preventDefault()
      submit()
    }
  }
  const pick = (e: KeyboardEvent<HTMLTextAreaElement>) => {
    if (!reason || composing(e) || e.ctrlKey || e.metaKey || e.altKey || e.repeat || typed[reason] !== '') return
    const reply = /^[1-9]$/.test(e.key) ? replies[Number(e.key) - 1] : undefined
    if (!reply) return
    e.preventDefault()
    set(reason, reply.content)
  }
  const withReplies = (props: InputProps) => (
    <>
      <LongInput {...props} onKeyDown={pick} />
      {replies.length > 0 && (
        <Replies aria-label={t('forms.replies')}>
          {replies.map((reply, i) => (
            <li key={reply.id}>
              <button
                type="button"
                tabIndex={-1}
                data-reply={i + 1}
                onClick={() => {
                  set(props.name, reply.content)
                  document.getElementById(props.id)?.focus()
                }}
              >
                <kbd>{i + 1}</kbd>
                <span>{reply.content}</span>
              </button>
            </li>
          ))}
        </Replies>
      )}
    </>
  )
  const danger = p.decision.danger || p.decision.result === 'reject'
  return (
    <form ref={form} noValidate onSubmit={submit} onKeyDown={onKeyDown}>
      {names.map((name, i) => {
        const field = fields[name]
        if (!field) return null
        return (
          <FieldRow
            key={name}
            name={name}
            field={field}
            value={typed[name] ?? ''}
            onChange={(value) => set(name, value)}
            problem={problems[name] ?? ''}
            first={i === 0}
            input={name === reason ? withReplies : undefined}
          />
        )
      })}
      <Foot>
        <Button onClick={turnAway}>
          {t('forms.cancel')} <kbd>Esc</kbd>
        </Button>
        <Button
          type="submit"
          $tone={danger ? 'danger' : 'primary'}
          data-autofocus={names.length === 0 ? 'true' : undefined}
        >
          {label(p.decision.label, language)} <kbd>Ctrl ⏎</kbd>
        </Button>
      </Foot>
    </form>
  )
}
