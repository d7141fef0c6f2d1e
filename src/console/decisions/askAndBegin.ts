import type { BatchOrder } from '../../model/wire/batchWire.ts'
import { ApiError } from '../api/error.ts'
import { askDecision } from '../forms/dialogs/ask.ts'
import type { Answer, DecisionQuestion } from '../forms/dialogs/decisionQuestion.ts'

/** Message for a one-time code that the server does not accept, or not yet; null for any other refusal. */
function wrongWithCode(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null
  const fields = error.code === 400 && error.data && typeof error.data === 'object' ? error.data : {}
  return 'oneTimeCode' in fields || error.code === 429 ? error.message : null
}

/**
 * Asks, and begins what was agreed to. Where a one-time code is asked for the question stays, with all that was typed,
 * until the server accepted it. False when the person turns away; rejects with what `begin` rejects with for another
 * reason than the code.
 */
export async function askAndBegin(
  question: Omit<DecisionQuestion, 'send'>,
  begin: (answer: Answer, code: Pick<BatchOrder, 'oneTimeCode'>) => Promise<void>,
): Promise<boolean> {
  const sent: { begun?: Promise<void> } = {}
  const answer = await askDecision({
    ...question,
    send: (given, oneTimeCode) => {
      sent.begun = begin(given, { oneTimeCode })
      return sent.begun.then(() => null, wrongWithCode)
    },
  })
  if (!answer) return false
  await (sent.begun ?? begin(answer, {}))
  return true
}
