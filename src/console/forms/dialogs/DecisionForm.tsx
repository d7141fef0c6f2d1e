import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { kindOf } from '../../../model/language/fields/kinds.ts'
import { label } from '../../../model/values/label.ts'
import { type DeclaredDecision, resourceNow } from '../../data/domains.ts'
import { useWords } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Foot } from '../base/forms.styles.ts'
import type { InputProps } from '../base/input.ts'
import { isUploading } from '../base/uploads.ts'
import { initialOf, problemsIn, type Typed, valuesOf } from '../base/values.ts'
import { demandNote } from '../demandNote.ts'
import { draftOf, dropDraft, keepDraft } from '../drafts.ts'
import { FieldRow } from '../FieldRow.tsx'
import { inputOf } from '../inputs/inputs.tsx'
import { ReplyInput } from '../ReplyInput.tsx'
import { fitting, repliesQuery } from '../replies.ts'
import { useBalance } from './balance.tsx'
import type { Answer, DecisionQuestion } from './decisionQuestion.ts'
import { answersAsTyped, formFields } from './formFields.ts'
import { type RequiredProofs, useProofs } from './proofs.tsx'
import { NOTHING } from './usePresent.ts'
import '../base/words.ts'

/** Beyond so many records a deletion asks for their number to be typed. */
export const TYPED_BEYOND = 10

/** Returns whether a key belongs to an input method that is composing a word. */
const composing = (e: KeyboardEvent) => e.nativeEvent.isComposing || e.keyCode === 229

/** Form of a decision, filled in and sent. */
export function DecisionForm(p: {
  readonly what: DecisionQuestion
  /** Records that will be decided, as far as is known. */
  readonly count: number
  /** How many that are is being asked. */
  readonly asking: boolean
  /** Proofs demanded because of the total. */
  readonly proofs: RequiredProofs
  readonly decision: DeclaredDecision
  /** Initial values, typed. */
  readonly present: Typed
  answer(a: Answer | null): void
  /** Filled in here: Escape and the cross keep what was typed, as the button does. */
  readonly turnAway: { current: () => void }
}) {
  const { t, language } = useWords()
  const fields = useMemo(() => formFields(p.decision), [p.decision])
  const names = Object.keys(fields)
  // an answer that begins with what the record has is not kept: it would hide what changed meanwhile
  const kept = p.what.about !== undefined && p.present === NOTHING
  const about = kept ? `${p.what.resource} ${p.what.decision} ${p.what.about}` : null
  const reason = names.find((name) => fields[name] && inputOf(fields[name]).prose)
  const [typed, setTyped] = useState<Typed>(() => ({
    ...initialOf(fields, names),
    ...p.present,
    ...answersAsTyped(fields, p.what.given),
    ...(about === null || p.what.inline !== undefined ? {} : draftOf(about)),
    ...(p.what.text && reason ? { [reason]: p.what.text } : {}),
  }))
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const form = useRef<HTMLFormElement>(null)
  const { count } = p
  /** Something is destroyed, and nothing is asked that would make the person stop and think. */
  const destroys = p.decision.danger && names.length === 0
  const mustCount = destroys && count > TYPED_BEYOND
  const [counted, setCounted] = useState('')
  const proofs = useProofs(p.proofs, form)
  const balance = useBalance(p.what, p.decision)
  /** Answered while it was being asked whether a total has to be typed: sent then, unless there is something to be read. */
  const [hurried, setHurried] = useState(false)
  // decisions that cannot be undone wait until the number of records is known; decisions on no record are not sent
  const waits = p.asking ? destroys || p.what.final === true : count === 0
  const uncounted = mustCount && counted.trim() !== String(count)
  const blocked = waits || uncounted || proofs.missing
  // A question that may be left open is a confirmation: Enter answers it.
  const answers = names.length > 0 && (p.what.detailed || names.some((name) => fields[name]?.facts.required))
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

  // a required total or code is typed next: digits must not go to a button that does nothing with them
  const asksProof = p.proofs.toType !== null || p.proofs.asksCode || mustCount
  useEffect(() => {
    if (!asksProof || answers) return
    form.current?.querySelector<HTMLElement>('[data-count], [data-field="oneTimeCode"] input')?.focus()
  }, [asksProof, answers])

  const set = (name: string, value: string) => {
    const next = { ...typed, [name]: value }
    setTyped(next)
    if (about !== null) keepDraft(about, fields, next)
    setProblems((now) => (now[name] ? { ...now, [name]: '' } : now))
  }
  const submit = (e?: FormEvent) => {
    e?.preventDefault()
    const sending = isUploading() && names.find((name) => fields[name] && kindOf(fields[name]).files)
    if (sending) {
      setProblems({ [sending]: t('forms.waitsForFile') })
      return
    }
    if (waits || proofs.sending) return
    if (p.asking && p.decision.money && p.decision.result !== 'reject') {
      setHurried(true)
      return
    }
    if (blocked) {
      const missing = form.current?.querySelector<HTMLElement>('input[data-missing], [data-missing] input')
      ;(missing ?? form.current?.querySelector<HTMLElement>('[data-count]'))?.focus()
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
    const short = balance?.shortFor(typed)
    if (balance && short) return setProblems({ [balance.ask]: short })
    const values = valuesOf(fields, typed, names)
    const answered = () => {
      if (about !== null) dropDraft(about)
      p.answer(values)
    }
    const { send } = p.what
    if (!p.proofs.asksCode || !send) return answered()
    void proofs.send((code) => send(values, code)).then((over) => over && answered())
  }
  useEffect(() => {
    if (!hurried || p.asking) return
    setHurried(false)
    if (p.proofs.toType !== null || p.proofs.asksCode || count === p.what.count) submit()
  })
  const turnAway = () => {
    // the request may be under way already
    if (proofs.sending) return
    if (about !== null) keepDraft(about, fields, typed)
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
  const withReplies = (props: InputProps) => <ReplyInput {...props} replies={replies} />
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
            first={i === 0 && answers}
            beside={name === balance?.ask ? balance.shown : undefined}
            note={demandNote(p.decision.makes ?? '', name, typed)}
            input={name === reason ? withReplies : undefined}
          />
        )
      })}
      {mustCount && !p.asking && (
        <label className="count">
          {t('forms.typeCount', { count })}
          <input
            value={counted}
            inputMode="numeric"
            autoComplete="off"
            data-count=""
            onChange={(e) => setCounted(e.target.value)}
          />
        </label>
      )}
      {proofs.inputs}
      <Foot>
        <Button onClick={turnAway} data-autofocus={destroys ? 'true' : undefined}>
          {t('forms.cancel')} <kbd aria-hidden>Esc</kbd>
        </Button>
        <Button
          type="submit"
          $tone={danger ? 'danger' : 'primary'}
          aria-disabled={blocked || undefined}
          data-autofocus={answers || destroys ? undefined : 'true'}
        >
          {label(p.decision.label, language)} <kbd aria-hidden>{answers || destroys ? 'Ctrl ⏎' : '⏎'}</kbd>
        </Button>
      </Foot>
    </form>
  )
}
