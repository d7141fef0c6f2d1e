import { type FormEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { DoctorView, MoreField, WireReport } from '../model/activities/doctorSide/doctorWire.ts'
import { groupsOf, isUnanswered } from '../model/values/questionnaire.ts'
import { newKey, post } from './api.ts'
import { type Draft, draftHere, type Kept, useDraft } from './draft.ts'
import { Done, Problem } from './Frame.tsx'
import { Photos } from './Photos.tsx'
import { answerProblem, Question } from './Question.tsx'
import { Text } from './Text.tsx'
import { useSending } from './useSending.ts'
import { useWords, type Words } from './words.ts'

interface ReportProps {
  readonly view: DoctorView
  readonly report: WireReport
  again(): Promise<void>
}

/** Files beside the answers, most. */
const FILES = 20

/** Initial values of the form: the newer of the drafts here and at the server, else what was handed in before. */
function begun(report: WireReport): Draft {
  const here = draftHere()
  const there = report.draft?.content as Draft | undefined
  const newest = here && (!there || here.changed >= Number(there.changed ?? 0)) ? here : there
  const empty: Draft = { answers: report.answers, more: {}, files: report.files, key: newKey(), changed: 0 }
  return newest && typeof newest.answers === 'object' ? { ...empty, ...newest } : empty
}

const moreProblem = (f: MoreField, value: unknown, t: Words['t']): string =>
  isUnanswered(value)
    ? f.required
      ? t('mustAnswer')
      : ''
    : f.by === 'count' && !/^\d+$/.test(String(value))
      ? t('notNumber')
      : ''

/** A report, filled in by its template: kept while it is typed, handed in once. */
export function ReportForm({ view, report, again }: ReportProps) {
  const { t, of, language } = useWords()
  const { busy, refused, run } = useSending()
  const [first] = useState(() => begun(report))
  const [draft, setDraft] = useState<Draft>(first)
  const [tried, setTried] = useState(false)
  const [done, setDone] = useState<string | null>(null)
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  const onTheWay = useRef(new Map<string, number>())
  const [waits, setWaits] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const { standing, time, drop } = useDraft(draft === first ? null : draft)
  const change = useCallback(
    (make: (old: Draft) => Partial<Draft>) => setDraft((old) => ({ ...old, ...make(old), changed: Date.now() })),
    [],
  )
  const learn = useCallback((file: Kept) => setNames((old) => new Map(old).set(file.id, file.name)), [])
  const waitingOf = useCallback(
    (of: string) => (n: number) => {
      onTheWay.current.set(of, n)
      setWaits([...onTheWay.current.values()].some((many) => many > 0))
    },
    [],
  )
  const waiting = useMemo(
    () => new Map(['files', ...report.attributes.map((a) => a.attrCode)].map((of) => [of, waitingOf(of)])),
    [report, waitingOf],
  )
  const wrong = new Map<string, string>()
  if (tried) {
    for (const f of report.more) wrong.set(f.name, moreProblem(f, draft.more[f.name], t))
    for (const a of report.attributes) wrong.set(a.attrCode, answerProblem(a, draft.answers[a.attrCode], t))
  }
  const count = [...wrong.values()].filter(Boolean).length
  useEffect(() => {
    if (refused?.end) void again()
  }, [refused, again])
  const submit = (e: FormEvent) => {
    e.preventDefault()
    setTried(true)
    const problems = [
      ...report.more.map((f) => moreProblem(f, draft.more[f.name], t)),
      ...report.attributes.map((a) => answerProblem(a, draft.answers[a.attrCode], t)),
    ]
    if (problems.some(Boolean)) {
      requestAnimationFrame(() => {
        const at = form.current?.querySelector('.wrong')?.closest('.field')
        at?.scrollIntoView({ block: 'center' })
        at?.querySelector<HTMLElement>('input, textarea, select')?.focus({ preventScroll: true })
      })
      return
    }
    if (waits) return
    void run(async () => {
      const files = draft.files.map((file) => file.id).join(',')
      const body = { collectData: draft.answers, files, more: draft.more }
      const { codeNumber } = await post<{ codeNumber: string }>('report', body, draft.key)
      drop()
      setDone(codeNumber)
    })
  }
  if (done !== null)
    return (
      <Done title={t('submitted')}>
        {done && <p>{t('submittedNo', { no: done })}</p>}
        <p>{t('submittedNext')}</p>
        {report.number < report.of && (
          <button type="button" className="primary" onClick={() => void again()}>
            {t('another')}
          </button>
        )}
      </Done>
    )
  const at = time > 0 ? new Date(time).toLocaleTimeString(language === 'zh' ? 'zh-CN' : 'en-GB', { hour12: false }) : ''
  return (
    <>
      <section>
        <h2>{view.title}</h2>
        {report.of > 1 && <p className="about">{t('nth', { n: report.number, of: report.of })}</p>}
        {view.facts.length > 0 && (
          <dl>
            {view.facts.map((fact) => (
              <div key={fact.label[0]}>
                <dt>{of(fact.label)}</dt>
                <dd>{fact.value}</dd>
              </div>
            ))}
          </dl>
        )}
        {report.reason && (
          <div className="reason">
            <strong>{t('reason')}</strong>
            <p>{report.reason}</p>
          </div>
        )}
      </section>
      {view.problem ? (
        <p className="note" role="status">
          {of(view.problem)}
        </p>
      ) : (
        <form ref={form} onSubmit={submit} noValidate>
          {report.more.map((f) => (
            <More
              key={f.name}
              field={f}
              value={draft.more[f.name]}
              wrong={wrong.get(f.name)}
              change={(value) => change((old) => ({ more: { ...old.more, [f.name]: value } }))}
            />
          ))}
          {groupsOf(report.attributes).map((group) => (
            <div key={group.name} className="group">
              {group.name && <h3>{group.name}</h3>}
              {group.members.map((question) => (
                <Question
                  key={question.attrCode}
                  question={question}
                  value={draft.answers[question.attrCode]}
                  wrong={wrong.get(question.attrCode)}
                  names={names}
                  learn={learn}
                  waiting={waiting.get(question.attrCode) ?? (() => {})}
                  change={(value) => change((old) => ({ answers: { ...old.answers, [question.attrCode]: value } }))}
                />
              ))}
            </div>
          ))}
          {report.takesFiles && (
            <Photos
              label={t('files')}
              pictures={false}
              most={FILES}
              files={draft.files}
              change={(files) => change(() => ({ files }))}
              waiting={waiting.get('files') ?? (() => {})}
            />
          )}
          <p className="draft" role="status">
            {standing === 'here' && t('draftHere', { time: at })}
            {standing === 'saved' && t('draftSaved', { time: at })}
            {standing === 'offline' && t('draftOffline')}
          </p>
          <div role="alert">
            {count > 0 && <p className="problem">{t('wrongCount', { n: count })}</p>}
            {tried && waits && <p className="problem">{t('waitsUpload')}</p>}
          </div>
          <Problem refused={refused} />
          <button type="submit" className="primary" disabled={busy}>
            {busy ? t('busy') : t(report.reason === null ? 'submit' : 'resubmit')}
          </button>
        </form>
      )}
    </>
  )
}

interface MoreProps {
  readonly field: MoreField
  readonly value: unknown
  readonly wrong: string | undefined
  change(value: unknown): void
}

/** A field of a report beside its template. */
function More({ field, value, wrong, change }: MoreProps) {
  const { t, of } = useWords()
  const id = `more-${field.name}`
  if (field.by === 'line' || field.by === 'count')
    return (
      <Text
        label={of(field.label)}
        must={field.required}
        value={String(value ?? '')}
        wrong={wrong}
        change={change}
        inputMode={field.by === 'count' ? 'numeric' : undefined}
        maxLength={200}
      />
    )
  const options =
    field.by === 'yesOrNo'
      ? [
          { value: '1', label: t('yes') },
          { value: '0', label: t('no') },
        ]
      : field.options.map((o) => ({ value: o.value, label: of(o.label) }))
  return (
    <div className="field">
      <label htmlFor={id}>
        {of(field.label)}
        {field.required && <span className="must"> {t('must')}</span>}
      </label>
      <select
        id={id}
        value={String(value ?? '')}
        aria-invalid={wrong ? true : undefined}
        onChange={(e) => change(e.target.value === '' ? null : Number(e.target.value))}
      >
        <option value="">{t('choose')}</option>
        {options.map((o) => (
          <option key={o.value} value={o.value}>
            {o.label}
          </option>
        ))}
      </select>
      {wrong && <p className="wrong">{wrong}</p>}
    </div>
  )
}
