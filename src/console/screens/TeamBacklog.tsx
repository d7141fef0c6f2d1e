import styled from 'styled-components'
import { type QueueBacklog, together } from '../../model/wire/backlog.ts'
import { grouped } from '../fields/amounts.ts'
import { useWords } from '../i18n/index.ts'
import { Trend } from './Trend.tsx'

/** Backlog of all queues of this person, of everybody who works them, day by day; nothing where that is not theirs to see. */
export function TeamBacklog({ views }: { readonly views: readonly QueueBacklog[] }) {
  const { t } = useWords()
  const days = together(views)
  const last = days.at(-1)
  if (!last) return null
  const exact = views.every((v) => v.exact)
  const n = (count: number) => (exact ? grouped(String(count)) : t('shell.about', { count }))
  return (
    <Card aria-labelledby="backlog">
      <div className="whole">
        <h2 id="backlog">{t('shell.backlog')}</h2>
        <b className="num">{n(last.waiting)}</b>
        <span>{t('shell.backlogToday', { came: grouped(String(last.came)), left: grouped(String(last.left)) })}</span>
        <Trend days={days} exact={exact} width={220} height={36} />
      </div>
      <details>
        <summary>{t('shell.backlogDays')}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('shell.backlogDay')}</th>
              <th scope="col">{t('shell.backlogWaiting')}</th>
              <th scope="col">{t('shell.backlogCame')}</th>
              <th scope="col">{t('shell.backlogLeft')}</th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map((d, at) => (
              <tr key={d.day}>
                <th scope="row">{at === 0 ? t('shell.backlogNow') : d.day}</th>
                <td className="num">{n(d.waiting)}</td>
                <td className="num">{grouped(String(d.came))}</td>
                <td className="num">{grouped(String(d.left))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </Card>
  )
}

const Card = styled.section`
  margin-bottom: 14px; padding: 10px 14px; border: 1px solid var(--line); border-radius: 8px; background: var(--surface);
  & .whole { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 14px; }
  & h2 { font-size: 13px; font-weight: 600; color: var(--text-2); }
  & .whole > b { font-size: 20px; font-weight: 600; color: var(--accent); }
  & .whole > span { color: var(--text-2); font-size: 12px; }
  & details { margin-top: 4px; }
  & summary { width: max-content; min-height: var(--press); align-content: center; font-size: 12px; color: var(--text-3); cursor: pointer; }
  & summary:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
  & table { margin-top: 6px; border-collapse: collapse; font-size: 12px; }
  & th, & td { padding: 3px 18px 3px 0; text-align: right; border-bottom: 1px solid var(--line); font-weight: 400; }
  & thead th { color: var(--text-3); }
  & tr > :first-child { text-align: left; }
`
