import { useQuery } from '@tanstack/react-query'
import dayjs from 'dayjs'
import { ACCOUNT_STATEMENT, type WireStatementMonth } from '../../../../model/funds/accountStatementWire.ts'
import { conditionKey } from '../../../../model/language/conditions/condition.ts'
import { monthWord } from '../../../../model/values/dates.ts'
import { sum } from '../../../../model/values/money.ts'
import { api } from '../../../api/client.ts'
import { catalogued } from '../../../data/records.ts'
import { grouped } from '../../../fields/amounts.ts'
import { useWords } from '../../../i18n/index.ts'
import type { PanelProps } from '../../../record/panels.ts'
import { Link } from '../../../ui/Link.tsx'
import { Trouble } from '../../../ui/messages/Trouble.tsx'
import { Waiting } from '../../../ui/messages/Waiting.tsx'

const RECORDS = 'entrustedAccountRecord'

/** Incoming and outgoing kinds. */
const IN = ['rechargeAmount', 'receiptAmount', 'refundAmount', 'suspenseAmount'] as const
const OUT = ['paidAmount', 'withdrawnAmount'] as const

const NOTHING = '0.00'

/** The address of the records of a month of an account, null for who has no list of them. */
function recordsOf(account: string, month: string): string | null {
  const list = catalogued(RECORDS)?.routes.list
  if (!list) return null
  const first = dayjs(`${monthWord(month)}-01`)
  const time = (op: 'ge' | 'le', value: string) => [conditionKey({ field: 'recordTime', op }), value]
  const conditions = [
    [conditionKey({ field: 'accountId', op: 'equal' }), account],
    time('ge', `${first.format('YYYY-MM-DD')} 00:00:00`),
    time('le', `${first.endOf('month').format('YYYY-MM-DD')} 23:59:59`),
  ]
  return `${list}?${new URLSearchParams(conditions)}`
}

/** Sum of these kinds in a month; nothing where there was none. */
const moved = (month: WireStatementMonth, kinds: readonly (typeof IN | typeof OUT)[number][], sign: string): string => {
  const total = sum(kinds.map((kind) => month[kind]))
  return total === NOTHING ? '' : `${sign}${grouped(total)}`
}

/**
 * Statement of a prepaid account by month: opening balance, movements, closing balance; each figure links to its
 * records.
 */
export function Statement({ of, row }: PanelProps) {
  const { t } = useWords()
  const query = useQuery({
    queryKey: ['statement', of.id, row.id, row.version],
    queryFn: () => api.get<readonly WireStatementMonth[]>(ACCOUNT_STATEMENT, { id: row.id }),
    retry: false,
  })
  if (query.error) return <Trouble error={query.error} again={() => void query.refetch()} />
  if (!query.data) return <Waiting />
  const months = query.data
  if (months.length === 0) return <p className="empty">{t('recordPage.noRows')}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls what has the focus
    <section className="table-frame" tabIndex={0} aria-label={t('statement.month')}>
      <table style={{ minWidth: '100%' }}>
        <thead>
          <tr>
            <th scope="col">{t('statement.month')}</th>
            {(['opening', 'in', 'out', 'closing', 'records'] as const).map((word) => (
              <th key={word} scope="col" className="right">
                {t(`statement.${word}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.map((m) => {
            const path = recordsOf(row.id, m.month)
            return (
              <tr key={m.month}>
                <td>{path ? <Link to={path}>{monthWord(m.month)}</Link> : monthWord(m.month)}</td>
                <td className="right num">{grouped(m.openingAmount)}</td>
                <td className="right num">{moved(m, IN, '+')}</td>
                <td className="right num">{moved(m, OUT, '−')}</td>
                <td className="right num">{grouped(m.closingAmount)}</td>
                <td className="right num">{m.recordCount}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
