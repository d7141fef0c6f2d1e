import {
  type FormEvent,
  type KeyboardEvent,
  type Ref,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import styled from 'styled-components'
import type { Condition } from '../../model/kernel/condition.ts'
import { isChoice } from '../../model/kernel/field.ts'
import { type Language, label } from '../../model/kernel/label.ts'
import { useKeyOf } from '../host/useCommand.ts'
import { useWords } from '../i18n/index.ts'
import { Icon } from '../ui/Icon.tsx'
import { Key } from '../ui/Key.tsx'
import { called, type Filterable, spokenName } from './filterFields.ts'
import { hintOf } from './filterHint.ts'
import { chipsOf, type FilterProblem, parseFilter, printFilter, withoutChip } from './filterText.ts'
import { quote } from './filterTokens.ts'

export interface FilterLineHandle {
  focus(): void
}

export interface FilterLineProps {
  readonly of: Filterable
  readonly conditions: readonly Condition[]
  readonly language: Language
  /** yyyy-MM-dd: what `今天` means. */
  readonly today: string
  onApply(conditions: readonly Condition[]): void
  /** Enter or Escape: the keyboard goes back to the rows. */
  onLeave(): void
  readonly handle?: Ref<FilterLineHandle>
}

/**
 * The filter as a line of text while it is written, as chips otherwise. Enter applies it; what cannot be read is named,
 * with the remedy, and keeps the line open.
 */
export function FilterLine({ of, conditions, language, today, onApply, onLeave, handle }: FilterLineProps) {
  const { t } = useWords()
  const [typed, setTyped] = useState<string | null>(null)
  const [problems, setProblems] = useState<readonly FilterProblem[]>([])
  const input = useRef<HTMLInputElement>(null)
  /** Enter or Escape has applied or dropped the line already: losing the focus does nothing more. */
  const settled = useRef(false)
  const id = useId()
  const key = useKeyOf('grid.filter')
  const chips = useMemo(() => chipsOf(conditions, of, language), [conditions, of, language])
  const open = typed !== null
  useImperativeHandle(handle, () => ({
    focus: () => {
      input.current?.focus()
      input.current?.select()
    },
  }))

  const apply = (line: string): boolean => {
    const read = parseFilter(line, of, today)
    setProblems(read.problems)
    const first = read.problems[0]
    if (first) {
      input.current?.setSelectionRange(first.at, first.end)
      return false
    }
    setTyped(null)
    onApply(read.conditions)
    return true
  }
  const leave = () => {
    settled.current = true
    onLeave()
    if (document.activeElement === input.current) input.current?.blur()
    settled.current = false
  }
  const submit = (e: FormEvent) => {
    e.preventDefault()
    if (apply(typed ?? '')) leave()
  }
  const onKeyDown = (e: KeyboardEvent) => {
    if (e.nativeEvent.isComposing || e.keyCode === 229) return
    if (e.key === 'Enter') {
      e.preventDefault()
      e.stopPropagation()
      if (apply(typed ?? '')) leave()
    }
    if (e.key !== 'Escape') return
    e.preventDefault()
    e.stopPropagation()
    setTyped(null)
    setProblems([])
    leave()
  }
  const insert = (text: string, from: number) => {
    const line = typed ?? ''
    const next = `${line.slice(0, from)}${text}`
    setTyped(next)
    setProblems([])
    input.current?.focus()
  }
  const caret = open ? offersOf(typed, of, language) : null
  return (
    <Line onSubmit={submit} role="search" aria-label={t('table.filter')}>
      <div className="box" data-open={open || undefined}>
        <Icon name="filter" />
        {!open &&
          chips.map((chip) => (
            <button
              key={chip.key}
              type="button"
              className="chip"
              aria-label={t('table.removeChip', { chip: `${chip.name}:${chip.value}` })}
              onMouseDown={(e) => e.preventDefault()}
              onClick={() => onApply(withoutChip(conditions, chip))}
            >
              {chip.name}:{chip.value}
              <Icon name="x" size={12} />
            </button>
          ))}
        <input
          ref={input}
          type="text"
          name="filter"
          autoComplete="off"
          spellCheck={false}
          value={typed ?? ''}
          placeholder={open || chips.length === 0 ? t('table.filterHint', { examples: hintOf(of, language) }) : ''}
          aria-label={t('table.filter')}
          aria-invalid={problems.length > 0}
          aria-describedby={problems.length > 0 ? id : undefined}
          onFocus={() => setTyped((now) => now ?? withSpace(printFilter(conditions, of, language)))}
          onBlur={(e) => {
            // Going to one of the offers is not leaving the line.
            if (e.relatedTarget instanceof Node && e.currentTarget.form?.contains(e.relatedTarget)) return
            if (!settled.current && typed !== null && problems.length === 0) apply(typed)
          }}
          onChange={(e) => {
            setTyped(e.target.value)
            setProblems([])
          }}
          onKeyDown={onKeyDown}
        />
        {!open && chips.length > 0 && (
          <button
            type="button"
            className="clear"
            aria-label={t('table.filterClear')}
            title={t('table.filterClear')}
            onMouseDown={(e) => e.preventDefault()}
            onClick={() => onApply([])}
          >
            <Icon name="x" size={14} />
          </button>
        )}
        {!open && key && <Key>{key}</Key>}
      </div>
      {problems.length > 0 && (
        <p id={id} role="alert" className="problem">
          {problems.map((p) => label(p.message, language)).join('；')}
        </p>
      )}
      {caret && problems.length === 0 && (
        <fieldset className="offers" aria-label={t(caret.values ? 'table.filterValues' : 'table.filterFields')}>
          {caret.offers.map((offer) => (
            <button
              key={offer}
              type="button"
              tabIndex={-1}
              onMouseDown={(e) => e.preventDefault()}
              onClick={() => insert(offer, caret.from)}
            >
              {offer.trim()}
            </button>
          ))}
        </fieldset>
      )}
    </Line>
  )
}

const withSpace = (line: string): string => (line === '' ? '' : `${line} `)

/** Returns completions at the end of the line: names of filters, or the values of a closed one. Pure. */
export function offersOf(
  line: string,
  of: Filterable,
  language: Language,
): { readonly from: number; readonly values: boolean; readonly offers: readonly string[] } {
  const at = language === 'en' ? 1 : 0
  const start = Math.max(line.lastIndexOf(' '), line.lastIndexOf('　')) + 1
  const word = line.slice(start)
  const colon = word.search(/[:：]/)
  if (colon > 0) {
    const field = called(of, word.slice(0, colon))[0]?.field
    if (field && isChoice(field)) {
      const head = word.slice(colon + 1)
      const comma = Math.max(head.lastIndexOf(','), head.lastIndexOf('，')) + 1
      return {
        from: start + colon + 1 + comma,
        values: true,
        offers: Object.values(field.values).map((w) => quote(w[at])),
      }
    }
    return { from: line.length, values: true, offers: [] }
  }
  const names = [...new Set(of.fields.flatMap((f) => (f.offered ? (spokenName(f, language) ?? []) : [])))]
  const fitting = word === '' ? names : names.filter((n) => n.toLowerCase().startsWith(word.toLowerCase()))
  return { from: start, values: false, offers: (fitting.length > 0 ? fitting : names).map((n) => `${n}:`) }
}

const Line = styled.form`
  position: relative; flex: 1; min-width: 180px;
  & .box {
    display: flex; align-items: center; gap: 4px; height: 30px; padding: 0 6px 0 8px; border: 1px solid var(--line-strong); border-radius: var(--radius);
    background: var(--surface); overflow: hidden;
  }
  & .box:hover { border-color: var(--text-3); }
  & .box:focus-within { outline: 2px solid var(--focus); outline-offset: -1px; }
  & .box > svg { color: var(--text-3); }
  & input { flex: 1; min-width: 40px; height: 100%; border: 0; background: none; padding: 0 2px; outline: none; }
  & .chip {
    flex: none; display: inline-flex; align-items: center; gap: 4px; height: 22px; padding: 0 6px; border: 0; border-radius: 11px; cursor: pointer;
    background: var(--accent-soft); color: var(--text); max-width: 260px; overflow: hidden; white-space: nowrap;
  }
  & .chip:hover { background: var(--surface-3); }
  & .clear { flex: none; border: 0; background: none; padding: 4px; cursor: pointer; color: var(--text-3); display: inline-flex; }
  & .problem {
    position: absolute; z-index: 6; top: 32px; left: 0; padding: 6px 10px; border-radius: var(--radius); background: var(--bad-soft); color: var(--bad);
    box-shadow: var(--shadow); max-width: 100%;
  }
  & .offers {
    margin: 0; position: absolute; z-index: 6; top: 32px; left: 0; right: 0; display: flex; flex-wrap: wrap; gap: 4px; padding: 6px; border: 1px solid var(--line);
    border-radius: var(--radius); background: var(--surface); box-shadow: var(--shadow);
  }
  & .offers:empty { display: none; }
  & .offers button { border: 1px solid var(--line); border-radius: 11px; background: var(--surface-2); padding: 0 8px; height: 22px; cursor: pointer; color: var(--text-2); }
  & .offers button:hover { background: var(--surface-3); color: var(--text); }
`
