import { useEffect, useState } from 'react'
import styled from 'styled-components'
import { joined, type Language, label } from '../../model/values/label.ts'
import { useWords } from '../i18n/index.ts'
import { Icon } from '../ui/Icon.tsx'
import type { FilterProblem } from './filterText.ts'

interface FilterOffersProps {
  /** The element's id; its options have it with `-<place>` behind. */
  readonly id: string
  readonly of: 'fields' | 'values'
  readonly offers: readonly string[]
  /** The offer that the arrows have come to; −1 for none. */
  readonly chosen: number
  /** How many rows an offer has; "" where nobody knows. */
  counts(offer: string): string
  onTake(offer: string): void
  /** Opens a calendar, where the values are days. */
  readonly onCalendar?: (() => void) | undefined
}

/**
 * Offers at the end of the filter line: a line of its own below the filter, as wide as the list, so that it covers
 * neither its headers nor its rows.
 */
export function FilterOffers({ id, of, offers, chosen, counts, onTake, onCalendar }: FilterOffersProps) {
  const { t } = useWords()
  useEffect(() => {
    if (chosen >= 0) document.getElementById(`${id}-${chosen}`)?.scrollIntoView?.({ block: 'nearest' })
  }, [id, chosen])
  return (
    <Offers id={id} role="listbox" aria-label={t(of === 'values' ? 'table.filterValues' : 'table.filterFields')}>
      {offers.map((offer, i) => (
        <button
          key={offer}
          id={`${id}-${i}`}
          type="button"
          role="option"
          aria-selected={i === chosen}
          data-offer={offer}
          tabIndex={-1}
          onMouseDown={(e) => e.preventDefault()}
          onClick={() => onTake(offer)}
        >
          {offer}
          {counts(offer) && <small className="num">{counts(offer)}</small>}
        </button>
      ))}
      {onCalendar && (
        <button
          type="button"
          className="calendar"
          data-calendar=""
          aria-haspopup="dialog"
          title={`${t('table.pickDay')} (Alt+↓)`}
          tabIndex={-1}
          onMouseDown={(e) => e.preventDefault()}
          onClick={onCalendar}
        >
          <Icon name="calendar" size={14} /> {t('table.pickDay')}
        </button>
      )}
    </Offers>
  )
}

interface FilterProblemsProps {
  readonly id: string
  readonly problems: readonly FilterProblem[]
  readonly language: Language
}

/** Problems of the filter line, with the remedy, in the place of the offers. */
export const FilterProblems = ({ id, problems, language }: FilterProblemsProps) => (
  <Problem id={id} role="alert">
    {joined(
      problems.map((p) => label(p.message, language)),
      language,
      '; ',
    )}
  </Problem>
)

/**
 * Height of the offers while a pointer is pressed elsewhere, px: the press ends the line and its offers, and what is under
 * the pointer must not move before it is released.
 */
export function useHeld(open: boolean, id: string): number {
  const [held, setHeld] = useState(0)
  useEffect(() => {
    if (!open) return
    const release = () => setTimeout(() => setHeld(0))
    const press = () => {
      setHeld(document.getElementById(id)?.offsetHeight ?? 0)
      for (const end of ['pointerup', 'pointercancel']) addEventListener(end, release, { once: true })
    }
    addEventListener('pointerdown', press, true)
    return () => removeEventListener('pointerdown', press, true)
  }, [open, id])
  return held
}

/** The place of offers that are gone. */
export const Held = styled.div`
  flex: 1 0 100%; order: 1;
`
const Problem = styled.p`
  flex: 1 0 100%; order: 1; margin: 0; padding: 4px 10px; border-radius: var(--radius); background: var(--bad-soft); color: var(--bad);
`
const Offers = styled.div`
  flex: 1 0 100%; order: 1; display: flex; flex-wrap: wrap; gap: 4px; max-height: max(74px, calc(var(--press) * 2 + 4px)); overflow-y: auto;
  & button { flex: none; border: 1px solid var(--line); border-radius: 11px; background: var(--surface-2); padding: 0 8px; height: 22px; min-height: var(--press); min-width: var(--press); cursor: pointer; color: var(--text-2); }
  & button[aria-selected='true'] { background: var(--accent-soft); border-color: var(--accent); color: var(--text); }
  & .calendar { display: inline-flex; align-items: center; gap: 4px; color: var(--accent); }
  & small { margin-left: 5px; color: var(--text-3); font-variant-numeric: tabular-nums; }
  & button:hover { background: var(--surface-3); color: var(--text); }
`
