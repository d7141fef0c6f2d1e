import { type ComponentType, useEffect, useImperativeHandle, useRef, useState } from 'react'
import styled from 'styled-components'
import { deadUntil } from '../host/deadUntil.ts'
import { useWords } from '../i18n/index.ts'
import { Icon } from '../ui/Icon.tsx'
import { toast } from '../ui/messages/toast.ts'
import { whenIdle } from '../ui/prefetch.ts'
import type { FilterLineHandle, FilterLineProps } from './FilterLine.tsx'
import { placeholderOf } from './filterHint.ts'

let loaded: ComponentType<FilterLineProps> | null = null
const load = async (): Promise<ComponentType<FilterLineProps>> => {
  loaded = (await import('./FilterLine.tsx')).FilterLine
  return loaded
}

/**
 * The place of the filter line. Reading and writing filters is half as much script as the table itself, so it comes
 * when there is a filter to show, when the user opens it, or else in the first idle moment after the rows.
 */
export function FilterSlot(p: FilterLineProps) {
  const { t } = useWords()
  const [Line, setLine] = useState(() => loaded)
  const inner = useRef<FilterLineHandle>(null)
  const wanted = useRef(false)
  /** Field that a condition is begun on when the line has come. */
  const wantedField = useRef('')
  const come = useRef(() => {
    load().then(
      (it) => setLine(() => it),
      () => {},
    )
  })
  /** The same for a key: what is typed next is meant for the line, and no command. */
  const requested = useRef(() => {
    deadUntil(load()).then((it) => setLine(() => it), toast.error)
  })
  const shows = p.conditions.length > 0
  useEffect(() => {
    if (Line) return
    if (shows) come.current()
    else return whenIdle(come.current)
  }, [Line, shows])
  useImperativeHandle(p.handle, () => ({
    focus: () => {
      if (inner.current) return inner.current.focus()
      wanted.current = true
      requested.current()
    },
    begin: (name) => {
      if (inner.current) return inner.current.begin(name)
      if (!p.of.fields.some((f) => f.name === name)) return false
      wantedField.current = name
      requested.current()
      return true
    },
  }))
  useEffect(() => {
    if (Line && wantedField.current) inner.current?.begin(wantedField.current)
    else if (Line && wanted.current) inner.current?.focus()
    wanted.current = false
    wantedField.current = ''
  }, [Line])
  if (Line) return <Line {...p} handle={inner} />
  return (
    <Place
      type="button"
      onClick={() => {
        wanted.current = true
        come.current()
      }}
    >
      <Icon name="filter" />
      {shows ? '' : placeholderOf(p.of, p.language, t)}
    </Place>
  )
}

/** As large as the line that comes. */
const Place = styled.button`
  flex: 1; min-width: 180px; display: flex; align-items: center; gap: 6px; height: 30px; min-height: var(--press); padding: 0 6px 0 8px; border: 1px solid var(--line-strong);
  border-radius: var(--radius); background: var(--surface); color: var(--text-3); overflow: hidden; white-space: nowrap; cursor: text;
`
