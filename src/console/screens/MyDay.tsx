import { useQuery } from '@tanstack/react-query'
import styled from 'styled-components'
import { sum } from '../../model/values/money.ts'
import { MY_DAY, type MyDay } from '../../model/wire/myDay.ts'
import type { QueueUrgency } from '../../model/wire/urgency.ts'
import { api } from '../api/client.ts'
import { leavesOf, useCatalogue } from '../data/catalogue.ts'
import { keyOf } from '../data/queries.ts'
import { pageOf } from '../data/records.ts'
import { grouped } from '../fields/amounts.ts'
import { toParams } from '../filter/filterParams.ts'
import { useWords } from '../i18n/index.ts'
import { CommandButton } from '../ui/CommandButton.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Key } from '../ui/Key.tsx'
import { Link } from '../ui/Link.tsx'

const DIGITS = 9
/** Refusals of the first page. */
const REFUSED_SHOWN = 6

/** Refusals of this person's records, and their decisions of today; undefined until they are known. */
export const useMyDay = (): MyDay | undefined =>
  useQuery({
    queryKey: keyOf('desk', 'myDay'),
    queryFn: ({ signal }) => api.get<MyDay>(MY_DAY, undefined, { signal, quiet: true }),
    // somebody has just come back from a record
    staleTime: 0,
  }).data

/** Records of this person that somebody refused: each opens by its digit. */
export function Refused({ day, digitsFrom }: { readonly day: MyDay | undefined; readonly digitsFrom: number }) {
  const { t } = useWords()
  const found = (day?.refused ?? []).flatMap((one) => {
    const to = pageOf(one.resource, one as never)
    return to ? [{ ...one, to }] : []
  })
  if (found.length === 0) return null
  return (
    <section aria-labelledby="refused">
      <h2 id="refused">{t('shell.cameBack')}</h2>
      <Lines>
        {found.slice(0, REFUSED_SHOWN).map((one, n) => {
          const digit = digitsFrom + n + 1
          return (
            <li key={`${one.resource}.${one.id}`}>
              <Link to={one.to} data-digit={digit <= DIGITS ? digit : undefined}>
                <strong>{one.title}</strong>
                <span>{t('shell.refusedLine', { by: one.by, at: one.at.slice(5, 16), action: one.action })}</span>
                <span className="why" title={one.remark}>
                  {one.remark}
                </span>
                {digit <= DIGITS && <Key aria-hidden>{digit}</Key>}
              </Link>
            </li>
          )
        })}
      </Lines>
    </section>
  )
}

/** Accounts below their alert amount, with the way to their list; nothing for who has no such list. */
export function LowAccountsLine({ day }: { readonly day: MyDay | undefined }) {
  const { t } = useWords()
  const catalogue = useCatalogue()
  const low = day?.low
  const list = low && [...leavesOf(catalogue?.topMenus ?? [])].find((m) => m.resource === low.resource)
  if (!low || !list?.path.startsWith('/')) return null
  return (
    <Attention to={`${list.path}?${new URLSearchParams(toParams(low.conditions))}`}>
      <Icon name="alert-triangle" />
      <span>{t('shell.lowAccounts', { count: low.count })}</span>
    </Attention>
  )
}

/** Decisions of today, counted, with the way to their list. */
export function DidToday({ day }: { readonly day: MyDay | undefined }) {
  const { t } = useWords()
  if (!day || day.decided.length === 0) return null
  return (
    <section aria-labelledby="did">
      <h2 id="did">{t('shell.didToday')}</h2>
      <Did>
        {day.decided.map((one) => (
          <li key={`${one.resource}.${one.action}`}>
            {one.title} · {one.action} <b className="num">{t('shell.didTimes', { n: grouped(String(one.count)) })}</b>
          </li>
        ))}
      </Did>
      <CommandButton id="decision.recent" tone="quiet" />
    </section>
  )
}

/** Money that decisions of this person would move; nothing for who sees no amounts. Points are no money. */
export function MoneyOfMine({ views }: { readonly views: readonly QueueUrgency[] }) {
  const { t } = useWords()
  const money = views.filter((v) => v.unit === 'money' && v.total > 0)
  const summed = money.flatMap((v) => (v.amount === null ? [] : [v.amount]))
  if (summed.length === 0) return null
  const total = sum(summed)
  const partly = summed.length < money.length
  return (
    <Money>
      {t('shell.moneyOfMine')} <b className="num">￥{grouped(total)}</b>
      {partly && <small> {t('shell.moneyPartly')}</small>}
    </Money>
  )
}

const Lines = styled.ul`
  display: grid; border: 1px solid var(--line); border-radius: 8px; background: var(--surface); overflow: hidden;
  & li + li { border-top: 1px solid var(--line); }
  & a { display: grid; grid-template-columns: minmax(150px, auto) minmax(150px, auto) minmax(0, 1fr) 24px; align-items: center; gap: 2px 14px; min-height: max(40px, var(--press)); padding: 6px 14px; color: var(--text); }
  & a:hover, & a:focus-visible { background: var(--surface-2); text-decoration: none; }
  & a:focus-visible { outline: 2px solid var(--focus); outline-offset: -2px; }
  & span { font-size: 12px; color: var(--text-2); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  & .why { color: var(--text-3); }
  @media (max-width: 767px) { & a { grid-template-columns: minmax(0, 1fr); } & kbd { display: none; } }
  @media (hover: none), (pointer: coarse) { & kbd { display: none; } }
`

const Attention = styled(Link)`
  display: flex; align-items: center; gap: 10px; min-height: max(40px, var(--press)); padding: 6px 14px; border: 1px solid var(--line); border-radius: 8px; background: var(--wait-soft); color: var(--text);
  & > svg { color: var(--wait); }
`

const Did = styled.ul`
  display: flex; flex-wrap: wrap; gap: 6px; margin-bottom: 8px;
  & li { padding: 3px 10px; border: 1px solid var(--line); border-radius: 12px; color: var(--text-2); font-size: 12px; }
`

const Money = styled.p`
  margin-top: 8px; color: var(--text-2);
  & small { color: var(--text-3); }
`
