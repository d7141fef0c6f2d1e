import type { Fields } from '../../../model/language/fields/field.ts'
import { type Kind, kindOf } from '../../../model/language/fields/kinds.ts'
import type { DeclaredDecision } from '../../data/domains.ts'
import type { Typed } from '../../forms/base/values.ts'
import type { DecisionQuestion } from '../../forms/dialogs/decisionQuestion.ts'

/** More arguments than these are a form. */
export const ARGUMENTS_MAX = 4

/** Kinds that one line asks for: a text, a number, a date, one of a set, a record. */
const LINE: ReadonlySet<Kind> = new Set([
  ...(['text', 'longText', 'integer', 'money', 'rate', 'points', 'date', 'datetime'] as const),
  ...(['flag', 'choice', 'word', 'dict', 'ref'] as const),
])

/**
 * Arguments in the order in which they are asked for, required ones first; null where the form asks: too many, a kind that no line
 * asks for, secrets, or answers that replace what the record has. Pure.
 */
export function argumentsOf(decision: Pick<DeclaredDecision, 'present'>, fields: Fields): readonly string[] | null {
  const names = Object.keys(fields)
  if (names.length === 0 || names.length > ARGUMENTS_MAX || Object.keys(decision.present ?? {}).length > 0) return null
  const plain = names.every((name) => {
    const field = fields[name]
    return field && LINE.has(field.kind) && !field.facts.nodeOf && !field.facts.answers && !kindOf(field).writeOnly
  })
  if (!plain) return null
  const required = (name: string) => Boolean(fields[name]?.facts.required)
  return [...names.filter(required), ...names.filter((name) => !required(name))]
}

/**
 * Returns whether the form is what is agreed to, with what was given filled in: where money moves, something is destroyed or final,
 * or the server says first what would become of several records. Pure.
 */
export const isConfirmedByForm = (
  what: Pick<DecisionQuestion, 'final' | 'preview' | 'send' | 'notes'>,
  decision: Pick<DeclaredDecision, 'danger' | 'money' | 'result' | 'drawsOn'>,
): boolean =>
  what.final === true ||
  what.preview !== undefined ||
  what.send !== undefined ||
  (what.notes?.length ?? 0) > 0 ||
  decision.danger ||
  decision.drawsOn !== undefined ||
  (decision.money === true && decision.result !== 'reject')

/** The first argument after one that nothing was given for; the number of all where there is none. Pure. */
export function nextMissing(names: readonly string[], given: Typed, after = -1): number {
  const at = names.findIndex((name, n) => n > after && (given[name] ?? '').trim() === '')
  return at < 0 ? names.length : at
}
