import { Suspense, useEffect, useRef, useState } from 'react'
import styled from 'styled-components'
import type { Condition } from '../../model/language/conditions/condition.ts'
import { auditFields, fieldOf, type Resource, sortOf } from '../../model/language/resource.ts'
import { label } from '../../model/values/label.ts'
import { relativeSpan } from '../../model/values/relativeDays.ts'
import { catalogueNow } from '../data/catalogue.ts'
import { todayNow } from '../data/today.ts'
import { displayOf } from '../fields/displays.ts'
import { useWords } from '../i18n/index.ts'
import { Icon } from '../ui/Icon.tsx'
import { lazyWithPreload } from '../ui/lazyWithPreload.tsx'

// Fetched with the first calendar that is opened.
const { Later: Calendar } = lazyWithPreload(() => import('../ui/Calendar.tsx').then((m) => m.Calendar))

/** The moment that a range of a list is of: the one its rows stand in the order of, else when they were made. Pure. */
export function rangeFieldOf(of: Resource): string {
  const { name } = sortOf(of)
  const field = of.fields[name]
  return field && displayOf(field).group === 'times' && of.list.search.includes(name) ? name : 'createTime'
}

/** The days between which the moments of a field lie, "" for an open end. Pure. */
export function rangeOf(
  conditions: readonly Condition[],
  field = 'createTime',
): { readonly from: string; readonly to: string } {
  const at = (op: Condition['op']) => {
    const value = conditions.find((c) => c.field === field && c.op === op)?.value ?? ''
    const relative = relativeSpan(value, todayNow())
    return relative ? relative[op === 'ge' ? 'first' : 'last'] : value.slice(0, 10)
  }
  return { from: at('ge'), to: at('le') }
}

/**
 * The conditions with another range: whole days, from the first second of the one to the last of the other
 * (specification §2). Pure.
 */
export function withRange(
  conditions: readonly Condition[],
  from: string,
  to: string,
  field = 'createTime',
): Condition[] {
  return [
    ...conditions.filter((c) => c.field !== field || (c.op !== 'ge' && c.op !== 'le')),
    ...(from ? [{ field, op: 'ge' as const, value: `${from} 00:00:00` }] : []),
    ...(to ? [{ field, op: 'le' as const, value: `${to} 23:59:59` }] : []),
  ]
}

/**
 * End of the range: typed as people type dates (`6-5`, `昨天`, `上月`), taken on Enter or when the field is left; or picked
 * from a calendar, which the button or Alt+↓ opens.
 */
function Day(p: {
  readonly name: 'from' | 'to'
  readonly label: string
  readonly hint: string
  readonly value: string
  /** Label of the calendar button. */
  readonly pick: string
  onTake(day: string): Promise<boolean>
}) {
  const [text, setText] = useState(p.value)
  const [wrong, setWrong] = useState(false)
  // A range that comes from elsewhere (a chip removed, the back button) is shown as it is.
  useEffect(() => {
    setText(p.value)
    setWrong(false)
  }, [p.value])
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const close = () => {
    setOpen(false)
    box.current?.focus({ preventScroll: true })
  }
  const take = (typed = text) => {
    if (typed === p.value) return
    p.onTake(typed.trim()).then(
      (ok) => setWrong(!ok),
      () => setWrong(true),
    )
  }
  return (
    <span className="day">
      <input
        ref={box}
        type="text"
        name={p.name}
        autoComplete="off"
        aria-label={p.label}
        aria-invalid={wrong || undefined}
        title={p.hint}
        placeholder={p.label}
        value={text}
        onChange={(e) => setText(e.target.value)}
        onBlur={() => take()}
        onKeyDown={(e) => {
          if (e.nativeEvent.isComposing) return
          if (e.key === 'Enter') take()
          if (e.key !== 'ArrowDown' || !e.altKey) return
          e.preventDefault()
          e.stopPropagation()
          setOpen(true)
        }}
      />
      <button
        type="button"
        tabIndex={-1}
        aria-label={p.pick}
        title={`${p.pick} (Alt+↓)`}
        aria-haspopup="dialog"
        aria-expanded={open}
        // an open calendar is closed by the press, and must not be opened again by its release
        onMouseDown={(e) => e.preventDefault()}
        onClick={() => setOpen(!open)}
      >
        <Icon name="calendar" size={14} />
      </button>
      {open && (
        <Suspense fallback={null}>
          <Calendar
            label={p.label}
            value={p.value}
            today={catalogueNow()?.today.slice(0, 10) ?? ''}
            onPick={(day) => {
              close()
              setText(day)
              take(day)
            }}
            onClose={close}
            onLeave={() => setOpen(false)}
          />
        </Suspense>
      )}
    </span>
  )
}

/** When records were made, or what their list is ordered by came about, as a range of days. A week, month or year in either field gives that end of it. */
export function DateRange({
  of,
  conditions,
  onApply,
}: {
  readonly of: Resource
  readonly conditions: readonly Condition[]
  onApply(conditions: readonly Condition[]): void
}) {
  const { t, language } = useWords()
  const name = rangeFieldOf(of)
  const { from, to } = rangeOf(conditions, name)
  const title = label(fieldOf(of, name)?.label ?? auditFields.createTime.label, language)
  const taking = (end: 'from' | 'to') => async (typed: string) => {
    // How people type dates is read by a chunk of its own.
    const { spanOf } = await import('../data/dates.ts')
    const span = typed === '' ? { first: '', last: '' } : spanOf(typed, todayNow())
    if (!span) return false
    const [first, last] = end === 'from' ? [span.first, to] : [from, span.last]
    if (first && last && first > last) return false
    onApply(withRange(conditions, first, last, name))
    return true
  }
  return (
    <Range aria-label={title}>
      <span>{title}</span>
      <Day
        name="from"
        label={t('table.from')}
        hint={t('table.dateHint')}
        value={from}
        pick={t('table.pickDay')}
        onTake={taking('from')}
      />
      <span aria-hidden="true">–</span>
      <Day
        name="to"
        label={t('table.to')}
        hint={t('table.dateHint')}
        value={to}
        pick={t('table.pickDay')}
        onTake={taking('to')}
      />
    </Range>
  )
}

const Range = styled.fieldset`
  display: inline-flex; align-items: center; gap: 4px; border: 0; padding: 0; margin: 0; color: var(--text-2); white-space: nowrap;
  & input { height: 30px; min-height: var(--press); width: 126px; padding: 0 28px 0 8px; border: 1px solid var(--line-strong); border-radius: var(--radius); background: var(--surface); color: var(--text); font: inherit; font-variant-numeric: tabular-nums; }
  & .day { position: relative; display: inline-flex; align-items: center; }
  & .day > button { position: absolute; right: 2px; display: grid; place-content: center; width: 26px; height: 26px; min-height: var(--press); padding: 0; border: 0; background: none; color: var(--text-3); cursor: pointer; }
  & .day > button:hover { color: var(--accent); }
  & .day > [role='dialog'] { position: absolute; z-index: 30; top: calc(100% + 4px); right: 0; }
  & input::placeholder { color: var(--text-3); }
  & input[aria-invalid] { border-color: var(--bad); }
  & input:focus-visible { outline: 2px solid var(--focus); outline-offset: -1px; }
`
