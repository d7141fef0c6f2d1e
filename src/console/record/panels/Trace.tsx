import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { styled } from 'styled-components'
import { TRACE, tracePath, type WireStop, type WireTrace } from '../../../model/language/trace.ts'
import { api } from '../../api/client.ts'
import { keyOf } from '../../data/queries.ts'
import { Link } from '../../ui/Link.tsx'
import { Trouble } from '../../ui/messages/Trouble.tsx'
import { Waiting } from '../../ui/messages/Waiting.tsx'
import type { PanelProps } from '../panels.ts'
import { taken } from '../wanted.ts'

const Line = styled.ol`
  display: flex;
  flex-wrap: wrap;
  gap: 6px 20px;
  margin: 0;
  padding: 0;
  list-style: none;
  & li { position: relative; display: grid; align-content: start; gap: 1px; min-width: 0; max-width: 100%; padding: 3px 6px; border-radius: var(--radius); }
  & li:not(:last-child)::after { content: '›'; position: absolute; right: -13px; top: 3px; color: var(--text-3); }
  & li[data-beside]::after { content: '·'; }
  & li[aria-current] { background: var(--surface-2); }
  & .of { color: var(--text-3); font-size: 12px; }
  & .which { overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
  & li[aria-current] .which { font-weight: 600; }
  & .badge { justify-self: start; }
`

/** Keys that walk along the line, each with where it goes from place `at` of `n`. */
const WALK: Readonly<Record<string, (at: number, n: number) => number>> = {
  ArrowRight: (at, n) => Math.min(at + 1, n - 1),
  ArrowLeft: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, n) => n - 1,
}
const LETTERS: Readonly<Record<string, string>> = { l: 'ArrowRight', h: 'ArrowLeft' }

interface StopProps {
  readonly stop: WireStop
  readonly beside: boolean
  /** Where the keyboard is, or begins. */
  readonly reached: boolean
  onFocus(): void
}

/**
 * The documents of one resource: the one by its number and state, several by how many they are; each leads there. `beside`: the
 * next resource stands at the same place.
 */
function Stop({ stop, beside, reached, onFocus }: StopProps) {
  const which = stop.count === 1 ? stop.name : `${stop.count}${stop.more ? '+' : ''}`
  const own = { className: 'which', tabIndex: reached ? 0 : -1, onFocus }
  return (
    <li aria-current={stop.here ? true : undefined} data-stop={stop.resource} data-beside={beside || undefined}>
      <span className="of">{stop.title}</span>
      {stop.count === 0 ? (
        <span className="fact-none">—</span>
      ) : stop.to ? (
        <Link to={stop.to} {...own}>
          {which}
        </Link>
      ) : (
        <span {...own}>{which}</span>
      )}
      {stop.state && (
        <span className="badge" data-tone={stop.tone || undefined}>
          {stop.state}
        </span>
      )}
    </li>
  )
}

/**
 * The line of documents that a record stands in, from the deliverable to the tax certificate, as the server tells it:
 * walked along by arrows or h and l, opened by Enter.
 */
export function Trace({ of, row }: PanelProps) {
  const query = useQuery({
    // states of other documents come from their resources: fetched anew on each view
    staleTime: 0,
    queryKey: keyOf(of.id, TRACE, row.id, String(row.version)),
    queryFn: ({ signal }) => api.get<WireTrace>(tracePath(of), { id: row.id }, { signal }),
    retry: false,
  })
  const stops = query.data?.stops ?? []
  const there = stops.filter((s) => s.count > 0)
  const [at, setAt] = useState('')
  const reached = there.some((s) => s.resource === at) ? at : there.find((s) => s.here)?.resource
  useEffect(() => {
    if (query.data) taken(TRACE)
  }, [query.data])
  if (query.error) return <Trouble error={query.error} again={() => void query.refetch()} />
  if (!query.data) return <Waiting />
  const onKeyDown = (e: KeyboardEvent<HTMLElement>) => {
    if (e.ctrlKey || e.altKey || e.metaKey) return
    const go = WALK[LETTERS[e.key] ?? e.key]
    if (!go) return
    e.preventDefault()
    e.stopPropagation()
    const next =
      there[
        go(
          there.findIndex((s) => s.resource === reached),
          there.length,
        )
      ]
    e.currentTarget.querySelector<HTMLElement>(`[data-stop="${next?.resource}"] .which`)?.focus()
  }
  return (
    <Line data-takes={TRACE} onKeyDown={onKeyDown}>
      {stops.map((stop, n) => (
        <Stop
          key={stop.resource}
          stop={stop}
          beside={stops[n + 1]?.place === stop.place}
          reached={stop.resource === reached}
          onFocus={() => setAt(stop.resource)}
        />
      ))}
    </Line>
  )
}
