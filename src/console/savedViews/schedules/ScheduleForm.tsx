import './words.ts'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import styled from 'styled-components'
import {
  CRON_CHARACTERS_MAX,
  cronOfPlan,
  MONTH_DAY_MAX,
  planOfCron,
  SCHEDULE_FORMATS,
  SCHEDULED_FILE_DAYS,
  type ScheduleFormat,
  type SchedulePlan,
  type ViewSchedule,
  weekdayName,
} from '../../../model/wire/viewSchedule.ts'
import { ApiError } from '../../api/error.ts'
import { uuid } from '../../api/uuid.ts'
import { saveSchedule } from '../../data/savedViews.ts'
import { Box, Cell } from '../../forms/base/forms.styles.ts'
import { fieldMessages } from '../../forms/conflict.ts'
import { useWords } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { tried } from './tried.ts'

type Every = SchedulePlan['every'] | 'cron'
const EVERY: readonly Every[] = ['day', 'workday', 'week', 'month', 'cron']
/** Times of a new schedule: mornings of working days. */
const BEGINS: SchedulePlan = { every: 'workday', day: 1, hour: 8, minute: 0 }

interface Draft {
  readonly every: Every
  readonly day: number
  /** `hh:mm`; "" while it is none. */
  readonly time: string
  readonly cron: string
  readonly format: ScheduleFormat
}

const two = (n: number) => String(n).padStart(2, '0')

function draftOf(of: ViewSchedule | null): Draft {
  const plan = of ? planOfCron(of.cron) : BEGINS
  const { day, hour, minute } = plan ?? BEGINS
  return {
    every: plan ? plan.every : 'cron',
    day,
    time: `${two(hour)}:${two(minute)}`,
    cron: of?.cron ?? cronOfPlan(BEGINS),
    format: of?.format ?? 'xlsx',
  }
}

/** The expression of a draft; "" while its time is none. Pure. */
function cronOfDraft({ every, day, time, cron }: Draft): string {
  if (every === 'cron') return cron.trim()
  const [hour, minute] = time.split(':').map(Number)
  return hour === undefined || minute === undefined || time === '' ? '' : cronOfPlan({ every, day, hour, minute })
}

interface ScheduleFormProps {
  readonly view: { readonly id: string; readonly name: string }
  /** The schedule there is; null for a new one. */
  readonly of: ViewSchedule | null
  onSaved(kept: ViewSchedule): void
  onCancel(): void
}

/** When a view is exported, and as what. */
export function ScheduleForm({ view, of, onSaved, onCancel }: ScheduleFormProps) {
  const { t, language } = useWords()
  const form = useId()
  const [draft, setDraft] = useState(() => draftOf(of))
  const [problem, setProblem] = useState('')
  const [sending, setSending] = useState(false)
  // key of one content: a save that is tried again is not made twice
  const attempt = useRef({ of: '', key: '' })
  const first = useRef<HTMLSelectElement>(null)
  useEffect(() => first.current?.focus(), [])
  const set = (change: Partial<Draft>) => {
    setDraft((now) => ({ ...now, ...change }))
    setProblem('')
  }
  const { every } = draft
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (sending) return
    const cron = cronOfDraft(draft)
    if (cron === '') return setProblem(t(every === 'cron' ? 'viewSchedules.cronMissing' : 'viewSchedules.timeMissing'))
    setSending(true)
    const sent = { view: view.id, version: of?.version ?? 0, cron, format: draft.format }
    const content = JSON.stringify(sent)
    if (attempt.current.of !== content) attempt.current = { of: content, key: uuid() }
    const kept = await tried(
      () => saveSchedule(sent, attempt.current.key),
      (error) => {
        const named = error instanceof ApiError ? Object.values(fieldMessages(error.data))[0] : undefined
        setProblem(named ?? (error instanceof Error ? error.message : String(error)))
      },
    )
    setSending(false)
    if (kept) onSaved(kept)
  }
  const choose = (next: Every) =>
    // days of weeks and of months are others
    set({
      every: next,
      ...(next === 'week' || next === 'month' ? { day: 1 } : {}),
      ...(next === 'cron' ? { cron: cronOfDraft(draft) || draft.cron } : {}),
    })
  return (
    <Form
      id={form}
      aria-label={t('viewSchedules.scheduleOf', { name: view.name })}
      onSubmit={(event) => void submit(event)}
    >
      <p>{t('viewSchedules.scheduleNote', { days: SCHEDULED_FILE_DAYS })}</p>
      <div className="fields">
        <Row label={t('viewSchedules.every')} id={`${form}-every`}>
          <select
            ref={first}
            id={`${form}-every`}
            value={every}
            data-autofocus
            onChange={(event) => choose(event.target.value as Every)}
          >
            {EVERY.map((one) => (
              <option key={one} value={one}>
                {t(`viewSchedules.every${one}`)}
              </option>
            ))}
          </select>
        </Row>
        {every === 'week' || every === 'month' ? (
          <Row label={t(every === 'week' ? 'viewSchedules.weekday' : 'viewSchedules.monthDay')} id={`${form}-day`}>
            <select id={`${form}-day`} value={draft.day} onChange={(event) => set({ day: Number(event.target.value) })}>
              {Array.from({ length: every === 'week' ? 7 : MONTH_DAY_MAX }, (_, n) => n + 1).map((day) => (
                <option key={day} value={day}>
                  {every === 'week' ? weekdayName(day, language) : t('viewSchedules.monthDayN', { n: day })}
                </option>
              ))}
              {every === 'month' ? <option value={0}>{t('viewSchedules.lastDay')}</option> : null}
            </select>
          </Row>
        ) : null}
        {every === 'cron' ? (
          <Row label={t('viewSchedules.cron')} id={`${form}-cron`}>
            <input
              id={`${form}-cron`}
              value={draft.cron}
              maxLength={CRON_CHARACTERS_MAX}
              autoComplete="off"
              spellCheck={false}
              aria-invalid={problem !== '' || undefined}
              aria-describedby={`${form}-help`}
              onChange={(event) => set({ cron: event.target.value })}
            />
          </Row>
        ) : (
          <Row label={t('viewSchedules.time')} id={`${form}-time`}>
            <input
              id={`${form}-time`}
              type="time"
              value={draft.time}
              aria-invalid={problem !== '' || undefined}
              onChange={(event) => set({ time: event.target.value })}
            />
          </Row>
        )}
        <Row label={t('viewSchedules.format')} id={`${form}-format`}>
          <select
            id={`${form}-format`}
            value={draft.format}
            onChange={(event) => set({ format: event.target.value as ScheduleFormat })}
          >
            {SCHEDULE_FORMATS.map((format) => (
              <option key={format}>{format}</option>
            ))}
          </select>
        </Row>
      </div>
      {every === 'cron' ? (
        <span className="help" id={`${form}-help`}>
          {t('viewSchedules.cronHelp')}
        </span>
      ) : null}
      {problem ? (
        <span className="problem" role="alert">
          {problem}
        </span>
      ) : null}
      <div className="acts">
        <Button onClick={onCancel}>{t('savedViews.cancel')}</Button>
        <Button $tone="primary" type="submit" aria-disabled={sending || undefined}>
          {t('savedViews.save')}
        </Button>
      </div>
    </Form>
  )
}

function Row({ label, id, children }: { readonly label: string; readonly id: string; readonly children: ReactNode }) {
  return (
    <Cell>
      <label htmlFor={id}>{label}</label>
      <Box>{children}</Box>
    </Cell>
  )
}

const Form = styled.form`
  display: grid;
  gap: 10px;
  color: var(--text);
  & > p, & > .help { color: var(--text-2); font-size: 12px; line-height: 1.5; }
  & > .fields { display: grid; grid-template-columns: repeat(auto-fit, minmax(118px, 1fr)); gap: 10px 12px; }
  & > .problem { color: var(--bad); font-size: 12px; }
  & > .acts { display: flex; justify-content: flex-end; gap: 8px; }
`
