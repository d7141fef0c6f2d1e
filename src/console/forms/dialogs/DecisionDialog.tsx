import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { isId } from '../../../model/language/derived/validate.ts'
import type { PresentRead } from '../../../model/language/domain/call.ts'
import { type Field, type Fields, isChoice, isRows } from '../../../model/language/fields/field.ts'
import { kindOf } from '../../../model/language/fields/kinds.ts'
import { label } from '../../../model/values/label.ts'
import type { BatchPreview } from '../../../model/wire/batchWire.ts'
import { api } from '../../api/client.ts'
import { type DeclaredDecision, decisionNow, lifecycleNow, resourceNow, useResource } from '../../data/domains.ts'
import { keyOf } from '../../data/queries.ts'
import { catalogued, fetchRows, recordQuery } from '../../data/records.ts'
import { useWords } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Trouble } from '../../ui/messages/Trouble.tsx'
import { Waiting } from '../../ui/messages/Waiting.tsx'
import { ActedOn } from '../ActedOn.tsx'
import { Decision, Foot } from '../base/forms.styles.ts'
import { type InputProps, TemplateOfForm } from '../base/input.ts'
import { isUploading } from '../base/uploads.ts'
import { initialOf, problemsIn, type Typed, typedOf, valuesOf } from '../base/values.ts'
import { demandNote } from '../demandNote.ts'
import { draftOf, dropDraft, keepDraft } from '../drafts.ts'
import { FieldRow } from '../FieldRow.tsx'
import { inputOf } from '../inputs/inputs.tsx'
import { ReplyInput } from '../ReplyInput.tsx'
import { fitting, repliesQuery } from '../replies.ts'
import type { Subject } from '../subject.ts'
import { useTemplate } from '../useTemplate.ts'
import { useBalance } from './balance.tsx'
import { decidedOf, LeftOut, useForeseen } from './Foreseen.tsx'
import { mountHost, Safe } from './mount.tsx'
import { type RequiredProofs, useProofs } from './proofs.tsx'
import { type Open, question } from './question.ts'
import '../base/words.ts'

export type Answer = Readonly<Record<string, unknown>>

export interface DecisionQuestion extends Subject {
  readonly resource: string
  /** Name of the decision: a transition, or a call that is a command. */
  readonly decision: string
  /** Decision that no lifecycle declares: deleting by the generic call. */
  readonly act?: DeclaredDecision
  /** Names the records that are decided: an answer turned away from is kept for these and for no others. */
  readonly about?: string
  /** Preview of a batch by the server. */
  readonly preview?: Promise<BatchPreview>
  /** Heading; default: what the decision is called. */
  readonly title?: string
  /** Sentences before the records. */
  readonly notes?: readonly string[]
  /** Nothing takes it back: said before it is done. */
  readonly final?: boolean
  /**
   * Sends the answers with a one-time code, where the preview demands one, while the dialog stays open. Returns the
   * problem of the code; null when the dialog is done.
   */
  readonly send?: (answer: Answer, oneTimeCode: string) => Promise<string | null>
  /** Answers that the form begins with. */
  readonly given?: Answer
  /** Asked in the line of the palette, where it can be: the text that the first missing answer begins with. */
  readonly inline?: string
  /** Text that the reason of the form begins with. */
  readonly text?: string
  /** The person wants to say something although nothing must be said. */
  readonly detailed?: boolean
}

/** Beyond so many records a deletion asks for their number to be typed. */
export const TYPED_BEYOND = 10

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
function DecisionHost() {
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
  // a decision with its own declaration may be about records that this person does not see
  const loaded = useResource(what.act && !catalogued(what.resource) ? '' : what.resource)
  const decision = useMemo(
    () => what.act ?? (loaded ? decisionNow(what.resource, what.decision) : undefined),
    [loaded, what],
  )
  const title = what.title ?? (decision ? label(decision.label, language) : '')
  const deletes = loaded && lifecycleNow(what.resource)?.transitions[what.decision]?.to === 'deleted'
  const notes = [...new Set([...(deletes ? [t('table.sureRemove')] : []), ...(what.notes ?? [])])]
  const turnAway = useRef(() => open.answer(null))
  const { present, error, again } = usePresent(what, decision)
  const collects = Object.values<Field>(decision?.ask ?? {}).some((f) => f.facts.answers)
  const about = useQuery({
    ...recordQuery(what.resource, what.about ?? ''),
    enabled: collects && isId(what.about ?? ''),
  })
  const template = useTemplate(collects ? loaded : null, (name) => String(about.data?.[name] ?? ''))
  const known = useForeseen(what.preview)
  const asking = known === undefined
  const decided = decidedOf(what, known)
  const tabled = Object.values(decision?.ask ?? {}).some(isRows)
  return (
    <Dialog title={title} wide={tabled} onClose={() => turnAway.current()}>
      <Decision>
        {notes.map((note, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is drawn once, and two may read alike
          <p key={n} className="note">
            {note}
          </p>
        ))}
        <ActedOn resource={what.resource} subject={decided} asking={asking} />
        <LeftOut meant={what} known={known} previewed={what.preview !== undefined} />
        {what.final && (
          <p className="final" data-final="">
            <Icon name="undo-off" /> {t('forms.final')}
          </p>
        )}
        {error && <Trouble error={error} again={again} />}
        {decision && !present && !error && <Waiting />}
        {decision && present && (
          <TemplateOfForm value={template}>
            <DecisionForm
              what={what}
              count={decided.count}
              asking={asking}
              proofs={known ?? NONE_ASKED}
              decision={decision}
              present={present}
              answer={open.answer}
              turnAway={turnAway}
            />
          </TemplateOfForm>
        )}
      </Decision>
    </Dialog>
  )
}

const NOTHING: Typed = {}
const NONE_ASKED: RequiredProofs = { toType: null, asksCode: false }

/**
 * Initial values of a form, as the record has them now: read anew, for a list may show an older state, and has not
 * every column. Nothing where the decision replaces nothing, or is about several records; null while it is read, and
 * where it cannot be: what is there would be replaced unseen.
 */
function usePresent({ resource, about = '' }: DecisionQuestion, decision: DeclaredDecision | undefined) {
  const replaced = isId(about) ? Object.entries(decision?.present ?? {}) : []
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(resource, 'present', about, ...replaced.map(([name]) => name)),
    enabled: replaced.length > 0,
    queryFn: async () => Object.fromEntries(await Promise.all(replaced.map(([name, of]) => begins(name, of)))),
    staleTime: 0,
    gcTime: 0,
  })
  const begins = async (name: string, of: string | PresentRead): Promise<[string, string]> => {
    if (typeof of === 'string') {
      const [row] = await fetchRows(resource, [about], ['id', of])
      const field = decision?.ask[name]
      const value = row?.[of]
      return [name, field && (isRows(field) || typeof value === 'object') ? typedOf(field, value) : String(value ?? '')]
    }
    const answer = await api.get<Readonly<Record<string, readonly string[]>>>(of.read.paths[0] ?? '', {
      [of.by]: about,
    })
    return [name, (answer[of.at] ?? []).join()]
  }
  const present: Typed | null = replaced.length === 0 ? NOTHING : (data ?? null)
  return { present, error: data ? null : error, again: () => void refetch() }
}

/** Answers as the inputs show them; those of other fields, and empty ones, are left out. */
const typedAnswers = (fields: Fields, given: Answer = {}): Typed =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => {
      const text = fields[name] ? typedOf(fields[name], value) : ''
      return text === '' ? [] : [[name, text]]
    }),
  )

/**
 * Fields of a decision's form. Where money moves a choice has to be made: nothing is sent the way that nobody chose.
 */
export function formFields({ ask, money, result }: DeclaredDecision): Fields {
  if (!money || result === 'reject') return ask
  const chosen = ([name, f]: [string, Field]): [string, Field] =>
    isChoice(f) && !f.facts.required
      ? [
          name,
          {
            ...f,
            facts: { ...f.facts, required: `请选择${f.label[0]}`, requiredEn: `Please choose: ${f.label[1]}` },
          } as Field,
        ]
      : [name, f]
  return Object.fromEntries(Object.entries<Field>(ask).map(chosen))
}

/** Form of a decision, filled in and sent. */
function DecisionForm(p: {
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
    ...typedAnswers(fields, p.what.given),
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
