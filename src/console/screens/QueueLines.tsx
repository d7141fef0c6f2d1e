import styled from 'styled-components'
import { queueRoute } from '../../../commands/catalog/navigation.ts'
import type { QueueBacklog } from '../../model/wire/backlog.ts'
import { viewAddress } from '../../model/wire/savedView.ts'
import { byUrgency, levelOf, type QueueUrgency, URGENCY_ROWS_MAX, urgencyOf } from '../../model/wire/urgency.ts'
import { useCatalogue } from '../data/catalogue.ts'
import { shownCount } from '../data/counts.ts'
import { useSavedViews } from '../data/savedViews.ts'
import { grouped } from '../fields/amounts.ts'
import { useWords } from '../i18n/index.ts'
import { byQueues, viewsOfQueue } from '../savedViews/queueViews.ts'
import { useViewCounts } from '../savedViews/useViewCounts.ts'
import { Icon } from '../ui/Icon.tsx'
import { Key } from '../ui/Key.tsx'
import { Link } from '../ui/Link.tsx'
import { TrendOfToday } from './Trend.tsx'

/** Lines that a digit opens. */
const DIGITS = 9
/** Lines of the first page. */
export const FEW = 3

interface LinesProps {
  readonly views: readonly QueueUrgency[]
  /** The most urgent lines alone in which something waits. */
  readonly few?: boolean
  /** How the views stood on the last days, as far as that is known. */
  readonly backlog?: readonly QueueBacklog[]
}

/**
 * Views of queues as lines, the most urgent first: age against the target, how much waits and is worth, own pace. Saved views
 * of a queue are lines of their own below its line, unless only a few are shown.
 */
export function QueueLines({ views, few = false, backlog = [] }: LinesProps) {
  const { t } = useWords()
  const catalogue = useCatalogue()
  const { views: all } = useSavedViews()
  const ordered = byUrgency(views)
  const shown = few ? ordered.filter((v) => v.total > 0).slice(0, FEW) : ordered
  const saved = few ? [] : byQueues(catalogue, all).ofQueues
  const savedCounts = useViewCounts(saved, saved.length > 0)
  let line = 0
  const nextDigit = () => (++line <= DIGITS ? line : undefined)
  const age = (minutes: number) =>
    minutes < 60
      ? t('shell.ageMinutes', { n: minutes })
      : minutes < 48 * 60
        ? t('shell.ageHours', { n: Math.floor(minutes / 60) })
        : t('shell.ageDays', { n: Math.floor(minutes / 1440) })
  return (
    <Lines data-few={few || undefined} data-trend={backlog.length > 0 || undefined}>
      {shown.flatMap((v) => {
        const queue = catalogue?.queues.find((q) => q.code === v.queue)
        const view = queue?.views.find((one) => one.code === v.view)
        if (!queue || !view) return []
        const trend = backlog.find((b) => b.queue === v.queue && b.view === v.view)
        const level = levelOf(urgencyOf(v))
        const digit = nextDigit()
        return [
          <li key={`${v.queue}.${v.view}`} data-none={v.total === 0 || undefined}>
            <Link to={queueRoute(v.queue, v.view)} data-digit={digit}>
              <Icon name={queue.icon} />
              <strong>{view.title}</strong>
              <span className="age" data-level={v.minutes > 0 ? level : undefined}>
                {v.total > 0 && v.minutes > 0 && (
                  <>
                    <b>{t(`shell.level_${level}`)}</b> {t('shell.oldest', { age: age(v.minutes) })}
                    <small> / {t('shell.target', { age: age(v.targetHours * 60) })}</small>
                  </>
                )}
              </span>
              <span className="money num">
                {v.amount !== null
                  ? t(v.unit === 'points' ? 'shell.pointsAtStake' : 'shell.moneyAtStake', { amount: grouped(v.amount) })
                  : v.unit !== null && v.total > URGENCY_ROWS_MAX
                    ? t('shell.tooManyToSum')
                    : ''}
              </span>
              <span className="pace">
                {v.decided > 0 ? t('shell.pace', { n: grouped(String(v.decided)), perHour: v.perHour }) : ''}
              </span>
              {backlog.length > 0 && (
                <span className="trend">{trend && <TrendOfToday days={trend.days} exact={trend.exact} />}</span>
              )}
              <b className="num count">{shownCount(v)}</b>
              {digit !== undefined && <Key aria-hidden>{digit}</Key>}
            </Link>
          </li>,
          ...viewsOfQueue(saved, v.queue, v.view).map((one) => {
            const of = savedCounts.get(one.id)
            const own = nextDigit()
            return (
              <li key={one.id} data-none={of?.total === 0 || undefined}>
                <Link to={viewAddress(one)} data-digit={own} data-saved>
                  <Icon name={one.icon} />
                  <strong>{one.name}</strong>
                  <span className="age">
                    {one.mine ? view.title : t('savedViews.shared', { name: view.title, by: one.by })}
                  </span>
                  <span className="money" />
                  <span className="pace" />
                  {backlog.length > 0 && <span className="trend" />}
                  <b className="num count">{of ? shownCount({ queue: '', view: '', ...of }) : ''}</b>
                  {own !== undefined && <Key aria-hidden>{own}</Key>}
                </Link>
              </li>
            )
          }),
        ]
      })}
    </Lines>
  )
}

const Lines = styled.ul`
  display: grid; border: 1px solid var(--line); border-radius: 8px; background: var(--surface); overflow: hidden;
  & li + li { border-top: 1px solid var(--line); }
  & a {
    display: grid; grid-template-columns: 18px minmax(140px, 1.3fr) minmax(150px, 1.4fr) minmax(110px, 1fr) minmax(90px, 0.9fr) 76px 24px; align-items: center; gap: 4px 12px;
    min-height: max(42px, var(--press)); padding: 6px 14px; color: var(--text);
  }
  &[data-trend] a { grid-template-columns: 18px minmax(140px, 1.3fr) minmax(150px, 1.4fr) minmax(110px, 1fr) minmax(90px, 0.9fr) minmax(150px, 0.9fr) 76px 24px; }
  & a[data-saved] { padding-left: 34px; }
  & a:hover, & a:focus-visible { background: var(--surface-2); text-decoration: none; }
  & a:focus-visible { outline: 2px solid var(--focus); outline-offset: -2px; }
  & a > svg { color: var(--accent); }
  & strong { font-weight: 600; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  & .age, & .money, & .pace { font-size: 12px; color: var(--text-2); white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
  & .money, & .count { text-align: right; }
  & .pace, & small { color: var(--text-3); font-size: 12px; }
  & .age b { font-weight: 600; padding: 1px 6px; border-radius: 4px; background: var(--off-soft); color: var(--off); }
  & .age[data-level='late'] b { background: var(--bad-soft); color: var(--bad); }
  & .age[data-level='soon'] b { background: var(--wait-soft); color: var(--wait); }
  & .count { font-size: 16px; font-weight: 600; color: var(--accent); }
  & li[data-none] .count, & li[data-none] strong { color: var(--text-3); font-weight: 400; }
  @media (max-width: 1000px) {
    & a, &[data-trend] a { grid-template-columns: 18px minmax(0, 1fr) auto auto; }
    & a > svg { grid-row: 1; grid-column: 1; }
    & strong { grid-row: 1; grid-column: 2; }
    & .count { grid-row: 1; grid-column: 3; }
    & kbd { grid-row: 1; grid-column: 4; }
    & .age { grid-row: 2; grid-column: 2 / -1; }
    & .money { grid-row: 3; grid-column: 2; text-align: left; }
    & .pace { grid-row: 3; grid-column: 3 / -1; text-align: right; }
    & .trend { grid-row: 4; grid-column: 2 / -1; }
    & .trend:empty, & .age:empty, & .money:empty, & .pace:empty { display: none; }
  }
  /* nobody types on a finger */
  @media (hover: none), (pointer: coarse) { & kbd { display: none; } & .count { grid-column-end: -1; } }
`
