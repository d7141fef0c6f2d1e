import styled from 'styled-components'
import type { BacklogDay } from '../../model/wire/backlog.ts'
import { grouped } from '../fields/amounts.ts'
import { useWords } from '../i18n/index.ts'

/** Room above and below the line, px: its stroke and the dot of the present day. */
const ROOM = 3

/** Places of days in a drawing: from left to right, what waits upwards from nothing. Pure. */
export function placesIn(
  days: readonly BacklogDay[],
  width: number,
  height: number,
): readonly (readonly [number, number])[] {
  const most = Math.max(1, ...days.map((d) => d.waiting))
  const step = days.length > 1 ? (width - 2 * ROOM) / (days.length - 1) : 0
  return days.map(({ waiting }, n) => [
    Math.round((ROOM + n * step) * 10) / 10,
    Math.round((height - ROOM - (waiting / most) * (height - 2 * ROOM)) * 10) / 10,
  ])
}

/** The line in words: where it began, its highest day, where it is, and the present day. */
export function useTrendText(): (days: readonly BacklogDay[], exact: boolean) => string {
  const { t } = useWords()
  return (days, exact) => {
    const [first, last] = [days[0], days.at(-1)]
    if (!first || !last) return ''
    const most = days.reduce((a, b) => (b.waiting > a.waiting ? b : a))
    const n = (count: number) => (exact ? grouped(String(count)) : t('shell.about', { count }))
    return t('shell.trendText', {
      ...{ from: first.day.slice(5), first: n(first.waiting), now: n(last.waiting) },
      ...{ most: n(most.waiting), day: most.day.slice(5), came: n(last.came), left: n(last.left) },
    })
  }
}

interface TrendProps {
  /** Oldest first, the present one last. */
  readonly days: readonly BacklogDay[]
  readonly exact: boolean
  readonly width?: number
  readonly height?: number
}

/** Line of how much waited at the end of each of the last days, with the same in words for whoever does not see it. */
export function Trend({ days, exact, width = 84, height = 22 }: TrendProps) {
  const text = useTrendText()(days, exact)
  const places = placesIn(days, width, height)
  const [last, first] = [places.at(-1), places[0]]
  if (!last || !first) return null
  const line = places.map(([x, y], n) => `${n === 0 ? 'M' : 'L'}${x} ${y}`).join(' ')
  return (
    <Line width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={text}>
      <title>{text}</title>
      <path className="below" d={`${line} L${last[0]} ${height} L${first[0]} ${height} Z`} />
      <path className="line" d={line} />
      <circle cx={last[0]} cy={last[1]} r={2.2} />
    </Line>
  )
}

/** The same with the figures of the present day. */
export function TrendOfToday(props: TrendProps) {
  const { t } = useWords()
  const last = props.days.at(-1)
  if (!last) return null
  return (
    <Today>
      <Trend {...props} />
      <small className="num" aria-hidden>
        {(last.came > 0 || last.left > 0) &&
          t('shell.trendToday', { came: grouped(String(last.came)), left: grouped(String(last.left)) })}
      </small>
    </Today>
  )
}

const Today = styled.span`
  display: flex; align-items: center; gap: 8px; min-width: 0; white-space: nowrap;
`

const Line = styled.svg`
  flex: none; overflow: visible;
  & .line { fill: none; stroke: var(--accent); stroke-width: 1.5; stroke-linejoin: round; stroke-linecap: round; }
  & .below { fill: var(--accent-soft); }
  & circle { fill: var(--accent); }
`
