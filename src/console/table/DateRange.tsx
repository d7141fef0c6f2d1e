import styled from 'styled-components'
import type { Condition } from '../../model/kernel/wire.ts'
import { useWords } from '../i18n/index.ts'

const FIELD = 'createTime'

/** The days between which records were made, "" for an open end. Pure. */
export function rangeOf(conditions: readonly Condition[]): { readonly from: string; readonly to: string } {
  const at = (op: Condition['op']) => conditions.find((c) => c.field === FIELD && c.op === op)?.value.slice(0, 10) ?? ''
  return { from: at('ge'), to: at('le') }
}

/** The conditions with another range: whole days, from the first second of the one to the last of the other (specification §2). Pure. */
export function withRange(conditions: readonly Condition[], from: string, to: string): Condition[] {
  return [
    ...conditions.filter((c) => c.field !== FIELD || (c.op !== 'ge' && c.op !== 'le')),
    ...(from ? [{ field: FIELD, op: 'ge' as const, value: `${from} 00:00:00` }] : []),
    ...(to ? [{ field: FIELD, op: 'le' as const, value: `${to} 23:59:59` }] : []),
  ]
}

/** When records were made, as a range of days. */
export function DateRange({ conditions, onApply }: { readonly conditions: readonly Condition[]; onApply(conditions: readonly Condition[]): void }) {
  const { t } = useWords()
  const { from, to } = rangeOf(conditions)
  return (
    <Range aria-label={t('table.created')}>
      <input
        type="date"
        name="from"
        aria-label={t('table.from')}
        title={`${t('table.created')} ≥`}
        value={from}
        max={to || undefined}
        onChange={(e) => onApply(withRange(conditions, e.target.value, to))}
      />
      <span aria-hidden="true">–</span>
      <input
        type="date"
        name="to"
        aria-label={t('table.to')}
        title={`${t('table.created')} ≤`}
        value={to}
        min={from || undefined}
        onChange={(e) => onApply(withRange(conditions, from, e.target.value))}
      />
    </Range>
  )
}

const Range = styled.fieldset`
  display: inline-flex; align-items: center; gap: 4px; border: 0; padding: 0; margin: 0; color: var(--text-3);
  & input { height: 30px; width: 124px; padding: 0 6px; border: 1px solid var(--line-strong); border-radius: var(--radius); background: var(--surface); color: var(--text); }
  & input:focus-visible { outline: 2px solid var(--focus); outline-offset: -1px; }
`
