import { useQuery } from '@tanstack/react-query'
import { PARTNERS, type WirePartners } from '../../../model/settlement/results/partnersWire.ts'
import { api } from '../../api/client.ts'
import { grouped } from '../../fields/amounts.ts'
import type { PanelProps } from '../../record/panels.ts'
import { Trouble } from '../../ui/messages/Trouble.tsx'
import { Waiting } from '../../ui/messages/Waiting.tsx'

/** By whom what waits of a settlement cycle would be taxed, tax item by tax item; reckoned by the server as confirming does. */
export function Partners({ row }: PanelProps) {
  const query = useQuery({
    queryKey: [PARTNERS, row.id, row.version],
    queryFn: () => api.get<WirePartners>(PARTNERS, { id: row.id }),
    retry: false,
  })
  if (query.error) return <Trouble error={query.error} again={() => void query.refetch()} />
  if (!query.data) return <Waiting />
  const { said: conclusion, broken, items } = query.data
  if (items.length === 0) return <p className="empty">{conclusion}</p>
  return (
    <>
      <ol className="steps">
        {items.map(({ what, partner, mark, broken, orderCount, amount }) => (
          <li key={`${what} ${partner} ${mark}`}>
            <span className="what">
              {what} × {orderCount}
              {partner && ` → ${partner}`} <small className={broken === 1 ? 'failed' : undefined}>{mark}</small>
            </span>
            <span className="num">{grouped(amount)}</span>
          </li>
        ))}
      </ol>
      <p className={broken === 1 ? 'failed' : 'agrees'} role={broken === 1 ? 'alert' : undefined}>
        {conclusion}
      </p>
    </>
  )
}
