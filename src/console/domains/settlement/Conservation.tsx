import { useQuery } from '@tanstack/react-query'
import { conservationAt, type WireConservation } from '../../../model/settlement/conservationWire.ts'
import { api } from '../../api/client.ts'
import { catalogued } from '../../data/records.ts'
import { grouped } from '../../fields/amounts.ts'
import { useWords } from '../../i18n/index.ts'
import type { PanelProps } from '../../record/panels.ts'
import { Link } from '../../ui/Link.tsx'
import { Trouble } from '../../ui/messages/Trouble.tsx'
import { Waiting } from '../../ui/messages/Waiting.tsx'

/** Where the money of a settlement order went, term by term, each leading to what it counts; reckoned by the server. */
export function Conservation({ of, row }: PanelProps) {
  const { t } = useWords()
  const query = useQuery({
    queryKey: ['conservation', of.id, row.id, row.version],
    queryFn: () => api.get<WireConservation>(conservationAt(of.id), { id: row.id }),
    retry: false,
  })
  if (query.error) return <Trouble error={query.error} again={() => void query.refetch()} />
  if (!query.data) return <Waiting />
  const { said: conclusion, broken, terms, total } = query.data
  if (terms.length === 0) return <p className="empty">{conclusion}</p>
  return (
    <>
      <ol className="steps">
        {terms.map(({ what, amount, resource, filter, within }) => {
          const list = catalogued(resource)?.routes.list
          return (
            <li key={what}>
              <span className={within === 1 ? 'what within' : 'what'}>
                {list ? <Link to={`${list}?${filter}`}>{what}</Link> : what}
              </span>
              <span className={within === 1 ? 'num within' : 'num'}>{grouped(amount)}</span>
            </li>
          )
        })}
        <li>
          <strong className="what">{t('recordPage.sum')}</strong>
          <strong className="num">{grouped(total)}</strong>
        </li>
      </ol>
      <p className={broken === 1 ? 'failed' : 'agrees'} role={broken === 1 ? 'alert' : undefined}>
        {conclusion}
      </p>
    </>
  )
}
