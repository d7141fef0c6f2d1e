import type { BatchOrder, BatchPreview } from '../../model/kernel/batchWire.ts'
import { ROUNDS } from '../../model/kernel/wire.ts'
import { api } from '../api/client.ts'

/** Asks the server what a batch would do. */
export const previewOf = (order: BatchOrder): Promise<BatchPreview> =>
  api.post<BatchPreview>(ROUNDS.batchPreview, order, { write: false, quiet: true })

/** What is asked of a batch before it is begun. */
export interface Foreseeing {
  readonly preview: Promise<BatchPreview>
  /**
   * What the batch leaves out: rows that the preview said to be refused. None while it has not answered: the person was
   * not told of them.
   */
  leftOut(): Pick<BatchOrder, 'except'>
}

/** Asks what a batch would do, and keeps what it would not. */
export function foresee(order: BatchOrder): Foreseeing {
  const preview = previewOf(order)
  let except: readonly string[] = []
  preview.then(
    ({ refusedIds }) => {
      except = refusedIds
    },
    // The question says that nothing is foreseen.
    () => {},
  )
  return { preview, leftOut: () => (except.length > 0 ? { except } : {}) }
}
