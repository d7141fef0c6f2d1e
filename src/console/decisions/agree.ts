import type { BatchOrder, BatchPreview } from '../../model/wire/batchWire.ts'
import { whileHere } from '../data/session.ts'
import { deadUntil } from '../host/deadUntil.ts'
import { askAndBegin } from './askAndBegin.ts'
import { actionOf } from './named.ts'
import { previewOf } from './preview.ts'

/** Proofs beside a decision: the total, a one-time code. */
export type Proofs = Pick<BatchOrder, 'typedAmount' | 'oneTimeCode'>

/**
 * Preview of a call on a single record that demands only a one-time code: its amount was typed in the call's own form.
 */
export const onlyCode = (title: string): BatchPreview => ({
  ...{ total: 1, looked: 1, allowed: 1, amount: null, gross: null, marks: [], names: [title] },
  ...{ refused: [], refusedIds: [], toType: null, asksCode: true },
})

/**
 * Begins a decision after its total was proved: opens the question where the preview demands proofs. Keys are blocked
 * from the start, not only while the question is open. False when the person cancels; rejects with the error of
 * `begin`.
 */
export async function agree(
  order: BatchOrder,
  foreseen: Promise<BatchPreview>,
  begin: (proofs: Proofs) => Promise<void>,
): Promise<boolean> {
  const { resource, transition, rows = [] } = order
  const preview = await whileHere(deadUntil(foreseen))
  if (!preview) return false
  const { toType, asksCode } = preview
  if (toType === null && !asksCode) {
    await begin({})
    return true
  }
  const action = actionOf(resource, transition)
  const question = {
    ...{ resource, decision: transition, count: rows.length, amount: preview.amount, names: preview.names },
    act: { label: [action, action], ask: {}, result: 'other', danger: false, money: true },
    preview: Promise.resolve(preview),
  } as const
  return askAndBegin(question, (_, code) => begin({ ...(toType !== null && { typedAmount: toType }), ...code }))
}

/** The same of rows of a batch, as the server foresees them. */
export const agreeOn = (order: BatchOrder, begin: (proofs: Proofs) => Promise<void>): Promise<boolean> =>
  agree(order, previewOf(order), begin)
