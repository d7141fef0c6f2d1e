import '../base/tableWords.ts'
import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import styled from 'styled-components'
import { type Condition, TEXT } from '../../../model/language/conditions/condition.ts'
import { grouped } from '../../fields/amounts.ts'
import { useWords } from '../../i18n/index.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { toast } from '../../ui/messages/toast.ts'
import { fetchWindow, type ListQuery } from '../rows/listQuery.ts'

/** Most places that are gone through. */
const PLACES_MAX = 500

export interface FindBarHandle {
  focus(): void
  next(by: 1 | -1): void
}

interface FindBarProps {
  readonly query: ListQuery
  readonly handle: Ref<FindBarHandle>
  /** Record under the cursor, "" for none. */
  here(): string
  goTo(id: string): void
  onClose(): void
}

/** Conditions of a list with a text that its rows hold: beside the words it is filtered by. */
const holding = (conditions: readonly Condition[], text: string): readonly Condition[] => {
  const own = conditions.find((c) => c.field === TEXT)
  const word = text.trim().replace(/\s+/g, ' ')
  return [
    ...conditions.filter((c) => c !== own),
    { field: TEXT, op: 'like', value: own ? `${own.value} ${word}` : word },
  ]
}

interface Found {
  readonly of: string
  readonly ids: readonly string[]
}

/** Finds a text among all rows of a list, those not loaded, too: the cursor goes to them, and the filter stays. */
export function FindBar({ query, handle, here, goTo, onClose }: FindBarProps) {
  const { t } = useWords()
  const [text, setText] = useState('')
  const [found, setFound] = useState<Found | null>(null)
  const [at, setAt] = useState(-1)
  const input = useRef<HTMLInputElement>(null)
  const listed = JSON.stringify([query.conditions, query.sort])
  const wanted = `${text.trim()} ${listed}`
  const running = useRef('')
  useEffect(() => input.current?.focus(), [])
  const go = async (by: 1 | -1) => {
    if (text.trim() === '') return
    let places = found
    if (places?.of !== wanted) {
      running.current = wanted
      try {
        const sought = { ...query, columns: ['id'], conditions: holding(query.conditions, text) }
        const { records } = await fetchWindow(sought, 0, PLACES_MAX)
        // another text was typed meanwhile
        if (running.current !== wanted) return
        places = { of: wanted, ids: records.map((row) => row.id) }
      } catch (error) {
        toast.error(error)
        return
      }
      setFound(places)
    }
    const { ids } = places
    if (ids.length === 0) return setAt(-1)
    const from = ids.indexOf(here())
    const next = from < 0 ? (found?.of === wanted && at >= 0 ? at + by : by > 0 ? 0 : ids.length - 1) : from + by
    const place = (next + ids.length) % ids.length
    setAt(place)
    goTo(ids[place] as string)
  }
  useImperativeHandle(handle, () => ({
    focus: () => {
      input.current?.focus()
      input.current?.select()
    },
    next: (by) => void go(by),
  }))
  const onKeyDown = (e: KeyboardEvent) => {
    if (e.nativeEvent.isComposing) return
    const act =
      e.key === 'Enter' || e.key === 'F3' ? () => void go(e.shiftKey ? -1 : 1) : e.key === 'Escape' ? onClose : null
    const again = (e.ctrlKey || e.metaKey) && e.key.toLowerCase() === 'f' ? () => input.current?.select() : act
    if (!again) return
    e.preventDefault()
    e.stopPropagation()
    again()
  }
  const isFound = found?.of === wanted
  return (
    <Bar role="search" aria-label={t('tables.find')}>
      <input
        ref={input}
        type="text"
        name="find"
        autoComplete="off"
        spellCheck={false}
        value={text}
        placeholder={t('tables.findHint')}
        aria-label={t('tables.find')}
        onChange={(e) => setText(e.target.value)}
        onKeyDown={onKeyDown}
      />
      <IconButton
        aria-label={t('tables.findPrevious')}
        title={`${t('tables.findPrevious')} (Shift+F3)`}
        onClick={() => void go(-1)}
      >
        <Icon name="chevron-up" />
      </IconButton>
      <IconButton aria-label={t('tables.findNext')} title={`${t('tables.findNext')} (F3)`} onClick={() => void go(1)}>
        <Icon name="chevron-down" />
      </IconButton>
      <span role="status">
        {isFound &&
          (found.ids.length === 0
            ? t('tables.findNone')
            : t(found.ids.length < PLACES_MAX ? 'tables.findAt' : 'tables.findMore', {
                at: grouped(String(at + 1)),
                n: grouped(String(found.ids.length)),
              }))}
      </span>
      <span className="room" />
      <IconButton aria-label={t('tables.findClose')} title={t('tables.findClose')} onClick={onClose}>
        <Icon name="x" />
      </IconButton>
    </Bar>
  )
}

const Bar = styled.div`
  flex: none; display: flex; align-items: center; gap: 4px; margin: 0 12px 6px; padding: 2px 6px; border: 1px solid var(--line-strong); border-radius: var(--radius); background: var(--surface-2);
  & > input { flex: 0 1 320px; min-width: 0; height: 26px; min-height: var(--press); padding: 0 8px; border: 1px solid var(--line-strong); border-radius: var(--radius); background: var(--surface); color: var(--text); }
  & > [role='status'] { min-width: 0; color: var(--text-2); font-variant-numeric: tabular-nums; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
  & > .room { flex: 1; }
`
