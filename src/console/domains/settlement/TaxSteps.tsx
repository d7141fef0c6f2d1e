import { useQuery } from '@tanstack/react-query'
import { REFUND_STEPS } from '../../../model/desk/refundStepsWire.ts'
import { TAX_STEPS, type WireTaxStep } from '../../../model/settlement/taxStepsWire.ts'
import { api } from '../../api/client.ts'
import { grouped } from '../../fields/amounts.ts'
import type { PanelProps } from '../../record/panels.ts'
import { Trouble } from '../../ui/messages/Trouble.tsx'
import { Waiting } from '../../ui/messages/Waiting.tsx'

/**
 * How the taxes of a line, or of the payment of one, come about, or what its void refunds: reckoned step by step by the
 * server.
 */
export function TaxSteps({ of, row }: PanelProps) {
  const path = of.id === 'cancellationRecord' ? REFUND_STEPS : TAX_STEPS
  // a payment is of a line; a row of a list does not carry it, the record does
  const line = 'orderDoctorSettlementId' in of.fields ? row.orderDoctorSettlementId : row.id
  const id = String(line)
  const steps = useQuery({
    queryKey: [path, id, row.version],
    queryFn: () => api.get<readonly WireTaxStep[]>(path, { id }),
    enabled: line !== undefined,
    retry: false,
  })
  if (steps.error) return <Trouble error={steps.error} again={() => void steps.refetch()} />
  if (!steps.data) return <Waiting />
  return (
    <ol className="steps">
      {steps.data.map((step, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps have no names, and their order is their meaning
        <li key={n}>
          <span className="what">
            {step.what} <small>{step.how}</small>
          </span>
          <span className="num">{grouped(step.amount)}</span>
        </li>
      ))}
    </ol>
  )
}
