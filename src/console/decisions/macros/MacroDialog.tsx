import './words.ts'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Outcome } from '../../../../commands/outcome.ts'
import { isInState } from '../../../model/language/lifecycle.ts'
import { isConfirmed, isFinal } from '../../../model/wire/catalogue.ts'
import { madeWhy } from '../../../model/wire/ownDecisions.ts'
import type { Decided, WireRow } from '../../../model/wire/wire.ts'
import { askDecision } from '../../forms/dialogs/ask.ts'
import { mountHost, Safe } from '../../forms/dialogs/mount.tsx'
import { type Open, question } from '../../forms/dialogs/question.ts'
import { subjectOf, titleOf } from '../../forms/subject.ts'
import { t, useWords } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { toast } from '../../ui/messages/toast.ts'
import { actionOf, messageIn } from '../named.ts'
import { orderFor, pendingDecisions } from '../outbox/pendingDecisions.ts'
import { previewOf } from '../preview.ts'
import { MacroLook } from './macro.styles.ts'
import { type MacroPorts, MacroRun } from './macroRun.ts'
import type { PlannedStep } from './plan.ts'

export interface MacroQuestion {
  readonly resource: string
  readonly name: string
  readonly steps: readonly PlannedStep[]
  readonly rows: readonly WireRow[]
}

/** Refused rows that the server is asked about one by one, for the reason of each. */
const REASONS_MAX = 20

const questions = question<MacroQuestion, Outcome>()

/** Shows what a macro would do with these rows, and runs it where the person agrees. */
export async function openMacro(what: MacroQuestion): Promise<Outcome> {
  mountHost('macro', <MacroHost />)
  return (await questions.ask(what)) ?? { is: 'cancelled' }
}

function MacroHost() {
  const open = questions.use()
  return (
    open && (
      <Safe key={open.number} onFailure={() => open.answer(null)}>
        <MacroDialog open={open} />
      </Safe>
    )
  )
}

/** Sends one decision at the desk of all decisions, and waits for its answer. */
const decideAt =
  (resource: string): MacroPorts['decide'] =>
  (row, { decision, ask }) =>
    new Promise<Decided | string>((resolve) => {
      const desk = pendingDecisions()
      const end = (answer: Decided | string) => {
        stop()
        resolve(answer)
      }
      const stop = desk.listen({
        confirmed: (entry, decided) => {
          if (entry.resource === resource && entry.id === row.id) end(decided)
        },
        returned: (entry) => {
          if (entry.resource === resource && entry.id === row.id) end(messageIn(entry.message) || t('queue.refused'))
        },
      })
      if (!desk.decide(orderFor(decision, resource, row, ask, true)))
        end(t('queue.already', { title: titleOf(resource, row) }))
    })

/** Why the first step is not this person's to take of a row now, as far as the row says; "" where it is. */
function whyNot({ decision }: PlannedStep, row: WireRow): string {
  if (decision.closed) return decision.closed
  if (!isInState(decision.from, row)) return t('macros.impossibleState', { action: decision.title })
  return madeWhy(decision, row)
}

const begin = ({ resource, rows, steps }: MacroQuestion): MacroRun =>
  new MacroRun(
    rows.map((row) => {
      const why = steps[0] ? whyNot(steps[0], row) : ''
      return { row, title: titleOf(resource, row), state: why ? ('impossible' as const) : ('waiting' as const), why }
    }),
    steps,
    {
      decide: decideAt(resource),
      failure: ({ line, decision }, why) =>
        t('macros.failedStep', { line, action: actionOf(resource, decision.id), why }),
    },
  )

/** The order of the first step over rows, as its preview takes it. */
const orderOf = (resource: string, { decision, ask }: PlannedStep, rows: readonly WireRow[]) => ({
  ...{ resource, transition: decision.id, ask },
  rows: rows.map(({ id, version }) => ({ id, version })),
})

/** Leaves out what the server foresees as refused, with its reasons. */
async function foresee(run: MacroRun, { resource, steps: [first] }: MacroQuestion): Promise<void> {
  const rows = run.waiting.map((r) => r.row)
  if (first?.decision.kind !== 'transition' || rows.length === 0) return
  const { refusedIds, refused } = await previewOf(orderOf(resource, first, rows))
  const reasons = new Map(
    refusedIds.map((id) => [id, refused.length === 1 ? (refused[0]?.msg ?? '') : t('macros.refusedByServer')]),
  )
  if (refused.length > 1)
    await Promise.all(
      rows
        .filter((row) => reasons.has(row.id))
        .slice(0, REASONS_MAX)
        .map(async (row) => {
          const one = await previewOf(orderOf(resource, first, [row]))
          reasons.set(row.id, one.refused[0]?.msg ?? t('macros.refusedByServer'))
        }),
    )
  run.leaveOut(reasons)
}

/** Asks with number and total where a step moves money, destroys or is final; true where nothing of the kind is among them. */
async function isAgreed({ resource, name, steps }: MacroQuestion, rows: readonly WireRow[]): Promise<boolean> {
  const grave = steps.filter(
    ({ decision: d }) =>
      isConfirmed(d) ||
      (d.money && d.result !== 'reject') ||
      // as by key: what is final and has an amount shows it first (decideOne)
      (isFinal(d) && (d.kind === 'call' || subjectOf(resource, rows).amount !== null)),
  )
  const [first] = grave
  if (!first) return true
  const listed = steps.map(({ decision }) => decision.title).join(' → ')
  const foreseen =
    first === steps[0] && first.decision.kind === 'transition' ? previewOf(orderOf(resource, first, rows)) : undefined
  const answer = await askDecision({
    ...{ resource, decision: first.decision.id, title: t('macros.confirm', { name }) },
    act: {
      label: [first.decision.title, first.decision.title],
      ask: {},
      ...{ result: 'other', danger: grave.some((s) => s.decision.danger), money: true },
    },
    notes: [t('macros.confirmStep', { steps: listed })],
    final: grave.some((s) => isFinal(s.decision)),
    ...subjectOf(resource, rows),
    ...(foreseen && { preview: foreseen }),
  })
  return answer !== null
}

function MacroDialog({ open }: { readonly open: Open<MacroQuestion, Outcome> }) {
  const { t } = useWords()
  const { what } = open
  const [run] = useState(() => begin(what))
  const rows = useSyncExternalStore(run.subscribe, run.snapshot)
  const [checked, setChecked] = useState(false)
  const [begun, setBegun] = useState(false)
  const [failed, setFailed] = useState('')
  const main = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    let here = true
    foresee(run, what).then(
      () => here && setChecked(true),
      (error: unknown) => here && setFailed(error instanceof Error ? error.message : String(error)),
    )
    return () => {
      here = false
    }
  }, [run, what])
  useEffect(() => {
    if (checked) main.current?.focus()
  }, [checked])

  const count = (...states: readonly string[]) => rows.filter((r) => states.includes(r.state)).length
  const [waiting, done, left] = [count('waiting'), count('done'), count('impossible')]
  const { running } = run
  const start = async () => {
    if (running || !checked || waiting === 0) return
    if (
      !(await isAgreed(
        what,
        run.waiting.map((r) => r.row),
      ))
    )
      return
    setBegun(true)
    await run.run()
  }
  const close = () => {
    if (running) {
      run.stop()
      return
    }
    open.answer(done > 0 ? { is: 'done', say: t('macros.allDone', { done }) } : { is: 'cancelled' })
  }
  const line = failed
    ? failed
    : !checked
      ? t('macros.checking')
      : running
        ? t('macros.progress', { done, total: done + waiting + count('running', 'failed') })
        : begun
          ? waiting > 0
            ? t('macros.stoppedAt', { done, left: waiting })
            : t('macros.allDone', { done })
          : left > 0
            ? t('macros.canOf', { count: waiting, left })
            : t('macros.can', { count: waiting })
  return (
    <Dialog title={t('macros.confirm', { name: what.name })} onClose={close} outside={false}>
      <MacroLook data-macro={running ? 'running' : begun ? 'over' : 'ready'}>
        <ol aria-label={t('macros.steps')}>
          {what.steps.map(({ line: n, decision }) => (
            <li key={n}>{decision.title}</li>
          ))}
        </ol>
        {what.steps.length > 1 && !begun ? <p className="hint">{t('macros.later')}</p> : null}
        <p className="hint" role={failed ? 'alert' : 'status'}>
          {line}
        </p>
        <div className="rows">
          {rows.map((r) => (
            <div key={r.row.id} data-state={r.state}>
              <b>{r.title}</b>
              <span>{r.why || t(r.state === 'waiting' && !begun ? 'macros.possible' : `macros.${r.state}`)}</span>
            </div>
          ))}
        </div>
        <div className="foot">
          <Button onClick={close}>
            {t(running ? 'macros.stop' : 'macros.close')} <kbd aria-hidden>Esc</kbd>
          </Button>
          {waiting > 0 && !running ? (
            <Button
              ref={main}
              $tone="primary"
              aria-disabled={!checked || undefined}
              onClick={() => void start().catch(toast.error)}
            >
              {t(begun ? 'macros.resume' : 'macros.run', { count: waiting })} <kbd aria-hidden>⏎</kbd>
            </Button>
          ) : null}
        </div>
      </MacroLook>
    </Dialog>
  )
}
