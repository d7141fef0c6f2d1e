import { whileHere } from '../../data/session.ts'
import { deadUntil } from '../../host/deadUntil.ts'
import { warmDialogs } from '../../ui/dialog/dialog.tsx'
import type { Answer, DecisionQuestion } from './decisionQuestion.ts'

const load = () => import('./DecisionDialog.tsx')

/** Fetches the dialog and its inputs ahead of the first decision that asks something: called on an idle moment. */
export const warmDecisions = (): void => {
  warmDialogs()
  load().catch(() => {})
}

/**
 * Answers that the line of the palette collected: `form` where it cannot ask for this, null where the person turned away. Not confirmed: the
 * form shows the answers with the figures, and is what is agreed to.
 */
export type InlineAnswer = 'form' | null | { readonly answer: Answer; readonly confirmed: boolean }
export type InlineAsk = (what: DecisionQuestion) => Promise<InlineAnswer>

let loadInlineAsk: () => Promise<InlineAsk> = () => Promise.resolve(() => Promise.resolve('form'))

/** Gives the questions of commands that were chosen in the palette to the palette, whose part for it comes with the first one. */
export const provideInlineAsk = (load: () => Promise<InlineAsk>): void => {
  loadInlineAsk = load
}

/**
 * `askDecision` of the dialog, whose chunk comes with the first question; of a command chosen in the palette its line asks first.
 * Keys are dead from the moment of asking, not only from the dialog on. Null where the person has left before it came.
 */
export async function askDecision(what: DecisionQuestion): Promise<Record<string, unknown> | null> {
  let question = what
  if (what.inline !== undefined) {
    const ask = await whileHere(deadUntil(loadInlineAsk()))
    const found = ask && (await whileHere(ask(what)))
    if (!found) return null
    if (found !== 'form' && found.confirmed) return { ...found.answer }
    const { inline, ...form } = what
    question = found === 'form' ? { ...form, text: inline } : { ...what, given: { ...what.given, ...found.answer } }
  }
  const dialog = await whileHere(deadUntil(load()))
  return dialog ? dialog.askDecision(question) : null
}
