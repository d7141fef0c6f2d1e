import {
  type ClipboardEvent,
  type FormEvent,
  type KeyboardEvent,
  type Ref,
  Suspense,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type Condition, conditionKey } from '../../model/language/conditions/condition.ts'
import type { Label, Language } from '../../model/values/label.ts'
import { useKeyOf } from '../host/useCommand.ts'
import { useWords } from '../i18n/index.ts'
import { Icon } from '../ui/Icon.tsx'
import { Key } from '../ui/Key.tsx'
import { lazyWithPreload } from '../ui/lazyWithPreload.tsx'
import { FilterChip } from './FilterChip.tsx'
import { FilterOffers, FilterProblems, Held, useHeld } from './FilterOffers.tsx'
import { type Filterable, spokenName } from './filterFields.ts'
import { placeholderOf } from './filterHint.ts'
import { Line } from './filterLine.styles.ts'
import { offersOf } from './filterOffers.ts'
import { toParams } from './filterParams.ts'
import { chipsOf, type FilterProblem, parseFilter, printFilter, withoutChip, wordsOfChip } from './filterText.ts'
import { cellsOf, pastedAs } from './pastedCells.ts'
import { useOffered } from './useOffered.ts'

// Fetched with the first calendar that is opened.
const { Later: Calendar } = lazyWithPreload(() => import('../ui/Calendar.tsx').then((m) => m.Calendar))

export interface FilterLineHandle {
  focus(): void
  /** Begins a condition on a field behind those there are; false where the list cannot be filtered by it. */
  begin(name: string): boolean
}

export interface FilterLineProps {
  readonly of: Filterable
  readonly conditions: readonly Condition[]
  /** Conditions that the list has beside the person's own (a queue's). */
  readonly always?: readonly Condition[]
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
export function FilterLine({
  of,
  conditions,
  always = NONE,
  language,
  today,
  onApply,
  onLeave,
  handle,
}: FilterLineProps) {
  const { t } = useWords()
  const [typed, setTyped] = useState<string | null>(null)
  const [problems, setProblems] = useState<readonly FilterProblem[]>([])
  const input = useRef<HTMLInputElement>(null)
  /** Enter or Escape has applied or dropped the line already: losing the focus does nothing more. */
  const settled = useRef(false)
  /** The offer that the arrows have come to; null = the line itself. */
  const [at, setAt] = useState<string | null>(null)
  /** Conditions that the present filter replaced and no longer contains. */
  const [was, setWas] = useState<Replaced | null>(null)
  /** A day is being picked from the calendar. */
  const [picking, setPicking] = useState(false)
  const id = useId()
  const key = useKeyOf('grid.filter')
  const chips = useMemo(() => chipsOf(conditions, of, language), [conditions, of, language])
  const open = typed !== null
  const replaced =
    !open && was?.now === keyOf(conditions) ? chipsOf(was.gone, of, language).map(wordsOfChip).join(' ') : ''
  useImperativeHandle(handle, () => ({
    focus: () => {
      input.current?.focus()
      input.current?.select()
    },
    begin: (name) => {
      const field = of.fields.find((f) => f.name === name)
      if (!field) return false
      input.current?.focus()
      write(`${printFilter(conditions, of, language)} ${spokenName(field, language) ?? field.name}:`.trimStart())
      return true
    },
  }))

  /** Applies another filter, and keeps what it takes the place of. */
  const replace = (next: readonly Condition[]) => {
    const kept = new Set(next.map(spelt))
    const gone = conditions.filter((c) => !kept.has(spelt(c)))
    setWas(gone.length > 0 ? { gone, all: conditions, now: keyOf(next) } : null)
    onApply(next)
  }
  const apply = (line: string): boolean => {
    const read = parseFilter(line, of, today)
    setProblems(read.problems)
    const first = read.problems[0]
    if (first) {
      input.current?.setSelectionRange(first.at, first.end)
      return false
    }
    setTyped(null)
    setPicking(false)
    replace(read.conditions)
    return true
  }
  const leave = () => {
    settled.current = true
    onLeave()
    if (document.activeElement === input.current) input.current?.blur()
    settled.current = false
  }
  /** The keyboard is elsewhere: what was written is meant. */
  const left = () => {
    setPicking(false)
    if (!settled.current && typed !== null && problems.length === 0) apply(typed)
  }
  const submit = (e: FormEvent) => {
    e.preventDefault()
    if (apply(typed ?? '')) leave()
  }
  const offered = open && problems.length === 0 ? offersOf(typed, of, language, today) : null
  const { texts, counts } = useOffered(offered, of, always, today)
  const offers = offered ? [...new Set([...texts, ...offered.texts])].slice(0, OFFERS_MAX) : []
  const held = useHeld(open, `${id}-offers`)
  // The chosen offer is kept by value, so that a reordered list of offers does not move the choice.
  const chosen = at === null ? -1 : offers.indexOf(at)
  const write = (line: string) => {
    setTyped(line)
    setProblems([])
    setAt(null)
  }
  /** The line with an offer where it ends. */
  const withOffer = (offer: string): string =>
    `${typed?.slice(0, offered?.from)}${offer}${offer.endsWith(':') ? '' : ' '}`
  /** Puts an offer where the line ends: a name waits for its value, a value is done. */
  const take = (offer: string) => {
    if (!offered || typed === null) return
    write(withOffer(offer))
    input.current?.focus()
  }
  /** The same by the mouse, whose user has no Enter at hand: a value is in force at once. */
  const choose = (offer: string) => {
    take(offer)
    if (!offer.endsWith(':') && apply(withOffer(offer))) leave()
  }
  /** A column of a spreadsheet finds any of its lines: as one line its words would all be asked for. */
  const paste = (e: ClipboardEvent<HTMLInputElement>) => {
    const cells = cellsOf(e.clipboardData.getData('text'))
    if (cells.length === 0) return
    e.preventDefault()
    const { value, selectionStart, selectionEnd } = e.currentTarget
    const before = value.slice(0, selectionStart ?? value.length)
    const text = pastedAs(cells, before)
    if (text !== null) return write(`${before}${text} ${value.slice(selectionEnd ?? value.length)}`)
    setTyped(value)
    setProblems([{ at: 0, end: value.length, message: TOO_MANY }])
  }
  const onKeyDown = (e: KeyboardEvent) => {
    if (e.nativeEvent.isComposing || e.keyCode === 229) return
    const plain = !e.ctrlKey && !e.metaKey && !e.altKey
    if (offered?.days && e.altKey && e.key === 'ArrowDown') {
      e.preventDefault()
      e.stopPropagation()
      setPicking(true)
      return
    }
    if (plain && (e.key === 'ArrowDown' || e.key === 'ArrowUp') && offers.length > 0) {
      e.preventDefault()
      e.stopPropagation()
      // around, by way of the line itself
      const places = offers.length + 1
      setAt(offers[((chosen + 1 + (e.key === 'ArrowDown' ? 1 : places - 1)) % places) - 1] ?? null)
      return
    }
    const first = offers[Math.max(0, chosen)]
    const begun = offered !== null && typed !== null && offered.from < typed.length
    if (plain && e.key === 'Tab' && !e.shiftKey && first && (chosen >= 0 || begun)) {
      e.preventDefault()
      take(first)
      return
    }
    if (e.key === 'Enter' && chosen >= 0) {
      e.preventDefault()
      e.stopPropagation()
      take(offers[chosen] as string)
      return
    }
    if (e.key === 'Escape' && chosen >= 0) {
      e.preventDefault()
      e.stopPropagation()
      setAt(null)
      return
    }
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
    setAt(null)
    leave()
  }
  return (
    <>
      <Line onSubmit={submit} role="search" aria-label={t('table.filter')}>
        <div className="box" data-open={open || undefined}>
          <Icon name="filter" />
          {!open &&
            chips.map((chip) => (
              <FilterChip key={chip.key} chip={chip} of={of} onRemove={() => onApply(withoutChip(conditions, chip))} />
            ))}
          <input
            ref={input}
            type="text"
            role="combobox"
            aria-expanded={offers.length > 0}
            aria-controls={offers.length > 0 ? `${id}-offers` : undefined}
            aria-activedescendant={chosen >= 0 ? `${id}-offers-${chosen}` : undefined}
            aria-autocomplete="list"
            name="filter"
            autoComplete="off"
            spellCheck={false}
            value={typed ?? ''}
            placeholder={open || chips.length === 0 ? placeholderOf(of, language, t) : ''}
            aria-label={t('table.filter')}
            aria-invalid={problems.length > 0}
            aria-describedby={problems.length > 0 ? id : undefined}
            onFocus={() => setTyped((now) => now ?? `${printFilter(conditions, of, language)} `.trimStart())}
            onBlur={(e) => {
              // Going to a chip or to the calendar is not leaving the line.
              const to = e.relatedTarget
              if (to instanceof Element && (e.currentTarget.form?.contains(to) || to.closest('[data-floating]'))) return
              left()
            }}
            onChange={(e) => write(e.target.value)}
            onPaste={paste}
            onKeyDown={onKeyDown}
          />
          {replaced && (
            <button
              type="button"
              className="was"
              aria-label={t('table.restore', { filter: replaced })}
              title={t('table.restore', { filter: replaced })}
              onMouseDown={(e) => e.preventDefault()}
              onClick={() => was && replace(was.all)}
            >
              <Icon name="undo" size={12} />
              <span>{replaced}</span>
            </button>
          )}
          {!open && chips.length > 0 && (
            <button
              type="button"
              className="clear"
              aria-label={t('table.filterClear')}
              title={t('table.filterClear')}
              onMouseDown={(e) => e.preventDefault()}
              onClick={() => replace([])}
            >
              <Icon name="x" size={14} />
            </button>
          )}
          {!open && key && <Key>{key}</Key>}
        </div>
        {picking && offered?.days && (
          <Suspense fallback={null}>
            <Calendar
              label={t('table.pickDay')}
              value=""
              today={today.slice(0, 10)}
              onPick={choose}
              onClose={() => {
                setPicking(false)
                input.current?.focus()
              }}
              onLeave={left}
            />
          </Suspense>
        )}
      </Line>
      {problems.length > 0 && <FilterProblems id={id} problems={problems} language={language} />}
      {offered && offers.length > 0 ? (
        <FilterOffers
          id={`${id}-offers`}
          of={offered.of}
          offers={offers}
          chosen={chosen}
          counts={counts}
          onTake={choose}
          onCalendar={offered.days ? () => setPicking(true) : undefined}
        />
      ) : (
        held > 0 && <Held style={{ height: held }} />
      )}
    </>
  )
}

/** A filter that another one took the place of. */
interface Replaced {
  /** Its conditions that are gone. */
  readonly gone: readonly Condition[]
  readonly all: readonly Condition[]
  /** The filter in its place, by value. */
  readonly now: string
}

const spelt = (c: Condition): string => `${conditionKey(c)}=${c.value}`
const keyOf = (conditions: readonly Condition[]): string => JSON.stringify(toParams(conditions))

const NONE: readonly Condition[] = []
const TOO_MANY: Label = ['粘贴的行太多：请分几次筛选', 'Too many lines are pasted: filter by some of them at a time']
/** More offers than anybody reads. */
const OFFERS_MAX = 24
