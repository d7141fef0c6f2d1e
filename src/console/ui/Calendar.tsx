import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import styled from 'styled-components'
import { useWords } from '../i18n/index.ts'
import { daysFrom, monthPage, sameDayOf } from './calendarDays.ts'
import { Icon } from './Icon.tsx'

interface CalendarProps {
  /** Label of the date field. */
  readonly label: string
  /** yyyy-MM-dd, "" for none chosen. */
  readonly value: string
  readonly today: string
  readonly id?: string
  onPick(day: string): void
  /** Escape: the focus goes back to where it came from. */
  onClose(): void
  /** The focus went elsewhere. */
  onLeave(): void
}

/** Moves of the keys, in days; months are moved by the page keys. */
const MOVES: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/**
 * A month of days to pick one from, by mouse, finger or keys: arrows go by days, PageUp and PageDown by months, with Shift
 * by years, Home and End to the ends of the week, Enter picks, Escape closes. The focus is on the day in hand.
 */
export function Calendar({ label, value, today, id, onPick, onClose, onLeave }: CalendarProps) {
  const { t, language } = useWords()
  const [at, setAt] = useState(value || today)
  const box = useRef<HTMLDivElement>(null)
  const focus = () => box.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true })
  useLayoutEffect(focus, [])
  /** A key moved the day in hand, which may stand in a row that was not there: the focus goes with it. */
  const moved = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another day is in hand
  useLayoutEffect(() => {
    if (moved.current) focus()
    moved.current = false
  }, [at])
  const by = (months: number) => {
    moved.current = true
    setAt((day) => sameDayOf(day, months))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    const weekday = (new Date(`${at}T00:00:00Z`).getUTCDay() + 6) % 7
    const move = key === 'Home' ? -weekday : key === 'End' ? 6 - weekday : MOVES[key]
    if (event.ctrlKey || event.metaKey || event.altKey) return
    // keys of the page mean nothing here
    event.stopPropagation()
    if (key === 'Escape') {
      event.preventDefault()
      onClose()
    } else if (move !== undefined) {
      event.preventDefault()
      moved.current = true
      setAt(daysFrom(at, move))
    } else if (key === 'PageUp' || key === 'PageDown') {
      event.preventDefault()
      by((key === 'PageUp' ? -1 : 1) * (event.shiftKey ? 12 : 1))
    }
  }
  const [year = '', month = ''] = at.split('-')
  const names = t('table.weekdays').split(' ')
  return (
    <Box
      ref={box}
      id={id}
      role="dialog"
      aria-label={label}
      data-floating=""
      onKeyDown={onKeyDown}
      // a click on a month's arrow takes the focus out of the days, and is no leaving
      onBlur={(event) => {
        if (!(event.relatedTarget instanceof Node) || !event.currentTarget.contains(event.relatedTarget)) onLeave()
      }}
      onMouseDown={(event) => event.preventDefault()}
    >
      <header>
        <button type="button" tabIndex={-1} aria-label={t('table.monthBefore')} onClick={() => by(-1)}>
          <Icon name="chevron-left" size={14} />
        </button>
        <strong aria-live="polite">{language === 'zh' ? `${year}年${Number(month)}月` : `${year}-${month}`}</strong>
        <button type="button" tabIndex={-1} aria-label={t('table.monthAfter')} onClick={() => by(1)}>
          <Icon name="chevron-right" size={14} />
        </button>
      </header>
      <table>
        <thead>
          <tr>
            {names.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {monthPage(at).map((week, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: places of a month's page: the button that has the focus stays
            <tr key={n}>
              {week.map((day, weekday) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <td key={weekday}>
                  <button
                    type="button"
                    tabIndex={day === at ? 0 : -1}
                    data-day={day}
                    data-off={day.slice(0, 7) !== at.slice(0, 7) || undefined}
                    aria-label={day}
                    aria-pressed={day === value}
                    aria-current={day === today ? 'date' : undefined}
                    onClick={() => onPick(day)}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <footer>
        <button type="button" tabIndex={-1} onClick={() => onPick(today)}>
          {t('table.today')}
        </button>
      </footer>
    </Box>
  )
}

const Box = styled.div`
  width: max-content;
  padding: 6px 8px 8px;
  border: 1px solid var(--line);
  border-radius: 8px;
  background: var(--surface);
  color: var(--text);
  box-shadow: var(--shadow);
  font-variant-numeric: tabular-nums;
  & header { display: flex; align-items: center; justify-content: space-between; gap: 8px; }
  & th { width: 32px; height: 24px; padding: 0; color: var(--text-3); font-size: 12px; font-weight: 400; text-align: center; }
  & td { padding: 1px; }
  & table { border-collapse: collapse; }
  & button { min-width: 30px; height: 28px; min-height: var(--press); padding: 0 4px; border: 0; border-radius: var(--radius); background: transparent; color: inherit; font: inherit; cursor: pointer; }
  & header button, & footer button { display: inline-grid; place-items: center; color: var(--text-2); }
  & footer { display: flex; justify-content: center; padding-top: 4px; border-top: 1px solid var(--line); margin-top: 4px; }
  & footer button { padding: 0 12px; color: var(--accent); }
  & td button { width: max(30px, var(--press)); }
  & button:hover { background: var(--surface-3); }
  & [data-off] { color: var(--text-3); }
  & [aria-current] { color: var(--accent); font-weight: 600; }
  & td [aria-pressed='true'] { background: var(--accent); color: var(--on-accent); }
  & button:focus-visible { outline: 2px solid var(--focus); outline-offset: -1px; }
`
