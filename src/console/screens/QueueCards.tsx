import styled from 'styled-components'
import { useCatalogue } from '../data/catalogue.ts'
import { shownCount, useQueueCounts } from '../data/counts.ts'
import { useWords } from '../i18n/index.ts'
import { Icon } from '../ui/Icon.tsx'
import { Key } from '../ui/Key.tsx'
import { Link } from '../ui/Link.tsx'

/** The page of all queues. */
const HUB = '/desk/queues'
/** Cards that a digit opens. */
const DIGITS = 9

/**
 * Cards of the queue views that this person works, with their counts. The whole card is the link. `waiting`: of more
 * than digits open, those alone in which something waits, and the way to all of them.
 */
export function QueueCards({ waiting = false }: { readonly waiting?: boolean }) {
  const { t } = useWords()
  const catalogue = useCatalogue()
  const counts = useQueueCounts()
  const all = (catalogue?.queues ?? []).flatMap((queue) => queue.views.map((view) => ({ queue, view })))
  if (all.length === 0) return <None>{t('shell.noQueues')}</None>
  const few = waiting && all.length > DIGITS
  const views = few ? all.filter(({ queue, view }) => counts?.get(`${queue.code}.${view.code}`)?.total !== 0) : all
  const cards = (
    <Cards>
      {views.map(({ queue, view }, n) => {
        const count = counts?.get(`${queue.code}.${view.code}`)
        const resource = catalogue?.resources.find((r) => r.id === view.resource)
        return (
          <li key={`${queue.code}.${view.code}`} data-none={count?.total === 0 || undefined}>
            <Link to={`/desk/queues/${queue.code}?view=${view.code}`} data-digit={n < DIGITS ? n + 1 : undefined}>
              <span className="icon">
                <Icon name={queue.icon} />
              </span>
              <span className="text">
                <strong>{view.title}</strong>
                <small>{resource?.title}</small>
              </span>
              {n < DIGITS && <Key aria-hidden>{n + 1}</Key>}
              <b className="num">{count ? (count.total === 0 ? '0' : shownCount(count)) : ''}</b>
            </Link>
          </li>
        )
      })}
    </Cards>
  )
  if (!few) return cards
  return (
    <>
      {views.length > 0 ? cards : <None>{t('shell.nothingWaits')}</None>}
      {views.length < all.length ? (
        <None>
          <Link to={HUB}>{t('shell.allQueues', { count: all.length })}</Link>
        </None>
      ) : null}
    </>
  )
}

const None = styled.p`
  color: var(--text-3);
  padding: 6px 0;
`

const Cards = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(310px, 100%), 1fr));
  gap: 10px;
  & a {
    display: flex; align-items: center; gap: 12px; min-height: 64px; padding: 10px 16px 10px 12px; border: 1px solid var(--line); border-radius: 8px;
    background: var(--surface); color: var(--text);
  }
  & a:hover { border-color: var(--accent); text-decoration: none; background: var(--surface-2); }
  & .icon { display: grid; place-content: center; width: 34px; height: 34px; border-radius: 8px; background: var(--accent-soft); color: var(--accent); flex: none; }
  & .text { flex: 1; min-width: 0; display: grid; }
  & strong { font-weight: 600; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  & small { font-size: 12px; color: var(--text-3); }
  & b { font-size: 22px; line-height: 1; font-weight: 600; color: var(--accent); min-width: 28px; text-align: right; }
  & li[data-none] b { color: var(--text-3); }
  /* nobody types on a finger */
  @media (hover: none), (pointer: coarse) { & kbd { display: none; } }
`
