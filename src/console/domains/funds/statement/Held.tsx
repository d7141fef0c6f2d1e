import { useQuery } from '@tanstack/react-query'
import type { WireHeld } from '../../../../model/language/held.ts'
import { fen } from '../../../../model/values/money.ts'
import { ROUNDS } from '../../../../model/wire/wire.ts'
import { api } from '../../../api/client.ts'
import { pageOf } from '../../../data/records.ts'
import { grouped } from '../../../fields/amounts.ts'
import { useWords } from '../../../i18n/index.ts'
import type { PanelProps } from '../../../record/panels.ts'
import { Link } from '../../../ui/Link.tsx'
import { Trouble } from '../../../ui/messages/Trouble.tsx'
import { Waiting } from '../../../ui/messages/Waiting.tsx'

const signed = (amount: string): string =>
  fen(amount) < 0n ? `−${grouped(amount.replace(/^-/, ''))}` : `+${grouped(amount)}`

/** Amounts held of a record's amount and released: when, how much, by which document and why. */
export function Held({ of, row }: PanelProps) {
  const { t } = useWords()
  const query = useQuery({
    queryKey: ['held', of.id, row.id, row.version],
    queryFn: () => api.get<readonly WireHeld[]>(ROUNDS.held, { resource: of.id, id: row.id }),
    retry: false,
  })
  if (query.error) return <Trouble error={query.error} again={() => void query.refetch()} />
  if (!query.data) return <Waiting />
  if (query.data.length === 0) return <p className="empty">{t('statement.heldNone')}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls what has the focus
    <section className="table-frame" tabIndex={0} aria-label={t('statement.heldChange')}>
      <table style={{ minWidth: '100%' }}>
        <thead>
          <tr>
            <th scope="col">{t('statement.heldTime')}</th>
            <th scope="col" className="right">
              {t('statement.heldChange')}
            </th>
            <th scope="col" className="right">
              {t('statement.heldAfter')}
            </th>
            <th scope="col">{t('statement.heldDocument')}</th>
          </tr>
        </thead>
        <tbody>
          {query.data.map((entry) => (
            <tr key={entry.id}>
              <td className="num">
                {entry.time.slice(0, 16)}
                <small style={{ display: 'block' }}>{entry.by}</small>
              </td>
              <td className="right num">{signed(entry.change)}</td>
              <td className="right num">{grouped(entry.after)}</td>
              <td>
                {entry.documents.map(({ resource, id, name, step, remark }) => {
                  const path = pageOf(resource, { id })
                  return (
                    <div key={id}>
                      {path ? <Link to={path}>{name}</Link> : name}
                      <small style={{ display: 'block' }}>{`${step} ${remark}`.trim()}</small>
                    </div>
                  )
                })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
