import { type AnyCall, commandName, isRaw, parametersOf } from '../language/domain/call.ts'
import type { Field, Fields } from '../language/fields/field.ts'
import { kindOf } from '../language/fields/kinds.ts'
import type { Transition } from '../language/lifecycle.ts'

/** As much of the model as a command points at. */
interface Known {
  transitions(resource: string): Readonly<Record<string, Transition>>
  readonly calls: readonly AnyCall[]
}

/** Names of the console's commands on records besides decisions; decisions must not take them. */
const TAKEN: readonly string[] = ['add', 'edit', 'delete', 'list', 'export', 'import']

/** Endings of the commands that a decision has besides its own: for all ticked rows, and with its question. */
const ENDINGS = /\.(batch|detailed)$/

const isCommandOn = (calls: readonly AnyCall[], id: string, resource: string): AnyCall | undefined =>
  calls.find((c) => c.id === id && c.command !== undefined && c.on?.id === resource)

const requiredNames = (fields: Fields): string[] =>
  Object.entries<Field>(fields).flatMap(([name, f]) => (f.facts.required === undefined ? [] : [name]))

function nameProblems(known: Known, c: AnyCall, resource: string): string[] {
  if (!c.id.startsWith(`${resource}.`)) return [`is a command on ${resource}: its id has to begin with ${resource}.`]
  const name = commandName(c)
  const found: string[] = []
  if (TAKEN.includes(name) || ENDINGS.test(name)) found.push(`${name} is what another command of ${resource} is called`)
  if (known.transitions(resource)[name]) found.push(`is called as the transition ${name} of ${resource}: rename one`)
  return found
}

function backProblems(known: Known, c: AnyCall, resource: string): string[] {
  const found: string[] = []
  const { undo, takesBack = [] } = c.command ?? {}
  if (undo !== undefined) {
    const back = isCommandOn(known.calls, undo, resource)
    if (!back) found.push(`its undo ${undo} is no command on ${resource}`)
    else if (!back.command?.takesBack?.includes(c.id)) found.push(`its undo ${undo} does not name it in takesBack`)
  }
  for (const id of takesBack) {
    const of = isCommandOn(known.calls, id, resource)
    if (of?.command?.undo !== c.id) found.push(`takes back ${id}, which does not name it as its undo`)
  }
  if (takesBack.length > 0)
    for (const name of requiredNames({ ...c.query, ...c.body }))
      found.push(`takes back without a question, and ${name} has to be said`)
  return found
}

/** Problems of a call as a command of the console; empty when there is none. Pure. */
export function commandProblems(known: Known, c: AnyCall): string[] {
  if (!c.command) return []
  const on = c.on?.id
  if (on === undefined) return ['is a command: say on whose records (on)']
  const found: string[] = [...nameProblems(known, c, on), ...backProblems(known, c, on)]
  if (!c.permission) found.push('is a command: say its permission, a command is for who holds it')
  if (c.safe) found.push('changes nothing: no command decides by it')
  if (c.upload || c.entries) found.push('takes a file or a list of objects, which no command can give')
  if (isRaw(c) || c.answer.shape === 'download') found.push('answers a file or without the envelope: no decision does')
  const all: Fields = { ...c.query, ...c.body }
  const parameters = parametersOf(c)
  for (const name of c.command.ask ?? []) if (!Object.hasOwn(all, name)) found.push(`asks for the unknown ${name}`)
  const { amount } = c.command
  if (amount !== undefined && !Object.hasOwn(parameters, amount))
    found.push(`moves ${amount}, which it does not ask for`)
  for (const name of requiredNames(all))
    if (!Object.hasOwn(parameters, name)) found.push(`does not ask for ${name}, which has to be said`)
  for (const [name, of] of Object.entries(c.command.present ?? {})) {
    if (!Object.hasOwn(parameters, name)) found.push(`begins ${name} with what there is and does not ask for it`)
    if (typeof of === 'object' && !(of.read.safe && Object.hasOwn({ ...of.read.query }, of.by)))
      found.push(`begins ${name} with the answer of ${of.read.id}, which is no read by ${of.by}`)
  }
  for (const [name, f] of Object.entries<Field>(parameters))
    if (kindOf(f).writeOnly) found.push(`asks for the secret ${name}, which only a record may hold`)
  return found
}
