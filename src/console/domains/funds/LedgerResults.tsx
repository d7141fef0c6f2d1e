import { useQuery } from '@tanstack/react-query'
import { LEDGER_CHECK_RESULTS, type WireLedgerResult } from '../../../model/funds/ledgerCheckWire.ts'
import { api } from '../../api/client.ts'
import { pageOf } from '../../data/records.ts'
import { useWords } from '../../i18n/index.ts'
import type { PanelProps } from '../../record/panels.ts'
import { Link } from '../../ui/Link.tsx'
import { Trouble } from '../../ui/messages/Trouble.tsx'
import { Waiting } from '../../ui/messages/Waiting.tsx'

/** Results of the promises in a run of the ledger check, broken ones first with the records that break them. */
export function LedgerResults({ of, row }: PanelProps) {
  const { t } = useWords()
  const query = useQuery({
    queryKey: ['ledgerCheck', of.id, row.id, row.version],
    queryFn: () => api.get<readonly WireLedgerResult[]>(LEDGER_CHECK_RESULTS, { id: row.id }),
    retry: false,
  })
  if (query.error) return <Trouble error={query.error} again={() => void query.refetch()} />
  if (!query.data) return <Waiting />
  if (query.data.length === 0) return <p className="empty">{t('recordPage.noRows')}</p>
  return (
    <ol className="steps">
      {query.data.map(({ invariant, title, violations, spendTime, resource, ids }) => (
        <li key={invariant}>
          <span className="what">
            {title} <small>{invariant}</small>
            {(violations ?? 0) > 0 && (
              <small style={{ display: 'block' }}>
                {ids.split(',').map((id, n) => {
                  const path = resource === '' ? null : pageOf(resource, { id })
                  return (
                    <span key={id}>
                      {n > 0 && ', '}
                      {path ? <Link to={path}>{id}</Link> : id}
                    </span>
                  )
                })}
              </small>
            )}
          </span>
          <span className={(violations ?? 0) > 0 ? 'num failed' : 'num'}>{violations}</span>
          <small className="num">{spendTime} ms</small>
        </li>
      ))}
    </ol>
  )
}
