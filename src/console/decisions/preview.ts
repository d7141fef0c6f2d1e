import type { BatchOrder, BatchPreview } from '../../model/wire/batchWire.ts'
import { ROUNDS } from '../../model/wire/wire.ts'
import { api } from '../api/client.ts'

/** Asks the server what a batch would do. */
export const previewOf = (order: BatchOrder): Promise<BatchPreview> =>
  api.post<BatchPreview>(ROUNDS.batchPreview, order, { write: false, quiet: true })

/** Query of a batch's preview. */
export interface Foreseeing {
  readonly preview: Promise<BatchPreview>
  /**
   * Consent of the person: rows that the preview expects to be refused are left out, and the total that they had to
   * type. Empty while it has not answered.
   */
  agreed(): Pick<BatchOrder, 'except' | 'typedAmount'>
}

/** Requests the preview of a batch and keeps the figures that the person is shown. */
export function foresee(order: BatchOrder): Foreseeing {
  const preview = previewOf(order)
  let agreed: Pick<BatchOrder, 'except' | 'typedAmount'> = {}
  preview.then(
    ({ refusedIds, toType }) => {
      agreed = {
        ...(refusedIds.length > 0 && { except: refusedIds }),
        ...(toType && { typedAmount: toType }),
      }
    },
    // The question says that nothing is foreseen.
    () => {},
  )
  return { preview, agreed: () => agreed }
}
